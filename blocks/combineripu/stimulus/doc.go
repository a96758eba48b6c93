// Package stimulus provides program states and pixels for tests and scenarios: random ones of several mixes, and a few
// states whose programs are known. Folder testbench drives the hardware with them.
package stimulus

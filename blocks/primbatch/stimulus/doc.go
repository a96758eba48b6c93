// Package stimulus makes draws for tests and scenarios, as an application may send them. [Random] mixes changes of state,
// indices, restarts and mistakes into its draws; [Zigzag] is one plain primitive. Folder testbench drives the hardware with them.
package stimulus

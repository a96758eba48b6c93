// Package replay checks an exported design by a recorded run of it: it writes a
// self-checking Verilog test bench with the recorded inputs and outputs, runs it in
// Icarus Verilog and Verilator, and reads their samples.
package replay

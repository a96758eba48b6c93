// Package verilog writes a design as Verilog-2005 that a hardware engineer can
// read and that FPGA flows take as it is, together with what they pick up with
// it: file list, FuseSoC core file, constraint stubs, and a self-checking test
// bench that replays a recorded run. It also runs the outside tools that check
// the result: Verilator, Icarus Verilog and Yosys.
//
// The meaning of every node is stated in package ir. Where Verilog simulators
// disagree with it or with each other, the exporter writes an explicit guard:
// an address past a memory's end, a shift amount of more than 32 bits, an index
// past the last case of a mux.
package verilog

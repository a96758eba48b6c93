// Package verilog writes a design as Verilog-2005 that a hardware engineer can
// read and that FPGA flows accept as it is. The packages below it add the rest:
// verilog/replay turns a recorded run into a self-checking test bench, and
// verilog/project makes a folder with both, a file list, a FuseSoC core file and
// constraint stubs.
//
// The meaning of every node is stated in package ir. Where Verilog simulators
// disagree with it or with each other, the exporter writes an explicit guard:
// an address past a memory's end, a shift amount of more than 32 bits, an index
// past the last case of a mux. Where a tool fails or warns of what is right, the text
// avoids it: see docs/rationale.md.
package verilog

// Package verilog writes a design as Verilog-2005 that a hardware engineer can
// read and that FPGA flows take as it is. What a user receives around it is made
// by the packages below: verilog/replay makes a self-checking test bench of a
// recorded run, and verilog/project a folder with both, a file list, a FuseSoC
// core file and constraint stubs.
//
// The meaning of every node is stated in package ir. Where Verilog simulators
// disagree with it or with each other, the exporter writes an explicit guard:
// an address past a memory's end, a shift amount of more than 32 bits, an index
// past the last case of a mux.
package verilog

// Package project makes everything that an FPGA user needs of a design: its
// Verilog, a test bench that replays a recorded run, a file list, a FuseSoC core
// file, stubs of constraints, and a README with the commands.
package project

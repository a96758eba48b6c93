// Package project puts together what an FPGA user receives of a design: its
// Verilog, a test bench that replays a recorded run, a file list, a FuseSoC core
// file, stubs of constraints, and a README with the commands.
package project

// Package eda finds and runs the tools that others wrote: Icarus Verilog,
// Verilator, Yosys with ABC, and z3. It lints, synthesises and measures Verilog,
// and turns what a tool complains of into an error.
package eda

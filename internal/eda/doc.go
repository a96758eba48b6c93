// Package eda finds and runs outside tools: Icarus Verilog, Verilator, Yosys with
// ABC, and z3. It lints, synthesises and measures Verilog, and turns a tool's
// complaints into an error.
package eda

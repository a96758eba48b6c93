// Package formal proves what holds of a design in every run: [Prove] its asserts
// and covers, [Equivalent] that two exports of it have the same outputs. It runs
// Yosys, ABC and z3 on the exported Verilog.
package formal

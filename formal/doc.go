// Package formal proves statements about all runs of a design: [Prove] proves
// its asserts and covers, and [Equivalent] that two exports have the same
// outputs. It runs Yosys, ABC and z3 on the exported Verilog.
package formal

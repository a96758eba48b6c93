// Package fuzz makes random designs in the language and compares all readers of
// them: a direct evaluation of the intermediate form (package oracle), both engines
// with all passes and without each of them, Icarus and Verilator on the exported
// Verilog, and Icarus on the netlist that Yosys makes of it.
//
// A [Design] is a recipe: a tree of small structs. It is built into calls of
// package hdl ([Design.Component]), printed as a Go program that makes the same
// calls ([Design.Source]), and shrunk part by part ([Shrink]). [Generate]
// draws one from a seed.
package fuzz

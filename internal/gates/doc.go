// Package gates has Yosys make a design of single gates, and counts in Icarus Verilog how
// often their outputs change: a measure of the energy that the design takes.
package gates

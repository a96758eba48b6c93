// Package word holds expressions over numbers of 32 and 64 bits, as a machine
// has them: what lies between a netlist of any widths and the code of an
// engine.
//
// A [Graph] makes every node once and an operand before its users. Its
// constructors simplify as they build, by the bits that a value may have
// ([Node.Ones]): they are the only optimiser that the code gets, for the
// compiler below does not fold, share or narrow.
package word

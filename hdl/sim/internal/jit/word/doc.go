// Package word has expressions over machine numbers of 32 and 64 bits, the form
// between a netlist of any widths and the code of an engine.
//
// A [Graph] makes every node once and an operand before its users. Its
// constructors simplify as they build, by the bits that a value may have
// ([Node.Ones]): they are the only optimiser of that code, since the compiler
// below does not fold, share or narrow.
package word

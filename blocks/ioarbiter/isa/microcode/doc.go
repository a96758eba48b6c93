// Package microcode is the language of the request expander: its instructions, an assembler and a disassembler, and the
// macros that come along.
//
// A macro is a program. It begins with the parameters of its request in the registers from r0 on, and turns them into
// requests to the fixed-function units.
package microcode

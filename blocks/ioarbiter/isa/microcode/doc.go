// Package microcode is the language of the request expander: its instructions, an assembler and a disassembler, and the
// built-in macros.
//
// A macro is a program. It starts with the parameters of its request in the registers from r0 on, and makes requests to
// the fixed-function units.
package microcode

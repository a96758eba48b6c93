// Package isa has the instructions of castalu: their numeric types and formats, what they cast, their words of 128 bits,
// their text, and the assembler. Hardware, model and compiler share it.
package isa

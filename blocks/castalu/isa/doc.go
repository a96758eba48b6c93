// Package isa is castalu's instruction set: numeric types and formats, casts, 128-bit instruction words, their text form,
// and the assembler. Hardware, model and compiler share it.
package isa

// Package castalu is the casting-arithmetic unit of US9477477: an instruction performs an
// arithmetic operation together with a cast of each input and of the result, so that it is
// computed in the cheapest numeric type that is precise enough.
//
// The following is modelled: seven numeric types, fp32, fp16, u24, s24, u12, s12 and s9, and two
// integer formats for casts; casts of each input and of the result, within an operation or as one;
// both embodiments of the math function units, separate and shared, with 1, 2 or 4 lanes; dot
// products; divide, roots, log2, exp2 and pow. [Unit] is the arithmetic unit; [Processor] is a barrel
// of 4 to 32 threads around it, with registers, constants, programs, and requests to fixed-function
// units. Package isa has the instructions, their words and their text; package model is the unit and
// the processor in plain Go, written from the patent and from docs/castalu.md; package stimulus draws
// random instructions and drives a processor.
//
// Jumps and loops, memory operands, and what the patent leaves to the surrounding GPU (warps, caches,
// loads and stores) are not modelled.
//
// With 4 lanes an instruction takes 25 cycles from its fetch to its write, 22 of them in the unit. A
// special function takes 42 cycles, 39 of them in the unit, and one more for each element after the
// first. The unit accepts an instruction of four elements every cycle with 4 lanes, every two cycles
// with 2 and every four with 1; special functions take one element per cycle.
//
// The patent's other half, the compiler that chooses the types, is package compiler and the packages
// below it; docs/castalu-compiler.md describes it.
package castalu

// Package castalu is the casting-arithmetic unit of US9477477: an instruction performs an
// arithmetic operation together with a cast of each input and of the result, so that it is
// computed in the cheapest numeric type that serves.
//
// Modelled are seven numeric types, fp32, fp16, u24, s24, u12, s12 and s9, and two integer
// formats for casts; casts of each input and of the result, together or by themselves; both
// embodiments of the math function units, separate ones and a shared one, with 1, 2 or 4
// lanes; dot products; divide, roots, log2, exp2 and pow. [Unit] is the arithmetic unit;
// [Processor] is a barrel of 4 to 32 threads around it, with registers, constants, programs,
// and requests to fixed-function units. Package isa has the instructions, their words and their text;
// package model is unit and processor in plain Go, written from the patent and from docs/castalu.md;
// package stimulus draws random instructions and drives a processor.
//
// Not modelled are jumps and loops, memory operands, and what the patent leaves to the GPU
// around it: warps, caches, loads and stores.
//
// With 4 lanes an instruction takes 25 cycles from its fetch to its write, and 42 if it is a
// special function, with one more for each element behind its first; 22 and 39 of these are in
// the unit. The unit takes an instruction of four elements a cycle with 4 lanes, in two cycles
// with 2 and in four with 1, and an element of a special function a cycle.
//
// The patent's other half, the compiler that chooses the types, is package compiler and those below
// it; docs/castalu-compiler.md describes it.
package castalu

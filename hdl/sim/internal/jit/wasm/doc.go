// Package wasm encodes WebAssembly modules: functions over the numbers of 32
// and 64 bits, one memory of a fixed size, exports. It imports nothing, checks
// nothing (the runtime that loads a module validates it), and does not know
// what its code computes.
//
// Section numbers are those of the binary format, WebAssembly Core 2.0,
// chapter 5.
package wasm

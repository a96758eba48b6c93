// Package isa defines the vocabulary of primitive batching: the addresses and fields of methods, topologies and the rules for
// their batches, split modes, limits and errors. Most of the numbers are those of NVIDIA's public class headers; comments mark
// our own.
//
// The hardware and the model share these definitions; the package imports neither.
package isa

// Package isa has the words of primitive batching: the addresses and fields of methods, topologies and where their batches
// end, split modes, limits and errors. Most of the numbers are those of NVIDIA's public class headers; the comments say
// which ones are ours.
//
// The hardware and the model share these facts. The package knows neither.
package isa

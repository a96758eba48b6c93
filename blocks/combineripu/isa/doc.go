// Package isa defines the words of the combiner IPU: the state words that a driver loads, the instructions that they
// become, the codes and names of registers, and the kinds of beats on the raster and the instruction stream. Hardware
// and model share it.
package isa

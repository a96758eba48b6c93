// Package ropmask is the hardware of the pixel shader output map of US8922555: it
// sends from a pixel shader to the raster operations unit only the components of
// a pixel that will be written, and writes them to up to eight render targets.
//
// [Unit] is the output map. [Framebuffer] is a Unit with render targets in memory
// behind it. [Selection] is just the logic that makes the component update masks.
// Types with fields of type hdl.Bits are the data of the ports, for circuits
// around them, and functions named ...Shape are their shapes.
//
// The other rooms of the unit are beside it: isa has the driver's words, the
// formats and the blending, model the same unit as plain Go, stimulus random
// pixels, and scenario what the command line shows.
//
// docs/ropmask.md describes the unit: what is modelled, how many cycles it
// takes, and its formats and blending.
package ropmask

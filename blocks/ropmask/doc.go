// Package ropmask is the hardware of the pixel shader output map of US8922555. It sends only the components of a pixel
// that are needed from a pixel shader to the raster operations unit, and writes them to up to eight render targets.
//
// [Unit] is the output map. [Framebuffer] is a Unit with render targets in memory behind it. [Selection] is just the
// logic that makes the component update masks. Types with fields of type hdl.Bits are the data of the ports, for
// circuits around them, and functions named ...Shape are their shapes.
//
// Package isa defines the driver's words, the formats and the blending; model is the same unit in plain Go; stimulus
// draws random pixels; and scenario is what the command line shows.
//
// docs/ropmask.md describes what is modelled, how many cycles it takes, and the formats and blending.
package ropmask

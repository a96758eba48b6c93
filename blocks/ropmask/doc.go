// Package ropmask is the pixel shader output map of US8922555: it sends from a
// pixel shader to the raster operations unit only the components of a pixel
// that will be written, and writes them to up to eight render targets.
//
// [Unit] is the output map, and [Model] is the same as a plain Go function
// written from the patent's text. [Framebuffer] is a Unit with render targets
// in memory behind it, and [FramebufferModel] is its model. [Selection] is just
// the logic that makes the component update masks. Types with fields of type
// hdl.Bits are the data of the ports, for circuits around them, and functions
// named ...Shape are their shapes; types named ...Value are the same data for
// test benches.
//
// docs/ropmask.md describes the unit: what is modelled, how many cycles it
// takes, and its formats and blending.
package ropmask

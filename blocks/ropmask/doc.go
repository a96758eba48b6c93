// Package ropmask is the pixel shader output map of US8922555: it sends from a
// pixel shader to the raster operations unit only those components of a pixel
// that will be written, and writes them to up to eight render targets.
//
// [Unit] is the output map, and [Model] the same as a plain Go function written
// from the patent's text. [Framebuffer] is a Unit with render targets in memory
// behind it, and [FramebufferModel] its model. [Selection] is the logic that
// makes the component update masks, by itself. The types whose fields are
// hdl.Bits are the data of their ports, for circuits around them; those named
// Value are the same data for test benches.
//
// docs/ropmask.md describes the unit: what is modelled, what it costs in cycles,
// and its formats and blending.
package ropmask

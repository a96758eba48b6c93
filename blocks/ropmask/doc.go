// Package ropmask is the pixel shader output map of US8922555: it sends from a
// pixel shader to the raster operations unit only those components of a pixel
// that will be written, and writes them to up to eight render targets.
//
// On the shader's side of the crossbar, [Selection] makes the component update
// masks out of the driver's words, and [PixelShader] stores the generated
// components in consecutive registers and packs those that the masks select,
// some lanes a beat. On the other side [RasterOps] unpacks them, fills in
// defaults, and writes each render target. [Unit] is both. Two streams cross
// between them: packets of components, and the masks of each pixel, once.
//
// [Model] is the same unit as a plain Go function, written from the patent's
// text.
//
// [WriteUnit] stores writes in real formats in a memory of its own and blends
// them with what is there. [Framebuffer] is the output map with a write unit
// behind it; [FramebufferModel] is its model.
//
// Modelled: MRT, non-MRT and dual-source output, SET_CT_SELECT, write enables
// and format masks, the alpha that blending needs, both ways of transmission
// (see [Embodiment]), counters of what was saved, the formats of [Format], and
// the functions and factors of [Blend]. Not modelled: depth, stencil, sRGB,
// several samples to a pixel.
//
// A pixel of n transmitted components takes max(1, ceil(n/lanes), writes)
// cycles, if its vectors come in as fast; the next follows without a bubble.
// The write unit takes a write a cycle, but for one that needs what an earlier
// one under way makes.
package ropmask

// Package surface is a surface unit: a fixed-function unit of the IO connector, and complete without it. It holds a
// picture of RGBA8 pixels in a memory of its own. A request writes a quad of 4×4 pixels under a mask, with a colour for
// each or one for all; the protect bits of the state keep components as they are. A port reads the picture out, four
// pixels a cycle.
//
// A quad takes four cycles, one for each row, and its response comes in the fifth; the next quad's first row is written
// in the same cycle. A quad in one cycle would need a memory of 512 bits a word: many block RAMs side by side, each
// almost empty with a small surface. Besides, the connector brings a quad with one colour in four words, others in
// nineteen. A word of the memory is a row of a quad, 128 bits with a write enable for each byte. With 16×16 pixels the
// unit takes 611 LUT4, 10 flip-flops and 8 block RAMs of 4 Kbit in iCE40.
//
// # Pixels for ropmask
//
// In a whole pipeline ropmask's output map and raster operations take the place of this unit: blending, formats, and up
// to eight targets. Its native request is a pixel {x, y, vector, colour, last}: a beat for each vector (colour output)
// of a pixel, with Last at the end. A [Request] is a quad of such pixels under a mask, with vector 0 only. If bit k of
// Mask is 1, pixel k of the quad is the beat
//
//	x = 4·X + k mod 4, y = 4·Y + k/4, vector 0, colour Colours[k], or Colours[0] with Fill, last 1
//
// and ropmask's Address is y·width + x. The protect bits are the complement of its write enables, SET_CT_WRITE. For
// more vectors a request would have the fields Vector and Last, and the response would follow the request with Last:
// all vectors of a quad share its mask, and pixels outside the mask make no beat.
package surface

// Package texture is a texture unit: a fixed-function unit of the IO connector, and complete without it. It holds
// textures of RGBA8 texels in a memory of its own, and samples the one that its state describes: nearest or bilinear,
// repeated, clamped or mirrored in each direction, with any width and height from 1 to 256.
//
// Coordinates are signed 24.8, in texels; the centre of the texel at (0, 0) is at (½, ½). A nearest sample is the texel
// that contains its coordinates. A bilinear sample is, in each component, the sum of the four texels around it with
// exact weights, which add up to 2^16, rounded to nearest, ties up. With [units.Repeat] it is bit for bit that of
// castalu's texture unit. Each of the four texels wraps on its own, by its number.
//
// A request is for one sample or for a quad of 4×4. The unit reads a texel every cycle, without a gap between requests:
//
//	                       cycles a request    cycles from request to response
//	nearest                               1                                  8
//	bilinear                              4                                 11
//	nearest, a quad                      16                                 23
//	bilinear, a quad                     64                                 71
//
// Up to eight requests are in flight, including the one whose response is offered. In.Ready depends on Out.Ready in the
// same cycle.
//
// A texel number is divided by the texture's size with a reciprocal, which is looked up when the size is written. With
// a memory of 256 texels the unit takes, in iCE40, 1327 LUT4, 1261 flip-flops, 14 DSP blocks and 6 block RAMs of 4
// Kbit: two for the texels, four for the reciprocals. Without DSP blocks it takes 6957 LUT4 and 1358 flip-flops; 4000
// of the LUT4 are the two multipliers by reciprocals.
package texture

// Package units is what a program must know of the fixed-function units themselves: the sizes of their tiles and quads,
// the ranges of their numbers, and the registers of their state. It knows nothing of the connector.
package units

// Sizes, in pixels.
const (
	TileSide   = 8 // of a tile of the raster unit and of the depth unit, in one direction
	TilePixels = TileSide * TileSide
	QuadSide   = 4 // of a quad of the texture unit and of the surface unit, in one direction
	QuadPixels = QuadSide * QuadSide
)

// Fraction is the number of fraction bits of coordinates and of depth planes, which are in 24.8.
const Fraction = 8

// Package raster is the raster unit of the IO connector: which pixels of a tile a triangle or a rectangle covers.
//
// Pixel (x, y) of the picture is the square from x to x+1 and y to y+1, y down; it is covered if its centre is inside.
// Tile (i, j) is the 8×8 pixels from (8i, 8j) on.
//
// For an iCE40 Yosys makes 4477 LUT4 and 795 flip-flops of the unit, without multiplier blocks: 2 times 1384 LUT4 are the
// multipliers of 22 bits, which the three edges of a request share.
package raster

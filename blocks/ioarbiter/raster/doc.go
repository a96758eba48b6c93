// Package raster is the raster unit of the IO connector: it finds the pixels of a tile that a triangle or a rectangle
// covers.
//
// Pixel (x, y) of the picture is the square from x to x+1 and y to y+1, y down; it is covered if its centre is inside.
// Tile (i, j) is the 8×8 pixels from (8i, 8j) on.
//
// Yosys maps the unit to 4466 LUT4 and 795 flip-flops of an iCE40, without multiplier blocks. The two multipliers of 22
// bits, which the three edges of a request share, take 1384 LUT4 each.
package raster

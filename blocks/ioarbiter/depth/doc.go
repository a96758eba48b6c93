// Package depth is the depth unit of the IO connector: it tests the pixels of a tile against a depth buffer, and writes
// it.
//
// Pixel (x, y) of the buffer is the square from x to x+1 and y to y+1, y down; its depth is that at its centre, from 0 to
// 65535. Tile (i, j) is the 8×8 pixels from (8i, 8j) on.
//
// Yosys maps a unit with 16×16 pixels to 1246 LUT4, 642 flip-flops and 8 block RAMs of 4 Kbit of an iCE40, one RAM for
// each pixel of a row; with 256×256 pixels 2352 LUT4, 680 flip-flops and 256 block RAMs.
package depth

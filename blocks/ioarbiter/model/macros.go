package model

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
)

// run carries out a request to a unit, as for [Macro].
type run = func(operation, state int, words ...uint32) ([]uint32, bool)

// Macros are the built-in macros, written from the patent's text and not from their microcode.
func Macros() (list [isa.Macros]Macro) {
	do := []func(p []uint32, run run){blit, clearTiles, triangle, zonly}
	for k, m := range microcode.Macros() {
		list[k] = Macro{Formats: isa.FormatsOf(m), Do: do[k]}
	}
	return list
}

// area calls f for each place of a rectangle, row by row. Its ends are not included; coordinates are signed.
func area(x0, y0, x1, y1 uint32, f func(x, y uint32)) {
	for y := int32(y0); y < int32(y1); y++ {
		for x := int32(x0); x < int32(x1); x++ {
			f(uint32(x), uint32(y))
		}
	}
}

// blit samples the texture for each quad and writes the samples to the surface.
func blit(p []uint32, run run) {
	u, v, dudx, dvdx, dudy, dvdy := p[4], p[5], p[6], p[7], p[8], p[9]
	area(p[0], p[1], p[2], p[3], func(x, y uint32) {
		right, down := 4*(x-p[0]), 4*(y-p[1]) // pixels
		texels, ok := run(isa.TextureQuad, isa.TextureAt, u+right*dudx+down*dudy, v+right*dvdx+down*dvdy, dudx, dvdx, dudy, dvdy)
		if ok {
			run(isa.Surface, isa.SurfaceAt, append([]uint32{x, y, 0xffff}, texels...)...)
		}
	})
}

// clearTiles clears the pixels inside the clipping rectangle, tile by tile.
func clearTiles(p []uint32, run run) {
	area(p[4], p[5], p[6], p[7], func(x, y uint32) {
		if mask, ok := run(isa.RectangleFixed, isa.RasterAt, p[0], p[1], p[2], p[3], x, y); ok {
			run(isa.DepthClear, isa.DepthAt, x, y, mask[0], mask[1])
		}
	})
}

// visible are the pixels of a tile that a triangle covers and that pass the depth test.
func visible(p []uint32, run run, x, y uint32) []uint32 {
	covered, ok := run(isa.TriangleFixed, isa.RasterAt, append(append([]uint32{}, p[:6]...), x, y)...)
	if !ok {
		return nil
	}
	if passed, ok := run(isa.Depth, isa.DepthAt, x, y, p[6], p[7], p[8], covered[0], covered[1]); ok {
		return passed
	}
	return nil
}

// triangle fills the visible pixels of a triangle with a colour, quad by quad.
func triangle(p []uint32, run run) {
	area(p[9], p[10], p[11], p[12], func(x, y uint32) {
		passed := visible(p, run, x, y)
		for q := uint32(0); q < 4 && passed != nil; q++ {
			var mask uint32
			for pixel := range 16 {
				bit := 8*(4*int(q/2)+pixel/4) + 4*int(q%2) + pixel%4
				mask |= passed[bit/32] >> (bit % 32) & 1 << pixel
			}
			if mask != 0 {
				run(isa.SurfaceFill, isa.SurfaceAt, 2*x+q%2, 2*y+q/2, mask, p[13])
			}
		}
	})
}

// zonly tests and writes depth only.
func zonly(p []uint32, run run) {
	area(p[9], p[10], p[11], p[12], func(x, y uint32) { visible(p, run, x, y) })
}

package ioarbiter

import "posedge/blocks/ioarbiter/microcode"

// Words of the state object of a macro that comes along: it has the states of all units.
const (
	RasterState  = 0
	TextureState = 3
	DepthState   = 6
	SurfaceState = 8
)

// Numbers of the macros that come along.
const (
	BlitMacro = FirstMacro + iota
	ClearMacro
	TriangleMacro
	ZOnlyMacro
)

// run is a request to a unit, as of [MacroModel].
type run = func(operation, state int, words ...uint32) ([]uint32, bool)

// MacroModels are the macros that come along, after the patent's text and not after their microcode.
func MacroModels() (list [Macros]MacroModel) {
	do := []func(p []uint32, run run){blitModel, clearModel, triangleModel, zonlyModel}
	for k, m := range microcode.Macros() {
		list[k] = MacroModel{Formats: macroFormats(m), Do: do[k]}
	}
	return list
}

// macroFormats are the formats of a macro's parameters.
func macroFormats(m microcode.Macro) (list []Format) {
	for _, p := range m.Parameters {
		list = append(list, map[microcode.Format]Format{microcode.Integer: Integer, microcode.Fixed: Fixed}[p.Format])
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

// blitModel samples the texture for each quad and writes what it gets to the surface.
func blitModel(p []uint32, run run) {
	u, v, dudx, dvdx, dudy, dvdy := p[4], p[5], p[6], p[7], p[8], p[9]
	area(p[0], p[1], p[2], p[3], func(x, y uint32) {
		right, down := 4*(x-p[0]), 4*(y-p[1]) // pixels
		texels, ok := run(TextureQuad, TextureState, u+right*dudx+down*dudy, v+right*dvdx+down*dvdy, dudx, dvdx, dudy, dvdy)
		if ok {
			run(Surface, SurfaceState, append([]uint32{x, y, 0xffff}, texels...)...)
		}
	})
}

// clearModel clears what is inside the clipping rectangle, tile by tile.
func clearModel(p []uint32, run run) {
	area(p[4], p[5], p[6], p[7], func(x, y uint32) {
		if mask, ok := run(RectangleFixed, RasterState, p[0], p[1], p[2], p[3], x, y); ok {
			run(DepthClear, DepthState, x, y, mask[0], mask[1])
		}
	})
}

// visible are the pixels of a tile that a triangle covers and that pass the depth test.
func visible(p []uint32, run run, x, y uint32) []uint32 {
	covered, ok := run(TriangleFixed, RasterState, append(append([]uint32{}, p[:6]...), x, y)...)
	if !ok {
		return nil
	}
	if passed, ok := run(Depth, DepthState, x, y, p[6], p[7], p[8], covered[0], covered[1]); ok {
		return passed
	}
	return nil
}

// triangleModel fills what is visible of a triangle, quad by quad, with a colour.
func triangleModel(p []uint32, run run) {
	area(p[9], p[10], p[11], p[12], func(x, y uint32) {
		passed := visible(p, run, x, y)
		for q := uint32(0); q < 4 && passed != nil; q++ {
			var mask uint32
			for pixel := range 16 {
				bit := 8*(4*int(q/2)+pixel/4) + 4*int(q%2) + pixel%4
				mask |= passed[bit/32] >> (bit % 32) & 1 << pixel
			}
			if mask != 0 {
				run(SurfaceFill, SurfaceState, 2*x+q%2, 2*y+q/2, mask, p[13])
			}
		}
	})
}

// zonlyModel tests and writes depth only.
func zonlyModel(p []uint32, run run) {
	area(p[9], p[10], p[11], p[12], func(x, y uint32) { visible(p, run, x, y) })
}

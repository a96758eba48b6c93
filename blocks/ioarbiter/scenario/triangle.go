package scenario

import (
	"fmt"
	"sync"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// triangleSide is the side of the picture that the scenario triangle draws, in pixels, and triangleDetail the detail of
// [newLandscape].
const (
	triangleSide   = 256
	triangleDetail = 24
)

// triangleScene clears the depths, and draws triangles with the depth test less.
func triangleScene(list []triangle, side int) scene {
	s := scene{stores: ioarbiter.Stores{Texels: 1, Width: side, Height: side}, objects: []isa.MacroState{
		{Depth: units.DepthState{Function: units.Less, Write: true, Clear: units.MaxDepth}},
	}}
	s.draw = func(d drawer) {
		d.pass("clear", []request{clearAll(side, 0)})
		d.pass("triangles", requests(list, isa.TriangleMacro, 0, side))
	}
	return s
}

// clearAll clears all depths of a square.
func clearAll(side, object int) request {
	x, n := isa.Float(float64(side)), uint32(side/units.TileSide)
	return request{isa.ClearMacro, object, []uint32{0, 0, x, x, 0, 0, n, n}}
}

func drawTriangles(list func() []triangle, side int) unit.Demo[ioarbiter.Config] {
	list = sync.OnceValue(list)
	return draws(func() scene { return triangleScene(list(), side) }, func(e *unit.Env, s scene, d *drawing, stored stimulus.Stored) error {
		return showTriangles(e, list(), side, d, stored)
	})
}

func showTriangles(e *unit.Env, list []triangle, side int, d *drawing, stored stimulus.Stored) error {
	err := write(e, picture{"triangle.png", colourPicture(stored.Colours, side)}, picture{"triangle_depth.png", depthPicture(stored.Depths, side)})
	if err != nil {
		return err
	}
	r := newRasteriser(side, side, func(int, int) uint32 { return 0 })
	for _, n := range d.taken { // the first of equal depths stays
		r.draw(list[n])
	}
	if err := r.compare(stored); err != nil {
		return err
	}
	report(e, d.passes)
	e.Result("%d triangles; colours and depths of all %d pixels are those of a rasteriser in plain Go", len(list), side*side)
	return nil
}

// compare returns an error that names the first pixel that the units stored differently.
func (r *rasteriser) compare(s stimulus.Stored) error {
	for at := range r.colours {
		if x, y := at%r.width, at/r.width; s.Colours[at] != r.colours[at] || s.Depths[at] != r.depths[at] {
			return fmt.Errorf("pixel (%d, %d) is %08x at depth %d, but in plain Go it is %08x at depth %d", x, y, s.Colours[at], s.Depths[at], r.colours[at], r.depths[at])
		}
	}
	return nil
}

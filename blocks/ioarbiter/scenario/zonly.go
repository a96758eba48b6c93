package scenario

import (
	"fmt"
	"slices"
	"sync"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// zonlySide is the side of the picture that the scenario zonly draws, in pixels. The others are the rings of the knot, and
// the corners of a ring.
const (
	zonlySide    = 128
	zonlyRings   = 54
	zonlyCorners = 8
)

// State objects of the scenario zonly.
const (
	nearest = iota // pixels at least as near as the buffer pass, and their depths are written
	settled        // pixels with the depth of the buffer pass; depths are not written
)

// zonlyScene draws triangles twice: once with colours and depths together, and once after a pass that draws only the
// depths. It reads the stores after each.
func zonlyScene(list []triangle, side int) scene {
	s := scene{ordered: true, stores: ioarbiter.Stores{Texels: 1, Width: side, Height: side}, objects: []isa.MacroState{
		nearest: {Depth: units.DepthState{Function: units.LessOrEqual, Write: true, Clear: units.MaxDepth}},
		settled: {Depth: units.DepthState{Function: units.Equal}},
	}}
	s.draw = func(d drawer) {
		prepare := func() {
			d.pass("background: surface_fill", fills(side, side, func(_, qy int) uint32 { return behind(qy*units.QuadSide, side) }))
			d.pass("depths: clear", []request{clearAll(side, nearest)})
		}
		prepare()
		d.pass("triangle, less or equal", requests(list, isa.TriangleMacro, nearest, side))
		d.read()
		prepare()
		d.pass("zonly, less or equal", requests(list, isa.ZOnlyMacro, nearest, side))
		d.pass("triangle, equal", requests(list, isa.TriangleMacro, settled, side))
		d.read()
	}
	return s
}

// behind is the colour behind the knot: bands, one for each row of quads.
func behind(y, side int) uint32 {
	row := y / units.QuadSide
	return rgba8(mix(shade{0.10, 0.11, 0.16}, shade{0.36, 0.34, 0.42}, float64(row*units.QuadSide)/float64(side)))
}

func zonly(side, rings, corners int) unit.Demo[ioarbiter.Config] {
	list := sync.OnceValue(func() []triangle { return newKnot(side, rings, corners) })
	return draws(func() scene { return zonlyScene(list(), side) }, func(e *unit.Env, s scene, d *drawing, _ stimulus.Stored) error {
		return showZOnly(e, list(), side, d)
	})
}

func showZOnly(e *unit.Env, list []triangle, side int, d *drawing) error {
	without, with := d.readings[0], d.readings[1]
	err := write(e, picture{"zonly.png", colourPicture(with.Colours, side)}, picture{"zonly_depth.png", depthPicture(with.Depths, side)},
		picture{"zonly_without.png", colourPicture(without.Colours, side)})
	if err != nil {
		return err
	}
	if !slices.Equal(without.Colours, with.Colours) || !slices.Equal(without.Depths, with.Depths) {
		return fmt.Errorf("the pictures with and without the pass of depths differ")
	}
	r := newRasteriser(side, side, func(_, y int) uint32 { return behind(y, side) })
	r.equal = true
	for _, t := range list {
		r.draw(t)
	}
	if err := r.compare(with); err != nil {
		return err
	}
	report(e, d.passes)
	before, after := d.passes[2], d.passes[len(d.passes)-1]
	fmt.Fprintf(e.Out, "%d triangles; the picture is the same both times, and that of a rasteriser in plain Go\n", len(list))
	e.Result("with the depths drawn before, %d quads with %d pixels are written instead of %d with %d", after.quads, after.pixels, before.quads, before.pixels)
	return nil
}

package scenario

import (
	"fmt"
	"image/color"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// clearSide is the side of the picture that the scenario clear draws, in pixels.
const clearSide = 128

// A field is a rectangle [x0, x1) × [y0, y1) to be cleared, in 128ths of the picture's side.
type field struct {
	x0, y0, x1, y1 float64
	depth          uint16
	colour         color.RGBA
}

// composition is a set of fields that do not touch; the pixels between them stay as they are.
func composition() []field {
	red, blue, yellow := color.RGBA{214, 40, 32, 255}, color.RGBA{24, 70, 160, 255}, color.RGBA{246, 206, 50, 255}
	white, grey := color.RGBA{240, 238, 228, 255}, color.RGBA{214, 216, 214, 255}
	return []field{
		{38, 0, 128, 69.5, 4000, red},
		{0, 0, 34, 29.5, 42000, white},
		{0, 33.5, 34, 69.5, 36000, grey},
		{0, 74, 34, 128, 12000, blue},
		{38, 74, 82.25, 101, 30000, white},
		{38, 105, 82.25, 128, 48000, grey},
		{86.25, 74, 108, 128, 24000, white},
		{112, 74, 128, 96.75, 40000, grey},
		{112, 100.75, 128, 128, 18000, yellow},
	}
}

// corners are the corners of the field in a picture, in fp32.
func (f field) corners(side int) (words []uint32) {
	for _, x := range []float64{f.x0, f.y0, f.x1, f.y1} {
		words = append(words, isa.Float(x*float64(side)/128))
	}
	return words
}

// tiles is the range of tiles that the field overlaps: [tx0, tx1) × [ty0, ty1).
func (f field) tiles(side int) (tx0, ty0, tx1, ty1 int) {
	first := func(x float64) int { return int(x*float64(side)/128) / units.TileSide }
	after := func(x float64) int { return (int(x*float64(side)/128) + units.TileSide) / units.TileSide }
	return first(f.x0), first(f.y0), min(after(f.x1), side/units.TileSide), min(after(f.y1), side/units.TileSide)
}

// clearScene clears depths by a macro, and colours without one: the SM requests masks from the raster unit and passes
// them to the surface unit.
func clearScene(side int) scene {
	fields := composition()
	s := scene{stores: ioarbiter.Stores{Texels: 1, Width: side, Height: side}, objects: []isa.MacroState{{Depth: units.DepthState{Clear: units.MaxDepth}}}}
	everything := field{x1: 128, y1: 128}
	clear := func(f field, object int) request {
		tx0, ty0, tx1, ty1 := f.tiles(side)
		return request{isa.ClearMacro, object, append(f.corners(side), uint32(tx0), uint32(ty0), uint32(tx1), uint32(ty1))}
	}
	var clears []request
	for n, f := range fields {
		s.objects = append(s.objects, isa.MacroState{Depth: units.DepthState{Clear: f.depth}})
		clears = append(clears, clear(f, n+1))
	}
	s.draw = func(d drawer) {
		d.pass("depths of all: the macro clear", []request{clear(everything, 0)})
		d.pass(fmt.Sprintf("depths of %d fields: the macro clear", len(fields)), clears)
		d.pass("colours of all: surface_fill", background(side, side, color.RGBA{20, 20, 22, 255}))
		var asked, fill [][]uint32
		var places []place
		for _, f := range fields {
			tx0, ty0, tx1, ty1 := f.tiles(side)
			for ty := ty0; ty < ty1; ty++ {
				for tx := tx0; tx < tx1; tx++ {
					asked = append(asked, append(f.corners(side), uint32(tx), uint32(ty)))
					places = append(places, place{tx, ty, rgba(f.colour)})
				}
			}
		}
		var masks []uint32
		for _, words := range d.pass("colours of the fields: rectangle, for masks", batches(isa.Rectangle, 0, asked)) {
			masks = append(masks, words...)
		}
		for k, p := range places {
			fill = append(fill, p.quads(uint64(masks[2*k])|uint64(masks[2*k+1])<<32)...)
		}
		d.pass("colours of the fields: surface_fill under masks", batches(isa.SurfaceFill, 0, fill))
	}
	return s
}

// place is a tile to be filled with a colour.
type place struct {
	tx, ty int
	colour uint32
}

// quads are the records of surface_fill for those quads of the tile that have pixels in the mask.
func (p place) quads(mask uint64) (records [][]uint32) {
	const quads = units.TileSide / units.QuadSide
	for n := range quads * quads {
		x, y := n%quads, n/quads
		var m uint32
		for k := range units.QuadPixels {
			bit := units.TileSide*(units.QuadSide*y+k/units.QuadSide) + units.QuadSide*x + k%units.QuadSide
			m |= uint32(mask>>bit&1) << k
		}
		if m != 0 {
			records = append(records, []uint32{uint32(quads*p.tx + x), uint32(quads*p.ty + y), m, p.colour})
		}
	}
	return records
}

func clearFields(side int) unit.Demo[ioarbiter.Config] {
	return draws(func() scene { return clearScene(side) }, showCleared)
}

func showCleared(e *unit.Env, s scene, d *drawing, stored stimulus.Stored) error {
	side := s.stores.Width
	err := write(e, picture{"clear_depth.png", depthPicture(stored.Depths, side)}, picture{"clear.png", colourPicture(stored.Colours, side)})
	if err != nil {
		return err
	}
	report(e, d.passes)
	all := sum(d.passes)
	e.Result("%d requests wrote %d depths and %d pixels in %d cycles", all.requests, all.passed, all.pixels, all.cycles)
	return nil
}

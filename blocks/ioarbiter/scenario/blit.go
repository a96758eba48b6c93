package scenario

import (
	"image/color"
	"math"

	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
)

// blitSide is the side of the picture that the scenario blit draws, in pixels.
const blitSide = 256

// blitScene copies a poster four times: unchanged, a part of it enlarged, rotated, and rotated and reduced so that it
// repeats.
func blitScene(side int) scene {
	part := side / 2 // side of the square for one copy and its border
	size := part - 2*units.QuadSide
	s := scene{stores: ioarbiter.Stores{Texels: size * size, Width: side, Height: side}, texels: poster(size)}
	image := units.TextureState{Width: uint16(size), Height: uint16(size)}
	smooth := func(w units.Wrap) isa.MacroState {
		t := image
		t.Bilinear, t.WrapU, t.WrapV = true, w, w
		return isa.MacroState{Texture: t}
	}
	s.objects = []isa.MacroState{{Texture: image}, smooth(units.Clamp), smooth(units.Clamp), smooth(units.Mirror)}
	// blit fills a part of the surface with the image around (u, v), rotated, with step texels per pixel.
	centre := float64(size) / 2
	blit := func(object, x, y int, u, v, degrees, step float64) []request {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		dudx, dvdx := rounded(step*cos), rounded(step*sin)
		dudy, dvdy := -dvdx, dudx
		first := 0.5 - centre // from the part's centre to that of its first pixel
		q := func(n int) uint32 { return uint32(n/units.QuadSide + 1) }
		return []request{{isa.BlitMacro, object, []uint32{
			q(x), q(y), q(x + size), q(y + size),
			isa.Float(u + first*(dudx+dudy)), isa.Float(v + first*(dvdx+dvdy)), isa.Float(dudx), isa.Float(dvdx), isa.Float(dudy), isa.Float(dvdy),
		}}}
	}
	passes := []struct {
		name string
		list []request
	}{
		{"copied", blit(0, 0, 0, centre, centre, 0, 1)},
		{"twice as large", blit(1, part, 0, centre, centre*0.85, 0, 0.5)},
		{"turned by 30°", blit(2, 0, part, centre, centre, -30, 1.4)},
		{"small, turned, repeated", blit(3, part, part, centre, centre, 15, 3)},
	}
	s.draw = func(d drawer) {
		d.pass("background", background(side, side, color.RGBA{24, 26, 30, 255}))
		for _, p := range passes {
			d.pass(p.name, p.list)
		}
	}
	return s
}

// rounded is a number rounded to 24.8.
func rounded(x float64) float64 { return math.Round(x*256) / 256 }

// background fills the surface with one colour.
func background(width, height int, c color.RGBA) (list []request) {
	return fills(width, height, func(int, int) uint32 { return rgba(c) })
}

// fills are requests that fill each quad of a surface with a colour of its own.
func fills(width, height int, colour func(qx, qy int) uint32) (list []request) {
	var records [][]uint32
	for qy := range height / units.QuadSide {
		for qx := range width / units.QuadSide {
			records = append(records, []uint32{uint32(qx), uint32(qy), 0xffff, colour(qx, qy)})
		}
	}
	return batches(isa.SurfaceFill, 0, records)
}

// batches packs records of an operation with layout Records into as few requests as possible.
func batches(unit, object int, records [][]uint32) (list []request) {
	for len(records) > 0 {
		n := min(len(records), (isa.MaxLength-1)/len(records[0]))
		list = append(list, request{unit, object, isa.Records.Arrange(records[:n])})
		records = records[n:]
	}
	return list
}

func blit(side int) unit.Demo[ioarbiter.Config] {
	return draws(func() scene { return blitScene(side) }, showBlit)
}

func showBlit(e *unit.Env, s scene, d *drawing, stored stimulus.Stored) error {
	side := s.stores.Width
	size := side/2 - 2*units.QuadSide
	err := write(e, picture{"blit_source.png", colourPicture(s.texels, size)}, picture{"blit.png", colourPicture(stored.Colours, side)})
	if err != nil {
		return err
	}
	report(e, d.passes)
	all := sum(d.passes)
	e.Result("%d requests wrote %d pixels in %d cycles", all.requests, all.pixels, all.cycles)
	return nil
}

package scenario

import (
	"image"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// A look is a program state of the mosaic, which tile by tile has another tint.
type look struct {
	name  string
	words func(tint shade) isa.Words
}

// looks are those of the mosaic, all for the pixels of [mosaicScene].
func looks() []look {
	const textured, normalMap, fog = 0x09, 0x08, 0x03
	return []look{
		{"glaze", func(t shade) isa.Words { return glazed(textured, t) }},
		{"negative", func(t shade) isa.Words { return glazed(0x20|textured, t) }},
		{"normals", func(t shade) isa.Words { return glazed(normalMap, t) }},
		{"air", func(t shade) isa.Words {
			w := glazed(textured, t)
			w.Final[0] = 0x130c0000 | fog<<8
			return w
		}},
		{"duotone", duotone},
		{"bump", func(t shade) isa.Words {
			w := stimulus.Bump()
			w.Control++
			w.Stages[2].InRGB, w.Stages[2].OutRGB, w.Stages[2].OutAlpha = 0x0c010000, 0x10c00, 0
			w.Stages[0].Constants[0] = argb(t, 0)
			return w
		}},
		{"cel", func(t shade) isa.Words {
			return CelTones(argb(mix(t, shade{}, 0.4), (128-celOutline)/255.), argb(t, (128-celShade)/255.), argb(mix(t, hex(0xffffff), 0.7), 1), 0xff31223c)
		}},
		{"heat", heat},
	}
}

// argb is a constant's word.
func argb(s shade, alpha float64) uint32 {
	v := coloured(s, alpha)
	return uint32(v[3])<<24 | uint32(v[0])<<16 | uint32(v[1])<<8 | uint32(v[2])
}

// glazed is an input times a tint; a tint of ½ changes nothing.
func glazed(input uint32, tint shade) isa.Words {
	return isa.StateOf(0x101, 0xc, 0x1980,
		isa.StageWords{InRGB: input<<24 | 0x010000, InAlpha: isa.ResetInAlpha, OutRGB: 0x10c00, Constants: [2]uint32{argb(tint, 0)}})
}

// duotone turns the brightness of TEXTURE1 into a range from a dark colour to a light one.
func duotone(tint shade) isa.Words {
	w := isa.StateOf(0x101, 0x0c020100, 0x1980,
		isa.StageWords{InRGB: 0x09010000, InAlpha: isa.ResetInAlpha, OutRGB: 0x120c0, Constants: [2]uint32{0x004d961c}})
	w.FinalConstants = [2]uint32{argb(tint.times(0.3), 1), argb(mix(tint, hex(0xffffff), 0.4), 1)}
	return w
}

// heat is the light on the normal map in seven colours, using all words of eight stages.
func heat(tint shade) isa.Words {
	const half = 0x30000
	w := isa.ResetWords()
	w.Control, w.Final, w.FinalConstants = 0x11108, [2]uint32{0x0d, 0x1981}, [2]uint32{0x11111111, 0x22222222}
	w.Stages[0] = isa.StageWords{InRGB: 0x48440100, InAlpha: 0x14301000, OutRGB: half | 0x820c0, Constants: [2]uint32{0x33333333, 0x44444444}}
	hues := [...]shade{hex(0x1b1033), hex(0x4a1a6a), hex(0x9b2a6a), hex(0xd9484a), hex(0xf5893a), hex(0xfcc74f), hex(0xfff6c8)}
	for i := range hues {
		hue := argb(mix(hues[i], tint, 0.25), 1)
		s := &w.Stages[i+1]
		// SPARE0's alpha, half the light, is moved so that a stage's threshold is 32 above that of the stage before.
		*s = isa.StageWords{InRGB: 0x0d200220, InAlpha: 0xdc30f130, OutRGB: 0x4d00, OutAlpha: 0xc00, Constants: [2]uint32{0x10000000 | uint32(i), hue}}
		if i == 0 {
			s.InRGB, s.InAlpha, s.OutRGB, s.Constants[0] = 0x02200000, 0xdc301130, 0xd00, 0x70000000
		}
		if i == len(hues)-1 {
			s.OutAlpha = 0
		}
	}
	return w
}

// mosaicScene is [bumpScene] with, in FOG, the colour of the air in front of it, thicker at the edges.
func mosaicScene(x, y float64) model.Pixel {
	p := bumpScene(x, y)
	p.Fog = coloured(hex(0xcfe0ee), 1-times(0.75, smooth(0.3, 1.3, vector{x: x, y: y}.length())))
	return p
}

// A tile is a part of the mosaic with a program of its own.
type tile struct {
	look   int
	words  isa.Words
	pixels []model.Pixel
}

// mosaicTiles cuts a square picture into tiles, each with another look than the one before; all looks are about equally
// frequent.
func mosaicTiles(pixels []model.Pixel, side int, size image.Point) (list []tile) {
	all := looks()
	last := -1
	for y := 0; y < side; y += size.Y {
		for x := 0; x < side; x += size.X {
			at := int(times(chance(y+1, x+1), float64(len(all))))
			if at == last {
				at = (at + 1) % len(all)
			}
			last = at
			t := tile{look: at, words: all[at].words(tint(x, y))}
			for dy := range size.Y {
				t.pixels = append(t.pixels, pixels[(y+dy)*side+x:][:size.X]...)
			}
			list = append(list, t)
		}
	}
	return list
}

// tint is a colour near ½ grey.
func tint(x, y int) shade {
	return shade{0.38 + times(0.3, chance(x, 3*y)), 0.38 + times(0.3, chance(3*x, y)), 0.38 + times(0.3, chance(x+y, x-y))}
}

package scenario

import (
	"math"
	"math/bits"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/unit"
)

// gbufferSize is the width and height of the G-buffer, in pixels; a power of 2.
const gbufferSize = 128

// gbufferFormats are the formats of colour, normals, depth and mask.
var gbufferFormats = [...]isa.Format{isa.RGBA16F, isa.RG16F, isa.R32F, isa.RGBA8}

// gbufferState writes four targets with mixed masks. The shader generates more
// of the first two vectors than is written.
func gbufferState() model.State {
	s := state("1111 1110 1000 0001", "1110 1100 1111 0001", "", len(gbufferFormats))
	s.MrtEnable, s.CtMrtEnable = true, true
	return s
}

// glassAt returns the glass that is drawn over the scene at a pixel: colour and
// alpha. It covers the right half, bluish, thicker towards the right.
func glassAt(x, y, size int) (c isa.Color, covered bool) {
	if x < size/2 || x >= size*15/16 || y < size/8 || y >= size*7/8 {
		return c, false
	}
	alpha := float32(x-size/2+1) / float32(size/2) // exact: the size is a power of 2
	for k, v := range []float32{0.10, 0.45, 0.60, alpha} {
		c[k] = math.Float32bits(v)
	}
	return c, true
}

// gbufferConfig has four targets of a G-buffer of that size, a power of 2.
func gbufferConfig(c ropmask.Config, size int) ropmask.FramebufferConfig {
	return storing(c, size*size, gbufferFormats[:]...)
}

// storing has a target of a number of pixels for each format.
func storing(c ropmask.Config, pixels int, formats ...isa.Format) ropmask.FramebufferConfig {
	store := ropmask.NewStoreConfig(len(formats), bits.Len(uint(pixels-1)))
	store.Formats = isa.FormatsOf(formats...)
	return ropmask.FramebufferConfig{Config: c, Store: store}
}

// drawGBuffer streams the scene through a framebuffer, draws glass over the colour with blending, and returns what the
// hardware stored in its four targets.
func (h *FramebufferHarness) drawGBuffer(size int, step func(done, total int)) gBuffer {
	h.r.Helper()
	for t, f := range gbufferFormats {
		h.Bind(t, f, isa.Blend{})
	}
	scene, s := renderScene(size), gbufferState()
	for i, p := range scene.Pixels {
		h.Send(uint32(i), s, []model.Vector{
			{Index: 0, Color: isa.Color{p.Albedo[0], p.Albedo[1], p.Albedo[2], p.Mask}},
			{Index: 1, Color: isa.Color{p.Normal[0], p.Normal[1], p.Normal[2]}},
			{Index: 2, Color: isa.Color{p.Depth}},
			{Index: 3, Color: isa.Color{3: p.Mask}},
		})
		h.Until(100, "room for a pixel", func() bool { return h.Waiting() < 8 })
		step(i, len(scene.Pixels))
	}

	h.Bind(0, gbufferFormats[0], isa.Over())
	glass := state("1111", "1110", "", 1)
	for i := range scene.Pixels {
		if color, covered := glassAt(i%size, i/size, size); covered {
			h.Send(uint32(i), glass, []model.Vector{{Color: color}})
			h.Until(100, "room for a pixel", func() bool { return h.Waiting() < 8 })
		}
	}

	h.Settle()
	h.Drawn = h.Cycle()
	g := newGBuffer(size, size)
	for t, b := range []*buffer{g.Albedo, g.Normal, g.Depth, g.Mask} {
		for i, texel := range h.Texels(t, size*size) {
			b.Write(i, gbufferFormats[t].Mask(), model.Decode(gbufferFormats[t], texel))
		}
	}
	return g
}

func newGBufferUnit(c ropmask.FramebufferConfig) (*ropmask.Framebuffer, error) {
	return ropmask.NewFramebuffer(gbufferConfig(c.Config, gbufferSize))
}

func gbuffer(tb *bench.TB, u *ropmask.Framebuffer, e *unit.Env, c ropmask.FramebufferConfig) error {
	h := attachFramebuffer(tb, u, gbufferConfig(c.Config, gbufferSize), 0, 0)
	g := h.drawGBuffer(gbufferSize, e.Step)
	if e.Dir != "" {
		files, err := writePictures(e.Dir, g.Pictures())
		if err != nil {
			return err
		}
		e.Files = append(e.Files, files...)
	}
	if err := printTotals(e.Out, h.Results, cycles{"cycles to draw", h.Drawn}, cycles{"to read back", h.Cycle() - h.Drawn}); err != nil {
		return err
	}
	sent, conventional := totals(h.Results)
	e.Result("%d pixels drawn in %d cycles; %d components sent, %d without the output map", len(h.Results), h.Drawn, sent, conventional)
	return nil
}

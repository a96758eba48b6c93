package scenario

import (
	"image/color"
	"math"
	"math/bits"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/blocks/unit"
)

// gbufferSize is the width and height of the G-buffer, in pixels; a power of 2.
const gbufferSize = 128

// gbufferTargets are the render targets of the G-buffer, which keep the colour in R, G and B, X and Y of the normal in R and
// G, the depth in R, and the sphere's coverage in A.
var gbufferTargets = [...]struct {
	name   string
	format isa.Format
	show   func(isa.Color) color.RGBA
}{
	{"albedo", isa.RGBA16F, showAlbedo},
	{"normal", isa.RG16F, showNormal},
	{"depth", isa.R32F, showDepth},
	{"mask", isa.RGBA8, showMask},
}

// gbufferState writes four targets with different masks. The shader generates more components of the first two vectors
// than are written.
func gbufferState() model.State {
	s := state("1111 1110 1000 0001", "1110 1100 1111 0001", "", len(gbufferTargets))
	s.MrtEnable, s.CtMrtEnable = true, true
	return s
}

// glassAt is the colour and alpha of the glass that is drawn over a pixel of the scene. It is bluish, covers most of the
// right half, and becomes thicker towards the right.
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

// gbufferConfig has the targets of a G-buffer of size×size pixels; the size is a power of 2.
func gbufferConfig(c ropmask.Config, size int) ropmask.FramebufferConfig {
	var formats []isa.Format
	for _, t := range gbufferTargets {
		formats = append(formats, t.format)
	}
	return storing(c, size*size, formats...)
}

// storing has a target for each format, with memory for the given number of pixels.
func storing(c ropmask.Config, pixels int, formats ...isa.Format) ropmask.FramebufferConfig {
	store := ropmask.NewStoreConfig(len(formats), bits.Len(uint(pixels-1)))
	store.Formats = isa.FormatsOf(formats...)
	return ropmask.FramebufferConfig{Config: c, Store: store}
}

// drawGBuffer streams the scene through a framebuffer and draws glass over the colour with blending. It returns the contents
// of the targets, and the cycle in which the last of them was written.
func drawGBuffer(h *stimulus.FramebufferHarness, size int, step func(done, total int)) (g gBuffer, drawn uint64) {
	h.Reporter().Helper()
	for t, target := range gbufferTargets {
		h.Bind(t, target.format, isa.Blend{})
	}
	scene, s := renderScene(size), gbufferState()
	for i, p := range scene.Pixels {
		h.SendPaced(uint32(i), s, []model.Vector{
			{Index: 0, Color: isa.Color{p.Albedo[0], p.Albedo[1], p.Albedo[2], p.Mask}},
			{Index: 1, Color: isa.Color{p.Normal[0], p.Normal[1], p.Normal[2]}},
			{Index: 2, Color: isa.Color{p.Depth}},
			{Index: 3, Color: isa.Color{3: p.Mask}},
		})
		step(i, len(scene.Pixels))
	}

	h.Bind(0, gbufferTargets[0].format, isa.Over())
	glass := state("1111", "1110", "", 1)
	for i := range scene.Pixels {
		if color, covered := glassAt(i%size, i/size, size); covered {
			h.SendPaced(uint32(i), glass, []model.Vector{{Color: color}})
		}
	}

	h.Settle()
	drawn = h.Cycle()
	for t, target := range gbufferTargets {
		for _, texel := range h.Texels(t, size*size) {
			g[t] = append(g[t], model.Decode(target.format, texel))
		}
	}
	return g, drawn
}

func newGBufferUnit(c ropmask.FramebufferConfig) (*ropmask.Framebuffer, error) {
	return ropmask.NewFramebuffer(gbufferConfig(c.Config, gbufferSize))
}

func gbuffer(tb *bench.TB, u *ropmask.Framebuffer, e *unit.Env, c ropmask.FramebufferConfig) error {
	h := stimulus.DriveFramebuffer(tb, u, gbufferConfig(c.Config, gbufferSize), 0, 0)
	g, drawn := drawGBuffer(h, gbufferSize, e.Step)
	if err := g.writePictures(e, gbufferSize); err != nil {
		return err
	}
	printTotals(e, h.Results, cycles{"cycles to draw", drawn}, cycles{"to read back", h.Cycle() - drawn})
	sent, conventional := stimulus.Totals(h.Results)
	e.Result("%d pixels drawn in %d cycles; %d components sent, %d without the output map", len(h.Results), drawn, sent, conventional)
	return nil
}

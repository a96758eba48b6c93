package scenario

import (
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/stimulus"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// speedTile is the number of pixels between two changes of state.
const speedTile = 8

// speedHarness sets up bump mapping, and then changes a constant for every tile of random pixels.
type speedHarness struct {
	Checksum hdl.Out `doc:"of all pixels"`
	system   *combineripu.System
}

func newSpeedHarness(c combineripu.Config) (hdl.Component, error) {
	y, err := combineripu.NewSystem(c)
	if err != nil {
		return nil, err
	}
	return &speedHarness{hdl.Output(64), y}, nil
}

// ModuleName is the system's name with the harness.
func (h *speedHarness) ModuleName() string { return h.system.ModuleName() + "_harness" }

// Describe puts a rasterizer that never waits in front of a system.
func (h *speedHarness) Describe(m *hdl.Module) {
	y := hdl.Instance(m, "system", h.system)
	var offsets, words []hdl.Bits
	reset, bump := isa.ResetWords(), stimulus.Bump()
	for _, offset := range isa.Offsets(isa.MaxStages) {
		if w := *bump.At(offset); w != *reset.At(offset) {
			offsets = append(offsets, hdl.Const(isa.OffsetBits, offset))
			words = append(words, hdl.Const(32, w))
		}
	}
	at := m.Reg("load_at", hdl.CountWidth(len(words)))
	loading := m.Named("loading", at.Ne(len(words)))
	step := m.Reg("step", hdl.CountWidth(speedTile))
	changes := step.Eq(speedTile)
	next, random := harness.Xorshift(m, "next", 64, harness.Seed(1)), m.Reg("random", 64) // held while it is offered
	m.If(y.In.Fire(), func() {
		random.Set(next)
		m.If(loading, func() { at.Set(at.Add(1)) }).Else(func() { step.Set(hdl.Mux(changes, 0, step.Add(1))) })
	})
	in := combineripu.Input[combineripu.Pixel]{
		Load:   loading.Or(changes),
		Offset: hdl.Mux(loading, hdl.Select(at, offsets), isa.OffsetFinalConst),
		Word:   hdl.Mux(loading, hdl.Select(at, words), random.Truncate(32)),
		Pixel:  hdl.Unflatten(combineripu.PixelShape(), random.Repeat(5).Truncate(hdl.WidthOf(combineripu.PixelShape()))),
	}
	y.In.Send(hdl.Const(1, 1), in)
	y.Out.Ready.Set(1)
	hdl.Unused(y.Counts, y.Illegal, y.IllegalOffset)
	out := y.Out.Data
	harness.Fold(m, h.Checksum, y.Out.Valid.Bits, hdl.Cat(out.Colour, out.X, out.Y))
}

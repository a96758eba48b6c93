package scenario

import (
	"strconv"

	"posedge/blocks/ropmask"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
	"posedge/internal/frame"
)

// speedHarness feeds the unit with random pixels. Beats are held until they are accepted, and the render targets stall at
// random.
type speedHarness struct {
	Checksum hdl.Out `doc:"of all writes and of the counters"`
	unit     *ropmask.Unit
}

func newSpeedHarness(c ropmask.FramebufferConfig) (hdl.Component, error) {
	u, err := ropmask.New(c.Config)
	if err != nil {
		return nil, err
	}
	return &speedHarness{Checksum: hdl.Output(64), unit: u}, nil
}

// ModuleName is the unit's name with the harness.
func (h *speedHarness) ModuleName() string { return h.unit.ModuleName() + "_harness" }

// Describe puts generators before the unit and a checksum after it.
func (h *speedHarness) Describe(m *hdl.Module) {
	u := hdl.Instance(m, "unit", h.unit)
	beat := hdl.RegOf(m, "beat", u.Pixels.Data)
	valid := m.Reg("valid", 1)
	noise := func(name string, width int) hdl.Bits {
		var parts []hdl.Operand
		for i := range frame.Words(width) {
			parts = append(parts, harness.Xorshift(m, name+strconv.Itoa(i), 64, harness.Seed(len(name)+i)))
		}
		return hdl.Cat(parts...).Truncate(width)
	}
	state := noise("state", hdl.WidthOf(beat.State))
	color := noise("color", hdl.WidthOf(beat.Color))
	control := harness.Xorshift(m, "control", 64, harness.Seed(99))

	u.Pixels.Send(valid, beat)
	m.If(valid.Not().Or(u.Pixels.Ready), func() {
		valid.Set(control.Bit(11).Or(control.Bit(23)).Or(control.Bit(37)))
		// The vectors of a pixel come in order and end at random; one pixel in eight has a new state.
		vector := beat.Vector.Add(1)
		beat.Vector.Set(vector)
		beat.Last.Set(vector.Eq(7).Or(control.Slice(2, 1).Eq(0)))
		hdl.Set(beat.Color, hdl.Unflatten(beat.Color, color))
		m.If(u.Pixels.Fire().And(beat.Last), func() {
			beat.Vector.Set(0)
			beat.Last.Set(control.Slice(2, 1).Eq(0))
			m.If(control.Slice(42, 40).Eq(0), func() {
				hdl.Set(beat.State, hdl.Unflatten(beat.State, state))
			})
		})
	})

	writes := []hdl.Bits{hdl.Cat(u.Sent, u.Conventional)}
	for t, target := range u.Targets {
		target.Ready.Set(control.Bit(4 + t).Or(control.Bit(50 + t/2)))
		w := harness.Narrow(hdl.Flatten(target.Data))
		w = hdl.Cat(w.Slice(60-5*t, 0), w.Slice(63, 61-5*t)) // rotated, so that targets do not cancel out
		writes = append(writes, hdl.Mux(target.Fire(), w, 0))
	}
	harness.Fold(m, h.Checksum, harness.Always(), harness.XorAll(writes))
}

package scenario

import (
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/blocks/unit/harness"
	"posedge/hdl"
)

// speedHarness is a unit with an application that sends stippled line strips of random lengths, and vertex processing that takes
// no time.
type speedHarness struct {
	Checksum hdl.Out `doc:"of all fragments"`
	unit     *primbatch.Unit
}

func newSpeedHarness(x build) (hdl.Component, error) {
	u, err := primbatch.NewUnit(x.Config)
	if err != nil {
		return nil, err
	}
	return &speedHarness{hdl.Output(64), u}, nil
}

// ModuleName is the unit's name with the harness.
func (h *speedHarness) ModuleName() string { return h.unit.ModuleName() + "_harness" }

// Describe puts an application without gaps in front of the unit.
func (h *speedHarness) Describe(m *hdl.Module) {
	u := hdl.Instance(m, "unit", h.unit)
	// Items: three methods that set state, and then strips: BEGIN, up to 31 vertices, END.
	setup := []model.Item{stimulus.Limits(8, 8), stimulus.Stipple(1, 0)[0], stimulus.Stipple(3, 0x1cf7)[1]}
	at := m.Reg("at", 2)
	left := m.Reg("left", 5)        // vertices of this strip
	inStrip := m.Reg("in_strip", 1) // between BEGIN and END
	next := harness.Xorshift(m, "next", 64, harness.Seed(1))
	random := m.Reg("random", 32) // stable while it is offered
	setting := m.Named("setting", at.Ne(len(setup)))
	vertex := m.Named("vertex", inStrip.And(left.Ne(0)))
	m.If(u.In.Fire(), func() {
		random.Set(next.Truncate(32))
		m.If(setting, func() { at.Set(at.Add(1)) }).
			ElseIf(vertex, func() { left.Set(left.Sub(1)) }).
			Else(func() {
				inStrip.Set(inStrip.Not())
				left.Set(random.Slice(31, 27))
			})
	})
	constant := func(width int, of func(model.Item) uint64) hdl.Bits {
		var list []hdl.Bits
		for _, i := range setup {
			list = append(list, hdl.Const(width, of(i)))
		}
		return hdl.Select(at, append(list, hdl.Const(width, 0)))
	}
	address := constant(13, func(i model.Item) uint64 { return uint64(i.Address) })
	data := constant(32, func(i model.Item) uint64 { return uint64(i.Data) })
	u.In.Send(hdl.Const(1, 1), primbatch.Item{
		Kind:    vertex.ZeroExtend(2),
		Address: hdl.Mux(setting, address, hdl.Mux(inStrip, hdl.Const(13, isa.EndAddress), hdl.Const(13, isa.BeginAddress))),
		Data:    hdl.Mux(setting, data, hdl.Mux(inStrip, hdl.Const(32, 0), hdl.Const(32, uint64(isa.LineStrip)))),
		X:       random.Slice(3, 0).ZeroExtend(16), Y: random.Slice(8, 5).ZeroExtend(16), Edge: hdl.Const(1, 1),
	})
	for k := range u.Vertices {
		v := u.Vertices[k].Data
		u.Shaded[k].Send(u.Vertices[k].Valid, primbatch.Shaded{X: v.X, Y: v.Y})
		u.Vertices[k].Ready.Set(u.Shaded[k].Ready)
	}
	u.Primitives.Ready.Set(1)
	u.Fragments.Ready.Set(1)
	hdl.Unused(u.Counts, u.Counted, u.Error, u.Errors, u.Primitives)
	f := u.Fragments.Data
	harness.Fold(m, h.Checksum, u.Fragments.Valid.Bits, hdl.Cat(f.X, f.Y, f.PrimitiveID))
}

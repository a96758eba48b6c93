package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/hdl"
)

// echo is a fifth unit for tests, which returns its request. Its words have all formats.
type echo struct{}

type echoRequest struct {
	A hdl.Bits `width:"32"`
	B hdl.Bits `width:"32"`
	C hdl.Bits `width:"64"`
	D hdl.Bits `width:"16"`
}

type echoResponse struct {
	A     hdl.Bits `width:"32"`
	B     hdl.Bits `width:"16"`
	C     hdl.Bits `width:"64"`
	Fault hdl.Bits `width:"1"`
}

// Do adds the state to the response, so that it can be checked. D is checked only at the unit.
func (echo) Do(state []uint32, f model.Values) model.Values {
	return model.Values{"A": (f["A"] + uint64(state[0])) & (1<<32 - 1), "B": f["B"] & 0xffff, "C": f["C"] ^ uint64(state[1])<<16, "Fault": f["A"] >> 7 & f["B"] >> 3 & f["C"] & 1}
}

// withEcho adds the fifth unit to a configuration, with operations in all layouts and formats.
func withEcho(c ioarbiter.Config) (ioarbiter.Config, error) {
	u, err := ioarbiter.NewUnit("echo", 2, hdl.Shape[echoRequest](nil), hdl.Shape[echoResponse](nil), "Fault")
	if err != nil {
		return c, err
	}
	c.Units = append(append([]isa.Unit{}, c.Units...), u)
	n := len(c.Units) - 1
	words := func(a, b, low isa.Format) []isa.Word {
		return []isa.Word{{Name: "a_value", Format: a, Field: "A"}, {Name: "b_value", Format: b, Field: "B"}, {Name: "low", Format: low, Field: "C"}, {Name: "high", Field: "C", Low: 32}}
	}
	c.Operations = append(append([]isa.Operation{}, c.Operations...),
		isa.Operation{Name: "echo_records", Unit: n, Request: words(isa.Fixed, isa.Half, isa.YUV601), ResponseLayout: isa.Columns,
			Response: []isa.Word{{Name: "a_value", Format: isa.Fixed, Field: "A"}, {Name: "b_value", Format: isa.Half, Field: "B"}, {Name: "middle", Field: "C", Low: 13}}},
		isa.Operation{Name: "echo_columns", Unit: n, Request: words(isa.YUV709, isa.Integer, isa.Half), Layout: isa.Columns,
			Response: []isa.Word{{Name: "a_value", Format: isa.Unorm, Field: "A"}, {Name: "b_value", Signed: true, Field: "B"}, {Name: "high", Field: "C", Low: 32}}},
		isa.Operation{Name: "echo_short", Unit: n, Request: []isa.Word{{Name: "a_value", Format: isa.Fixed, Field: "A"}, {Name: "d_value", Format: isa.Fixed, Field: "D", Signed: true}},
			Response: []isa.Word{{Name: "a_value", Field: "A"}}, Settings: []isa.Setting{{Field: "C", Value: 1<<40 + 1}, {Field: "B", Value: 8}}},
	)
	return c, c.Check()
}

// Connector is a bench around a connector without its units: SMs, memories and units are in Go.
type Connector struct {
	*Environment
	connector *ioarbiter.Connector
	units     *unitsInGo
}

// NewConnector makes the bench. The texture memory has [SmallTexels] random texels.
func NewConnector(r bench.Reporter, c ioarbiter.Config, delays Delays, seed uint64, opts ...bench.Option) *Connector {
	k, err := ioarbiter.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	rng := rand.New(rand.NewPCG(seed, 11))
	texels := RandomTexels(rng)
	models := func() *model.Model {
		m := NewSystemModel(c, SmallStores, texels).Model
		m.Units = append(m.Units, echo{})[:len(c.Units)]
		return m
	}
	tb := bench.New(r, k, opts...)
	e := NewEnvironment(tb, Ports{k.SM, k.Reads, k.Lines}, models(), delays, seed)
	return &Connector{e, k, newUnits(e, k.Units, models().Units, delays, rng)}
}

// Exercise sends at least the given number of random requests, for at least the given number of cycles, and waits for
// their acknowledgements.
func (e *Environment) Exercise(x *Random, requests, cycles int) {
	end := e.Cycle() + uint64(cycles)
	for n := 0; n < requests || e.Cycle() < end; n++ {
		x.Send(x.rng.IntN(len(e.sms)))
	}
	e.Finish(200_000)
}

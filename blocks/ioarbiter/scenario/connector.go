package scenario

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
)

// graphicsModels are models of the four units with stores of so many pixels a side.
func graphicsModels(side int, texels []uint32) []ioarbiter.UnitModel {
	t := texture.NewModel(len(texels))
	copy(t.Memory, texels)
	return []ioarbiter.UnitModel{
		ioarbiter.RasterUnit:  ioarbiter.ModelOf(&raster.Model{}),
		ioarbiter.TextureUnit: ioarbiter.ModelOf(t),
		ioarbiter.DepthUnit:   ioarbiter.ModelOf(depth.NewModel(side, side)),
		ioarbiter.SurfaceUnit: ioarbiter.ModelOf(surface.NewModel(side, side)),
	}
}

// echo is a fifth unit, for tests: it returns what it gets, and its words have all formats.
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

// Do adds the state, so that the response shows it. D is seen at the unit only.
func (echo) Do(state []uint32, f ioarbiter.Fields) ioarbiter.Fields {
	return ioarbiter.Fields{"A": (f["A"] + uint64(state[0])) & (1<<32 - 1), "B": f["B"] & 0xffff, "C": f["C"] ^ uint64(state[1])<<16, "Fault": f["A"] >> 7 & f["B"] >> 3 & f["C"] & 1}
}

// withEcho adds the fifth unit to a configuration, with operations in all layouts and formats.
func withEcho(c ioarbiter.Config) (ioarbiter.Config, error) {
	u, err := ioarbiter.NewUnit("echo", 2, hdl.Shape[echoRequest](nil), hdl.Shape[echoResponse](nil), "Fault")
	if err != nil {
		return c, err
	}
	c.Units = append(append([]ioarbiter.Unit{}, c.Units...), u)
	n := len(c.Units) - 1
	words := func(a, b, low ioarbiter.Format) []ioarbiter.Word {
		return []ioarbiter.Word{{Name: "a_value", Format: a, Field: "A"}, {Name: "b_value", Format: b, Field: "B"}, {Name: "low", Format: low, Field: "C"}, {Name: "high", Field: "C", Low: 32}}
	}
	c.Operations = append(append([]ioarbiter.Operation{}, c.Operations...),
		ioarbiter.Operation{Name: "echo_records", Unit: n, Request: words(ioarbiter.Fixed, ioarbiter.Half, ioarbiter.YUV601), ResponseLayout: ioarbiter.Columns,
			Response: []ioarbiter.Word{{Name: "a_value", Format: ioarbiter.Fixed, Field: "A"}, {Name: "b_value", Format: ioarbiter.Half, Field: "B"}, {Name: "middle", Field: "C", Low: 13}}},
		ioarbiter.Operation{Name: "echo_columns", Unit: n, Request: words(ioarbiter.YUV709, ioarbiter.Integer, ioarbiter.Half), Layout: ioarbiter.Columns,
			Response: []ioarbiter.Word{{Name: "a_value", Format: ioarbiter.Unorm, Field: "A"}, {Name: "b_value", Signed: true, Field: "B"}, {Name: "high", Field: "C", Low: 32}}},
		ioarbiter.Operation{Name: "echo_short", Unit: n, Request: []ioarbiter.Word{{Name: "a_value", Format: ioarbiter.Fixed, Field: "A"}, {Name: "d_value", Format: ioarbiter.Fixed, Field: "D", Signed: true}},
			Response: []ioarbiter.Word{{Name: "a_value", Field: "A"}}, Settings: []ioarbiter.Setting{{Field: "C", Value: 1<<40 + 1}, {Field: "B", Value: 8}}},
	)
	return c, c.Check()
}

// Connector is a bench around a connector alone: SMs, memories and units are in Go.
type Connector struct {
	*Environment
	connector *ioarbiter.Connector
	units     *units
}

// NewConnector makes the bench. The texture memory has 512 random texels.
func NewConnector(r bench.Reporter, c ioarbiter.Config, delays Delays, seed uint64, opts ...bench.Option) *Connector {
	k, err := ioarbiter.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	rng := rand.New(rand.NewPCG(seed, 11))
	texels := make([]uint32, randomTexels)
	for n := range texels {
		texels[n] = rng.Uint32()
	}
	models := func() []ioarbiter.UnitModel { return append(graphicsModels(storeSide, texels), echo{})[:len(c.Units)] }
	tb := bench.New(r, k, opts...)
	e := NewEnvironment(r, tb, Ports{k.SM, k.Reads, k.Lines}, &ioarbiter.Model{Config: c, Units: models(), Macros: ioarbiter.MacroModels()}, delays, seed)
	return &Connector{e, k, newUnits(e, k.Units, models(), delays, rng)}
}

const randomTexels = 512

// Exercise makes random requests, so many and for at least so many cycles from now on, and waits for all of them.
func (e *Environment) Exercise(x *Random, requests, cycles int) {
	end := e.Cycle() + uint64(cycles)
	for n := 0; n < requests || e.Cycle() < end; n++ {
		x.Send(x.rng.IntN(e.Model.Config.SMs))
	}
	e.Finish(200_000)
}

package fixed_test

import (
	"fmt"
	"testing"

	"posedge/bench"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/raster"
	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// carrier is a unit that answers each request with the request itself.
type carrier struct {
	In   hdl.Sink[hdl.Bits]
	Out  hdl.Source[hdl.Bits]
	Mark hdl.In // free: the requests that the proof follows

	cycles, latency int
}

func (c *carrier) ModuleName() string { return fmt.Sprintf("carrier_c%d_l%d", c.cycles, c.latency) }

func (c *carrier) Describe(m *hdl.Module) {
	p := fixed.NewPipeline(m, c.cycles, c.latency, c.In.Fire(), c.Out.Ready.Bits)
	c.In.Ready.Set(p.Free)
	request := m.Reg("request", c.In.Data.Width(), hdl.NoReset())
	m.If(c.In.Fire(), func() { request.Set(c.In.Data) })
	x := request
	for k := range c.latency - 1 {
		x = fixed.After(p, fmt.Sprintf("after_%d", k), x)
	}
	c.Out.Send(p.Offered, x)

	in, out := property.OfSink(c.In), property.OfSource(c.Out)
	property.AssumeStable(m.Scope("in"), in)
	property.AssertStable(m.Scope("out"), out)
	most := (c.latency + c.cycles - 1) / c.cycles
	fill := property.Queue(m, in, out, most, c.Mark.Bits)
	m.Assert("all_inside", fill.ZeroExtend(p.Started.Width()).Eq(p.Started.PopCount().ZeroExtend(p.Started.Width())))
	m.Assert("idle_is_empty", p.Idle.Eq(fill.Eq(0).Or(fill.Eq(1).And(p.Offered))))
	waits := out.Valid.And(c.Out.Ready.Not())
	m.Assert("moves_what_is_inside_unless_a_response_waits", p.Move.Eq(fill.Ne(0).Or(c.In.Fire()).And(waits.Not())))
	property.Within(m, p.Free.Not().And(p.Move), p.Free, c.cycles)
}

// Each request has one response, in order, and waits only for the one before it or for a response to be taken.
func TestEachRequestHasOneResponse(t *testing.T) { eachHasOneResponse(t, 2, 4) }

// The same holds for the pipelines of the raster unit and of the depth unit.
func TestLongEachRequestHasOneResponse(t *testing.T) {
	long.Only(t)
	eachHasOneResponse(t, raster.Cycles, raster.Latency)
	eachHasOneResponse(t, depth.Cycles, depth.Latency)
}

func eachHasOneResponse(t *testing.T, cycles, latency int) {
	c := &carrier{In: hdl.NewSink(hdl.Width(1)), Out: hdl.NewSource(hdl.Width(1)), Mark: hdl.Input(2), cycles: cycles, latency: latency}
	bench.Prove(t, c, bench.WithoutReset())
}

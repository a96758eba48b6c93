package primbatch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/hdl/sim"
)

// collect sends random batches from lines through a collector, with methods between them.
func collect(t testing.TB, lines, batches int, seed uint64, gap, stall float64, options ...bench.Option) (tb *bench.TB, beats int) {
	c := NewConfig(lines)
	rng := rand.New(rand.NewPCG(seed, uint64(lines)))
	k := newCollector(c)
	tb = bench.New(t, k, append(options, bench.Seed(seed))...)
	order, out := bench.Drive(tb, k.Order, gap), bench.Collect[model.Primitive](tb, k.Out, stall)
	var in []*bench.Driver
	for n := range lines {
		in = append(in, bench.Drive(tb, k.In[n], gap))
	}
	state := drawStateValue{Pattern: 0xffff, Mode: isa.PolygonFill, Horizontal: isa.ResetViewport, Vertical: isa.ResetViewport}
	var want []model.Primitive
	var states []drawStateValue
	for n := range batches {
		for rng.IntN(2) == 0 {
			data := rng.Uint32()
			address := []uint32{isa.LineStippleAddress, isa.StippleParametersAddress, isa.PolygonModeAddress, isa.ViewportHorizontalAddress, isa.ViewportVerticalAddress, 0x40}[rng.IntN(6)]
			switch address {
			case isa.LineStippleAddress:
				state.Stipple = data&1 == 1
			case isa.StippleParametersAddress:
				state.Factor, state.Pattern = data&255, data>>8&0xffff
			case isa.PolygonModeAddress:
				data = isa.PolygonModeBase + data%3
				state.Mode = isa.PolygonMode(data - isa.PolygonModeBase)
			case isa.ViewportHorizontalAddress:
				state.Horizontal = data
			case isa.ViewportVerticalAddress:
				state.Vertical = data
			}
			order.Send(orderValue{Address: address, Data: data})
			beats++
		}
		order.Send(orderValue{Batch: true, Line: uint8(n % lines)})
		for last := false; !last; {
			last = rng.IntN(3) == 0
			p := packetValue{Drawn: rng.IntN(3) > 0, Last: last, Primitive: model.Primitive{PrimitiveID: rng.Uint32(), InstanceID: uint32(n), Kind: isa.PrimitiveKind(rng.IntN(6))}}
			in[n%lines].Send(p)
			beats++
			if p.Drawn {
				want, states = append(want, p.Primitive), append(states, state)
			}
		}
	}
	tb.Until(30*beats+100, "all primitives", func() bool {
		if tb.Get(k.Out.Valid) == 1 && out.Passed() < len(states) {
			var got drawStateValue
			tb.Read(k.State, &got)
			require.Equal(t, states[out.Passed()], got, "state of primitive %d", out.Passed())
		}
		left := order.Waiting()
		for _, driver := range in {
			left += driver.Waiting()
		}
		return left == 0
	})
	require.Equal(t, want, out.Beats())
	var got drawStateValue
	tb.Read(k.State, &got)
	require.Equal(t, state, got)
	return tb, beats
}

func TestPrimitivesComeInTheOrderOfTheirBatches(t *testing.T) {
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for _, lines := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s, %d lines", engine.Name(), lines), func(t *testing.T) {
				collect(t, lines, 80, 1, 0.3, 0.3, bench.Engine(engine), bench.Cover(cover))
			})
		}
	}
	cover.Require(t)
}

// It takes a packet or a method per cycle.
func TestTheCollectorTakesAPacketACycle(t *testing.T) {
	tb, beats := collect(t, 4, 100, 1, 0, 0)
	assert.EqualValues(t, beats+2, tb.Cycle(), "with a reset and a cycle before the first")
}

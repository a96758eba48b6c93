package float_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/hdl/sim"
)

type modeValue struct{ TowardZero, Flush uint64 }

type three struct {
	A, B, C uint64
	Mode    modeValue
}

// In every number of stages the same results come, in order, with random gaps
// before and random stalls behind.
func TestPipelinesKeepEveryResultInOrder(t *testing.T) {
	for stages := range 6 {
		t.Run(fmt.Sprint(stages), func(t *testing.T) {
			f := ref.Binary32
			u := float.NewFMA(float.Binary32, stages)
			tb := bench.New(t, u)
			in := bench.Drive(tb, u.In, 0.3)
			out := bench.Collect[uint64](tb, u.Out, 0.4)
			r := rand.New(rand.NewPCG(7, uint64(stages)))
			var want []uint64
			for range 500 {
				x := three{A: pick(r, f, boundaries(f), 0), B: r.Uint64() >> 32, C: r.Uint64() >> 32, Mode: modeValue{r.Uint64N(2), r.Uint64N(2)}}
				in.Send(x)
				want = append(want, f.FMA(x.A, x.B, x.C, ref.Mode{TowardZero: x.Mode.TowardZero == 1, Flush: x.Mode.Flush == 1}))
			}
			out.Wait(len(want), 10000)
			assert.Equal(t, want, out.Beats())
		})
	}
}

// Without gaps and stalls a result comes in every cycle, the first of them as many
// cycles after its operands as there are stages.
func TestAResultComesInEveryCycle(t *testing.T) {
	for stages := range 4 {
		u := float.NewAdd(float.Binary16, stages)
		tb := bench.New(t, u)
		in := bench.Drive(tb, u.In, 0)
		out := bench.Collect[uint64](tb, u.Out, 0)
		for range 20 {
			in.Send(struct {
				A, B uint64
				Mode modeValue
			}{A: 0x3c00, B: 0x3c00})
		}
		first := tb.Cycle() + 1 // the driver's first beat comes after an edge
		out.Wait(20, 100)
		var want []uint64
		for i := range uint64(20) {
			want = append(want, first+uint64(stages)+i)
		}
		assert.Equal(t, want, out.Cycles(), "%d stages", stages)
	}
}

// Each operation, with or without stages, gives the same in both engines, is clean for the outside tools and
// gives the same results there.
func TestOperationsOutside(t *testing.T) {
	var runs []*bench.TB
	add := func(c hdl.Component) {
		d, err := hdl.Elaborate(c)
		require.NoError(t, err)
		var digests []uint64
		for _, e := range sim.Engines() {
			tb := bench.New(t, c, bench.Elaborated(d), bench.Engine(e), bench.Record(), bench.Digest())
			tb.Random(300)
			digests = append(digests, tb.Digest())
			if e == sim.Engines()[0] {
				runs = append(runs, tb)
			}
		}
		for _, x := range digests {
			assert.Equal(t, digests[0], x, "both engines agree")
		}
	}
	h := float.Binary16
	add(float.NewAdd(h, 0))
	add(float.NewAdd(h, 3))
	add(float.NewMul(h, 2))
	add(float.NewFMA(h, 0))
	add(float.NewFMA(h, 2))
	add(float.NewDiv(h, 2))
	add(float.NewSqrt(h, 0))
	add(float.NewRsqrt(h, 2))
	add(float.NewLog2(h, 0))
	add(float.NewExp2(h, 2))
	add(float.NewPow(h, 0))
	add(float.NewCast(float.Binary32, h, 2))
	add(float.NewCast(h, float.Fixed{Width: 32, Fraction: 8, Signed: true}, 0))
	add(float.NewCast(float.Norm{Width: 8}, h, 2))
	add(float.NewCast(h, float.Norm{Width: 8, Signed: true}, 0))
	w := float.Binary32
	add(float.NewAdd(w, 3))
	add(float.NewMul(w, 1))
	add(float.NewFMA(w, 5))
	add(float.NewDiv(w, 4))
	add(float.NewPow(w, 3))
	add(float.NewCast(w, float.Norm{Width: 16}, 1))
	add(float.NewCast(float.Norm{Width: 8}, float.Norm{Width: 12}, 0))
	add(float.NewCast(float.Fixed{Width: 32, Signed: true}, w, 1))
	add(float.NewMin(h, 0))
	add(float.NewCompare(h, 1))
	bench.OutsideSimulators(t, runs...)
}

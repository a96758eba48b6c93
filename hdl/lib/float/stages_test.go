package float_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
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

// Each operation, with and without stages, is clean for the outside tools and
// gives the same results there.
func TestOperationsOutside(t *testing.T) {
	var runs []*bench.TB
	add := func(c hdl.Component) {
		tb := bench.New(t, c, bench.Record(), bench.Digest())
		tb.Random(300)
		runs = append(runs, tb)
	}
	h := float.Binary16
	for _, stages := range []int{0, 2} {
		add(float.NewAdd(h, stages))
		add(float.NewMul(h, stages))
		add(float.NewFMA(h, stages))
		add(float.NewDiv(h, stages))
		add(float.NewSqrt(h, stages))
		add(float.NewRsqrt(h, stages))
		add(float.NewLog2(h, stages))
		add(float.NewExp2(h, stages))
		add(float.NewPow(h, stages))
		add(float.NewCast(float.Binary32, h, stages))
		add(float.NewCast(h, float.Fixed{Width: 32, Fraction: 8, Signed: true}, stages))
		add(float.NewCast(float.Norm{Width: 8}, h, stages))
		add(float.NewCast(h, float.Norm{Width: 8, Signed: true}, stages))
	}
	add(float.NewMin(h, 0))
	add(float.NewCompare(h, 1))
	bench.OutsideSimulators(t, runs...)
}

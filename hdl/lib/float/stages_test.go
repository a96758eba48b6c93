package float_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/hdl/sim"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

type modeValue struct{ TowardZero, Flush uint64 }

type three struct {
	A, B, C uint64
	Mode    modeValue
}

// With every number of stages the same results come, in order, with random gaps
// before and random stalls after.
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

// Without gaps and stalls a result comes in every cycle, the first as many
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

// likeItsLogic runs a unit with every number of stages: each result equals the
// result of the unit without stages, in order, with gaps, stalls and another mode in
// each cycle; as long as nothing stalls, it comes stages cycles after its operands.
func likeItsLogic[T any](t *testing.T, name string, operands, width, full int, unit func(stages int) *float.Unit[T]) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		logic := settled(t, unit(0))
		for stages := range full + 1 {
			const flowing, cycles = 40, 160 // of the cycles without and with stalls
			s := settled(t, unit(stages))
			r := rand.New(rand.NewPCG(9, uint64(stages)))
			type result struct {
				value   uint64
				entered int
			}
			var wait []result
			seen := 0
			for cycle := range cycles + stages {
				x := make([]uint64, operands)
				for i := range x {
					x[i] = r.Uint64() & (1<<width - 1)
				}
				mode := modes[r.IntN(4)]
				s.of(t, mode, x...)
				_ = s.Set(s.inValid, bit(cycle < cycles && r.IntN(4) > 0))
				_ = s.Set(s.outReady, bit(cycle < flowing || cycle >= cycles || r.IntN(2) > 0))
				if s.Get(s.inValid)&s.Get(s.inReady) == 1 {
					wait = append(wait, result{logic.of(t, mode, x...), cycle})
				} else if cycle < flowing {
					require.Zero(t, s.Get(s.inValid), "%d stages: nothing stalls yet, and operands wait in cycle %d", stages, cycle)
				}
				if s.Get(s.outValid)&s.Get(s.outReady) == 1 {
					require.NotEmpty(t, wait, "%d stages: a result without operands in cycle %d", stages, cycle)
					require.Equal(t, wait[0].value, s.Get(s.out), "%d stages: the result of cycle %d", stages, cycle)
					if cycle < flowing {
						require.Equal(t, stages, cycle-wait[0].entered, "cycles from operands to result")
					}
					wait, seen = wait[1:], seen+1
				}
				require.NoError(t, s.Tick(1))
			}
			require.Empty(t, wait, "%d stages: results that never came", stages)
			require.Greater(t, seen, 60, "%d stages", stages)
		}
	})
}

// Every component with every number of stages.
func TestStagesChangeNothingButTheLatency(t *testing.T) {
	long.NotShort(t)
	f := float.Format{Exponent: 3, Fraction: 4}
	w, digits := f.Width(), f.Fraction+5
	one := func(name string, full int, unit func(float.Format, int) *float.Unit[float.One]) {
		likeItsLogic(t, name, 1, w, full, func(n int) *float.Unit[float.One] { return unit(f, n) })
	}
	two := func(name string, full int, unit func(float.Format, int) *float.Unit[float.Two]) {
		likeItsLogic(t, name, 2, w, full, func(n int) *float.Unit[float.Two] { return unit(f, n) })
	}
	two("add", 3, float.NewAdd)
	two("sub", 3, float.NewSub)
	two("mul", 3, float.NewMul)
	likeItsLogic(t, "fma", 3, w, 5, func(n int) *float.Unit[float.Three] { return float.NewFMA(f, n) })
	two("div", digits, float.NewDiv)
	one("rcp", digits, float.NewRcp)
	one("sqrt", digits, float.NewSqrt)
	one("rsqrt", digits, float.NewRsqrt)
	one("log2", 7, float.NewLog2)
	one("exp2", 7, float.NewExp2)
	two("pow", 15, float.NewPow)
	two("min", 1, float.NewMin)
	two("max", 1, float.NewMax)
	two("compare", 1, float.NewCompare)
	formats := []float.Any{f, float.Binary16, float.Fixed{Width: 12, Fraction: 8, Signed: true}, float.Norm{Width: 8}, float.Norm{Width: 8, Signed: true}}
	for i, from := range formats {
		to := formats[(i+1)%len(formats)]
		for _, pair := range [][2]float.Any{{from, to}, {to, from}} {
			width := map[string]int{"fp16": 16, "s12_f8": 12}[pair[0].Name()]
			if width == 0 {
				width = 8
			}
			likeItsLogic(t, pair[0].Name()+" to "+pair[1].Name(), 1, width, 2, func(n int) *float.Unit[float.One] { return float.NewCast(pair[0], pair[1], n) })
		}
	}
}

// Each operation, with or without stages, gives the same in both engines, is
// clean for the external tools and gives the same results there.
func TestOperationsOutside(t *testing.T) {
	h := float.Binary16
	agreeOutside(t,
		float.NewAdd(h, 3),
		float.NewMul(h, 2),
		float.NewFMA(h, 0),
		float.NewDiv(h, 2),
		float.NewSqrt(h, 0),
		float.NewRsqrt(h, 2),
		float.NewLog2(h, 0),
		float.NewExp2(h, 2),
		float.NewPow(h, 0),
		float.NewCast(float.Binary32, h, 2),
		float.NewCast(h, float.Fixed{Width: 32, Fraction: 8, Signed: true}, 0),
		float.NewCast(float.Norm{Width: 8}, h, 2),
		float.NewCast(float.Norm{Width: 8}, float.Norm{Width: 12}, 0),
		float.NewMin(h, 0),
		float.NewCompare(h, 1),
	)
}

// So do others, and those of fp32.
func TestLongOperationsOutside(t *testing.T) {
	long.Only(t)
	h, w := float.Binary16, float.Binary32
	agreeOutside(t,
		float.NewAdd(h, 0),
		float.NewFMA(h, 2),
		float.NewCast(h, float.Norm{Width: 8, Signed: true}, 0),
		float.NewAdd(w, 3),
		float.NewMul(w, 1),
		float.NewFMA(w, 5),
		float.NewDiv(w, 4),
		float.NewPow(w, 3),
		float.NewCast(w, float.Norm{Width: 16}, 1),
		float.NewCast(float.Fixed{Width: 32, Signed: true}, w, 1),
	)
}

// agreeOutside draws inputs for each unit.
func agreeOutside(t *testing.T, units ...hdl.Component) {
	edatest.Need(t, "verilator", "iverilog")
	var runs []*bench.TB
	for _, c := range units {
		d, err := hdl.Elaborate(c)
		require.NoError(t, err)
		var digests []uint64
		for _, e := range sim.Engines() {
			tb := bench.NewDesign(t, d, bench.Engine(e), bench.Record(), bench.Digest())
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
	bench.Outside(t, bench.Simulators, runs...)
}

// The last register follows the last step: it holds the result if that needs no
// rounding, and otherwise the value that is rounded after it.
func TestWhereTheResultIsRegistered(t *testing.T) {
	h := float.Binary16
	for _, x := range []struct {
		unit       func(stages int) hdl.Component
		stages     int
		registered bool
	}{
		{func(n int) hdl.Component { return float.NewMin(h, n) }, 1, true},
		{func(n int) hdl.Component { return float.NewCompare(h, n) }, 1, true},
		{func(n int) hdl.Component { return float.NewCast(h, float.Norm{Width: 8}, n) }, 2, true},
		{func(n int) hdl.Component { return float.NewAdd(h, n) }, 3, false},
		{func(n int) hdl.Component { return float.NewSqrt(h, n) }, 15, false},
		{func(n int) hdl.Component { return float.NewPow(h, n) }, 15, false},
	} {
		for n := 1; n <= x.stages; n++ {
			d, err := hdl.Elaborate(x.unit(n))
			require.NoError(t, err)
			files, err := verilog.Export(d.Top, verilog.Options{})
			require.NoError(t, err)
			got := strings.Contains(string(files[0].Content), fmt.Sprintf("assign out_data = s%d;", n))
			assert.Equal(t, x.registered, got, d.Top.Name)
		}
	}
}

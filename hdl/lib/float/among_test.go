package float_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/hdl/sim"
)

// caster casts among formats of all kinds.
type caster struct {
	From, To, X hdl.In
	Y           hdl.Out
}

var amongFormats = []struct {
	hw    float.Any
	ref   ref.Any
	width int
}{
	{float.Binary32, ref.Binary32, 32},
	{float.Binary16, ref.Binary16, 16},
	{float.Norm{Width: 24}, ref.Norm{Width: 24}, 24},
	{float.Norm{Width: 24, Signed: true}, ref.Norm{Width: 24, Signed: true}, 24},
	{float.Norm{Width: 12}, ref.Norm{Width: 12}, 12},
	{float.Norm{Width: 12, Signed: true}, ref.Norm{Width: 12, Signed: true}, 12},
	{float.Norm{Width: 9, Signed: true}, ref.Norm{Width: 9, Signed: true}, 9},
	{float.Fixed{Width: 32, Signed: true}, ref.Fixed{Width: 32, Signed: true}, 32},
	{float.Fixed{Width: 32, Fraction: 8, Signed: true}, ref.Fixed{Width: 32, Fraction: 8, Signed: true}, 32},
	{float.Fixed{Width: 7, Fraction: 3}, ref.Fixed{Width: 7, Fraction: 3}, 7},
}

func newCaster() *caster {
	n := hdl.IndexWidth(len(amongFormats))
	return &caster{From: hdl.Input(n), To: hdl.Input(n), X: hdl.Input(32), Y: hdl.Output(32)}
}

func (c *caster) Describe(m *hdl.Module) {
	var list []float.Any
	for _, f := range amongFormats {
		list = append(list, f.hw)
	}
	c.Y.Set(float.CastAmong(float.NewLine(m, hdl.Const(1, 1)), list, c.From.Bits, c.To.Bits, c.X.Bits))
}

// Narrow formats are cast from every value, the others from values near boundaries and
// from random ones, with one cast per cycle.
func TestCastsAmongFormatsAreThoseOfEachPair(t *testing.T) {
	d, err := hdl.Elaborate(newCaster())
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	port := func(name string) sim.Port {
		x, err := p.Port(name)
		require.NoError(t, err)
		return x
	}
	for from, source := range amongFormats {
		t.Run(fmt.Sprintf("from %s", source.hw.Name()), func(t *testing.T) {
			t.Parallel()
			s := p.New()
			in, out := port("x"), port("y")
			require.NoError(t, s.Set(port("from"), uint64(from)))
			values := everyValue(source.width)
			for to, target := range amongFormats {
				require.NoError(t, s.Set(port("to"), uint64(to)))
				all := uint64(1)<<target.width - 1
				for i := range len(values) + float.AmongSteps {
					require.NoError(t, s.Set(in, values[min(i, len(values)-1)]))
					if k := i - float.AmongSteps; k >= 0 {
						x := values[k] & (1<<source.width - 1)
						if want, got := ref.Cast(source.ref, target.ref, x, ref.Mode{}), s.Get(out)&all; want != got {
							t.Fatalf("%s to %s: %#x is %#x instead of %#x", source.hw.Name(), target.hw.Name(), x, got, want)
						}
					}
					require.NoError(t, s.Tick(1))
				}
			}
		})
	}
}

// everyValue is each value of a format of up to 12 bits, and some thousands of a wider one,
// with random bits above that must be ignored.
func everyValue(width int) (list []uint64) {
	r := rand.New(rand.NewPCG(uint64(width), 1))
	if width <= 12 {
		for x := range uint64(1) << width {
			list = append(list, x|r.Uint64()<<width&(1<<32-1))
		}
		return list
	}
	f := ref.Binary32
	if width == 16 {
		f = ref.Binary16
	}
	edges := boundaries(f)
	for range 3000 {
		x := pick(r, f, edges, 0)
		if r.IntN(2) == 0 { // integers of every size
			x = r.Uint64() >> r.IntN(64)
			if r.IntN(2) == 0 {
				x = -x
			}
		}
		list = append(list, x&(1<<32-1))
	}
	return list
}

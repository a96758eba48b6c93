package float_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// dual has every datapath for two formats, side by side.
type dual struct {
	Move, Half, Root, Inverse, Log2, Exp2 hdl.In
	A, B, C                               hdl.In
	Sum, Fused, Recurrence, Power, Scaled hdl.Out
}

func newDual() *dual {
	bit, word := func() hdl.In { return hdl.Input(1) }, func() hdl.In { return hdl.Input(32) }
	out := func() hdl.Out { return hdl.Output(32) }
	return &dual{bit(), bit(), bit(), bit(), bit(), bit(), word(), word(), word(), out(), out(), out(), out(), out()}
}

func (d *dual) Describe(m *hdl.Module) {
	line := func(name string) *float.Line { return float.NewLine(m.Scope(name), d.Move.Bits) }
	half, a, b, c := d.Half.Bits, d.A.Bits, d.B.Bits, d.C.Bits
	d.Sum.Set(float.DualAdd(line("sum"), half, a, b))
	d.Fused.Set(float.DualFMA(line("fused"), half, a, b, c))
	d.Recurrence.Set(float.DualRecurrence(line("recurrence"), half, float.Recurrence{Root: d.Root.Bits, Inverse: d.Inverse.Bits}, a, b))
	d.Scaled.Set(float.DualScale(line("scaled"), half, a, c.Truncate(3)))
	d.Power.Set(float.DualFunction(line("power"), half, float.Function{Log2: d.Log2.Bits, Exp2: d.Exp2.Bits}, a, b))
}

// Operands of both formats and of all operations follow each other without a gap, with
// random stalls, and each result is that of the unit of its format.
func TestOneDatapathComputesInTwoFormats(t *testing.T) {
	long.NotShort(t)
	design, err := hdl.Elaborate(newDual())
	require.NoError(t, err)
	p, err := sim.Compile(design.Top)
	require.NoError(t, err)
	s := p.New()
	port := func(name string) sim.Port {
		x, err := p.Port(name)
		require.NoError(t, err)
		return x
	}
	type expected struct {
		at                    uint64 // moves of the pipeline
		what                  string
		half, op, a, b, c, is uint64
	}
	type datapath struct {
		port  sim.Port
		steps int
		queue []expected
	}
	sum, fused := &datapath{port("sum"), float.DualSumSteps, nil}, &datapath{port("fused"), float.DualFMASteps, nil}
	scaled := &datapath{port("scaled"), float.DualScaleSteps, nil}
	recurrence, function := &datapath{port("recurrence"), float.DualRootSteps, nil}, &datapath{port("power"), float.DualFunctionSteps, nil}
	type tables struct{ log2, exp2, pow *bare }
	two := []struct {
		ref   ref.Format
		list  []uint64
		units tables
	}{{ref: ref.Binary32}, {ref: ref.Binary16}}
	for i, f := range []float.Format{float.Binary32, float.Binary16} {
		two[i].list = boundaries(two[i].ref)
		two[i].units = tables{settled(t, float.NewLog2(f, 0)), settled(t, float.NewExp2(f, 0)), settled(t, float.NewPow(f, 0))}
	}
	var in []sim.Port
	for _, name := range []string{"half", "a", "b", "c", "root", "inverse", "log2", "exp2"} {
		in = append(in, port(name))
	}
	move := port("move")
	r := rand.New(rand.NewPCG(3, 4))
	nearest := ref.Mode{}
	moves, compared := uint64(0), 0
	for range operations {
		half, op := r.Uint64N(2), r.Uint64N(3)
		f := two[half]
		a := pick(r, f.ref, f.list, 0)
		b := pick(r, f.ref, f.list, a)
		c := pick(r, f.ref, f.list, b)
		above := r.Uint64() << 16 & (1<<32 - 1) * half // ignored
		for i, v := range []uint64{half, a | above, b | above, c | above, bit(op == 1), bit(op == 2), bit(op == 1), bit(op == 2)} {
			require.NoError(t, s.Set(in[i], v))
		}
		goes := r.Uint64N(4) > 0
		require.NoError(t, s.Set(move, bit(goes)))
		if goes {
			expect := func(d *datapath, what string, is uint64) {
				d.queue = append(d.queue, expected{moves + uint64(d.steps), what, half, op, a, b, c, is})
			}
			expect(sum, "sum", f.ref.Add(a, b, nearest))
			expect(fused, "fma", f.ref.FMA(a, b, c, nearest))
			by := int64(c<<61) >> 61 // the three low bits of c
			expect(scaled, "scaled", f.ref.Mul(a, ref.Cast(ref.Fixed{Width: 16, Fraction: 8, Signed: true}, f.ref, uint64(1)<<(8+by), nearest), nearest))
			switch op {
			case 0:
				expect(recurrence, "quotient", f.ref.Div(a, b, nearest))
				expect(function, "power", f.units.pow.of(t, nearest, a, b))
			case 1:
				expect(recurrence, "root", f.ref.Sqrt(a, nearest))
				expect(function, "log2", f.units.log2.of(t, nearest, a))
			case 2:
				expect(recurrence, "inverse root", f.ref.Rsqrt(a, nearest))
				expect(function, "exp2", f.units.exp2.of(t, nearest, a))
			}
			moves++
		}
		require.NoError(t, s.Tick(1))
		for _, d := range []*datapath{sum, fused, scaled, recurrence, function} {
			for len(d.queue) > 0 && d.queue[0].at < moves {
				d.queue = d.queue[1:]
			}
			if len(d.queue) > 0 && d.queue[0].at == moves {
				x := d.queue[0]
				require.Equal(t, x.is, s.Get(d.port), "%s: half %d, a %#x, b %#x, c %#x", x.what, x.half, x.a, x.b, x.c)
				compared++
			}
		}
	}
	require.Greater(t, compared, 3*operations)
}

package float

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// unrounded is the logarithm of an fp32 value and two to the power of another,
// before they are rounded.
type unrounded struct {
	A         hdl.In
	Log, Exp2 hdl.OutOf[number]
}

func newUnrounded() *unrounded {
	result := func(exp int) hdl.OutOf[number] {
		return hdl.OutputOf(hdl.Shape[number](hdl.Widths{"exponent": exp, "significand": 40}))
	}
	return &unrounded{A: hdl.Input(32), Log: result(9), Exp2: result(10)}
}

func (u *unrounded) Describe(m *hdl.Module) {
	p, off := wires(m), hdl.Const(1, 0)
	x := Binary32.unpack(p, "a", u.A.Bits, off)
	l, _ := logarithm2(p, x, off)
	u.Log.Set(l)
	y, _ := power(p, x, off)
	u.Exp2.Set(y)
}

// The relative errors from which the bound of Pow in docs/float.md follows: of
// the logarithm, over all significands with the exponents where most cancels,
// and of the power, with an exact operand here.
const (
	logarithmError = 0x1p-34 * math.Sqrt2 / 2
	powerError     = 0x1p-35
)

func TestErrorsBeforeRounding(t *testing.T) { errorsBeforeRounding(t, 61) }

func TestLongErrorsBeforeRounding(t *testing.T) {
	long.Only(t)
	errorsBeforeRounding(t, 1)
}

// errorsBeforeRounding measures every step-th value from 1/4 to 4.
func errorsBeforeRounding(t *testing.T, step uint64) {
	d, err := hdl.Elaborate(newUnrounded())
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	s := p.New()
	port := func(name string) sim.Port {
		x, err := p.Port(name)
		require.NoError(t, err)
		return x
	}
	a := port("a")
	type ports struct{ sign, exp, sig sim.Port }
	number := func(name string) ports { return ports{port(name + "_sign"), port(name + "_exp"), port(name + "_sig")} }
	log, exp2 := number("log"), number("exp2")
	value := func(n ports, expBits, sigBits int) float64 {
		e := int(int64(s.Get(n.exp)<<(64-expBits)) >> (64 - expBits))
		v := math.Ldexp(float64(s.Get(n.sig)), e-(sigBits-1))
		if s.Get(n.sign) == 1 {
			return -v
		}
		return v
	}
	worst := [2]float64{}
	for x := uint64(0x3e800000); x < 0x40800000; x += step {
		require.NoError(t, s.Set(a, x))
		v := float64(math.Float32frombits(uint32(x)))
		if want := math.Log1p(v-1) / math.Ln2; want != 0 {
			worst[0] = max(worst[0], math.Abs(value(log, 9, 40)/want-1))
		}
		want := math.Exp2(v)
		worst[1] = max(worst[1], math.Abs(value(exp2, 10, 40)/want-1))
	}
	t.Logf("relative errors: logarithm 2^%.3f, power 2^%.3f", math.Log2(worst[0]), math.Log2(worst[1]))
	require.Less(t, worst[0], logarithmError)
	require.Less(t, worst[1], powerError)
}

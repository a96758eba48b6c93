package float_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/lib/float"
	"posedge/hdl/sim"
)

var lines = regexp.MustCompile(`go:\d+`)

// simulation is a component in a simulation.
type simulation struct {
	*sim.Simulation
	p *sim.Program
}

func simulated(t *testing.T, c hdl.Component) simulation {
	d, err := hdl.Elaborate(c)
	require.NoError(t, err)
	p, err := sim.Compile(d.Top)
	require.NoError(t, err)
	return simulation{p.New(), p}
}

func (s simulation) port(t *testing.T, name string) sim.Port {
	x, err := s.p.Port(name)
	require.NoError(t, err)
	return x
}

// misuse calls a function of the library in one line.
type misuse struct {
	A, B hdl.In
	Out  hdl.Out
	call func(m *hdl.Module, a, b hdl.Bits) hdl.Bits
}

func newMisuse(a, b int, call func(m *hdl.Module, a, b hdl.Bits) hdl.Bits) *misuse {
	return &misuse{A: hdl.Input(a), B: hdl.Input(b), Out: hdl.Output(16), call: call}
}

func (p *misuse) Describe(m *hdl.Module) { p.Out.Set(p.call(m, p.A.Bits, p.B.Bits)) }

func TestWrongOperandsAreRefusedAtTheLineOfTheCall(t *testing.T) {
	h, mode := float.Binary16, float.Nearest()
	for _, c := range []struct {
		name  string
		a, b  int // widths
		call  func(m *hdl.Module, a, b hdl.Bits) hdl.Bits
		wants string
	}{
		{"narrow", 15, 16, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits { return h.Add(m, a, b, mode) }, "a is 15 bits (declared at mistakes_test.go:N): a value of fp16 has a width of 16; extend or truncate it, or use Cast"},
		{"wide", 16, 32, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits { return h.FMA(m, a, b, a, mode) }, "b is 32 bits"},
		{"wide, of a minimum", 16, 32, func(_ *hdl.Module, a, b hdl.Bits) hdl.Bits { return h.Min(a, b, mode) }, "b is 32 bits"},
		{"wide, compared", 32, 16, func(_ *hdl.Module, a, b hdl.Bits) hdl.Bits { return h.Compare(a, b, mode).Less }, "a is 32 bits"},
		{"wide, negated", 32, 16, func(_ *hdl.Module, a, b hdl.Bits) hdl.Bits { return h.Neg(a) }, "a is 32 bits"},
		{"wide, cast", 32, 16, func(m *hdl.Module, a, _ hdl.Bits) hdl.Bits { return float.Cast(m, h, float.Binary32, a, mode) }, "a is 32 bits"},
		{"mode", 16, 16, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits {
			return h.Mul(m, a, b, float.Mode{TowardZero: hdl.Const(2, 1), Flush: hdl.Const(1, 1)})
		}, "constant 1 is 2 bits"},
		{"no mode", 16, 16, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits { return h.Mul(m, a, b, float.Mode{}) }, "a zero Bits is used"},
		{"format", 16, 16, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits {
			return float.Format{Exponent: -5, Fraction: -4}.Mul(m, a, b, mode)
		}, "Format{-5, -4} cannot be built"},
		{"format of a NaN", 16, 16, func(m *hdl.Module, a, _ hdl.Bits) hdl.Bits { return h.Mul(m, a, float.Format{}.NaN(), mode) }, "Format{0, 0} cannot be built"},
		{"format of a one", 16, 16, func(m *hdl.Module, a, _ hdl.Bits) hdl.Bits { return hdl.Mux(a.Bit(0), float.Format{}.One(), a) }, "Format{0, 0} cannot be built"},
		{"no format", 16, 16, func(m *hdl.Module, a, _ hdl.Bits) hdl.Bits { return float.Cast(m, nil, h, a, mode) }, "the format is nil"},
		{"fixed", 16, 16, func(m *hdl.Module, a, _ hdl.Bits) hdl.Bits { return float.Cast(m, h, float.Fixed{}, a, mode) }, "Fixed{Width: 0, Fraction: 0} cannot be built"},
		{"table", 64, 16, func(m *hdl.Module, a, _ hdl.Bits) hdl.Bits {
			return float.Format{Exponent: 11, Fraction: 52}.Log2(m, a, mode)
		}, "at most 8 bits of exponent and 23 of fraction; fp_e11_f52 has 11 and 52"},
	} {
		_, err := hdl.Elaborate(newMisuse(c.a, c.b, c.call))
		require.Error(t, err, c.name)
		assert.Regexp(t, `^posedge/hdl/lib/float/(mistakes_test|number)\.go:\d+: `, err.Error(), c.name)
		assert.Contains(t, lines.ReplaceAllString(err.Error(), "go:N"), c.wants, c.name)
		assert.Contains(t, err.Error(), "mistakes_test.go", c.name)
	}
}

func TestWrongParametersAreRefused(t *testing.T) {
	h := float.Binary16
	for wants, c := range map[string]hdl.Component{
		"Format{-5, -4} cannot be built: an exponent has 2 to 15 bits, a fraction 1 to 112": float.NewAdd(float.Format{Exponent: -5, Fraction: -4}, 0),
		"Format{5, 113} cannot be built":                      float.NewDiv(float.Format{Exponent: 5, Fraction: 113}, 0),
		"Format{1073741824, 10} cannot be built":              float.NewFMA(float.Format{Exponent: 1 << 30, Fraction: 10}, 0),
		"fp16_add has 0 to 3 stages, not 4":                   float.NewAdd(h, 4),
		"fp16_mul has 0 to 3 stages, not -1":                  float.NewMul(h, -1),
		"fp16_to_unorm8 has 0 to 2 stages, not 3":             float.NewCast(h, float.Norm{Width: 8}, 3),
		"the tables of log2, exp2 and pow are made for":       float.NewExp2(float.Format{Exponent: 9, Fraction: 10}, 0),
		"the format is nil; take a Format, Fixed or Norm":     float.NewCast(nil, h, 0),
		"the format is nil; take a Format,":                   float.NewCast(h, (*float.Format)(nil), 0),
		"Norm{Width: 1} cannot be built: it has 2 to 64 bits": float.NewCast(h, float.Norm{Width: 1}, 0),
		"Fixed{Width: 257, Fraction: 0} cannot be built":      float.NewCast(h, float.Fixed{Width: 257}, 0),
		"Fixed{Width: 8, Fraction: -1025} cannot be built":    float.NewCast(float.Fixed{Width: 8, Fraction: -1025}, h, 0),
	} {
		_, err := hdl.Elaborate(c)
		require.ErrorContains(t, err, wants)
		assert.NotContains(t, err.Error(), "\n", "one error")
	}
}

// Tables are memories with a name, so one of two logarithms in a module has a scope.
func TestTwoLogarithmsInAModule(t *testing.T) {
	h, mode := float.Binary16, float.Nearest()
	both := func(first func(*hdl.Module) *hdl.Module) error {
		_, err := hdl.Elaborate(newMisuse(16, 16, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits {
			return h.Add(m, h.Log2(first(m), a, mode), h.Log2(m, b, mode), mode)
		}))
		return err
	}
	require.NoError(t, both(func(m *hdl.Module) *hdl.Module { return m.Scope("of_a") }))
	err := both(func(m *hdl.Module) *hdl.Module { return m })
	require.ErrorContains(t, err, `the name slopes is taken by a memory (table.go`)
	assert.Contains(t, err.Error(), `give the second call a scope of its own, m.Scope("…")`)
	assert.NotContains(t, err.Error(), "\n", "one error")
	_, err = hdl.Elaborate(newMisuse(16, 16, func(m *hdl.Module, a, b hdl.Bits) hdl.Bits {
		x := h.Pow(m, a, b, mode)
		return h.Pow(m, x, b, mode)
	}))
	require.ErrorContains(t, err, "m.Scope")
	assert.NotContains(t, err.Error(), "\n", "one error")
}

// wideFixed casts fp16 to the widest fixed-point format and back.
type wideFixed struct {
	A    hdl.In
	Back hdl.Out
}

func (w *wideFixed) Describe(m *hdl.Module) {
	wide := float.Fixed{Width: 256, Fraction: 200, Signed: true}
	x := float.Cast(m, float.Binary16, wide, w.A.Bits, float.Nearest())
	w.Back.Set(float.Cast(m, wide, float.Binary16, x, float.Nearest()))
}

func TestTheWidestFixedPointFormatHoldsEveryFp16Value(t *testing.T) {
	w := &wideFixed{hdl.Input(16), hdl.Output(16)}
	s := simulated(t, w)
	in, out := s.port(t, "a"), s.port(t, "back")
	for x := range uint64(1) << 16 {
		want := x
		switch {
		case x&0x7fff == 0 || x&0x7fff > 0x7c00: // no sign of zero, no NaN
			want = 0
		case x&0x7fff == 0x7c00: // saturated, and again beyond fp16's
			want = x
		}
		require.NoError(t, s.Set(in, x))
		if got := s.Get(out); got != want {
			t.Fatalf("%04x comes back as %04x", x, got)
		}
	}
}

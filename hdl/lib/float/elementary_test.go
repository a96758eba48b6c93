package float_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
)

// real is a value of a format as a float64, which holds it exactly.
func real(f ref.Format, x uint64) float64 {
	v := f.Decode(x, false)
	switch {
	case v.NaN:
		return math.NaN()
	case v.Inf && v.Negative:
		return math.Inf(-1)
	case v.Inf:
		return math.Inf(1)
	}
	y, _ := v.Exact.Float64()
	return y
}

// ulps is the distance of a result from the true value, which is known to 50
// bits, in units of the last place of the format.
func ulps(f ref.Format, got uint64, want float64) float64 {
	g := real(f, got)
	switch {
	case math.IsNaN(want) != math.IsNaN(g):
		return math.Inf(1)
	case math.IsNaN(want) || g == want:
		return 0
	}
	greatest := real(f, (1<<f.Exponent-1)<<f.Fraction-1)
	if math.IsInf(g, 0) && math.Abs(want) >= greatest { // rounded beyond the greatest
		g = math.Copysign(greatest, g)
		want = math.Copysign(math.Min(math.Abs(want), greatest), want)
	}
	_, e := math.Frexp(want)
	least := 2 - 1<<(f.Exponent-1)
	return math.Abs(g-want) / math.Ldexp(1, max(e-1, least)-f.Fraction)
}

func worst1(t *testing.T, f ref.Format, u *float.Unit[float.One], of func(float64) float64, operand func(i int) (uint64, bool)) float64 {
	s := settled(t, u)
	worst := 0.0
	for i := 0; ; i++ {
		x, more := operand(i)
		if !more {
			return worst
		}
		got := s.of(t, ref.Mode{}, x)
		if n := ulps(f, got, of(real(f, x))); n > worst {
			worst = n
			if n > 1 {
				t.Fatalf("%x (%g): got %x (%g), want %g: %g ulp", x, real(f, x), got, real(f, got), of(real(f, x)), n)
			}
		}
	}
}

func TestLogarithmsAndPowersOfTwoAreWithinAnUlp(t *testing.T) {
	for _, f := range formats {
		r := rand.New(rand.NewPCG(5, 6))
		list := boundaries(f.ref)
		w := f.hw.Width()
		operand := func(i int) (uint64, bool) {
			if w <= 16 {
				return uint64(i), i < 1<<w
			}
			if i < len(list) {
				return list[i], true
			}
			x := pick(r, f.ref, list, (1<<(f.ref.Exponent-1)-1)<<f.ref.Fraction)
			return x, i < 100000
		}
		t.Logf("%s: log2 %.4f ulp, exp2 %.4f ulp", f.hw.Name(),
			worst1(t, f.ref, float.NewLog2(f.hw, 0), math.Log2, operand),
			worst1(t, f.ref, float.NewExp2(f.hw, 0), math.Exp2, operand))
	}
}

func TestPowersAreWithinTwoUlps(t *testing.T) {
	for _, f := range formats {
		s := settled(t, float.NewPow(f.hw, 0))
		r := rand.New(rand.NewPCG(5, 6))
		list := boundaries(f.ref)
		worst := 0.0
		for range 60000 {
			a := pick(r, f.ref, list, (1<<(f.ref.Exponent-1)-1)<<f.ref.Fraction)
			b := pick(r, f.ref, list, (1<<(f.ref.Exponent-1)+1)<<f.ref.Fraction)
			x, y := real(f.ref, a), real(f.ref, b)
			want := math.Pow(x, y)
			switch {
			case y == 0 || x == 1:
				want = 1
			case x < 0:
				want = math.NaN()
			case x == 0 && math.Signbit(x):
				want = math.Pow(0, y)
			}
			got := s.of(t, ref.Mode{}, a, b)
			n := ulps(f.ref, got, want)
			if n > 2 {
				t.Fatalf("%g ^ %g: got %g, want %g: %g ulp", x, y, real(f.ref, got), want, n)
			}
			worst = max(worst, n)
		}
		t.Logf("%s: pow %.4f ulp", f.hw.Name(), worst)
		assert.Positive(t, worst)
	}
}

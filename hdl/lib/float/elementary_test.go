package float_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/internal/long"
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
	if y == 0 && v.Negative {
		return math.Copysign(0, -1)
	}
	return y
}

// ulps is the distance of a result from the true value, which is known to 50
// bits, in units of the last place of the format. Infinity stands for the value
// after the greatest; toward zero, the greatest stands for all values beyond it.
func ulps(f ref.Format, got uint64, want float64, towardZero bool) float64 {
	g := real(f, got)
	switch {
	case math.IsNaN(want) != math.IsNaN(g):
		return math.Inf(1)
	case math.IsNaN(want) || g == want:
		return 0
	}
	greatest := real(f, (1<<f.Exponent-1)<<f.Fraction-1)
	if math.Abs(want) >= greatest && math.Abs(g) >= greatest { // an overflow
		if nextUp := greatest + math.Ldexp(1, 1<<(f.Exponent-1)-1-f.Fraction); math.IsInf(g, 0) && math.Abs(want) < nextUp {
			return (nextUp - math.Abs(want)) / (nextUp - greatest)
		} else if !math.IsInf(g, 0) && towardZero {
			return 0
		} else if !math.IsInf(g, 0) {
			return (math.Abs(want) - greatest) / (nextUp - greatest)
		}
		return 0
	}
	_, e := math.Frexp(want)
	least := 2 - 1<<(f.Exponent-1)
	return math.Abs(g-want) / math.Ldexp(1, max(e-1, least)-f.Fraction)
}

// The greatest errors stated in docs/float.md, in ulp. Toward zero, rounding
// alone moves the result by up to an ulp from the true value, and the table's
// error adds to that.
var bounds = map[string][2]float64{ // nearest, toward zero
	"log2":     {0.51, 1.01},
	"exp2":     {0.51, 1.01},
	"pow":      {0.51, 1.01},
	"pow fp32": {0.57, 1.07}, // see docs/float.md for how it follows
}

// measured is an operation, its greatest error so far and the operands that gave it.
type measured struct {
	name    string
	format  ref.Format
	worst   [2]float64
	at      [2][]uint64
	samples int
}

// check measures a result and fails if it is beyond the bound.
func (w *measured) check(t *testing.T, got uint64, want float64, towardZero bool, operands ...uint64) {
	i := bit(towardZero)
	w.samples++
	n := ulps(w.format, got, want, towardZero)
	if n > w.worst[i] {
		w.worst[i], w.at[i] = n, append([]uint64(nil), operands...)
		bound, special := bounds[w.name+" fp32"]
		if !special || w.format != ref.Binary32 {
			bound = bounds[w.name]
		}
		if n > bound[i] {
			t.Fatalf("%s of %x: got %x (%g), want %g: %g ulp", w.name, operands, got, real(w.format, got), want, n)
		}
	}
}

func (w *measured) log(t *testing.T, format string) {
	t.Logf("%s %s: %d results, to nearest %.6f ulp at %x, toward zero %.6f ulp at %x", format, w.name, w.samples, w.worst[0], w.at[0], w.worst[1], w.at[1])
}

var functions = []struct {
	name string
	make func(float.Format, int) *float.Unit[float.One]
	of   func(float64) float64
	// For fp32, the biased exponents from which the result is neither special nor
	// 1, and whether negative operands have such results.
	first, exponents uint64
	signs            uint64
}{
	{"log2", float.NewLog2, trueLog2, 0, 256, 1},
	{"exp2", float.NewExp2, trueExp2, 127 - 25, 32, 2},
}

// All values of small formats, dense values of fp32.
func TestLogarithmsAndPowersOfTwoKeepTheirErrors(t *testing.T) {
	for _, f := range formats {
		for _, fn := range functions {
			t.Run(fn.name+" "+f.hw.Name(), func(t *testing.T) {
				t.Parallel()
				s := settled(t, fn.make(f.hw, 0))
				w := measured{name: fn.name, format: f.ref}
				check := func(x uint64) {
					want := fn.of(real(f.ref, x))
					w.check(t, s.of(t, modes[0], x), want, false, x)
					w.check(t, s.of(t, modes[1], x), want, true, x)
				}
				if f.hw.Width() <= 16 {
					for x := range uint64(1) << f.hw.Width() {
						check(x)
					}
				} else {
					r := rand.New(rand.NewPCG(5, 6))
					list := boundaries(f.ref)
					for _, x := range list {
						check(x)
					}
					for range 50000 {
						check(pick(r, f.ref, list, (1<<(f.ref.Exponent-1)-1)<<f.ref.Fraction))
					}
				}
				w.log(t, f.hw.Name())
			})
		}
	}
}

// hardPowers of fp32 are the worst that a search found, to nearest and toward
// zero, among the 3000 bases with the greatest errors of the logarithm and
// results near the ends of the range.
var hardPowers = [2][2]uint64{{0x3f43fee4, 0xc3a61806}, {0x3f43fee4, 0xc3a615f7}}

// measurePowers measures n powers, of bases and exponents that give all kinds of
// results, half of them where the error is greatest: results near the ends of
// the range, and every other one of these with a base around 0.76.
func measurePowers(t *testing.T, w *measured, s *bare, seed uint64, n int) {
	f := w.format
	r := rand.New(rand.NewPCG(5, seed))
	list := boundaries(f)
	bias := uint64(1)<<(f.Exponent-1) - 1
	measure := func(a, b uint64, towardZero bool) {
		want := truePow(real(f, a), real(f, b))
		w.check(t, s.of(t, modes[bit(towardZero)], a, b), want, towardZero, a, b)
	}
	// exponent is the exponent with which a becomes 2^±y, from the part least of the range on.
	exponent := func(a uint64, least float64) (uint64, bool) {
		l := trueLog2(real(f, a))
		if l == 0 || math.IsInf(l, 0) {
			return 0, false
		}
		y := (least + (1-least)*r.Float64()) * float64(bias+uint64(f.Fraction)) / l
		if r.IntN(2) == 0 {
			y = -y
		}
		return f.Round(new(big.Rat).SetFloat64(y), ref.Mode{}), true
	}
	for i := range n {
		a := pick(r, f, list, bias<<f.Fraction)
		b := pick(r, f, list, (bias+2)<<f.Fraction)
		some := true
		switch i % 4 {
		case 0: // so that the result is in the range of the format
			a = r.Uint64N((1<<f.Exponent - 1) << f.Fraction)
			b, some = exponent(a, 0)
		case 1: // near the ends of it
			a = r.Uint64N((1<<f.Exponent - 1) << f.Fraction)
			b, some = exponent(a, 2./3)
		case 2: // and with a base from 11/16 to 13/16
			a = (bias-1)<<f.Fraction + 3<<(f.Fraction-3) + r.Uint64N(1<<(f.Fraction-2))
			b, some = exponent(a, 2./3)
		}
		if some {
			measure(a, b, i>>2%2 == 1)
		}
	}
	if f == ref.Binary32 {
		for i, x := range hardPowers {
			measure(x[0], x[1], i == 1)
		}
	}
}

func TestPowersKeepTheirErrors(t *testing.T) {
	for _, f := range formats {
		t.Run(f.hw.Name(), func(t *testing.T) {
			t.Parallel()
			w := measured{name: "pow", format: f.ref}
			measurePowers(t, &w, settled(t, float.NewPow(f.hw, 0)), 6, 40000)
			w.log(t, f.hw.Name())
		})
	}
}

// 2^24 values of fp32 for each function, with all exponents that matter, 2^22
// powers, and 1024 exponents for each positive base of fp16.
func TestLongErrorsOfFunctions(t *testing.T) {
	long.Only(t)
	for _, fn := range functions {
		t.Run(fn.name, func(t *testing.T) {
			t.Parallel()
			s := settled(t, fn.make(float.Binary32, 0))
			w := measured{name: fn.name, format: ref.Binary32}
			kinds := fn.exponents * fn.signs
			for i := range uint64(1) << 24 {
				// Exponent and sign are counted through; the fraction is scattered.
				kind, n := i%kinds, i/kinds
				x := kind/fn.exponents<<31 | (fn.first+kind%fn.exponents)<<23 | (n*0x9e3779b1+i*0x85ebca6b)>>5&0x7fffff
				want := fn.of(real(ref.Binary32, x))
				w.check(t, s.of(t, modes[n&1], x), want, n&1 == 1, x)
			}
			w.log(t, "fp32")
		})
	}
	t.Run("pow", func(t *testing.T) {
		t.Parallel()
		w := measured{name: "pow", format: ref.Binary32}
		measurePowers(t, &w, settled(t, float.NewPow(float.Binary32, 0)), 7, 1<<22)
		w.log(t, "fp32")
	})
	t.Run("pow of fp16", func(t *testing.T) {
		t.Parallel()
		f := ref.Binary16
		s := settled(t, float.NewPow(float.Binary16, 0))
		w := measured{name: "pow", format: f}
		for a := uint64(1); a < 0x7c00; a++ {
			r := rand.New(rand.NewPCG(8, a))
			l := math.Abs(trueLog2(real(f, a)))
			last := uint64(0x7bff) // exponent: the greatest, or with it the result leaves the range
			if reach := 25 / l; reach < 65504 {
				last = f.Round(new(big.Rat).SetFloat64(reach), ref.Mode{})
			}
			for i := range 1024 {
				b := r.Uint64N(last + 1)
				if i%4 != 0 { // results that are not close to 1
					b = last - r.Uint64N(min(last, 3<<10))
				}
				b |= uint64(i) >> 9 << 15
				zero := i>>2&1 == 1
				w.check(t, s.of(t, modes[bit(zero)], a, b), truePow(real(f, a), real(f, b)), zero, a, b)
			}
		}
		w.log(t, "fp16")
	})
}

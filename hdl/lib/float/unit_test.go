package float_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
	"posedge/internal/long"
)

// boundaries are interesting values of a format: all classes, their neighbours and limits.
func boundaries(f ref.Format) []uint64 {
	one := uint64(1) << f.Fraction
	bias := uint64(1)<<(f.Exponent-1) - 1
	top := (uint64(1)<<f.Exponent - 1) << f.Fraction
	var list []uint64
	for _, base := range []uint64{0, one, 2 * one, bias * one, (bias + 1) * one, (bias + uint64(f.Fraction)) * one,
		(bias - uint64(f.Fraction)) * one, (bias - uint64(f.Fraction) - 1) * one, top - one, top, top + one/2, top + one - 1, one / 2, bias*one + one/2} {
		for d := -2; d <= 2; d++ {
			x := base + uint64(int64(d))
			if x>>(f.Exponent+f.Fraction) == 0 {
				list = append(list, x, x|1<<(f.Exponent+f.Fraction))
			}
		}
	}
	return list
}

// pick returns an operand: a boundary, bits at random, or one near another.
func pick(r *rand.Rand, f ref.Format, list []uint64, near uint64) uint64 {
	w := f.Exponent + f.Fraction + 1
	all := uint64(1)<<w - 1
	switch r.IntN(4) {
	case 0:
		return list[r.IntN(len(list))]
	case 1: // close exponents, few fraction bits
		e := near>>f.Fraction&(1<<f.Exponent-1) + uint64(r.IntN(2*f.Fraction+6)) - uint64(f.Fraction+3)
		return (r.Uint64()<<(w-1) | (e&(1<<f.Exponent-1))<<f.Fraction | (r.Uint64() & r.Uint64() & (1<<f.Fraction - 1))) & all
	case 2:
		return (near ^ r.Uint64N(4) ^ r.Uint64()<<(w-1)) & all
	}
	return r.Uint64() & all
}

var formats = []struct {
	hw  float.Format
	ref ref.Format
}{{float.Binary32, ref.Binary32}, {float.Binary16, ref.Binary16}, {float.Format{Exponent: 3, Fraction: 4}, ref.Format{Exponent: 3, Fraction: 4}}}

// Wide and lopsided formats, besides those of the tables.
var unusual = []struct {
	hw  float.Format
	ref ref.Format
}{{float.Format{Exponent: 11, Fraction: 52}, ref.Format{Exponent: 11, Fraction: 52}}, {float.Format{Exponent: 15, Fraction: 3}, ref.Format{Exponent: 15, Fraction: 3}},
	{float.Format{Exponent: 2, Fraction: 40}, ref.Format{Exponent: 2, Fraction: 40}}, {float.Format{Exponent: 2, Fraction: 1}, ref.Format{Exponent: 2, Fraction: 1}}}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// hold2 compares an operation of two operands with the reference.
func hold2(t *testing.T, name string, make func(float.Format, int) *float.Unit[float.Two], want func(ref.Format, uint64, uint64, ref.Mode) uint64) {
	for _, f := range formats {
		t.Run(fmt.Sprintf("%s %s", name, f.hw.Name()), func(t *testing.T) {
			t.Parallel()
			s := settled(t, make(f.hw, 0))
			r := rand.New(rand.NewPCG(1, 2))
			list := boundaries(f.ref)
			for i := range operations {
				a := pick(r, f.ref, list, 0)
				b := pick(r, f.ref, list, a)
				m := modes[i%4]
				if got, expected := s.of(t, m, a, b), want(f.ref, a, b, m); got != expected {
					t.Fatalf("%s of %x and %x, %+v: got %x, want %x", name, a, b, m, got, expected)
				}
			}
		})
	}
}

// Operations in lopsided formats too, and in small ones with all operands: each pair in one of the modes.
func TestUnusualFormats(t *testing.T) {
	long.NotShort(t)
	unusualFormats(t, 1)
}

// The same with each pair in all modes.
func TestLongUnusualFormats(t *testing.T) {
	long.Only(t)
	unusualFormats(t, len(modes))
}

func unusualFormats(t *testing.T, modesOfAPair int) {
	type operation struct {
		name string
		make func(float.Format, int) *float.Unit[float.Two]
		want func(ref.Format, uint64, uint64, ref.Mode) uint64
	}
	operations := []operation{{"add", float.NewAdd, ref.Format.Add}, {"mul", float.NewMul, ref.Format.Mul}, {"div", float.NewDiv, ref.Format.Div}, {"min", float.NewMin, ref.Format.Min}}
	for _, f := range unusual {
		for _, o := range operations {
			t.Run(o.name+" "+f.hw.Name(), func(t *testing.T) {
				t.Parallel()
				s := settled(t, o.make(f.hw, 0))
				r := rand.New(rand.NewPCG(1, 2))
				list := boundaries(f.ref)
				for i := range 4000 {
					a := pick(r, f.ref, list, 0)
					b := pick(r, f.ref, list, a)
					m := modes[i%4]
					require.Equal(t, o.want(f.ref, a, b, m), s.of(t, m, a, b), "%x and %x, %+v", a, b, m)
				}
			})
		}
	}
	for _, f := range []struct {
		hw  float.Format
		ref ref.Format
	}{{float.Format{Exponent: 4, Fraction: 3}, ref.Format{Exponent: 4, Fraction: 3}}, {float.Format{Exponent: 2, Fraction: 5}, ref.Format{Exponent: 2, Fraction: 5}}} {
		for _, o := range operations {
			t.Run("all of "+o.name+" "+f.hw.Name(), func(t *testing.T) {
				t.Parallel()
				s := settled(t, o.make(f.hw, 0))
				for a := range uint64(256) {
					for b := range uint64(256) {
						for i := range modesOfAPair {
							m := modes[(uint64(i)+mixed(a<<8|b))%4]
							if got, want := s.of(t, m, a, b), o.want(f.ref, a, b, m); got != want {
								t.Fatalf("%x and %x, %+v: got %x, want %x", a, b, m, got, want)
							}
						}
					}
				}
			})
		}
	}
	t.Run("all multiply-adds", func(t *testing.T) {
		t.Parallel()
		f := ref.Format{Exponent: 2, Fraction: 2}
		s := settled(t, float.NewFMA(float.Format{Exponent: 2, Fraction: 2}, 0))
		for x := range uint64(1) << 15 {
			a, b, c := x&31, x>>5&31, x>>10
			for _, m := range modes {
				if got, want := s.of(t, m, a, b, c), f.FMA(a, b, c, m); got != want {
					t.Fatalf("%x * %x + %x, %+v: got %x, want %x", a, b, c, m, got, want)
				}
			}
		}
	})
}

// hold1 does so for one operand, with all values of small formats.
func hold1(t *testing.T, name string, make func(float.Format, int) *float.Unit[float.One], want func(ref.Format, uint64, ref.Mode) uint64) {
	for _, f := range formats {
		t.Run(fmt.Sprintf("%s %s", name, f.hw.Name()), func(t *testing.T) {
			t.Parallel()
			s := settled(t, make(f.hw, 0))
			check := func(a uint64, m ref.Mode) {
				if got, expected := s.of(t, m, a), want(f.ref, a, m); got != expected {
					t.Fatalf("%s of %x, %+v: got %x, want %x", name, a, m, got, expected)
				}
			}
			if f.hw.Width() <= 16 {
				for a := range uint64(1) << f.hw.Width() {
					check(a, modes[a&1])
					check(a, modes[a&1^1])
					if a&0x7c00 == 0 || f.hw.Width() < 16 {
						check(a, modes[2])
						check(a, modes[3])
					}
				}
				return
			}
			r := rand.New(rand.NewPCG(1, 2))
			list := boundaries(f.ref)
			for i := range operations {
				check(pick(r, f.ref, list, 0), modes[i%4])
			}
		})
	}
}

const operations = 20000

func TestSumsAndProductsAreRoundedOnce(t *testing.T) {
	hold2(t, "add", float.NewAdd, ref.Format.Add)
	hold2(t, "sub", float.NewSub, ref.Format.Sub)
	hold2(t, "mul", float.NewMul, ref.Format.Mul)
}

func TestComparisons(t *testing.T) {
	hold2(t, "compare", float.NewCompare, ref.Format.Compare)
	hold2(t, "min", float.NewMin, ref.Format.Min)
	hold2(t, "max", float.NewMax, ref.Format.Max)
}

func TestQuotientsAndRootsAreRoundedOnce(t *testing.T) {
	long.NotShort(t)
	hold2(t, "div", float.NewDiv, ref.Format.Div)
	hold1(t, "rcp", float.NewRcp, ref.Format.Rcp)
	hold1(t, "sqrt", float.NewSqrt, ref.Format.Sqrt)
	hold1(t, "rsqrt", float.NewRsqrt, ref.Format.Rsqrt)
}

func TestMultiplyAddIsRoundedOnce(t *testing.T) {
	for _, f := range formats {
		t.Run(f.hw.Name(), func(t *testing.T) {
			t.Parallel()
			s := settled(t, float.NewFMA(f.hw, 0))
			r := rand.New(rand.NewPCG(1, 2))
			list := boundaries(f.ref)
			for i := range operations {
				m := modes[i%4]
				a := pick(r, f.ref, list, 0)
				b := pick(r, f.ref, list, a)
				c := pick(r, f.ref, list, f.ref.Mul(a, b, m))
				if r.IntN(2) == 0 { // cancels most of the product
					c = f.ref.Mul(a, b, m) ^ 1<<(f.ref.Exponent+f.ref.Fraction) ^ r.Uint64N(2)
				}
				if got, want := s.of(t, m, a, b, c), f.ref.FMA(a, b, c, m); got != want {
					t.Fatalf("%x * %x + %x, %+v: got %x, want %x", a, b, c, m, got, want)
				}
			}
		})
	}
}

// The reference is compared with Go's own arithmetic.
func TestReferenceIsGosArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	f := ref.Binary32
	list := boundaries(f)
	canonical := func(x float32) uint64 {
		if x != x {
			return f.NaN()
		}
		return uint64(math.Float32bits(x))
	}
	for range 50000 {
		a := pick(r, f, list, 0)
		b := pick(r, f, list, a)
		x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
		require.Equal(t, canonical(x+y), f.Add(a, b, ref.Mode{}))
		require.Equal(t, canonical(x-y), f.Sub(a, b, ref.Mode{}))
		require.Equal(t, canonical(x*y), f.Mul(a, b, ref.Mode{}))
		require.Equal(t, canonical(x/y), f.Div(a, b, ref.Mode{}))
		require.Equal(t, canonical(float32(math.Sqrt(float64(x)))), f.Sqrt(a, ref.Mode{})) // 53 bits are enough for one rounding
	}
}

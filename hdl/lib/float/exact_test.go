package float_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/lib/float"
	"posedge/hdl/lib/float/ref"
)

// Where the format has the true value, that is the result in both roundings.
// The functions below compute it for such operands, and return nil for others.

// twoTo is 2^n.
func twoTo(n int64) *big.Rat {
	p := new(big.Int).Lsh(big.NewInt(1), uint(max(n, -n)))
	if n < 0 {
		return new(big.Rat).SetFrac(big.NewInt(1), p)
	}
	return new(big.Rat).SetInt(p)
}

// powerOfTwo is n of 2^n.
func powerOfTwo(x *big.Rat) (n int64, ok bool) {
	if x.Sign() <= 0 {
		return 0, false
	}
	n = int64(x.Num().BitLen() - x.Denom().BitLen())
	return n, x.Cmp(twoTo(n)) == 0
}

func exactLogarithm(x *big.Rat) *big.Rat {
	if n, ok := powerOfTwo(x); ok {
		return new(big.Rat).SetInt64(n)
	}
	return nil
}

func exactPowerOf2(x *big.Rat) *big.Rat {
	if !x.IsInt() || !x.Num().IsInt64() || x.Num().Int64() != max(-1000, min(x.Num().Int64(), 1000)) {
		return nil
	}
	return twoTo(x.Num().Int64())
}

// root is the square root of a number that is a square.
func root(x *big.Rat) *big.Rat {
	if x.Sign() < 0 {
		return nil
	}
	r := new(big.Rat).SetFrac(new(big.Int).Sqrt(x.Num()), new(big.Int).Sqrt(x.Denom()))
	if new(big.Rat).Mul(r, r).Cmp(x) != 0 {
		return nil
	}
	return r
}

// exactPower is x^y of a positive x and a y that is a quotient of a small number
// and a small power of two.
func exactPower(x, y *big.Rat) *big.Rat {
	for ; !y.IsInt(); y = new(big.Rat).Mul(y, big.NewRat(2, 1)) {
		if x = root(x); x == nil {
			return nil
		}
	}
	n := y.Num().Int64()
	if n < 0 {
		x, n = new(big.Rat).Inv(x), -n
	}
	p := big.NewRat(1, 1)
	for range n {
		p.Mul(p, x)
	}
	return p
}

// held is an exact result as a value of the format, and whether the format has it.
func held(f ref.Format, x *big.Rat, mode ref.Mode) (bits uint64, ok bool) {
	if x == nil {
		return 0, false
	}
	if x.Sign() == 0 {
		return f.Zero(false), true
	}
	bits = f.Round(x, mode)
	v := f.Decode(bits, false)
	return bits, v.Exact != nil && v.Exact.Cmp(x) == 0
}

func TestFunctionsAreExactWhereTheirResultIs(t *testing.T) {
	for _, fn := range []struct {
		name  string
		make  func(float.Format, int) *float.Unit[float.One]
		exact func(x *big.Rat) *big.Rat
	}{
		{"log2", float.NewLog2, exactLogarithm},
		{"exp2", float.NewExp2, exactPowerOf2},
		{"rcp", float.NewRcp, func(x *big.Rat) *big.Rat {
			if x.Sign() == 0 {
				return nil
			}
			return new(big.Rat).Inv(x)
		}},
		{"sqrt", float.NewSqrt, func(x *big.Rat) *big.Rat { return root(x) }},
		{"rsqrt", float.NewRsqrt, func(x *big.Rat) *big.Rat {
			if x = root(x); x == nil || x.Sign() == 0 {
				return nil
			}
			return new(big.Rat).Inv(x)
		}},
	} {
		for _, f := range formats {
			t.Run(fn.name+" "+f.hw.Name(), func(t *testing.T) {
				t.Parallel()
				s := settled(t, fn.make(f.hw, 0))
				tried := 0
				for _, x := range roundNumbers(f.ref) {
					for _, mode := range modes {
						v := f.ref.Decode(x, mode.Flush)
						if v.Exact == nil || v.Exact.Sign() == 0 && fn.name == "sqrt" { // the root of -0 is -0
							continue
						}
						want, ok := held(f.ref, fn.exact(v.Exact), mode)
						if !ok {
							continue
						}
						tried++
						require.Equal(t, want, s.of(t, mode, x), "%s of %x, %+v", fn.name, x, mode)
					}
				}
				require.Greater(t, tried, 15)
			})
		}
	}
}

// roundNumbers are all values of a format of 8 bits; for other formats boundaries,
// the powers of two, the whole numbers up to 300 and their squares, of both signs.
func roundNumbers(f ref.Format) []uint64 {
	var list []uint64
	if w := f.Exponent + f.Fraction + 1; w <= 8 {
		for x := range uint64(1) << w {
			list = append(list, x)
		}
		return list
	}
	list = boundaries(f)
	sign := uint64(1) << (f.Exponent + f.Fraction)
	add := func(x uint64) { list = append(list, x, x|sign) }
	for e := range uint64(1)<<f.Exponent - 1 {
		add(e << f.Fraction)
	}
	for i := range f.Fraction {
		add(1 << i) // subnormal
	}
	for i := int64(1); i <= 300; i++ {
		for _, n := range []int64{i, i * i} {
			add(f.Round(big.NewRat(n, 1), ref.Mode{}))
			add(f.Round(big.NewRat(n, 64), ref.Mode{}))
		}
	}
	return list
}

// An exact power is exact to nearest. Toward zero it is exact if the base is a
// power of two; otherwise it may be the next value below, as docs/float.md says.
func TestPowersAreExactWhereTheirResultIs(t *testing.T) {
	exponents := []*big.Rat{new(big.Rat)}
	for _, n := range []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 20} {
		exponents = append(exponents, big.NewRat(n, 4), big.NewRat(-n, 4), big.NewRat(n, 1), big.NewRat(-n, 1))
	}
	for _, f := range formats {
		t.Run(f.hw.Name(), func(t *testing.T) {
			t.Parallel()
			s := settled(t, float.NewPow(f.hw, 0))
			tried, below := 0, 0
			for i, a := range roundNumbers(f.ref) {
				for j, y := range exponents {
					if f.hw.Width() > 8 && y.Sign() != 0 && i%5 != j%5 {
						continue // a few exponents for each base
					}
					b := f.ref.Zero(i%2 == 1)
					if y.Sign() != 0 {
						var ok bool
						if b, ok = held(f.ref, y, ref.Mode{}); !ok {
							continue
						}
					}
					for _, mode := range modes {
						v := f.ref.Decode(a, mode.Flush)
						if v.Exact == nil || v.Exact.Sign() <= 0 {
							continue
						}
						want, ok := held(f.ref, exactPower(v.Exact, y), mode)
						if !ok {
							continue
						}
						tried++
						got := s.of(t, mode, a, b)
						if _, two := powerOfTwo(v.Exact); mode.TowardZero && !two && got == want-1 {
							below++
							continue
						}
						require.Equal(t, want, got, "%x to the power of %s, %+v", a, y, mode)
					}
				}
			}
			t.Logf("%d exact powers, toward zero %d of them the next value below", tried, below)
			require.Greater(t, tried, 20)
		})
	}
}

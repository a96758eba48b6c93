package ref

import "math/big"

// Fixed is a fixed-point format: an integer of Width bits, at most 64, in two's
// complement if Signed, divided by 2^Fraction.
type Fixed struct {
	Width, Fraction int
	Signed          bool
}

// Norm is a normalised integer of at most 64 bits: UNORM, or SNORM if Signed.
type Norm struct {
	Width  int
	Signed bool
}

// Any is a format with values.
type Any interface {
	decode(bits uint64, flush bool) Value
	encode(v Value, mode Mode) uint64
}

// Cast converts a value from one format to another.
func Cast(from, to Any, x uint64, mode Mode) uint64 {
	return to.encode(from.decode(x, mode.Flush), mode)
}

func (f Format) decode(bits uint64, flush bool) Value { return f.Decode(bits, flush) }

func integer(bits uint64, width int, signed bool) *big.Int {
	v := new(big.Int).SetUint64(bits)
	if signed && bits>>(width-1)&1 == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
	}
	return v
}

func valueOf(x *big.Rat) Value { return Value{Negative: x.Sign() < 0, Exact: x} }

func (x Fixed) decode(bits uint64, _ bool) Value {
	return valueOf(scaled(integer(bits, x.Width, x.Signed), -x.Fraction))
}

func (x Fixed) encode(v Value, mode Mode) uint64 {
	if v.NaN {
		return 0
	}
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(x.Width))
	if x.Signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	high.Sub(high, big.NewInt(1))
	n := new(big.Int)
	switch {
	case v.Inf && v.Negative:
		n.Set(low)
	case v.Inf:
		n.Set(high)
	default:
		n = whole(new(big.Rat).Mul(v.Exact, power(x.Fraction)), mode)
		if n.Cmp(low) < 0 {
			n.Set(low)
		} else if n.Cmp(high) > 0 {
			n.Set(high)
		}
	}
	if n.Sign() < 0 {
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(x.Width)))
	}
	return n.Uint64()
}

// whole rounds to an integer.
func whole(x *big.Rat, mode Mode) *big.Int {
	n, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int)) // toward zero
	if mode.TowardZero {
		return n
	}
	rest.Abs(rest.Lsh(rest, 1))
	if c := rest.Cmp(x.Denom()); c > 0 || c == 0 && n.Bit(0) == 1 {
		n.Add(n, big.NewInt(int64(x.Sign())))
	}
	return n
}

func (x Norm) divisor() *big.Rat {
	n := uint(x.Width)
	if x.Signed {
		n--
	}
	d := new(big.Int).Lsh(big.NewInt(1), n)
	return new(big.Rat).SetInt(d.Sub(d, big.NewInt(1)))
}

func (x Norm) decode(bits uint64, _ bool) Value {
	v := new(big.Rat).Quo(new(big.Rat).SetInt(integer(bits, x.Width, x.Signed)), x.divisor())
	if least := big.NewRat(-1, 1); v.Cmp(least) < 0 {
		v = least
	}
	return valueOf(v)
}

func (x Norm) encode(v Value, mode Mode) uint64 {
	if v.NaN {
		return 0
	}
	low, high := new(big.Rat), big.NewRat(1, 1)
	if x.Signed {
		low = big.NewRat(-1, 1)
	}
	r := v.Exact
	if v.Inf && v.Negative {
		r = low
	} else if v.Inf {
		r = high
	}
	if r.Cmp(low) < 0 {
		r = low
	} else if r.Cmp(high) > 0 {
		r = high
	}
	return Fixed{Width: x.Width, Signed: x.Signed}.encode(valueOf(new(big.Rat).Mul(r, x.divisor())), mode)
}

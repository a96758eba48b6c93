package ref

import "math/big"

// Format is a binary format of IEEE 754-2008 with the widths of its exponent
// and fraction in bits. A value is its bits in the low end of a uint64.
type Format struct{ Exponent, Fraction int }

var (
	Binary32 = Format{8, 23}
	Binary16 = Format{5, 10}
)

// Mode says how a result is rounded and what happens to subnormals.
type Mode struct {
	TowardZero bool // otherwise to nearest, ties to even
	Flush      bool // subnormal operands and results are 0 with their sign
}

// Value is the meaning of bits: NaN, or an infinity, or Exact with a sign, which
// matters for 0 and infinity.
type Value struct {
	NaN, Inf, Negative bool
	Exact              *big.Rat
}

// IsZero reports whether v is +0 or −0.
func (v Value) IsZero() bool { return !v.NaN && !v.Inf && v.Exact.Sign() == 0 }

func (f Format) sign() uint64     { return 1 << (f.Exponent + f.Fraction) }
func (f Format) infinity() uint64 { return (1<<f.Exponent - 1) << f.Fraction }

// NaN is the one quiet NaN.
func (f Format) NaN() uint64 { return f.sign() - 1 }

// Infinity is the infinity of the given sign.
func (f Format) Infinity(negative bool) uint64 { return f.signed(f.infinity(), negative) }

// Zero is the zero of the given sign.
func (f Format) Zero(negative bool) uint64 { return f.signed(0, negative) }

func (f Format) signed(magnitude uint64, negative bool) uint64 {
	if negative {
		return magnitude | f.sign()
	}
	return magnitude
}

// smallest is the exponent of the smallest normal value.
func (f Format) smallest() int { return 2 - 1<<(f.Exponent-1) }

func power(n int) *big.Rat {
	x := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(n, -n))))
	if n < 0 {
		x.Inv(x)
	}
	return x
}

// scaled is x·2^n. It cancels common factors of 2 first, since finding them by division, as a Rat does, would take most
// of the time of decoding.
func scaled(x *big.Int, n int) *big.Rat {
	if n >= 0 || x.Sign() == 0 {
		return new(big.Rat).SetInt(x.Lsh(x, uint(max(n, 0))))
	}
	twos := min(x.TrailingZeroBits(), uint(-n))
	x.Rsh(x, twos)
	if twos == uint(-n) {
		return new(big.Rat).SetInt(x)
	}
	return new(big.Rat).SetFrac(x, new(big.Int).Lsh(big.NewInt(1), uint(-n)-twos))
}

// Decode returns the meaning of bits.
func (f Format) Decode(bits uint64, flush bool) Value {
	v := Value{Negative: bits&f.sign() != 0}
	field := int(bits >> f.Fraction & (1<<f.Exponent - 1))
	fraction := int64(bits & (1<<f.Fraction - 1))
	switch {
	case field == 1<<f.Exponent-1:
		v.NaN, v.Inf = fraction != 0, fraction == 0
		return v
	case field == 0 && flush:
		fraction = 0
	case field > 0:
		fraction += 1 << f.Fraction
		field--
	}
	v.Exact = scaled(big.NewInt(fraction), f.smallest()-f.Fraction+field)
	if v.Negative {
		v.Exact.Neg(v.Exact)
	}
	return v
}

// Round returns the bits of a number that is not 0. Tininess is detected before
// rounding: with Flush every number nearer to 0 than the smallest normal is 0.
func (f Format) Round(x *big.Rat, mode Mode) uint64 {
	negative := x.Sign() < 0
	x = new(big.Rat).Abs(x)
	e := x.Num().BitLen() - x.Denom().BitLen() // 2^(e-1) < x < 2^(e+1)
	if x.Cmp(power(e)) < 0 {
		e--
	}
	if e < f.smallest() && mode.Flush {
		return f.Zero(negative)
	}
	quantum := max(e, f.smallest()) - f.Fraction
	x.Mul(x, power(-quantum))
	n, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	if !mode.TowardZero {
		switch rest.Lsh(rest, 1).Cmp(x.Denom()) {
		case 1:
			n.Add(n, big.NewInt(1))
		case 0:
			n.Add(n, new(big.Int).And(n, big.NewInt(1)))
		}
	}
	// The bits of n continue into the exponent.
	above := max(e-f.smallest(), 0)
	if above >= 1<<f.Exponent {
		above = 1 << f.Exponent
	}
	magnitude := uint64(above)<<f.Fraction + n.Uint64()
	if magnitude >= f.infinity() {
		magnitude = f.infinity()
		if mode.TowardZero {
			magnitude--
		}
	}
	return f.signed(magnitude, negative)
}

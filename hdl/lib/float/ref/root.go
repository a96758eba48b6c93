package ref

import "math/big"

// Div is a ÷ b.
func (f Format) Div(a, b uint64, mode Mode) uint64 {
	x, y := f.Decode(a, mode.Flush), f.Decode(b, mode.Flush)
	negative := x.Negative != y.Negative
	switch {
	case x.NaN || y.NaN || x.Inf && y.Inf || x.IsZero() && y.IsZero():
		return f.NaN()
	case x.Inf || y.IsZero():
		return f.Infinity(negative)
	case y.Inf || x.IsZero():
		return f.Zero(negative)
	}
	return f.Round(new(big.Rat).Quo(x.Exact, y.Exact), mode)
}

// Rcp is 1 ÷ a.
func (f Format) Rcp(a uint64, mode Mode) uint64 {
	return f.Div((1<<(f.Exponent-1)-1)<<f.Fraction, a, mode)
}

// Sqrt is the square root of a.
func (f Format) Sqrt(a uint64, mode Mode) uint64 {
	x := f.Decode(a, mode.Flush)
	switch {
	case !x.NaN && x.IsZero():
		return f.Zero(x.Negative)
	case x.NaN || x.Negative:
		return f.NaN()
	case x.Inf:
		return f.Infinity(false)
	}
	return f.Round(between(x.Exact), mode)
}

// Rsqrt is 1 ÷ √a.
func (f Format) Rsqrt(a uint64, mode Mode) uint64 {
	x := f.Decode(a, mode.Flush)
	switch {
	case !x.NaN && x.IsZero():
		return f.Infinity(x.Negative)
	case x.NaN || x.Negative:
		return f.NaN()
	case x.Inf:
		return f.Zero(false)
	}
	return f.Round(between(new(big.Rat).Inv(x.Exact)), mode)
}

// between is the square root of x if that is a rational with few bits,
// otherwise a number so near the root that no tie of a format is between them:
// the integer part of the root of x × 2^2k, plus a half, divided by 2^k.
func between(x *big.Rat) *big.Rat {
	const k = 400
	scaled := new(big.Rat).Mul(x, power(2*k))
	whole := new(big.Int).Quo(scaled.Num(), scaled.Denom())
	n := new(big.Int).Sqrt(whole)
	r := new(big.Rat).SetInt(n)
	if new(big.Rat).Mul(r, r).Cmp(scaled) != 0 {
		r.Add(r, big.NewRat(1, 2))
	}
	return r.Mul(r, power(-k))
}

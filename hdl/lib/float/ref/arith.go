package ref

import "math/big"

// Add is a + b.
func (f Format) Add(a, b uint64, mode Mode) uint64 {
	return f.sum(f.Decode(a, mode.Flush), f.Decode(b, mode.Flush), mode)
}

// Sub is a − b.
func (f Format) Sub(a, b uint64, mode Mode) uint64 { return f.Add(a, b^f.sign(), mode) }

func (f Format) sum(x, y Value, mode Mode) uint64 {
	switch {
	case x.NaN || y.NaN || x.Inf && y.Inf && x.Negative != y.Negative:
		return f.NaN()
	case x.Inf:
		return f.Infinity(x.Negative)
	case y.Inf:
		return f.Infinity(y.Negative)
	}
	s := new(big.Rat).Add(x.Exact, y.Exact)
	if s.Sign() == 0 {
		return f.Zero(x.IsZero() && y.IsZero() && x.Negative && y.Negative)
	}
	return f.Round(s, mode)
}

// multiply is exact.
func multiply(x, y Value) Value {
	p := Value{Negative: x.Negative != y.Negative}
	switch {
	case x.NaN || y.NaN || x.Inf && y.IsZero() || x.IsZero() && y.Inf:
		p.NaN = true
	case x.Inf || y.Inf:
		p.Inf = true
	default:
		p.Exact = new(big.Rat).Mul(x.Exact, y.Exact)
	}
	return p
}

// encode rounds a value.
func (f Format) encode(v Value, mode Mode) uint64 {
	switch {
	case v.NaN:
		return f.NaN()
	case v.Inf:
		return f.Infinity(v.Negative)
	case v.IsZero():
		return f.Zero(v.Negative)
	}
	return f.Round(v.Exact, mode)
}

// Mul is a × b.
func (f Format) Mul(a, b uint64, mode Mode) uint64 {
	return f.encode(multiply(f.Decode(a, mode.Flush), f.Decode(b, mode.Flush)), mode)
}

// FMA is a × b + c, rounded once.
func (f Format) FMA(a, b, c uint64, mode Mode) uint64 {
	return f.sum(multiply(f.Decode(a, mode.Flush), f.Decode(b, mode.Flush)), f.Decode(c, mode.Flush), mode)
}

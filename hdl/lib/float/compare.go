package float

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Order is the result of a comparison (IEEE 754-2008, 5.11); exactly one is 1.
type Order struct {
	Less, Equal, Greater, Unordered hdl.Bits `width:"1"`
}

// Compare orders two values. −0 and +0 are equal; NaN is unordered.
// Flush compares subnormals as 0; rounding has no effect.
func (f Format) Compare(a, b hdl.Bits, mode Mode) Order {
	if !given(f, &mode, &a, &b) {
		return Order{a, a, a, a}
	}
	n := f.Width()
	a, b = f.flushed(a, mode), f.flushed(b, mode)
	x, y := a.Slice(n-2, 0), b.Slice(n-2, 0)
	nan := f.isNaN(a).Or(f.isNaN(b))
	zeros := x.Or(y).ReduceOr().Not()
	same := a.Eq(b).Or(zeros)
	// The magnitudes are ordered as integers.
	negative, other := a.Bit(n-1), b.Bit(n-1)
	less := hdl.Mux(negative.Xor(other), negative, hdl.Mux(negative, x.Gt(y), x.Lt(y)))
	ordered := nan.Not()
	return Order{
		Less:      ordered.And(same.Not()).And(less),
		Equal:     ordered.And(same),
		Greater:   ordered.And(same.Not()).And(less.Not()),
		Unordered: nan,
	}
}

// Min is the lesser value; −0 is less than +0, and a number less than NaN
// (minNum of IEEE 754-2008, 5.3.1).
func (f Format) Min(a, b hdl.Bits, mode Mode) hdl.Bits { return f.choose(a, b, mode, false) }

// Max is the greater value; +0 is greater than −0, and a number greater than NaN
// (maxNum of IEEE 754-2008, 5.3.1).
func (f Format) Max(a, b hdl.Bits, mode Mode) hdl.Bits { return f.choose(a, b, mode, true) }

func (f Format) choose(a, b hdl.Bits, mode Mode, greater bool) hdl.Bits {
	if !given(f, &mode, &a, &b) {
		return a
	}
	o := f.Compare(a, b, mode)
	a, b = f.flushed(a, mode), f.flushed(b, mode)
	sign := a.Bit(f.Width() - 1)
	first := o.Less.Or(o.Equal.And(sign))
	if greater {
		first = o.Greater.Or(o.Equal.And(sign.Not()))
	}
	value := hdl.Mux(hdl.Mux(o.Unordered, f.isNaN(b), first), a, b)
	return hdl.Mux(f.isNaN(a).And(f.isNaN(b)), f.NaN(), value)
}

func (f Format) isNaN(x hdl.Bits) hdl.Bits {
	return x.Slice(f.Width()-2, f.Fraction).ReduceAnd().And(x.Slice(f.Fraction-1, 0).ReduceOr())
}

// flushed is x, or 0 with its sign if it is subnormal and the mode flushes.
func (f Format) flushed(x hdl.Bits, mode Mode) hdl.Bits {
	n := f.Width()
	none := x.Slice(n-2, f.Fraction).ReduceOr().Not()
	return hdl.Cat(x.Bit(n-1), lib.Gate(mode.Flush.And(none).Not(), x.Slice(n-2, 0)))
}

package float

import "posedge/hdl"

// Mul is a × b, rounded to the nearest value; no product lies half-way between two.
// The lowest value of a signed format stands for −1 and is never the result.
func (x Norm) Mul(m *hdl.Module, a, b hdl.Bits) hdl.Bits {
	if !given(x, nil, &a, &b) {
		return a
	}
	n := x.bits()
	sa, ma := x.Magnitude(a)
	sb, mb := x.Magnitude(b)
	q := x.Rounded(ma.Mul(mb)).ZeroExtend(x.Width)
	if !x.Signed {
		return q.Truncate(n)
	}
	return negatedIf(sa.Xor(sb), q)
}

// Magnitude takes a value apart: its sign, and its absolute value times 2^n − 1 in n
// bits, where n is the width, less 1 for a signed format.
func (x Norm) Magnitude(v hdl.Bits) (sign, magnitude hdl.Bits) {
	if !given(x, nil, &v) {
		return hdl.Const(1, 0), v
	}
	n := x.bits()
	sign, abs := x.fixed().magnitude(v)
	if !x.Signed {
		return sign, abs
	}
	return sign, abs.Slice(n-1, 0).Or(abs.Bit(n).Repeat(n)) // the lowest value is −1
}

// Rounded is p ÷ (2^n − 1) to the nearest integer, in n bits, for the product p of two
// magnitudes, in 2n bits. It needs no divider: 1 ÷ (2^n − 1) is 2^−n + 2^−2n + …, and two
// terms suffice for p up to (2^n − 1)².
func (x Norm) Rounded(p hdl.Bits) hdl.Bits {
	n := x.bits()
	if p.Width() != 2*n {
		return p.Refuse(n, "a product of two magnitudes of %s has a width of %d", nameOf(x), 2*n)
	}
	t := p.ZeroExtend(2*n + 1).Add(hdl.Cat(hdl.Const(1, 1), hdl.Const(n-1, 0)).ZeroExtend(2*n + 1))
	return t.Add(t.Slice(2*n, n).ZeroExtend(2*n+1)).Slice(2*n-1, n)
}

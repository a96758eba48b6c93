package float

import "posedge/hdl"

// number is (−1)^Sign × Sig × 2^(Exp − (width of Sig − 1)), or one of the special
// values. Sig is normalised: its top bit is 1 unless the number is special.
type number struct {
	Sign hdl.Bits `width:"1"`
	Exp  hdl.Bits `width:"exponent"` // two's complement
	Sig  hdl.Bits `width:"significand"`
	Zero hdl.Bits `width:"1"` // Sig and Exp are then arbitrary
	Inf  hdl.Bits `width:"1"`
	Nan  hdl.Bits `width:"1"`
}

// expWidth is wide enough for the exponents of all values, with subnormals
// normalised, of their products and of their quotients.
func (f Format) expWidth() int { return max(f.Exponent, hdl.CountWidth(f.Fraction)) + 3 }

// raw takes a value apart as it is written, with an exponent of w bits: a
// subnormal has the exponent of the smallest normal value and no hidden bit, and
// is 0 if flush is 1.
func (f Format) raw(x, flush hdl.Bits, w int) number {
	field := x.Slice(f.Width()-2, f.Fraction)
	fraction := x.Slice(f.Fraction-1, 0)
	none, special := field.ReduceOr().Not(), field.ReduceAnd()
	empty := fraction.ReduceOr().Not()
	return number{
		Sign: x.Bit(f.Width() - 1),
		Exp:  field.ZeroExtend(w).Or(none.ZeroExtend(w)).Sub(f.bias()),
		Sig:  hdl.Cat(none.Not(), fraction),
		Zero: none.And(empty.Or(flush)),
		Inf:  special.And(empty),
		Nan:  special.And(empty.Not()),
	}
}

// unpack takes the value with that name apart. Subnormals are normalised, or 0
// if flush is 1.
func (f Format) unpack(p *path, name string, x, flush hdl.Bits) number {
	n := f.raw(x, flush, f.expWidth())
	sig, shift := normalise(n.Sig)
	return number{
		Sign: n.Sign,
		Exp:  p.name(name+"_exp", n.Exp.Sub(shift.ZeroExtend(f.expWidth()))),
		Sig:  p.name(name+"_sig", sig),
		Zero: p.name(name+"_zero", n.Zero),
		Inf:  p.name(name+"_inf", n.Inf),
		Nan:  p.name(name+"_nan", n.Nan),
	}
}

// normalise shifts x to the left until its top bit is 1, and counts the places.
// A 0 stays 0.
func normalise(x hdl.Bits) (y, places hdl.Bits) {
	w := x.Width()
	var bits []hdl.Operand // of places, the least first
	for k := hdl.IndexWidth(w) - 1; k >= 0; k-- {
		n := 1 << k
		if n >= w {
			bits = append([]hdl.Operand{hdl.Const(1, 0)}, bits...)
			continue
		}
		empty := x.Slice(w-1, w-n).ReduceOr().Not()
		x = hdl.Mux(empty, hdl.Cat(x.Slice(w-n-1, 0), hdl.Const(n, 0)), x)
		bits = append([]hdl.Operand{empty}, bits...)
	}
	return x, hdl.Pack(bits...)
}

// shiftRightSticky shifts x by amount; the lowest bit of the result is the OR of
// itself and all bits shifted out.
func shiftRightSticky(x, amount hdl.Bits) hdl.Bits {
	w := x.Width()
	far := hdl.Const(1, 0)
	for k := range amount.Width() {
		if n := 1 << min(k, 30); n < w {
			lost := x.Slice(n-1, 0).ReduceOr()
			moved := hdl.Cat(hdl.Const(n, 0), x.Slice(w-1, n))
			x = hdl.Mux(amount.Bit(k), sticky(moved, lost), x)
		} else {
			far = far.Or(amount.Bit(k))
		}
	}
	return hdl.Mux(far, x.ReduceOr().ZeroExtend(w), x)
}

// sticky sets the lowest bit of x if lost is 1.
func sticky(x, lost hdl.Bits) hdl.Bits { return x.Or(lost.ZeroExtend(x.Width())) }

// ones is a constant of n ones.
func ones(n int) hdl.Bits { return hdl.Const(n, 0).Not() }

// negative is the sign of a two's complement value.
func negative(x hdl.Bits) hdl.Bits { return x.Bit(x.Width() - 1) }

// negatedIf is −x if sign is 1, else x.
func negatedIf(sign, x hdl.Bits) hdl.Bits {
	return x.Xor(sign.Repeat(x.Width())).Add(sign.ZeroExtend(x.Width()))
}

// pad appends zeros to x, up to w bits.
func pad(x hdl.Bits, w int) hdl.Bits {
	if x.Width() == w {
		return x
	}
	return hdl.Cat(x, hdl.Const(w-x.Width(), 0))
}

package float

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// round turns a number into a value of the format. The significand has at least
// two bits more than the format, and its last bit is sticky: 1 if any bit
// beyond it would be. It rounds once, subnormal results too. Tininess is
// detected before rounding: if flush is 1, a value that would round up to the
// smallest normal one becomes 0 as well.
func (f Format) round(path *path, x number, mode Mode) hdl.Bits {
	p := f.precision()
	w := x.Sig.Width()
	e := max(x.Exp.Width(), f.expWidth())
	if w < p+2 {
		x.Sig = hdl.Cat(x.Sig, hdl.Const(p+2-w, 0))
		w = p + 2
	}
	// Below the smallest normal value the significand is shifted down, with its top bit.
	below := signedConst(e+1, f.least()).Sub(x.Exp.SignExtend(e + 1))
	tiny := path.name("tiny", negative(below).Not().And(below.ReduceOr()))
	limit := hdl.CountWidth(w)
	far := below.Slice(e, min(limit, e)).ReduceOr()
	places := path.name("denormal_places", lib.Gate(tiny, below.Truncate(limit).Or(far.Repeat(limit))))
	sig := path.name("denormalised", shiftRightSticky(x.Sig, places))

	kept := sig.Slice(w-1, w-p)
	half := sig.Bit(w - p - 1)
	rest := sig.Slice(w-p-2, 0).ReduceOr()
	up := path.name("round_up", mode.TowardZero.Not().And(half).And(rest.Or(kept.Bit(0))))

	// A carry out of the fraction gives the next exponent, even from subnormal to
	// normal and from the greatest value to infinity.
	biased := path.name("biased", lib.Gate(tiny.Not(), x.Exp.SignExtend(e+1).Add(f.bias())))
	magnitude := path.name("rounded", hdl.Cat(biased.Truncate(f.Exponent), kept.Slice(p-2, 0)).Add(up.ZeroExtend(f.Width()-1)))
	over := tiny.Not().And(biased.Signed().Ge(hdl.SignedConst(e+1, int64(2*f.bias()+1)))) // no finite exponent
	over = path.name("overflow", over.Or(magnitude.Slice(f.Width()-2, f.Fraction).ReduceAnd()))
	infinity := hdl.Cat(ones(f.Exponent), hdl.Const(f.Fraction, 0))
	greatest := hdl.Cat(ones(f.Exponent-1), hdl.Const(1, 0), ones(f.Fraction))

	finite := hdl.Mux(over, hdl.Mux(mode.TowardZero, greatest, infinity), magnitude)
	finite = lib.Gate(x.Zero.Or(tiny.And(mode.Flush)).Not(), finite)
	value := hdl.Cat(x.Sign, hdl.Mux(x.Inf, infinity, finite))
	return hdl.Mux(x.Nan, f.NaN(), value)
}

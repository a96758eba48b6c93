package float

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// Fixed is a fixed-point format: an integer of Width bits, in two's complement
// if Signed, that stands for its value divided by 2^Fraction. With Fraction 0
// it is an integer; 24.8 is Fixed{32, 8, true}.
type Fixed struct {
	Width    int // 1 to 256 bits
	Fraction int // may be more than Width, or negative
	Signed   bool
}

// Name is u8, s32 or, with a fraction, s32_f8.
func (x Fixed) Name() string {
	name := "u"
	if x.Signed {
		name = "s"
	}
	name += fmt.Sprint(x.Width)
	switch {
	case x.Fraction > 0:
		name += fmt.Sprintf("_f%d", x.Fraction)
	case x.Fraction < 0:
		name += fmt.Sprintf("_x%d", -x.Fraction)
	}
	return name
}

// Check returns an error if the format cannot be built.
func (x Fixed) Check() error {
	if x.Width < 1 || x.Width > 256 || x.Fraction < -1024 || x.Fraction > 1024 {
		return fmt.Errorf("float: Fixed{Width: %d, Fraction: %d} cannot be built: it has 1 to 256 bits, and a fraction of -1024 to 1024", x.Width, x.Fraction)
	}
	return nil
}

// magnitude is the absolute value, with as many bits, and the sign.
func (x Fixed) magnitude(v hdl.Bits) (sign, abs hdl.Bits) {
	if !x.Signed {
		return hdl.Const(1, 0), v
	}
	sign = negative(v)
	return sign, negatedIf(sign, v)
}

// unpack turns a value into a number; nothing is lost.
func (x Fixed) unpack(p *path, v hdl.Bits) number {
	sign, abs := x.magnitude(v)
	sig, places := normalise(p.name("magnitude", abs))
	places = p.name("leading_zeros", places)
	w := x.expWidth()
	return number{
		Sign: sign,
		Exp:  signedConst(w, x.Width-1-x.Fraction).Sub(places.ZeroExtend(w)),
		Sig:  sig,
		Zero: abs.ReduceOr().Not(),
		Inf:  hdl.Const(1, 0),
		Nan:  hdl.Const(1, 0),
	}
}

// expWidth holds the exponents of all values.
func (x Fixed) expWidth() int { return hdl.CountWidth(max(x.Width, x.Fraction, -x.Fraction)) + 3 }

// round turns a number into a value: rounded, and saturated if it is too large.
// NaN becomes 0.
func (x Fixed) round(p *path, v number, mode Mode) hdl.Bits {
	w := x.Width
	size := max(w+2, v.Sig.Width())
	sig := hdl.Cat(v.Sig, hdl.Const(size-v.Sig.Width()+1, 0)) // one more, so that each shift loses something
	size++
	// Without a shift the top bit stands for 2^(w−1−Fraction).
	e := max(v.Exp.Width(), x.expWidth()) + 1
	places := p.name("places", signedConst(e, w-1-x.Fraction).Sub(v.Exp.SignExtend(e)))
	above := negative(places)
	limit := hdl.CountWidth(size)
	far := places.Slice(e-1, min(limit, e-1)).ReduceOr()
	sig = p.name("aligned", shiftRightSticky(sig, places.Truncate(min(limit, e)).Or(far.Repeat(min(limit, e)))))

	kept := sig.Slice(size-1, size-w)
	half := sig.Bit(size - w - 1)
	rest := sig.Slice(size-w-2, 0).ReduceOr()
	up := p.name("round_up", mode.TowardZero.Not().And(half).And(rest.Or(kept.Bit(0))))
	abs := p.name("rounded", kept.ZeroExtend(w+1).Add(up.ZeroExtend(w+1)))
	return x.saturated(v, above.Or(abs.Bit(w)), abs.Truncate(w))
}

// saturated is the number v, or the nearest value if it is out of range. Its
// magnitude in units of the last place is abs, or exceeds the width if over is
// 1. NaN becomes 0.
func (x Fixed) saturated(v number, over, abs hdl.Bits) hdl.Bits {
	w := x.Width
	some := v.Zero.Not().And(v.Nan.Not())
	if !x.Signed {
		return lib.Gate(some.And(v.Sign.Not()), hdl.Mux(over.Or(v.Inf), ones(w), abs))
	}
	// The magnitude may be 2^(w−1) only for a negative value.
	lowest := pad(hdl.Const(1, 1), w)
	over = over.Or(v.Inf).Or(abs.Bit(w - 1).And(hdl.Mux(v.Sign, abs.Ne(lowest), 1)))
	return lib.Gate(some, hdl.Mux(over, lowest.Xor(v.Sign.Not().Repeat(w)), negatedIf(v.Sign, abs)))
}

// extended is a value with w bits.
func (x Fixed) extended(v hdl.Bits, w int) hdl.Bits {
	if x.Signed {
		return v.SignExtend(w)
	}
	return v.ZeroExtend(w)
}

// signedConst is a two's complement constant.
func signedConst(w, v int) hdl.Bits { return hdl.SignedConst(w, int64(v)).Bits() }

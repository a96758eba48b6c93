package float

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// Norm is a normalised integer of n bits (OpenGL 4.6, 2.3.5): UNORM stands for
// value ÷ (2^n − 1); SNORM, in two's complement, for value ÷ (2^(n−1) − 1), and
// its lowest value for −1 too.
type Norm struct {
	Width  int // 2 to 64 bits
	Signed bool
}

// Name is unorm8 or snorm16.
func (x Norm) Name() string {
	if x.Signed {
		return fmt.Sprintf("snorm%d", x.Width)
	}
	return fmt.Sprintf("unorm%d", x.Width)
}

// Check returns an error if the format cannot be built.
func (x Norm) Check() error {
	if x.Width < 2 || x.Width > 64 {
		return fmt.Errorf("float: Norm{Width: %d} cannot be built: it has 2 to 64 bits", x.Width)
	}
	return nil
}

// bits is the n in the divisor 2^n − 1.
func (x Norm) bits() int {
	if x.Signed {
		return x.Width - 1
	}
	return x.Width
}

// fixed is the integer format of a value.
func (x Norm) fixed() Fixed { return Fixed{Width: x.Width, Signed: x.Signed} }

// raw takes a value apart: its sign, the n bits of its magnitude, and whether it
// stands for 1 or −1; the lowest value does, and abs is then undefined.
func (x Norm) raw(v hdl.Bits) (sign, abs, one hdl.Bits) {
	n := x.bits()
	sign, abs = x.fixed().magnitude(v)
	one = abs.Slice(n-1, 0).ReduceAnd()
	if x.Signed {
		one = one.Or(abs.Bit(n)) // the lowest value
	}
	return sign, abs.Truncate(n), one
}

// unpack turns a value into a number. v ÷ (2^n − 1) is 0.vvv… in binary: the
// bits of v repeat for ever, unless v is 0 or the divisor, so that no format
// but a Norm has this value or a tie at it. The number has at least need + n of
// these bits and then ones: slightly too much, so that an exact result of a
// cast to another Norm is not missed from below. As it is too large by less
// than 2^−(need+n), the number never reaches the next value.
func (x Norm) unpack(p *path, v hdl.Bits, need int) number {
	n := x.bits()
	sign, abs, one := x.raw(v)
	copies := (need+n-1)/n + 2
	sig, places := normalise(p.name("fraction", hdl.Cat(abs.Repeat(copies-1), ones(n))))
	places = p.name("leading_zeros", places)
	top := hdl.Cat(hdl.Const(1, 1), hdl.Const(copies*n-1, 0))
	w := hdl.CountWidth(copies*n) + 2
	return number{
		Sign: sign,
		Exp:  hdl.Mux(one, signedConst(w, 0), signedConst(w, -1).Sub(places.ZeroExtend(w))),
		Sig:  hdl.Mux(one, top, sig),
		Zero: abs.ReduceOr().Or(one).Not(),
		Inf:  hdl.Const(1, 0),
		Nan:  hdl.Const(1, 0),
	}
}

// round turns a number into a value: clamped to the range of the format,
// multiplied exactly and rounded. NaN becomes 0.
func (x Norm) round(p *path, v number, mode Mode) hdl.Bits {
	n := x.bits()
	w := v.Sig.Width()
	e := v.Exp.Width() + 1 + hdl.CountWidth(n)
	// × (2^n − 1): the product is in (2^(n−1), 2^n) times the number.
	product := p.name("product", hdl.Cat(v.Sig, hdl.Const(n, 0)).Sub(v.Sig.ZeroExtend(w+n)))
	high := product.Bit(w + n - 1)
	scaled := number{
		Sign: v.Sign,
		Exp:  v.Exp.SignExtend(e).Add(n - 1).Add(high.ZeroExtend(e)),
		Sig:  hdl.Mux(high, product, hdl.Cat(product.Slice(w+n-2, 0), hdl.Const(1, 0))),
		Zero: v.Zero,
		Inf:  hdl.Const(1, 0),
		Nan:  v.Nan,
	}
	big := v.Inf.Or(v.Zero.Not().And(negative(v.Exp).Not())) // at least 1
	plain := x.fixed().round(p, scaled, mode)
	limit := hdl.Cat(hdl.Const(1, 0), ones(n))
	if !x.Signed {
		return lib.Gate(v.Nan.Not(), hdl.Mux(big, lib.Gate(v.Sign.Not(), limit.Truncate(n)), plain))
	}
	return lib.Gate(v.Nan.Not(), hdl.Mux(big, negatedIf(v.Sign, limit), plain))
}

package float

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// AmongSteps is the latency of [CastAmong], in registers.
const AmongSteps = 3

// CastAmong casts x from one of the formats to another; from and to are indices in the list.
// Rounding is to nearest even and subnormals are kept: the result is that of [Cast], but one
// normaliser, one shifter and one rounder serve all pairs. A value occupies the low bits of x
// and of the result, which is sign-extended if its format is a signed [Fixed] or [Norm] and
// zero-extended otherwise. The latency is [AmongSteps] registers. A cast from a format to
// itself is still a cast: the lowest code of a signed Norm becomes the one above it.
func CastAmong(l *Line, formats []Any, from, to, x hdl.Bits) hdl.Bits {
	a := &among{formats: formats}
	for _, f := range formats {
		if err := check(f); err != nil {
			return x.Refuse(x.Width(), "%v", err)
		}
	}
	for _, f := range formats {
		a.measure(f)
	}
	if x.Width() != a.width {
		return x.Refuse(a.width, "a cast among these formats takes %d bits, as the widest of them has", a.width)
	}
	if n := hdl.IndexWidth(len(formats)); from.Width() != n || to.Width() != n {
		return x.Refuse(a.width, "an index of %d formats has %d bits", len(formats), n)
	}
	type normal struct {
		X  number
		To hdl.Bits
	}
	s := step(l.path, normal{a.unpack(from, x), to})
	t := step(l.path, a.scale(s.X, s.To))
	r := step(l.path, a.align(t))
	return a.pack(r)
}

// among is a cast among some formats.
type among struct {
	formats []Any
	width   int // of the widest format
	sig     int // of a significand, in which every source is exact enough for every target
	exp     int // of an exponent
	scaled  int // greatest n of a factor 2^n − 1
	kept    int // bits of a rounded significand
}

// measure widens the fields to what a format needs.
func (a *among) measure(f Any) {
	a.width = max(a.width, f.bitsOf())
	switch f := f.(type) {
	case Format:
		a.kept = max(a.kept, f.precision())
		a.sig = max(a.sig, f.precision())
		a.exp = max(a.exp, f.expWidth()+2)
	case Fixed:
		a.kept = max(a.kept, f.Width)
		a.sig = max(a.sig, f.Width)
		a.exp = max(a.exp, f.expWidth()+2)
	case Norm:
		a.kept = max(a.kept, f.bits()+1)
		a.scaled = max(a.scaled, f.bits())
		a.exp = max(a.exp, hdl.CountWidth(f.Width)+4)
		// Room for the leading zeros of a small value, all bits of the target, and some to
		// round. No value of one Norm lies half-way between two values of another, nor nearer
		// to that than 2^−n of the step from one to the next.
		for _, target := range a.formats {
			switch t := target.(type) {
			case Format:
				a.sig = max(a.sig, f.bits()+t.precision()+3)
			case Fixed:
				a.sig = max(a.sig, t.Fraction+2)
			case Norm:
				a.sig = max(a.sig, f.bits()+t.bits()+4)
			}
		}
	}
}

// unpack takes x apart, as a value of the format from.
func (a *among) unpack(from, x hdl.Bits) number {
	var list []number
	for _, f := range a.formats {
		v := x.Truncate(f.bitsOf())
		n := number{Sign: hdl.Const(1, 0), Inf: hdl.Const(1, 0), Nan: hdl.Const(1, 0)}
		switch f := f.(type) {
		case Format:
			n = f.raw(v, hdl.Const(1, 0), a.exp)
			n.Sig = pad(n.Sig, a.sig)
		case Fixed:
			var abs hdl.Bits
			n.Sign, abs = f.magnitude(v)
			n.Exp, n.Sig, n.Zero = signedConst(a.exp, f.Width-1-f.Fraction), pad(abs, a.sig), abs.ReduceOr().Not()
		case Norm:
			var abs, one hdl.Bits
			n.Sign, abs, one = f.raw(v)
			copies := abs.Repeat((a.sig + f.bits() - 1) / f.bits())
			fraction := hdl.Cat(copies.Slice(copies.Width()-1, copies.Width()-a.sig+1), hdl.Const(1, 1)) // the bits go on
			n.Exp = hdl.Mux(one, signedConst(a.exp, 0), signedConst(a.exp, -1))
			n.Sig = hdl.Mux(one, pad(hdl.Const(1, 1), a.sig), fraction)
			n.Zero = abs.ReduceOr().Or(one).Not()
		default:
			panic(fmt.Sprintf("float: no cast among others of %T", f))
		}
		list = append(list, n)
	}
	n := hdl.Select(from, list)
	sig, places := normalise(n.Sig)
	n.Sig, n.Exp = sig, n.Exp.Sub(places.ZeroExtend(a.exp))
	return n
}

// grid is a number, multiplied by 2^n − 1 if its target is a Norm: in units of the target's
// last place, but for a power of 2.
type grid struct {
	X    number
	Full hdl.Bits // the number is at least 1
	To   hdl.Bits
}

// scale multiplies by the factor of the target.
func (a *among) scale(x number, to hdl.Bits) grid {
	full := x.Inf.Or(x.Zero.Not().And(negative(x.Exp).Not()))
	if a.scaled > 0 {
		w := a.sig + a.scaled
		var once, exps []hdl.Bits
		for _, f := range a.formats {
			n := 0
			part := hdl.Const(w, 0)
			if f, ok := f.(Norm); ok {
				n = f.bits()
				part = pad(x.Sig.ZeroExtend(w-(a.scaled-n)), w)
			}
			once, exps = append(once, part), append(exps, signedConst(a.exp, n))
		}
		product := pad(x.Sig, w).Sub(hdl.Select(to, once))
		high := negative(product)
		x.Sig = hdl.Mux(high, product, product.Shl(1))
		x.Exp = x.Exp.Add(hdl.Select(to, exps)).Sub(high.Not().ZeroExtend(a.exp))
	}
	if t := a.kept + 2; x.Sig.Width() > t { // the rest is sticky
		w := x.Sig.Width()
		x.Sig = sticky(x.Sig.Slice(w-1, w-t), x.Sig.Slice(w-t-1, 0).ReduceOr())
	} else {
		x.Sig = pad(x.Sig, t)
	}
	return grid{x, full, to}
}

// aligned is a grid whose last place is at bit 2 of the significand; below it are a rounding
// and a sticky bit.
type aligned struct {
	Grid   grid
	Normal hdl.Bits // of a Format: not subnormal
	Above  hdl.Bits // of a Fixed: too large to be shifted to its place
}

// align shifts the significand to the last place of its target. In a Format, that follows the
// exponent down to the smallest normal value.
func (a *among) align(g grid) aligned {
	var least, zero []hdl.Bits
	for _, f := range a.formats {
		floor, at := 0, 0
		switch f := f.(type) {
		case Format:
			floor = a.kept - f.precision()
			at = floor + f.least()
		case Fixed:
			at = a.kept - 1 - f.Fraction
		case Norm:
			at = a.kept - 1
		}
		least, zero = append(least, signedConst(a.exp, floor)), append(zero, signedConst(a.exp, at))
	}
	floor := hdl.Select(g.To, least)
	places := hdl.Select(g.To, zero).Sub(g.X.Exp)
	short := places.Signed().Lt(floor.Signed())
	r := aligned{Grid: g, Normal: places.Signed().Le(floor.Signed()), Above: short}
	places = hdl.Mux(short, floor, places)
	limit := hdl.CountWidth(a.kept + 2)
	far := places.Slice(a.exp-1, limit).ReduceOr()
	r.Grid.X.Sig = shiftRightSticky(g.X.Sig, places.Truncate(limit).Or(far.Repeat(limit)))
	return r
}

// pack rounds to the target.
func (a *among) pack(r aligned) hdl.Bits {
	x, to := r.Grid.X, r.Grid.To
	hdl.Unused(r.Grid.Full) // only a Norm needs it
	kept, half, rest := x.Sig.Slice(a.kept+1, 2), x.Sig.Bit(1), x.Sig.Bit(0)
	up := half.And(rest.Or(kept.Bit(0)))
	rounded := kept.ZeroExtend(a.kept + 1).Add(up.ZeroExtend(a.kept + 1))
	var list []hdl.Bits
	for _, f := range a.formats {
		var v hdl.Bits
		switch f := f.(type) {
		case Format:
			// The hidden bit adds one to the exponent, even if it comes from rounding.
			w := f.Width() - 1
			biased := x.Exp.Add(f.bias() - 1)
			magnitude := hdl.Cat(lib.Gate(r.Normal, biased.Truncate(f.Exponent)), hdl.Const(f.Fraction, 0)).Add(rounded.Truncate(f.precision() + 1).ZeroExtend(w))
			over := x.Inf.Or(r.Normal.And(x.Exp.Signed().Gt(hdl.SignedConst(a.exp, int64(f.bias())))))
			infinity := hdl.Cat(ones(f.Exponent), hdl.Const(f.Fraction, 0))
			finite := lib.Gate(x.Zero.Not(), magnitude)
			v = hdl.Mux(x.Nan, f.NaN(), hdl.Cat(x.Sign, hdl.Mux(over, infinity, finite))).ZeroExtend(a.width)
		case Fixed:
			over := r.Above.Or(rounded.Slice(a.kept, f.Width).ReduceOr())
			v = f.extended(f.saturated(x, over, rounded.Truncate(f.Width)), a.width)
		case Norm:
			n := f.bits()
			limit := hdl.Mux(r.Grid.Full, ones(n), rounded.Truncate(n)).ZeroExtend(f.Width)
			if f.Signed {
				v = negatedIf(x.Sign, limit)
			} else {
				v = lib.Gate(x.Sign.Not(), limit)
			}
			v = f.fixed().extended(lib.Gate(x.Nan.Not().And(x.Zero.Not()), v), a.width)
		}
		list = append(list, v)
	}
	return hdl.Select(to, list)
}

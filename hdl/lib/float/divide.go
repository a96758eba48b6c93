package float

import "posedge/hdl"

// digits is the number of bits that a digit recurrence makes for a format: the
// bits to keep, one to round, and one that may precede the first 1. The
// remainder gives the sticky bit.
func (f Format) digits() int { return f.precision() + 2 }

// recurrenceSteps is the number of steps of a recurrence: one before it and one
// after each digit.
func (f Format) recurrenceSteps() int { return f.digits() + 1 }

// withSticky appends a bit that is 1 if rest is not 0.
func withSticky(x, rest hdl.Bits) hdl.Bits { return hdl.Cat(x, rest.ReduceOr()) }

// quotient divides by restoring subtraction.
func quotient[T any](p *path, f Format, x, y number, along T) (number, T) {
	e, w := x.Exp.Width()+1, f.precision()
	type Start struct {
		Rest, Divisor hdl.Bits
		Exp           hdl.Bits
		Of            special
		Along         T
	}
	type next struct {
		Start
		Digits hdl.Bits // the first on top
	}
	type last struct { // without the divisor
		Rest   hdl.Bits
		Exp    hdl.Bits
		Of     special
		Along  T
		Digits hdl.Bits
	}
	s := step(p, Start{
		Rest: x.Sig.ZeroExtend(w + 1), Divisor: y.Sig,
		Exp: x.Exp.SignExtend(e).Sub(y.Exp.SignExtend(e)),
		Of: special{
			Sign: x.Sign.Xor(y.Sign),
			Zero: x.Zero.Or(y.Inf),
			Inf:  x.Inf.Or(y.Zero),
			Nan:  x.Nan.Or(y.Nan).Or(x.Inf.And(y.Inf)).Or(x.Zero.And(y.Zero)),
		},
		Along: along,
	})
	var digits hdl.Bits
	for i := range f.digits() {
		less := s.Rest.Sub(s.Divisor.ZeroExtend(w + 1))
		one := s.Rest.Ge(s.Divisor.ZeroExtend(w + 1))
		s.Rest = hdl.Mux(one, less, s.Rest).Shl(1)
		if i == 0 {
			digits = one
		} else {
			digits = hdl.Cat(digits, one)
		}
		if i < f.digits()-1 {
			n := step(p, next{s, digits})
			s, digits = n.Start, n.Digits
		}
	}
	l := step(p, last{s.Rest, s.Exp, s.Of, s.Along, digits})
	digits = l.Digits
	// The quotient of two in [1, 2) is in (1/2, 2).
	top := digits.Bit(f.digits() - 1)
	sig := withSticky(digits, l.Rest)
	return number{
		Sign: l.Of.Sign,
		Exp:  l.Exp.Sub(top.Not().ZeroExtend(e)),
		Sig:  hdl.Mux(top, sig, sig.Shl(1).Or(sig.Bit(0).ZeroExtend(sig.Width()))),
		Zero: l.Of.Zero,
		Inf:  l.Of.Inf,
		Nan:  l.Of.Nan,
	}, l.Along
}

// even makes the exponent of a number even: the significand, now with two bits
// before the point, is in [1, 4), and exp is half the exponent.
func even(x number) (sig, exp hdl.Bits) {
	odd := x.Exp.Bit(0)
	sig = hdl.Mux(odd, hdl.Cat(x.Sig, hdl.Const(1, 0)), hdl.Cat(hdl.Const(1, 0), x.Sig))
	w := x.Exp.Width()
	return sig, x.Exp.Slice(w-1, 1).SignExtend(w)
}

// root is the square root by restoring subtraction, two bits of the operand for
// each bit of the result. The root of −0 is −0.
func root[T any](p *path, f Format, x number, along T) (number, T) {
	n := f.digits()
	type Start struct {
		Operand hdl.Bits // the bits still to be used, at the top
		Exp     hdl.Bits
		Of      special
		Along   T
	}
	type next struct {
		Start
		Rest, Digits hdl.Bits
	}
	type last struct { // without the operand, which is used up
		Rest, Digits hdl.Bits
		Exp          hdl.Bits
		Of           special
		Along        T
	}
	sig, exp := even(x)
	s := step(p, Start{
		Operand: hdl.Cat(sig, hdl.Const(2*n-sig.Width(), 0)),
		Exp:     exp,
		Of: special{
			Sign: x.Sign,
			Zero: x.Zero,
			Inf:  x.Inf,
			Nan:  x.Nan.Or(x.Sign.And(x.Zero.Not())),
		},
		Along: along,
	})
	rest, digits := hdl.Const(n+2, 0), hdl.Const(n, 0)
	for range n {
		w := s.Operand.Width()
		r := hdl.Cat(rest.Slice(n-1, 0), s.Operand.Slice(w-1, w-2))
		trial := hdl.Cat(digits, hdl.Const(2, 1))
		one := r.Ge(trial)
		rest = hdl.Mux(one, r.Sub(trial), r)
		digits = hdl.Cat(digits.Slice(n-2, 0), one)
		if w > 2 {
			s.Operand = s.Operand.Slice(w-3, 0)
			t := step(p, next{s, rest, digits})
			s, rest, digits = t.Start, t.Rest, t.Digits
		}
	}
	l := step(p, last{rest, digits, s.Exp, s.Of, s.Along})
	return number{Sign: l.Of.Sign, Exp: l.Exp, Sig: withSticky(l.Digits, l.Rest), Zero: l.Of.Zero, Inf: l.Of.Inf, Nan: l.Of.Nan}, l.Along
}

// inverseRoot is 1 ÷ √x: with m the operand in [1, 4), it finds the digits of the
// greatest q with q²m < 1. After i digits Rest is (1 − q²m) × 2^i and Product is
// qm. The result is exact only if m is 1. The inverse root of ±0 is an infinity
// with its sign.
func inverseRoot[T any](p *path, f Format, x number, along T) (number, T) {
	n := f.digits()
	m, exp := even(x)
	point := m.Width() - 2 // bits of m after the point
	w := n + point + 4     // Rest and Product, n + point bits after the point
	type Start struct {
		M     hdl.Bits
		Exp   hdl.Bits
		Of    special
		Along T
	}
	type next struct {
		Start
		Rest, Product, Digits hdl.Bits
	}
	type last struct {
		Start
		Digits hdl.Bits
	}
	s := step(p, Start{
		M:   m,
		Exp: hdl.Const(exp.Width(), 0).Sub(exp),
		Of: special{
			Sign: x.Sign,
			Zero: x.Inf,
			Inf:  x.Zero,
			Nan:  x.Nan.Or(x.Sign.And(x.Zero.Not())),
		},
		Along: along,
	})
	rest, product := hdl.Cat(hdl.Const(4, 1), hdl.Const(w-4, 0)), hdl.Const(w, 0)
	digits := hdl.Const(n, 0)
	for i := 1; i <= n; i++ {
		part := s.M.ZeroExtend(w).Shl(n - i) // m × 2^−i
		trial := product.Shl(1).Add(part)
		twice := rest.Shl(1)
		one := twice.Ge(trial)
		rest = hdl.Mux(one, twice.Sub(trial), twice)
		product = hdl.Mux(one, product.Add(part), product)
		digits = hdl.Cat(digits.Slice(n-2, 0), one)
		if i < n {
			t := step(p, next{s, rest, product, digits})
			s, rest, product, digits = t.Start, t.Rest, t.Product, t.Digits
		}
	}
	l := step(p, last{s, digits})
	s, digits = l.Start, l.Digits
	exact := s.M.Slice(point-1, 0).ReduceOr().Not().And(s.M.Bit(point)).And(s.M.Bit(point + 1).Not())
	top := hdl.Cat(hdl.Const(1, 1), hdl.Const(n, 0))
	return number{
		Sign: s.Of.Sign,
		Exp:  s.Exp.Sub(exact.Not().ZeroExtend(s.Exp.Width())),
		Sig:  hdl.Mux(exact, top, hdl.Cat(digits, hdl.Const(1, 1))),
		Zero: s.Of.Zero,
		Inf:  s.Of.Inf,
		Nan:  s.Of.Nan,
	}, s.Along
}

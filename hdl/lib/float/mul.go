package float

import "posedge/hdl"

// productSteps is the number of steps of product.
const productSteps = 2

// product multiplies exactly: the significand has the bits of both. Values
// needed later are passed along.
func product[T any](p *path, x, y number, along T) (number, T) {
	n, _, along := lendingProduct(p, x, y, nil, along)
	return n, along
}

// loan is two integers, no wider than a significand, that the multiplier multiplies in place
// of the significands where Use is 1.
type loan struct {
	Use, X, Y hdl.Bits
}

// lendingProduct is product with a multiplier that can be lent; lent may be nil. integers is
// the product of the integers, or of the significands where Use is 0.
func lendingProduct[T any](p *path, x, y number, lent *loan, along T) (n number, integers hdl.Bits, with T) {
	e := max(x.Exp.Width(), y.Exp.Width()) + 1
	type factors struct {
		A, B  hdl.Bits // significands
		Exp   hdl.Bits
		Of    special
		Along T
	}
	a, b := x.Sig, y.Sig
	if lent != nil {
		a = hdl.Mux(lent.Use, lent.X.ZeroExtend(a.Width()), a)
		b = hdl.Mux(lent.Use, lent.Y.ZeroExtend(b.Width()), b)
	}
	f := step(p, factors{
		A: a, B: b,
		Exp: x.Exp.SignExtend(e).Add(y.Exp.SignExtend(e)),
		Of: special{
			Sign: x.Sign.Xor(y.Sign),
			Zero: x.Zero.Or(y.Zero),
			Inf:  x.Inf.Or(y.Inf),
			Nan:  x.Nan.Or(y.Nan).Or(x.Inf.And(y.Zero)).Or(x.Zero.And(y.Inf)),
		},
		Along: along,
	})
	type multiplied struct {
		Sig   hdl.Bits
		Exp   hdl.Bits
		Of    special
		Along T
	}
	r := step(p, multiplied{p.name("product", f.A.Mul(f.B)), f.Exp, f.Of, f.Along})
	// The product of two in [1, 2) is in [1, 4).
	w := r.Sig.Width()
	high := r.Sig.Bit(w - 1)
	return number{
		Sign: r.Of.Sign,
		Exp:  r.Exp.Add(high.ZeroExtend(e)),
		Sig:  hdl.Mux(high, r.Sig, hdl.Cat(r.Sig.Slice(w-2, 0), hdl.Const(1, 0))),
		Zero: r.Of.Zero,
		Inf:  r.Of.Inf,
		Nan:  r.Of.Nan,
	}, r.Sig, r.Along
}

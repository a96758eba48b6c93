package float

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// special says which results need no arithmetic, and gives their sign.
type special struct {
	Sign, Zero, Inf, Nan hdl.Bits // 1 each
}

// sumSteps is the number of steps of sum.
const sumSteps = 2

// guards is how many bits a sum keeps below its operands: after an alignment by
// more than one bit, subtraction may shift the result up by one bit, and a
// rounding bit and a sticky bit must still be left.
const guards = 3

// sum adds two numbers whose exponents have the same width, and their significands
// too. The result is exact except for its last bit, which is sticky. Values
// that later steps need are passed along.
func sum[T any](p *path, x, y number, along T) (number, T) {
	e, w := x.Exp.Width()+1, x.Sig.Width()+guards
	// The greater magnitude comes first. A zero is smaller than anything.
	swap := p.name("swap", x.Zero.Or(y.Zero.Not().And(
		x.Exp.Signed().Lt(y.Exp.Signed()).Or(x.Exp.Eq(y.Exp).And(x.Sig.Lt(y.Sig))))))
	big, small := hdl.MuxOf(swap, y, x), hdl.MuxOf(swap, x, y)
	below := hdl.Const(guards, 0)
	some := small.Zero.Not()
	distance := p.name("distance", lib.Gate(some, big.Exp.SignExtend(e).Sub(small.Exp.SignExtend(e))))
	opposite := p.name("opposite", x.Sign.Xor(y.Sign))
	type aligned struct {
		Big, Small hdl.Bits
		Exp        hdl.Bits // of Big
		Sign       hdl.Bits // of Big
		Opposite   hdl.Bits // the signs differ
		Of         special
		Along      T
	}
	a := step(p, aligned{
		Big:      p.name("greater", hdl.Cat(big.Sig, below)),
		Small:    p.name("lesser", shiftRightSticky(hdl.Cat(lib.Gate(some, small.Sig), below), distance)),
		Exp:      big.Exp,
		Sign:     big.Sign,
		Opposite: opposite,
		Of: special{
			// An infinity wins; two zeros of different signs make +0.
			Sign: hdl.Mux(x.Inf, x.Sign, hdl.Mux(y.Inf, y.Sign, x.Sign.And(y.Sign))),
			Zero: x.Zero.And(y.Zero),
			Inf:  x.Inf.Or(y.Inf),
			Nan:  x.Nan.Or(y.Nan).Or(x.Inf.And(y.Inf).And(opposite)),
		},
		Along: along,
	})
	type added struct {
		Total hdl.Bits
		Exp   hdl.Bits
		Sign  hdl.Bits
		Of    special
		Along T
	}
	t := step(p, added{
		Total: p.name("total", hdl.Mux(a.Opposite,
			a.Big.ZeroExtend(w+1).Sub(a.Small.ZeroExtend(w+1)),
			a.Big.AddCarry(a.Small))),
		Exp: a.Exp, Sign: a.Sign, Of: a.Of, Along: a.Along,
	})
	sig, places := normalise(t.Total)
	places = p.name("leading_zeros", places)
	none := t.Total.ReduceOr().Not() // x − x is +0 in both roundings
	return number{
		Sign: hdl.Mux(t.Of.Inf.Or(t.Of.Zero), t.Of.Sign, t.Sign.And(none.Not())),
		Exp:  t.Exp.SignExtend(e).Add(1).Sub(places.ZeroExtend(e)),
		Sig:  sig,
		Zero: t.Of.Inf.Not().And(t.Of.Zero.Or(none)),
		Inf:  t.Of.Inf,
		Nan:  t.Of.Nan,
	}, t.Along
}

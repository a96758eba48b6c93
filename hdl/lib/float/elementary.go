package float

import (
	"fmt"
	"math/big"
	"sync"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// The functions below have tables for formats with up to 8 exponent and 23 fraction
// bits.
const (
	functionFraction = 23
	slopeBits        = 37 // fraction bits of log2(1+u)/u
	powerBits        = 38 // of 2^u
	exponentBits     = 40 // fraction bits of the operand of 2^x
)

// slopes has log2(1+u)/u for u from −1/4 to 1/2 in segments of 1/128.
var slopes = sync.OnceValue(func() *table {
	quarter := new(big.Int).Rsh(unit(), 2)
	return makeTable(96, quarter.Neg(quarter), new(big.Int).Rsh(unit(), 7), slopeBits, slope)
})

// powers has 2^u for u from 0 to 1 in segments of 1/64.
var powers = sync.OnceValue(func() *table {
	return makeTable(64, new(big.Int), new(big.Int).Rsh(unit(), 6), powerBits, power2)
})

// tabled is a format that the tables must be large enough for.
type tabled struct{ Format }

// Check returns an error if the functions cannot be built in the format.
func (f tabled) Check() error {
	if err := f.Format.Check(); err != nil {
		return err
	}
	if f.Exponent > 8 || f.Fraction > functionFraction {
		return fmt.Errorf("float: the tables of log2, exp2 and pow are made for at most 8 bits of exponent and %d of fraction; %s has %d and %d", functionFraction, f.Name(), f.Exponent, f.Fraction)
	}
	return nil
}

// infinite says which logarithms need no arithmetic, and gives their sign.
type infinite struct {
	Sign, Inf, Nan hdl.Bits // 1 each
}

// logSteps is the number of steps of logarithm2.
const logSteps = lookupSteps + 2

// logarithm2 is the logarithm to base 2 with a relative error below 2^−34.5. The
// operand is m × 2^e with m from 3/4 to 3/2: with u = m − 1 the logarithm of m is
// u × slope(u), so that it keeps its precision where m is near 1.
func logarithm2[T any](p *path, x number, along T) (number, T) {
	const unitBits = functionFraction + 1 // fraction bits of u
	m := pad(x.Sig, functionFraction+1)
	half := m.Bit(functionFraction - 1) // m is at least 3/2: take half of it
	e := x.Exp.SignExtend(x.Exp.Width() + 1).Add(half.ZeroExtend(x.Exp.Width() + 1))
	m = hdl.Mux(half, hdl.Cat(hdl.Const(1, 0), m), hdl.Cat(m, hdl.Const(1, 0)))
	u := p.name("u", m.Sub(1<<unitBits))                // from −1/4 to 1/2
	at := u.Add(1 << (unitBits - 2)).Truncate(unitBits) // from 0 to 3/4
	type reduced struct {
		U, Exp hdl.Bits
		Of     infinite
		Along  T
	}
	g, r := lookup(p, "slopes", slopes(), at.Slice(unitBits-1, unitBits-7), at.Slice(unitBits-8, 0), reduced{
		U: u, Exp: e,
		Of: infinite{
			Sign: x.Zero, // −∞
			Inf:  x.Inf.Or(x.Zero),
			Nan:  x.Nan.Or(x.Sign.And(x.Zero.Not())),
		},
		Along: along,
	})
	type summed struct {
		Sum   hdl.Bits
		Some  hdl.Bits // u is not 0: the result is not a whole number
		Of    infinite
		Along T
	}
	part := g.Mul(r.U.Signed()) // unitBits + slopeBits after the point
	point := unitBits + slopeBits
	w := point + r.Exp.Width() + 1
	total := part.Truncate(min(part.Width(), w)).Extend(w).Add(hdl.Cat(r.Exp, hdl.Const(point, 0)).Signed().Extend(w))
	s := step(p, summed{p.name("logarithm", total.Bits()), r.U.ReduceOr(), r.Of, r.Along})
	sign := negative(s.Sum)
	sig, places := normalise(p.name("magnitude_of_logarithm", s.Sum.Xor(sign.Repeat(w)).Add(sign.ZeroExtend(w))))
	places = p.name("logarithm_places", places)
	n := hdl.CountWidth(w) + 2
	type exact struct {
		X     number
		Along T
	}
	l := step(p, exact{number{
		Sign: hdl.Mux(s.Of.Inf, s.Of.Sign, sign),
		Exp:  signedConst(n, w-1-point).Sub(places.ZeroExtend(n)),
		Sig:  sticky(sig.Slice(w-1, w-functionFraction-17), s.Some),
		Zero: s.Sum.ReduceOr().Or(s.Of.Inf).Not(),
		Inf:  s.Of.Inf,
		Nan:  s.Of.Nan,
	}, s.Along})
	return l.X, l.Along
}

// expSteps is the number of steps of power.
const expSteps = lookupSteps + 2

// power is 2^x with a relative error below 2^−35 for the operand in fixed point,
// which has exponentBits fraction bits and is cut off after them.
func power[T any](p *path, x number, along T) (number, T) {
	const whole = 9 // bits of the integer part's magnitude: 2^±511 is beyond all formats
	size := whole + exponentBits
	wide := max(size, x.Sig.Width())
	e := x.Exp.Width() + 4
	places := signedConst(e, whole-1).Sub(x.Exp.SignExtend(e))
	far := negative(places)
	limit := hdl.CountWidth(wide)
	deep := places.Slice(e-1, min(limit, e-1)).ReduceOr()
	aligned := p.name("exponent", shiftRightSticky(pad(x.Sig, wide+1), places.Truncate(min(limit, e)).Or(deep.Repeat(min(limit, e)))))
	some := x.Zero.Not()
	type fixed struct {
		Value hdl.Bits // two's complement
		Lost  hdl.Bits // bits after it
		Far   hdl.Bits // beyond ±2^whole
		Sign  hdl.Bits
		Inf   hdl.Bits
		Nan   hdl.Bits
		Along T
	}
	abs := lib.Gate(some, aligned.Slice(wide, wide-size+1)).ZeroExtend(size + 1)
	f := step(p, fixed{
		Value: abs.Xor(x.Sign.Repeat(size + 1)).Add(x.Sign.ZeroExtend(size + 1)), // 0 of -0, too
		Lost:  some.And(aligned.Slice(wide-size, 0).ReduceOr()),
		Far:   some.And(far),
		Sign:  x.Sign, Inf: x.Inf, Nan: x.Nan,
		Along: along,
	})
	type reduced struct {
		Whole          hdl.Bits
		Inexact        hdl.Bits
		Zero, Inf, Nan hdl.Bits
		Along          T
	}
	fraction := f.Value.Slice(exponentBits-1, 0)
	v, r := lookup(p, "powers", powers(), fraction.Slice(exponentBits-1, exponentBits-6), fraction.Slice(exponentBits-7, 0), reduced{
		// If Far, it overflows or underflows like any other value.
		Whole:   hdl.Mux(f.Far, hdl.Cat(f.Sign, f.Sign.Not().Repeat(whole)), f.Value.Slice(size, exponentBits)),
		Inexact: f.Lost.Or(fraction.ReduceOr()),
		Zero:    f.Sign.And(f.Inf),
		Inf:     f.Sign.Not().And(f.Inf),
		Nan:     f.Nan,
		Along:   f.Along,
	})
	type exact struct {
		X     number
		Along T
	}
	mantissa := v.Bits().Slice(powerBits, 0) // from 1 to 2
	x2 := step(p, exact{number{
		Sign: hdl.Const(1, 0),
		Exp:  r.Whole,
		Sig:  hdl.Cat(mantissa, r.Inexact),
		Zero: r.Zero, Inf: r.Inf, Nan: r.Nan,
	}, r.Along})
	return x2.X, x2.Along
}

// Log2 is the logarithm to base 2: −∞ for ±0, and NaN below. The error is at
// most 0.51 ulp to nearest and 1.01 toward zero (docs/float.md); whole results
// are exact. To use it twice in one module, pass m.Scope, which names the table.
func (f Format) Log2(m *hdl.Module, a hdl.Bits, mode Mode) hdl.Bits {
	if !given(tabled{f}, &mode, &a) {
		return a
	}
	return f.log2(wires(m), a, mode)
}

func (f Format) log2(p *path, a hdl.Bits, mode Mode) hdl.Bits {
	x, mode := logarithm2(p, f.unpack(p, "a", a, mode.Flush), mode)
	return f.rounded(p, x, mode)
}

// Exp2 is 2^a with the error of [Format.Log2]; it is exact where a is a whole
// number, including -0.
func (f Format) Exp2(m *hdl.Module, a hdl.Bits, mode Mode) hdl.Bits {
	if !given(tabled{f}, &mode, &a) {
		return a
	}
	return f.exp2(wires(m), a, mode)
}

func (f Format) exp2(p *path, a hdl.Bits, mode Mode) hdl.Bits {
	x, mode := power(p, f.unpack(p, "a", a, mode.Flush), mode)
	return f.rounded(p, x, mode)
}

// Pow is a^b as 2^(b log2 a). The error is at most 0.57 ulp to nearest and 1.07
// toward zero, or 0.51 and 1.01 in formats no larger than [Binary16]
// (docs/float.md). A base below −0, which GL leaves undefined, gives NaN; −0
// itself counts as +0. Any base to the power of 0 is 1, and so is 1 to any power.
func (f Format) Pow(m *hdl.Module, a, b hdl.Bits, mode Mode) hdl.Bits {
	if !given(tabled{f}, &mode, &a, &b) {
		return a
	}
	return f.pow(wires(m), a, b, mode)
}

func (f Format) pow(p *path, a, b hdl.Bits, mode Mode) hdl.Bits {
	type exponent struct {
		B    number
		One  hdl.Bits
		Mode Mode
	}
	type rest struct {
		One  hdl.Bits
		Mode Mode
	}
	y := f.unpack(p, "b", b, mode.Flush)
	l, with := logarithm2(p, f.unpack(p, "a", a, mode.Flush), exponent{y, y.Zero.Or(a.Eq(f.One())), mode})
	t, r := product(p, l, with.B, rest{with.One, with.Mode})
	x, r := power(p, t, r)
	one := number{
		Sign: hdl.Const(1, 0), Exp: hdl.Const(x.Exp.Width(), 0),
		Sig:  pad(hdl.Const(1, 1), x.Sig.Width()),
		Zero: hdl.Const(1, 0), Inf: hdl.Const(1, 0), Nan: hdl.Const(1, 0),
	}
	return f.rounded(p, hdl.MuxOf(r.One, one, x), r.Mode)
}

package float

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// The Dual functions are datapaths that compute in [Binary32] or [Binary16], selected by
// a bit that accompanies the operands: one multiplier, one adder and one recurrence serve
// both formats, and only unpacking and rounding exist twice. Subnormals are kept, and
// rounding is to nearest even. Each result equals that of the [Unit] of its format, bit by
// bit. A value of Binary16 occupies the low 16 bits; the others are ignored in an operand
// and 0 in a result. The functions belong to this package because they are assembled from
// the steps of its operations, which it does not export.

// Line is a pipeline in the caller's module: a register follows each step of the
// operations that are built on it, and loads in the cycles in which move is 1.
type Line struct {
	path *path
}

// NewLine begins a pipeline in m. Its registers are called s1, s2 and so on; more than
// one in a module need scopes.
func NewLine(m *hdl.Module, move hdl.Bits) *Line {
	return &Line{&path{m: m, move: &move}}
}

// Gated makes the registers from here on also hold where valid is 0, a bit that accompanies
// the operands: the logic behind them then does not switch, and the results are undefined.
func (l *Line) Gated(valid hdl.Bits) *Line {
	l.path.gate(valid)
	return l
}

// Valid is the bit of [Line.Gated] beside the results so far; 1 if the line is not gated.
func (l *Line) Valid() hdl.Bits {
	if l.path.valid == nil {
		return hdl.Const(1, 1)
	}
	return l.path.validNow()
}

// Steps is the number of registers between the operands and the results of the operations
// so far.
func (l *Line) Steps() int { return l.path.stage }

// After delays x, a value or a bundle, by n registers of the pipeline.
func After[T any](l *Line, x T, n int) T {
	hdl.Helper()
	for range n {
		x = step(l.path, x)
	}
	return x
}

// Latencies of the datapaths, in registers.
const (
	DualSumSteps      = sumSteps + 1                           // of DualAdd
	DualFMASteps      = productSteps + sumSteps + 1            // of DualFMA
	DualFunctionSteps = logSteps + productSteps + expSteps + 1 // of DualFunction
	DualRootSteps     = 23 + 1 + 2 + 1 + 1                     // of DualRecurrence: that of Binary32
	DualScaleSteps    = 1                                      // of DualScale
	DualProductSteps  = productSteps                           // of the integer product of DualLentFMA
)

// sized widens the exponent and the significand of a number.
func (x number) sized(exp, sig int) number {
	x.Exp, x.Sig = x.Exp.SignExtend(exp), pad(x.Sig, sig)
	return x
}

// unpackDual takes apart a value of Binary16, if half is 1, or of Binary32.
func unpackDual(p *path, half, x hdl.Bits) number {
	keep := hdl.Const(1, 0)
	small := Binary16.unpack(p, "half", x.Slice(Binary16.Width()-1, 0), keep)
	single := Binary32.unpack(p, "single", x, keep)
	return hdl.MuxOf(half, small.sized(single.Exp.Width(), single.Sig.Width()), single)
}

// with is a bundle and its format.
type with[T any] struct {
	X    T
	Half hdl.Bits // 1: Binary16
}

// roundDual registers a number, and then rounds it to one of the formats.
func roundDual(p *path, half hdl.Bits, x number) hdl.Bits {
	r := step(p, with[number]{x, half})
	small := Binary16.round(p, r.X, Nearest())
	return hdl.Mux(r.Half, small.ZeroExtend(Binary32.Width()), Binary32.round(p, r.X, Nearest()))
}

// DualAdd is a + b, with a latency of [DualSumSteps].
func DualAdd(l *Line, half, a, b hdl.Bits) hdl.Bits {
	p := l.path
	s, half := sum(p, unpackDual(p, half, a), unpackDual(p, half, b), half)
	return roundDual(p, half, s)
}

// DualFMA is a × b + c, rounded once, with a latency of [DualFMASteps]. With b = 1 it is
// a + c, with c = −0 it is a × b.
func DualFMA(l *Line, half, a, b, c hdl.Bits) hdl.Bits {
	p := l.path
	x, y := product(p, unpackDual(p, half, a), unpackDual(p, half, b), with[number]{unpackDual(p, half, c), half})
	s, half := sum(p, x, y.X.sized(x.Exp.Width(), x.Sig.Width()), y.Half)
	return roundDual(p, half, s)
}

// DualScale is a × 2^by, rounded once, for by in two's complement, with a latency of
// [DualScaleSteps].
func DualScale(l *Line, half, a, by hdl.Bits) hdl.Bits {
	x := unpackDual(l.path, half, a)
	w := max(x.Exp.Width(), by.Width()) + 1
	x.Exp = x.Exp.SignExtend(w).Add(by.SignExtend(w))
	return roundDual(l.path, half, x)
}

// DualLentFMA is [DualFMA] with a multiplier that is lent to integers where lend is 1:
// integers is x × y, of 24 bits each, with a latency of [DualProductSteps]. The rest of the
// datapath then holds still if a, b and c do, and value is undefined.
func DualLentFMA(l *Line, half, a, b, c, lend, x, y hdl.Bits) (value, integers hdl.Bits) {
	p := l.path
	type along struct {
		C    number
		Half hdl.Bits
		Lent hdl.Bits
	}
	n, integers, r := lendingProduct(p, unpackDual(p, half, a), unpackDual(p, half, b), &loan{lend, x, y}, along{unpackDual(p, half, c), half, lend})
	n.Sig = lib.Gate(r.Lent.Not(), n.Sig)
	if p.valid != nil {
		l.Gated(l.Valid().And(r.Lent.Not()))
	}
	s, half := sum(p, n, r.C.sized(n.Exp.Width(), n.Sig.Width()), r.Half)
	return roundDual(p, half, s), integers
}

// Recurrence selects what [DualRecurrence] computes; at most one bit is 1. If none is, it
// divides.
type Recurrence struct {
	Root    hdl.Bits `width:"1"` // √a
	Inverse hdl.Bits `width:"1"` // 1 ÷ √a
}

// DualRecurrence is a ÷ b, √a or 1 ÷ √a, with a latency of [DualRootSteps].
func DualRecurrence(l *Line, half hdl.Bits, op Recurrence, a, b hdl.Bits) hdl.Bits {
	p := l.path
	x, y := unpackDual(p, half, a), unpackDual(p, half, b)
	roots, inverses := p.beside("root"), p.beside("inverse")
	if p.valid != nil {
		valid := p.validNow()
		roots.gate(valid.And(op.Root))
		inverses.gate(valid.And(op.Inverse))
	}
	q, half := quotient(p, Binary32, x, y, half)
	r, useRoot := root(roots, Binary32, x, op.Root)
	i, useInverse := inverseRoot(inverses, Binary32, x, op.Inverse)
	if p.valid != nil { // the others hold what an earlier operation left
		hdl.Unused(useRoot, useInverse)
		useRoot, useInverse = roots.validNow(), inverses.validNow()
	}
	list := []*number{&q, &r, &i}
	var exp, sig int
	for _, n := range list {
		exp, sig = max(exp, n.Exp.Width()), max(sig, n.Sig.Width())
	}
	for _, n := range list {
		*n = n.sized(exp, sig)
	}
	return roundDual(p, half, hdl.MuxOf(useRoot, r, hdl.MuxOf(useInverse, i, q)))
}

// Function selects what [DualFunction] computes; at most one bit is 1. If none is, it is
// the power.
type Function struct {
	Log2 hdl.Bits `width:"1"` // log2 a
	Exp2 hdl.Bits `width:"1"` // 2^a
}

// DualFunction is a^b, log2 a or 2^a, with a latency of [DualFunctionSteps]. The power is
// 2^(b log2 a); the other functions skip the steps that they do not need.
func DualFunction(l *Line, half hdl.Bits, op Function, a, b hdl.Bits) hdl.Bits {
	p := l.path
	type rest struct {
		A    number // for Exp2, the operand; for Log2, after the logarithm, the result
		One  hdl.Bits
		Op   Function
		Half hdl.Bits
	}
	type exponent struct {
		B    number
		Rest rest
	}
	x, y := unpackDual(p, half, a), unpackDual(p, half, b)
	one := a.Eq(Binary32.One())
	one = hdl.Mux(half, a.Slice(Binary16.Width()-1, 0).Eq(Binary16.One()), one)
	v, along := logarithm2(p, x, exponent{y, rest{x, y.Zero.Or(one), op, half}})
	kept := along.Rest
	exp, sig := max(v.Exp.Width(), x.Exp.Width()), max(v.Sig.Width(), x.Sig.Width())
	kept.A = hdl.MuxOf(kept.Op.Log2, v.sized(exp, sig), kept.A.sized(exp, sig))
	t, r := product(p, v, along.B, kept)
	exp, sig = max(t.Exp.Width(), exp), max(t.Sig.Width(), sig)
	e, r := power(p, hdl.MuxOf(r.Op.Exp2, r.A.sized(exp, sig), t.sized(exp, sig)), r)
	exact := number{
		Sign: hdl.Const(1, 0), Exp: hdl.Const(e.Exp.Width(), 0),
		Sig:  pad(hdl.Const(1, 1), e.Sig.Width()),
		Zero: hdl.Const(1, 0), Inf: hdl.Const(1, 0), Nan: hdl.Const(1, 0),
	}
	e = hdl.MuxOf(r.One.And(r.Op.Exp2.Not()), exact, e)
	exp, sig = max(e.Exp.Width(), r.A.Exp.Width()), max(e.Sig.Width(), r.A.Sig.Width())
	return roundDual(p, r.Half, hdl.MuxOf(r.Op.Log2, r.A.sized(exp, sig), e.sized(exp, sig)))
}

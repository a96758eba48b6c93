package verilog

import (
	"math/big"
	"slices"

	"posedge/hdl/ir"
)

// known has the bits that a module's expressions have whatever the inputs are, through
// its wires and the choices that set them. Tools find many of these bits too, in what
// is left after folding, and warn where they decide a comparison.
type known struct {
	seen     ir.Seen
	exprs    map[ir.Expr]fixed
	settings map[*ir.Signal][]setting // of the combinational signals
	signals  map[*ir.Signal]fixed
}

// fixed is what is known of a value: the bits of mask are those of value. The zero
// fixed knows nothing.
type fixed struct{ mask, value *big.Int }

func newKnown(body []ir.Stmt) known {
	return known{ir.Seen{}, map[ir.Expr]fixed{}, settings(body), map[*ir.Signal]fixed{}}
}

// all is the value of e, if every bit of it is known.
func (k known) all(e ir.Expr) (*big.Int, bool) {
	f := k.of(e)
	return f.value, f.complete(e.Width())
}

func (k known) of(e ir.Expr) fixed {
	k.seen.Each(e, func(x ir.Expr) {
		if f := k.find(x); f.mask != nil && f.mask.Sign() != 0 {
			k.exprs[x] = f
		}
	})
	return k.exprs[e]
}

// signal is what is known of a signal: what all values have in common that it may be
// set to.
func (k known) signal(s *ir.Signal) fixed {
	if f, found := k.signals[s]; found {
		return f
	}
	k.signals[s] = fixed{}
	var common fixed
	none := true // so far
	for _, set := range slices.Backward(k.settings[s]) {
		when := k.holds(set.when)
		if when == never {
			continue
		}
		f := k.of(set.value)
		if none {
			common, none = f, false
		} else {
			common = common.join(f)
		}
		if when == always || common.mask == nil {
			break // what was set before is overwritten, or nothing is left to know
		}
	}
	k.signals[s] = common
	return common
}

// join is what is known of a value that is one of two.
func (f fixed) join(g fixed) fixed {
	if f.mask == nil || g.mask == nil {
		return fixed{}
	}
	one, zero := f.bits()
	otherOne, otherZero := g.bits()
	return of01(new(big.Int).And(one, otherOne), new(big.Int).And(zero, otherZero))
}

func (f fixed) complete(width int) bool { return f.mask != nil && f.mask.Cmp(ones(width)) == 0 }

// whole is a value that is known.
func whole(v *big.Int, width int) fixed { return fixed{ones(width), v} }

// bit is one bit, known.
func bit(holds bool) fixed { return whole(truth(holds, ir.Pos{}).Value, 1) }

// bits are the bits known to be 1 and those known to be 0.
func (f fixed) bits() (one, zero *big.Int) {
	if f.mask == nil {
		return new(big.Int), new(big.Int)
	}
	return f.value, new(big.Int).AndNot(f.mask, f.value)
}

// of01 is the value of which these bits are known to be 1 and to be 0.
func of01(one, zero *big.Int) fixed { return fixed{new(big.Int).Or(one, zero), one} }

// find is what is known of e, whose operands have been looked at.
func (k known) find(e ir.Expr) fixed {
	switch e := e.(type) {
	case *ir.Const:
		return whole(e.Value, e.Bits)
	case *ir.Ref:
		return k.signal(e.Signal)
	case *ir.Unary:
		return findUnary(e, k.exprs[e.X])
	case *ir.Binary:
		return findBinary(e, k.exprs[e.X], k.exprs[e.Y])
	case *ir.Mux:
		return k.findMux(e)
	case *ir.Slice:
		f := k.exprs[e.X]
		if f.mask == nil {
			return f
		}
		part := func(v *big.Int) *big.Int {
			v = new(big.Int).Rsh(v, uint(e.Lo))
			return v.And(v, ones(e.Width()))
		}
		return fixed{part(f.mask), part(f.value)}
	case *ir.Concat:
		all := fixed{new(big.Int), new(big.Int)}
		for _, p := range e.Parts {
			all.mask.Lsh(all.mask, uint(p.Width()))
			all.value.Lsh(all.value, uint(p.Width()))
			if f := k.exprs[p]; f.mask != nil {
				all.mask.Or(all.mask, f.mask)
				all.value.Or(all.value, f.value)
			}
		}
		return all
	}
	return fixed{}
}

func findUnary(e *ir.Unary, x fixed) fixed {
	w := e.X.Width()
	one, zero := x.bits()
	switch {
	case x.complete(w):
		return whole(ir.EvalUnary(e.Op, x.value, w), e.Width())
	case e.Op == ir.OpNot:
		return of01(zero, one)
	case e.Op == ir.OpReduceAnd && zero.Sign() != 0:
		return bit(false)
	case e.Op == ir.OpReduceOr && one.Sign() != 0:
		return bit(true)
	}
	return fixed{}
}

func findBinary(e *ir.Binary, x, y fixed) fixed {
	if same(e.X, e.Y) && (e.Op == ir.OpXor || e.Op == ir.OpSub || e.Op.Class() == ir.ClassCompare) {
		// Whatever the value is, the result is that of 0.
		return whole(ir.EvalBinary(e.Op, new(big.Int), new(big.Int), e.X.Width(), e.Y.Width()), e.Width())
	}
	if opposite(e.X, e.Y) || opposite(e.Y, e.X) {
		switch e.Op {
		case ir.OpAnd:
			return whole(new(big.Int), e.Width())
		case ir.OpOr, ir.OpXor:
			return whole(ones(e.Width()), e.Width())
		}
	}
	if x.mask == nil && y.mask == nil {
		return fixed{}
	}
	wx, wy := e.X.Width(), e.Y.Width()
	if x.complete(wx) && y.complete(wy) {
		return whole(ir.EvalBinary(e.Op, x.value, y.value, wx, wy), e.Width())
	}
	oneX, zeroX := x.bits()
	oneY, zeroY := y.bits()
	and := func(a, b *big.Int) *big.Int { return new(big.Int).And(a, b) }
	or := func(a, b *big.Int) *big.Int { return new(big.Int).Or(a, b) }
	isZero := func(f fixed, width int) bool { return f.complete(width) && f.value.Sign() == 0 }
	switch {
	case e.Op == ir.OpAnd:
		return of01(and(oneX, oneY), or(zeroX, zeroY))
	case e.Op == ir.OpOr:
		return of01(or(oneX, oneY), and(zeroX, zeroY))
	case e.Op == ir.OpXor:
		return of01(or(and(oneX, zeroY), and(zeroX, oneY)), or(and(oneX, oneY), and(zeroX, zeroY)))
	case (e.Op == ir.OpMul || e.Op == ir.OpMulS) && (isZero(x, wx) || isZero(y, wy)):
		return whole(new(big.Int), e.Width())
	case e.Op.IsShift() && isZero(x, wx):
		return x
	case e.Op == ir.OpShrS && x.complete(wx) && x.value.Cmp(ones(wx)) == 0:
		return x
	case e.Op.IsShift() && y.complete(wy):
		return of01(shiftedBits(e.Op, oneX, zeroX, y.value, wx))
	case isEquality(e.Op) && or(and(oneX, zeroY), and(zeroX, oneY)).Sign() != 0:
		return bit(e.Op == ir.OpNe)
	case isOrder(e.Op) && !e.Op.Signed():
		// The least and the greatest values that the operands can have.
		lowX, highX := oneX, new(big.Int).AndNot(ones(wx), zeroX)
		lowY, highY := oneY, new(big.Int).AndNot(ones(wy), zeroY)
		early := ir.EvalBinary(e.Op, lowX, highY, wx, wy)
		if late := ir.EvalBinary(e.Op, highX, lowY, wx, wy); early.Cmp(late) == 0 {
			return whole(early, 1)
		}
	}
	return fixed{}
}

// shiftedBits are the bits known to be 1 and those known to be 0 of a value of which
// these are, after a shift.
func shiftedBits(op ir.BinaryOp, one, zero, by *big.Int, width int) (shiftedOne, shiftedZero *big.Int) {
	shift := func(v *big.Int) *big.Int { return ir.EvalBinary(op, v, by, width, by.BitLen()+1) }
	shiftedOne, shiftedZero = shift(one), shift(zero)
	if op != ir.OpShrS { // zeros come in
		come := shift(ones(width))
		shiftedZero.Or(shiftedZero, come.Xor(come, ones(width)))
	}
	return shiftedOne, shiftedZero
}

// same reports whether two expressions are one, or the same part of one signal.
func same(x, y ir.Expr) bool {
	if x == y {
		return true
	}
	switch x := x.(type) {
	case *ir.Ref:
		y, ok := y.(*ir.Ref)
		return ok && x.Signal == y.Signal
	case *ir.Slice:
		y, ok := y.(*ir.Slice)
		return ok && x.Lo == y.Lo && x.Width() == y.Width() && same(x.X, y.X)
	}
	return false
}

// opposite reports whether y has the bits of x, inverted.
func opposite(x, y ir.Expr) bool {
	not, ok := y.(*ir.Unary)
	return ok && not.Op == ir.OpNot && same(x, not.X)
}

func (k known) findMux(e *ir.Mux) fixed {
	if index := k.exprs[e.Index]; index.complete(e.Index.Width()) {
		if index.value.Cmp(big.NewInt(int64(len(e.Cases)))) >= 0 {
			return whole(new(big.Int), e.Width())
		}
		return k.exprs[e.Cases[index.value.Int64()]]
	}
	common := k.exprs[e.Cases[0]]
	for _, x := range e.Cases[1:] {
		common = common.join(k.exprs[x])
	}
	if w := e.Index.Width(); w >= 31 || len(e.Cases) < 1<<w {
		common = common.join(whole(new(big.Int), e.Width())) // the value of the other indices
	}
	return common
}

// bounds is the constant that e is known to be, if it is 0 or all ones: tools
// warn of comparisons with these. Otherwise it is e, rewritten.
func (n normalizer) bounds(e ir.Expr) ir.Expr {
	x := n.done[e]
	if v, ok := n.known.all(e); ok && slices.ContainsFunc([]*big.Int{new(big.Int), ones(e.Width())}, func(b *big.Int) bool { return b.Cmp(v) == 0 }) {
		return constant(v, e.Width(), e.Pos())
	}
	return x
}

// address is the address of a word, normalized.
func (n normalizer) address(mem *ir.Memory, e ir.Expr) ir.Expr {
	x := n.expr(e)
	if within(mem, x) == nil {
		return x
	}
	return n.bounds(e)
}

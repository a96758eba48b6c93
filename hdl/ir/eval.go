package ir

import (
	"fmt"
	"math/big"
	"slices"
)

// What each operation computes, as a program: constant folding and analyses use
// this specification, and the engines' own, faster code is compared with it.
// Values are unsigned, below 2^width; none is modified.

// EvalUnary is op applied to x of w bits.
func EvalUnary(op UnaryOp, x *big.Int, w int) *big.Int {
	return and(unaryOps[op].eval(x, w), ones(op.Width(w)))
}

// EvalBinary is op applied to x of wx bits and y of wy bits.
func EvalBinary(op BinaryOp, x, y *big.Int, wx, wy int) *big.Int {
	d := &binaryOps[op]
	if d.signed {
		x = signed(x, wx)
		if d.class != ClassShift {
			y = signed(y, wy)
		}
	}
	return and(d.eval(x, y, wx), ones(op.Width(wx, wy)))
}

// evalMux is the case that index selects, or 0 past the last.
func evalMux(index *big.Int, cases []*big.Int) *big.Int {
	if index.Cmp(big.NewInt(int64(len(cases)))) >= 0 {
		return new(big.Int)
	}
	return cases[index.Int64()]
}

// Eval is the value of e, given the values of its operands. It panics for a [Ref] or
// a [MemRead], whose values it cannot know.
func Eval(e Expr, operand func(Expr) *big.Int) *big.Int {
	switch e := e.(type) {
	case *Const:
		return e.Value
	case *Unary:
		return EvalUnary(e.Op, operand(e.X), e.X.Width())
	case *Binary:
		return EvalBinary(e.Op, operand(e.X), operand(e.Y), e.X.Width(), e.Y.Width())
	case *Mux:
		cases := make([]*big.Int, len(e.Cases))
		for i, c := range e.Cases {
			cases[i] = operand(c)
		}
		return evalMux(operand(e.Index), cases)
	case *Slice:
		return and(new(big.Int).Rsh(operand(e.X), uint(e.Lo)), ones(e.Width()))
	case *Concat:
		v, low := new(big.Int), uint(0)
		for _, p := range slices.Backward(e.Parts) {
			v.Or(v, new(big.Int).Lsh(operand(p), low))
			low += uint(p.Width())
		}
		return v
	}
	panic(fmt.Sprintf("ir: a %T has no value of its own", e))
}

// signed is x of w bits read in two's complement.
func signed(x *big.Int, w int) *big.Int {
	if x.Bit(w-1) == 0 {
		return x
	}
	return new(big.Int).Sub(x, new(big.Int).Lsh(big.NewInt(1), uint(w)))
}

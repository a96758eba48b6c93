package verilog

import (
	"math/big"

	"posedge/hdl/ir"
)

// foldUnary is op of a constant.
func foldUnary(op ir.UnaryOp, x *ir.Const, at ir.Pos) *ir.Const {
	return &ir.Const{Value: ir.EvalUnary(op, x.Value, x.Bits), Bits: op.Width(x.Bits), At: at}
}

// foldBinary is op of two constants.
func foldBinary(op ir.BinaryOp, x, y *ir.Const, at ir.Pos) *ir.Const {
	return &ir.Const{Value: ir.EvalBinary(op, x.Value, y.Value, x.Bits, y.Bits), Bits: op.Width(x.Bits, y.Bits), At: at}
}

// constant is v modulo 2^width.
func constant(v *big.Int, width int, at ir.Pos) *ir.Const {
	return &ir.Const{Value: new(big.Int).And(v, ones(width)), Bits: width, At: at}
}

func truth(holds bool, at ir.Pos) *ir.Const {
	v := int64(0)
	if holds {
		v = 1
	}
	return constant(big.NewInt(v), 1, at)
}

// foldConcat joins constants.
func foldConcat(parts []ir.Expr, at ir.Pos) (*ir.Const, bool) {
	v, width := new(big.Int), 0
	for _, p := range parts {
		k, ok := p.(*ir.Const)
		if !ok {
			return nil, false
		}
		v.Lsh(v, uint(k.Bits))
		v.Or(v, k.Value)
		width += k.Bits
	}
	return constant(v, width, at), true
}

// taken is the arm of s that value selects.
func taken(s *ir.Switch, value *big.Int) []ir.Stmt {
	for _, arm := range s.Cases {
		if hasValue(arm, value) {
			return arm.Body
		}
	}
	return s.Default
}

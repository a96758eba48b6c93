package verilog

import (
	"math/big"
	"math/bits"

	"posedge/hdl/ir"
)

// foldUnary is op of a constant.
func foldUnary(op ir.UnaryOp, x *ir.Const, at ir.Pos) *ir.Const {
	count := 0
	for _, word := range x.Value.Bits() {
		count += bits.OnesCount(uint(word))
	}
	switch op {
	case ir.OpNot:
		return constant(new(big.Int).Not(x.Value), x.Bits, at)
	case ir.OpReduceAnd:
		return truth(count == x.Bits, at)
	case ir.OpReduceOr:
		return truth(count > 0, at)
	case ir.OpReduceXor:
		return truth(count%2 == 1, at)
	default: // ir.OpPopCount
		return constant(big.NewInt(int64(count)), ir.CountWidth(x.Bits), at)
	}
}

// foldBinary is op of two constants.
func foldBinary(op ir.BinaryOp, x, y *ir.Const, at ir.Pos) *ir.Const {
	v := new(big.Int)
	switch op {
	case ir.OpAdd:
		return constant(v.Add(x.Value, y.Value), x.Bits, at)
	case ir.OpSub:
		return constant(v.Sub(x.Value, y.Value), x.Bits, at)
	case ir.OpMul:
		return constant(v.Mul(x.Value, y.Value), x.Bits+y.Bits, at)
	case ir.OpMulS:
		return constant(v.Mul(signedValue(x), signedValue(y)), x.Bits+y.Bits, at)
	case ir.OpAnd:
		return constant(v.And(x.Value, y.Value), x.Bits, at)
	case ir.OpOr:
		return constant(v.Or(x.Value, y.Value), x.Bits, at)
	case ir.OpXor:
		return constant(v.Xor(x.Value, y.Value), x.Bits, at)
	case ir.OpShl, ir.OpShr, ir.OpShrS:
		by := uint(x.Bits) // as far as any greater amount
		if y.Value.Cmp(big.NewInt(int64(x.Bits))) < 0 {
			by = uint(y.Value.Uint64())
		}
		switch op {
		case ir.OpShl:
			v.Lsh(x.Value, by)
		case ir.OpShr:
			v.Rsh(x.Value, by)
		default:
			v.Rsh(signedValue(x), by)
		}
		return constant(v, x.Bits, at)
	}
	order := x.Value.Cmp(y.Value)
	if op >= ir.OpLtS {
		order = signedValue(x).Cmp(signedValue(y))
	}
	switch op {
	case ir.OpEq:
		return truth(order == 0, at)
	case ir.OpNe:
		return truth(order != 0, at)
	case ir.OpLt, ir.OpLtS:
		return truth(order < 0, at)
	case ir.OpLe, ir.OpLeS:
		return truth(order <= 0, at)
	case ir.OpGt, ir.OpGtS:
		return truth(order > 0, at)
	default: // ir.OpGe, ir.OpGeS
		return truth(order >= 0, at)
	}
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

// signedValue is x read in two's complement.
func signedValue(x *ir.Const) *big.Int {
	if x.Value.Bit(x.Bits-1) == 0 {
		return x.Value
	}
	return new(big.Int).Sub(x.Value, new(big.Int).Lsh(big.NewInt(1), uint(x.Bits)))
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
		for _, v := range arm.Values {
			if v.Cmp(value) == 0 {
				return arm.Body
			}
		}
	}
	return s.Default
}

package oracle

import (
	"math/big"

	"posedge/hdl/ir"
)

// Modulo is v modulo 2^width, not negative.
func Modulo(v *big.Int, width int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return new(big.Int).Mod(v, m)
}

// twos returns v of the width as a two's complement number.
func twos(v *big.Int, width int) *big.Int {
	if v.Bit(width-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
}

// Truth is 1 for true.
func Truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// Unary is an operation on x of w bits.
func Unary(op ir.UnaryOp, x *big.Int, w int) *big.Int {
	ones := 0
	for i := range w {
		ones += int(x.Bit(i))
	}
	switch op {
	case ir.OpNot:
		return Modulo(new(big.Int).Not(x), w)
	case ir.OpReduceAnd:
		return Truth(ones == w)
	case ir.OpReduceOr:
		return Truth(ones > 0)
	case ir.OpReduceXor:
		return big.NewInt(int64(ones % 2))
	case ir.OpPopCount:
		return big.NewInt(int64(ones))
	}
	panic("oracle: " + op.String() + " is not computed")
}

// Binary is an operation on x of wx and y of wy bits.
func Binary(op ir.BinaryOp, x, y *big.Int, wx, wy int) *big.Int {
	z := new(big.Int)
	sx, sy := twos(x, wx), twos(y, wy)
	amount := uint(wx)
	if y.Cmp(big.NewInt(int64(wx))) < 0 {
		amount = uint(y.Uint64())
	}
	switch op {
	case ir.OpAdd:
		return Modulo(z.Add(x, y), wx)
	case ir.OpSub:
		return Modulo(z.Sub(x, y), wx)
	case ir.OpMul:
		return z.Mul(x, y)
	case ir.OpMulS:
		return Modulo(z.Mul(sx, sy), wx+wy)
	case ir.OpAnd:
		return z.And(x, y)
	case ir.OpOr:
		return z.Or(x, y)
	case ir.OpXor:
		return z.Xor(x, y)
	case ir.OpEq:
		return Truth(x.Cmp(y) == 0)
	case ir.OpNe:
		return Truth(x.Cmp(y) != 0)
	case ir.OpLt:
		return Truth(x.Cmp(y) < 0)
	case ir.OpLe:
		return Truth(x.Cmp(y) <= 0)
	case ir.OpGt:
		return Truth(x.Cmp(y) > 0)
	case ir.OpGe:
		return Truth(x.Cmp(y) >= 0)
	case ir.OpLtS:
		return Truth(sx.Cmp(sy) < 0)
	case ir.OpLeS:
		return Truth(sx.Cmp(sy) <= 0)
	case ir.OpGtS:
		return Truth(sx.Cmp(sy) > 0)
	case ir.OpGeS:
		return Truth(sx.Cmp(sy) >= 0)
	case ir.OpShl:
		return Modulo(z.Lsh(x, amount), wx)
	case ir.OpShr:
		return z.Rsh(x, amount)
	case ir.OpShrS:
		return Modulo(z.Rsh(sx, amount), wx)
	}
	panic("oracle: " + op.String() + " is not computed")
}

package plantest

import (
	"math"
	"math/big"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
	"posedge/internal/bigmath"
)

// Precision is the precision of real numbers, in bits. Functions have less: see
// [bigmath.Accuracy].
const Precision = 300

func number() *big.Float { return new(big.Float).SetPrec(Precision) }

// Number is a float64 as a real number.
func Number(x float64) *big.Float { return number().SetFloat64(x) }

// Real is an operation on real numbers; nil if it has no result. Input, Constant and Sample
// are not operations.
func Real(op flow.Op, x ...*big.Float) *big.Float {
	one, zero := Number(1), number()
	truth := map[bool]*big.Float{true: one, false: zero}
	switch op {
	case flow.Add:
		return number().Add(x[0], x[1])
	case flow.Subtract:
		return number().Sub(x[0], x[1])
	case flow.Multiply:
		return number().Mul(x[0], x[1])
	case flow.Min, flow.Max:
		if (x[0].Cmp(x[1]) < 0) == (op == flow.Min) {
			return x[0]
		}
		return x[1]
	case flow.Absolute:
		return number().Abs(x[0])
	case flow.Negate:
		return number().Neg(x[0])
	case flow.Saturate:
		return Real(flow.Max, zero, Real(flow.Min, one, x[0]))
	case flow.SaturateSigned:
		return Real(flow.Max, Number(-1), Real(flow.Min, one, x[0]))
	case flow.Less:
		return truth[x[0].Cmp(x[1]) < 0]
	case flow.LessEqual:
		return truth[x[0].Cmp(x[1]) <= 0]
	case flow.Equal:
		return truth[x[0].Cmp(x[1]) == 0]
	case flow.Select:
		if x[2].Sign() != 0 {
			return x[1]
		}
		return x[0]
	case flow.Exp2:
		return bigmath.Exp2(x[0])
	}
	return partial(op, x)
}

// partial is an operation that is not defined for every number.
func partial(op flow.Op, x []*big.Float) *big.Float {
	sign := x[0].Sign()
	switch {
	case op == flow.Reciprocal && sign != 0:
		return number().Quo(Number(1), x[0])
	case sign < 0:
		return nil
	case op == flow.SquareRoot:
		return number().Sqrt(x[0])
	case op == flow.Power && sign == 0 && x[1].Sign() > 0:
		return number()
	case sign == 0:
		return nil
	case op == flow.ReciprocalRoot:
		return number().Quo(Number(1), number().Sqrt(x[0]))
	case op == flow.Log2:
		return bigmath.Log2(x[0])
	case op == flow.Power:
		return bigmath.Pow(x[0], x[1])
	}
	return nil
}

// Value is the real number that a component stands for in a numeric type; nil for NaN and
// infinity.
func Value(t isa.Type, bits uint32) *big.Float {
	if t.Float() {
		x := float64(math.Float32frombits(bits))
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return Number(x)
	}
	one := int64(1)<<t.Bits() - 1
	code := int64(bits)
	if t.Signed() {
		code = max(-one, int64(int32(bits)))
	}
	return number().Quo(Number(float64(code)), Number(float64(one)))
}

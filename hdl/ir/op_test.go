package ir

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every operator has a descriptor, and a row in each table of this package.
func TestEveryOperatorIsDescribed(t *testing.T) {
	names := map[string]bool{}
	for op := range NumUnaryOps {
		d := unaryOps[op]
		require.NotNil(t, d.eval, "unary operator %d", op)
		assert.NotEmpty(t, d.name)
		assert.NotEmpty(t, d.method, d.name)
		assert.False(t, names[d.name], "two operators are named %s", d.name)
		names[d.name] = true
		assert.Positive(t, op.Width(5), d.name)
		assert.NotNil(t, unaryBits[op], "%s has no row in unaryBits", d.name)
	}
	for op := range NumBinaryOps {
		d := binaryOps[op]
		require.NotNil(t, d.eval, "binary operator %d", op)
		assert.NotEmpty(t, d.name)
		assert.NotEmpty(t, d.method, d.name)
		assert.False(t, names[d.name], "two operators are named %s", d.name)
		names[d.name] = true
		assert.Positive(t, op.Width(5, 5), d.name)
		assert.NotNil(t, binaryBits[op], "%s has no row in binaryBits", d.name)
		assert.Equal(t, d.signed, d.plain.known, "%s: a signed operator has an unsigned one beside it", d.name)
		assert.Equal(t, d.class == ClassCompare, d.negation.known, "%s: a comparison has a negation", d.name)
	}
}

// What the table says about two operators holds for all operands of up to four bits.
func TestRelationsBetweenOperatorsHold(t *testing.T) {
	for op := range NumBinaryOps {
		for w := 1; w <= 4; w++ {
			for x := range int64(1) << w {
				for y := range int64(1) << w {
					x, y := big.NewInt(x), big.NewInt(y)
					v := EvalBinary(op, x, y, w, w)
					where := fmt.Sprintf("%v %s %v of %d bits", x, op, y, w)
					if m, ok := op.Mirror(); ok {
						assert.Equal(t, v, EvalBinary(m, y, x, w, w), where)
					}
					if n, ok := op.Negation(); ok {
						assert.Equal(t, 1-v.Int64(), EvalBinary(n, x, y, w, w).Int64(), where)
					}
					if op.Signed() && x.Bit(w-1) == 0 && (op.IsShift() || y.Bit(w-1) == 0) {
						assert.Equal(t, v, EvalBinary(op.Unsigned(), x, y, w, w), where)
					}
				}
			}
		}
	}
}

// The meaning of each operator, worked out by hand: the edge cases of each rule of op.go.
func TestEvalMeansWhatTheTableSays(t *testing.T) {
	for _, c := range []struct {
		op         BinaryOp
		wx, wy     int
		x, y, want int64
	}{
		{OpAdd, 4, 4, 15, 2, 1},
		{OpSub, 4, 4, 1, 3, 14},
		{OpMul, 4, 3, 15, 7, 105},
		{OpMulS, 4, 4, 15, 8, 8}, // -1 × -8
		{OpMulS, 4, 4, 15, 7, 256 - 7},
		{OpAnd, 4, 4, 12, 10, 8},
		{OpOr, 4, 4, 12, 10, 14},
		{OpXor, 4, 4, 12, 10, 6},
		{OpEq, 4, 4, 12, 12, 1},
		{OpNe, 4, 4, 12, 12, 0},
		{OpLt, 4, 4, 3, 12, 1},
		{OpLtS, 4, 4, 3, 12, 0},
		{OpLe, 4, 4, 12, 12, 1},
		{OpLeS, 4, 4, 12, 3, 1},
		{OpGt, 4, 4, 12, 3, 1},
		{OpGtS, 4, 4, 12, 3, 0},
		{OpGe, 4, 4, 3, 12, 0},
		{OpGeS, 4, 4, 3, 12, 1},
		{OpShl, 4, 8, 5, 1, 10},
		{OpShl, 4, 8, 5, 4, 0},
		{OpShl, 4, 8, 5, 255, 0},
		{OpShr, 4, 8, 9, 3, 1},
		{OpShr, 4, 8, 9, 4, 0},
		{OpShrS, 4, 8, 9, 1, 12},
		{OpShrS, 4, 8, 9, 4, 15},
		{OpShrS, 4, 8, 5, 200, 0},
	} {
		got := EvalBinary(c.op, big.NewInt(c.x), big.NewInt(c.y), c.wx, c.wy)
		assert.Equal(t, c.want, got.Int64(), "%d %s %d", c.x, c.op, c.y)
	}
	for _, c := range []struct {
		op      UnaryOp
		w       int
		x, want int64
	}{
		{OpNot, 4, 5, 10},
		{OpReduceAnd, 4, 15, 1}, {OpReduceAnd, 4, 7, 0},
		{OpReduceOr, 4, 0, 0}, {OpReduceOr, 4, 8, 1},
		{OpReduceXor, 4, 7, 1}, {OpReduceXor, 4, 5, 0},
		{OpPopCount, 4, 15, 4},
	} {
		assert.Equal(t, c.want, EvalUnary(c.op, big.NewInt(c.x), c.w).Int64(), "%s %d", c.op, c.x)
	}
	huge := new(big.Int).Lsh(big.NewInt(1), 200)
	assert.Zero(t, EvalBinary(OpShl, big.NewInt(5), huge, 4, 201).Sign(), "an amount beyond 64 bits")
	assert.Equal(t, int64(7), evalMux(big.NewInt(1), []*big.Int{big.NewInt(3), big.NewInt(7)}).Int64())
	assert.Zero(t, evalMux(big.NewInt(2), []*big.Int{big.NewInt(3), big.NewInt(7)}).Sign(), "past the last case")
}

func TestEvalOfAnExpression(t *testing.T) {
	k := func(w int, v int64) Expr { return &Const{Value: big.NewInt(v), Bits: w} }
	var value func(e Expr) *big.Int
	value = func(e Expr) *big.Int { return Eval(e, value) }
	e := &Concat{Parts: []Expr{
		&Mux{Index: k(1, 1), Cases: []Expr{k(4, 1), &Unary{Op: OpNot, X: k(4, 5)}}},
		&Slice{X: &Binary{Op: OpMul, X: k(4, 15), Y: k(4, 15)}, Hi: 7, Lo: 4},
	}}
	assert.Equal(t, int64(0xae), value(e).Int64())
	assert.PanicsWithValue(t, "ir: a *ir.Ref has no value of its own", func() { value(&Ref{Signal: &Signal{Width: 1}}) })
}

func TestCheckRefusesAnUnknownOperator(t *testing.T) {
	s := &Signal{Name: "y", Kind: Output, Width: 1}
	x := &Const{Value: new(big.Int), Bits: 1}
	m := &Module{Name: "m", Ports: []*Signal{s}, Body: []Stmt{&Set{Target: s, Value: &Binary{Op: NumBinaryOps, X: x, Y: x}}}}
	assert.ErrorContains(t, Check(m), "no operator is binary(")
	m.Body = []Stmt{&Set{Target: s, Value: &Unary{Op: NumUnaryOps, X: x}}}
	assert.ErrorContains(t, Check(m), "no operator is unary(")
}

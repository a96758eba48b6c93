package flow_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision/plantest"
	"posedge/internal/bigmath"
)

// Components of constants are folded one by one, also beside others; the products of a dot
// product stay together.
func TestConstantsAreFoldedComponentByComponent(t *testing.T) {
	b := flow.NewBuilder()
	x := b.Variable(flow.Variable{Name: "x", Width: 1})
	for _, c := range []struct {
		name string
		v    flow.Vector
		want float64
	}{
		{"abs", b.Do(flow.Absolute, flow.Join(b.Number(-0.6), x)), 0.6},
		{"a sign", b.Do(flow.Negate, flow.Join(b.Number(-0.5), x)), 0.5},
		{"a sum", b.Do(flow.Add, flow.Join(b.Number(0.25), x), b.Number(2)), 2.25},
		{"a root", b.Do(flow.SquareRoot, flow.Join(b.Number(9), x)), 3},
	} {
		assert.Equal(t, flow.Constant, c.v[0].Op, c.name)
		assert.Equal(t, c.want, c.v[0].Value, c.name)
		assert.Zero(t, c.v[0].Off, c.name)
		assert.NotEqual(t, flow.Constant, c.v[1].Op, c.name)
		assert.Len(t, c.v[1].Bundle.Nodes, 1, c.name)
	}
	v := flow.Join(b.Number(0.5), x, x)
	assert.Len(t, b.Dot(v, v)[0].In[0].In[0].Bundle.Nodes, 3, "one instruction multiplies and sums")
}

// The error that a folded constant states covers the rounding of the fold and the errors of
// its operands.
func TestFoldedConstantsKnowHowFarTheyAreOff(t *testing.T) {
	folded, exact := map[flow.Op]int{}, map[flow.Op]int{}
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		op := flow.Add + flow.Op(seed)%flow.Op(flow.NumOps-int(flow.Add))
		var x []flow.Estimate
		var r []*big.Float
		for slot := range 3 {
			e := flow.Estimate{Value: math.Ldexp(float64(rng.IntN(9)-2), rng.IntN(5)-3)}
			if rng.IntN(2) == 0 {
				e.Value = math.Ldexp(2*rng.Float64()-0.5, rng.IntN(12)-6)
			}
			if slot == 2 {
				e.Value = float64(rng.IntN(2))
			} else if rng.IntN(2) == 0 {
				e.Off = math.Ldexp(rng.Float64(), -20-rng.IntN(40))
			}
			at := new(big.Float).SetPrec(300).SetFloat64(e.Off)
			at.Mul(at, big.NewFloat(float64(rng.IntN(3)-1)))
			x, r = append(x, e), append(r, at.Add(at, big.NewFloat(e.Value)))
		}
		n := map[flow.Op]int{flow.Absolute: 1, flow.Negate: 1, flow.Saturate: 1, flow.SaturateSigned: 1, flow.Reciprocal: 1, flow.SquareRoot: 1, flow.ReciprocalRoot: 1, flow.Log2: 1, flow.Exp2: 1, flow.Select: 3}[op]
		if n == 0 {
			n = 2
		}
		got, ok := flow.Fold(op, x[:n])
		if !ok {
			continue
		}
		folded[op]++
		if got.Off == 0 {
			exact[op]++
		}
		want := plantest.Real(op, r[:n]...)
		require.NotNil(t, want, "%v of %v", op, x[:n])
		d := new(big.Float).SetPrec(300).Sub(want, big.NewFloat(got.Value))
		most := new(big.Float).SetPrec(300).SetMantExp(want, -bigmath.Accuracy) // the error of the real number
		most.Add(most.Abs(most), big.NewFloat(got.Off))
		require.LessOrEqual(t, d.Abs(d).Cmp(most), 0, "%v of %v is %v ± %v, not %v", op, x[:n], got.Value, got.Off, want)
	}
	for op := flow.Add; int(op) < flow.NumOps; op++ {
		assert.Greater(t, folded[op], 30, op)
		assert.Greater(t, exact[op], 0, op)
	}
}

// The error that is stated for a number in a text covers its rounding to float64.
func TestDecimalsKnowHowFarTheyAreOff(t *testing.T) {
	for _, text := range []string{"0.1", "0.5", "3e-5", "12345.678e10", "1e300", "4.9e-320", "1e-400", "0.0", "0e9", "16777217.0",
		"0.1000000000000000055511151231257827021181583404541015625"} {
		x, off, err := flow.Decimal(text)
		require.NoError(t, err)
		want, ok := new(big.Rat).SetString(text)
		require.True(t, ok)
		d := new(big.Rat).Sub(want, new(big.Rat).SetFloat64(x))
		d.Abs(d)
		assert.LessOrEqual(t, d.Cmp(new(big.Rat).SetFloat64(off)), 0, "%s is %v ± %v", text, x, off)
		assert.LessOrEqual(t, off, math.Abs(x)*0x1p-52+math.SmallestNonzeroFloat64, text)
		if d.Sign() == 0 {
			assert.Zero(t, off, text)
		}
	}
	_, _, err := flow.Decimal("1.2.3")
	assert.Error(t, err)
}

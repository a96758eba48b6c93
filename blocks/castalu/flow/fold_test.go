package flow

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/bigmath"
)

// Components of constants are computed by themselves, also beside others; the products of a dot
// product stay together.
func TestConstantsAreFoldedComponentByComponent(t *testing.T) {
	b := NewBuilder()
	x := b.Variable(Variable{Name: "x", Width: 1})
	for _, c := range []struct {
		name string
		v    Vector
		want float64
	}{
		{"abs", b.Do(Absolute, Join(b.Number(-0.6), x)), 0.6},
		{"a sign", b.Do(Negate, Join(b.Number(-0.5), x)), 0.5},
		{"a sum", b.Do(Add, Join(b.Number(0.25), x), b.Number(2)), 2.25},
		{"a root", b.Do(SquareRoot, Join(b.Number(9), x)), 3},
	} {
		assert.Equal(t, Constant, c.v[0].Op, c.name)
		assert.Equal(t, c.want, c.v[0].Value, c.name)
		assert.Zero(t, c.v[0].Off, c.name)
		assert.NotEqual(t, Constant, c.v[1].Op, c.name)
		assert.Len(t, c.v[1].Bundle.Nodes, 1, c.name)
	}
	v := Join(b.Number(0.5), x, x)
	assert.Len(t, b.Dot(v, v)[0].In[0].In[0].Bundle.Nodes, 3, "one instruction multiplies and sums")
}

// real is an operation on real numbers; nil if it has no result.
func real(op Op, x []*big.Float) *big.Float {
	out := func() *big.Float { return new(big.Float).SetPrec(300) }
	one := out().SetInt64(1)
	switch op {
	case Add:
		return out().Add(x[0], x[1])
	case Subtract:
		return out().Sub(x[0], x[1])
	case Multiply:
		return out().Mul(x[0], x[1])
	case Min, Max:
		if (x[0].Cmp(x[1]) < 0) == (op == Min) {
			return x[0]
		}
		return x[1]
	case Absolute:
		return out().Abs(x[0])
	case Negate:
		return out().Neg(x[0])
	case Saturate, SaturateSigned:
		low := out()
		if op == SaturateSigned {
			low.Neg(one)
		}
		return real(Max, []*big.Float{low, real(Min, []*big.Float{one, x[0]})})
	case Less, LessEqual, Equal:
		if c := x[0].Cmp(x[1]); c < 0 && op != Equal || c == 0 && op != Less {
			return one
		}
		return out()
	case Select:
		if x[2].Sign() != 0 {
			return x[1]
		}
		return x[0]
	}
	if x[0].Sign() < 0 && op != Exp2 && op != Reciprocal || x[0].Sign() == 0 && op != SquareRoot && op != Exp2 && op != Power {
		return nil
	}
	switch op {
	case Reciprocal:
		return out().Quo(one, x[0])
	case SquareRoot:
		return out().Sqrt(x[0])
	case ReciprocalRoot:
		return out().Quo(one, out().Sqrt(x[0]))
	case Log2:
		return bigmath.Log2(x[0])
	case Exp2:
		return bigmath.Exp2(x[0])
	case Power:
		if x[0].Sign() == 0 {
			return out()
		}
		return bigmath.Pow(x[0], x[1])
	}
	return nil
}

// What folding rounds off, and what comes of it in what follows, is at most what the constant
// says: of chains of operations, on numbers within what is said of them.
func TestFoldedConstantsKnowHowFarTheyAreOff(t *testing.T) {
	folded, exact := map[Op]int{}, map[Op]int{}
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 7))
		op := Add + Op(seed)%Op(NumOps-int(Add))
		var x []estimate
		var r []*big.Float
		for slot := range 3 {
			e := estimate{value: math.Ldexp(float64(rng.IntN(9)-2), rng.IntN(5)-3)}
			if rng.IntN(2) == 0 {
				e.value = math.Ldexp(2*rng.Float64()-0.5, rng.IntN(12)-6)
			}
			if slot == 2 {
				e.value = float64(rng.IntN(2))
			} else if rng.IntN(2) == 0 {
				e.off = math.Ldexp(rng.Float64(), -20-rng.IntN(40))
			}
			at := new(big.Float).SetPrec(300).SetFloat64(e.off)
			at.Mul(at, big.NewFloat(float64(rng.IntN(3)-1)))
			x, r = append(x, e), append(r, at.Add(at, big.NewFloat(e.value)))
		}
		n := map[Op]int{Absolute: 1, Negate: 1, Saturate: 1, SaturateSigned: 1, Reciprocal: 1, SquareRoot: 1, ReciprocalRoot: 1, Log2: 1, Exp2: 1, Select: 3}[op]
		if n == 0 {
			n = 2
		}
		got, ok := fold(op, x[:n])
		if !ok {
			continue
		}
		folded[op]++
		if got.off == 0 {
			exact[op]++
		}
		want := real(op, r[:n])
		require.NotNil(t, want, "%v of %v", op, x[:n])
		d := new(big.Float).SetPrec(300).Sub(want, big.NewFloat(got.value))
		most := new(big.Float).SetPrec(300).SetMantExp(want, -bigmath.Accuracy) // what the real number is off
		most.Add(most.Abs(most), big.NewFloat(got.off))
		require.LessOrEqual(t, d.Abs(d).Cmp(most), 0, "%v of %v is %v ± %v, not %v", op, x[:n], got.value, got.off, want)
	}
	for op := Add; int(op) < NumOps; op++ {
		assert.Greater(t, folded[op], 30, op)
		assert.Greater(t, exact[op], 0, op)
	}
}

// A number in a text is off by what float64 cannot hold of it.
func TestDecimalsKnowHowFarTheyAreOff(t *testing.T) {
	for _, text := range []string{"0.1", "0.5", "3e-5", "12345.678e10", "1e300", "4.9e-320", "1e-400", "0.0", "0e9", "16777217.0",
		"0.1000000000000000055511151231257827021181583404541015625"} {
		x, off, err := Decimal(text)
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
	_, _, err := Decimal("1.2.3")
	assert.Error(t, err)
}

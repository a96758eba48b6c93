package bigmath_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/bigmath"
)

func decimal(t *testing.T, text string) *big.Float {
	x, _, err := big.ParseFloat(text, 10, 400, big.ToNearestEven)
	require.NoError(t, err)
	return x
}

// near asserts that two numbers differ by less than 2^-[bigmath.Accuracy] of the second.
func near(t *testing.T, want, got *big.Float, what ...any) {
	d := new(big.Float).SetPrec(400).Sub(want, got)
	d.Abs(d)
	most := new(big.Float).SetPrec(400).Abs(want)
	most.SetMantExp(most, -bigmath.Accuracy)
	assert.LessOrEqual(t, d.Cmp(most), 0, what...)
}

// Digits from tables: log2(10), √2, 2^0.1 and 3^0.3.
func TestKnownDigits(t *testing.T) {
	near(t, decimal(t, "3.32192809488736234787031942948939017586483139302458061205475639581593477660862521585013974335937015509966"),
		bigmath.Log2(big.NewFloat(10)), "log2 10")
	near(t, decimal(t, "1.41421356237309504880168872420969807856967187537694807317667973799073247846210703885038753432764157273501"),
		bigmath.Exp2(big.NewFloat(0.5)), "2^0.5")
	near(t, decimal(t, "0.03125"), bigmath.Exp2(big.NewFloat(-5)), "2^-5")
	near(t, decimal(t, "1024"), bigmath.Pow(big.NewFloat(4), big.NewFloat(5)), "4^5")
	near(t, decimal(t, "7.59375"), bigmath.Pow(big.NewFloat(2.25), big.NewFloat(2.5)), "2.25^2.5")
}

// Roots, which math/big has, are powers; a power undoes a logarithm; and all is as near to the
// functions of package math as those are.
func TestFunctionsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		x := math.Ldexp(1+rng.Float64(), rng.IntN(60)-30)
		if rng.IntN(3) == 0 {
			x = 1 + (rng.Float64()-0.5)*math.Ldexp(1, -rng.IntN(40))
		}
		big1 := new(big.Float).SetPrec(400).SetFloat64(x)
		near(t, new(big.Float).SetPrec(400).Sqrt(big1), bigmath.Pow(big1, big.NewFloat(0.5)), "root of %v", x)
		near(t, big1, bigmath.Exp2(bigmath.Log2(big1)), "2^log2 %v", x)
		y := 8 * (rng.Float64() - 0.5)
		power, _ := bigmath.Pow(big1, big.NewFloat(y)).Float64()
		assert.InEpsilon(t, math.Pow(x, y), power, 1e-13, "%v^%v", x, y)
		l, _ := bigmath.Log2(big1).Float64()
		assert.InDelta(t, math.Log2(x), l, 1e-14*math.Max(1, math.Abs(l)), "log2 %v", x)
	}
}

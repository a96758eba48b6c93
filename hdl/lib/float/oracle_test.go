package float_test

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A mantissa is a number in [1, 2) with 127 bits after the point. Logarithms
// are found digit by digit by squaring, powers by multiplying roots: slow and
// plain, and sharing nothing with the tables of the hardware.
type mantissa struct{ hi, lo uint64 }

var one127 = mantissa{hi: 1 << 63}

// times is the product, rounded down, and whether it is 2 or more; then it is halved.
func (x mantissa) times(y mantissa) (mantissa, bool) {
	h, l := bits.Mul64(x.hi, y.hi)
	m1, _ := bits.Mul64(x.hi, y.lo)
	m2, _ := bits.Mul64(x.lo, y.hi)
	l, c := bits.Add64(l, m1, 0)
	h += c
	l, c = bits.Add64(l, m2, 0)
	h += c
	if h>>63 == 1 {
		return mantissa{h, l}, true
	}
	return mantissa{h<<1 | l>>63, l << 1}, false
}

const oracleBits = 100 // fraction bits of a logarithm

// exactLog2 is the logarithm of a positive number, with oracleBits fraction bits.
func exactLog2(x float64) *big.Int {
	f, e := math.Frexp(x)
	m := mantissa{hi: uint64(math.Ldexp(f, 64))}
	var hi, lo uint64 // the fraction's digits
	for range oracleBits {
		var one bool
		m, one = m.times(m)
		hi, lo = hi<<1|lo>>63, lo<<1
		if one {
			lo |= 1
		}
	}
	l := new(big.Int).SetUint64(hi)
	l.Lsh(l, 64).Add(l, new(big.Int).SetUint64(lo))
	return l.Add(l, new(big.Int).Lsh(big.NewInt(int64(e-1)), oracleBits))
}

// roots are 2^(2^-i), from i = 1 on.
var roots = sync.OnceValue(func() (list []mantissa) {
	x := new(big.Int).Lsh(big.NewInt(2), 512)
	for range oracleBits {
		x.Lsh(x, 512).Sqrt(x)
		top := new(big.Int).Rsh(x, 512-127)
		list = append(list, mantissa{new(big.Int).Rsh(top, 64).Uint64(), top.Uint64()})
	}
	return list
})

// exactExp2 is 2 to the power of a number with oracleBits fraction bits.
func exactExp2(x *big.Int) float64 {
	whole := new(big.Int).Rsh(x, oracleBits) // down
	if whole.Cmp(big.NewInt(2000)) > 0 {
		return math.Inf(1)
	} else if whole.Cmp(big.NewInt(-2000)) < 0 {
		return 0
	}
	m := one127
	for i, r := range roots() {
		if x.Bit(oracleBits-1-i) == 1 { // of two's complement
			m, _ = m.times(r)
		}
	}
	return math.Ldexp(float64(m.hi)+float64(m.lo)*0x1p-64, int(whole.Int64())-63)
}

func fixedPoint(x float64) *big.Int {
	f, e := math.Frexp(x)
	n := big.NewInt(int64(f * (1 << 53)))
	if shift := e - 53 + oracleBits; shift >= 0 {
		return n.Lsh(n, uint(min(shift, 2000)))
	} else {
		return n.Rsh(n, uint(-shift))
	}
}

func toFloat(x *big.Int) float64 {
	y, _ := new(big.Float).SetInt(x).Float64()
	return math.Ldexp(y, -oracleBits)
}

// trueLog2, trueExp2 and truePow are the values that the components
// approximate, special ones included, rounded to 53 bits.
func trueLog2(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log2(x)
	}
	return toFloat(exactLog2(x))
}

func trueExp2(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) > 2000 {
		return math.Exp2(x)
	}
	return exactExp2(fixedPoint(x))
}

func truePow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x < 0 || math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Pow(math.Abs(x), y)
	}
	f, e := math.Frexp(y)
	l := exactLog2(x)
	l.Mul(l, big.NewInt(int64(f*(1<<53))))
	if shift := e - 53; shift >= 0 {
		l.Lsh(l, uint(shift))
	} else {
		l.Rsh(l, uint(-shift))
	}
	return exactExp2(l)
}

// Where float64 is good enough, the oracle agrees with package math.
func TestOracleIsPackageMath(t *testing.T) {
	for x := 0.001; x < 100; x *= 1.0137 {
		assert.InEpsilon(t, math.Exp2(x), trueExp2(x), 1e-15)
		assert.InEpsilon(t, math.Exp2(-x), trueExp2(-x), 1e-15)
		assert.InDelta(t, math.Log2(x), trueLog2(x), 1e-14)
		assert.InEpsilon(t, math.Pow(x, 7.5), truePow(x, 7.5), 1e-13)
	}
	assert.InEpsilon(t, math.Log1p(0x1p-40)/math.Ln2, trueLog2(1+0x1p-40), 1e-15)
	assert.Equal(t, -3.0, trueLog2(0.125))
	assert.Equal(t, 0x1p-20, trueExp2(-20))
	assert.Equal(t, 6561.0, truePow(3, 8))
}

// Package bigmath computes logarithms and powers to many more digits than float64 has: for
// constants whose rounding must be known, and for tests that need a real number.
package bigmath

import "math/big"

// Precision is the bits of a result. It is off by less than 2^-[Accuracy] of itself; next to
// 1, so is a logarithm, as far as the operand has the bits.
const (
	Precision = 192
	Accuracy  = 160
)

// working is the precision of what lies between.
const working = Precision + 64

func number() *big.Float { return new(big.Float).SetPrec(working) }

func whole(n int) *big.Float { return number().SetInt64(int64(n)) }

func result(x *big.Float) *big.Float { return new(big.Float).SetPrec(Precision).Set(x) }

// area is 2 (z + z³/3 + z⁵/5 + …), which is ln((1 + z) ÷ (1 − z)), for |z| up to 1/3.
func area(z *big.Float) *big.Float {
	sum, power := number(), number().Set(z)
	square := number().Mul(z, z)
	for n := 1; ; n += 2 {
		term := number().Quo(power, whole(n))
		if term.Sign() == 0 || sum.Sign() != 0 && term.MantExp(nil) < sum.MantExp(nil)-working {
			return sum.Add(sum, sum)
		}
		sum.Add(sum, term)
		power.Mul(power, square)
	}
}

// ln2 is ln((1 + 1/3) ÷ (1 − 1/3)).
var ln2 = area(number().Quo(whole(1), whole(3)))

// Log2 is the logarithm of x, which is above 0.
func Log2(x *big.Float) *big.Float {
	m := number()
	e := x.MantExp(m)
	if m.Cmp(big.NewFloat(0.70710678)) < 0 {
		m.Add(m, m)
		e--
	}
	z := number().Quo(number().Sub(m, whole(1)), number().Add(m, whole(1)))
	return result(number().Add(whole(e), number().Quo(area(z), ln2)))
}

// halvings is how often an exponent is halved in front of the series, and the power
// squared behind it.
const halvings = 16

// Exp2 is 2^x for a magnitude of x below 2^20.
func Exp2(x *big.Float) *big.Float {
	n, _ := number().Add(x, big.NewFloat(0.5)).Int64() // towards 0
	f := number().Mul(number().Sub(x, whole(int(n))), ln2)
	f.SetMantExp(f, -halvings)
	sum, term := whole(1), whole(1)
	for k := 1; term.Sign() != 0 && term.MantExp(nil) > -working; k++ {
		term.Quo(term.Mul(term, f), whole(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return result(sum.SetMantExp(sum, int(n)))
}

// Pow is x^y for x above 0, where |y log2 x| is below 2^20.
func Pow(x, y *big.Float) *big.Float {
	return Exp2(number().Mul(y, Log2(x)))
}

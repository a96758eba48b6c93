package float

import "math/big"

// The constants of tables are computed with integers of this many fraction bits,
// so that they are the same on every machine.
const seriesBits = 128

func unit() *big.Int { return new(big.Int).Lsh(big.NewInt(1), seriesBits) }

func times(a, b *big.Int) *big.Int {
	x := new(big.Int).Mul(a, b)
	return x.Rsh(x, seriesBits)
}

// logarithm is ln((1+z)/(1−z)) for |z| < 1/2: 2 (z + z³/3 + z⁵/5 + …).
func logarithm(z *big.Int) *big.Int {
	sum, power, square := new(big.Int), new(big.Int).Set(z), times(z, z)
	for n := int64(1); power.BitLen() > 0 && n < 2*seriesBits; n += 2 {
		sum.Add(sum, new(big.Int).Quo(power, big.NewInt(n)))
		power = times(power, square)
	}
	return sum.Lsh(sum, 1)
}

// ln2 is ln((1 + 1/3)/(1 − 1/3)).
var ln2 = logarithm(new(big.Int).Quo(unit(), big.NewInt(3)))

// log2Of1p is log2(1 + u).
func log2Of1p(u *big.Int) *big.Int {
	z := new(big.Int).Lsh(u, seriesBits) // u ÷ (2 + u)
	z.Quo(z, new(big.Int).Add(u, new(big.Int).Lsh(unit(), 1)))
	l := logarithm(z)
	return l.Quo(l.Lsh(l, seriesBits), ln2)
}

// slope is log2(1 + u) ÷ u, and its limit at 0.
func slope(u *big.Int) *big.Int {
	if u.Sign() == 0 {
		x := new(big.Int).Lsh(unit(), seriesBits)
		return x.Quo(x, ln2)
	}
	l := log2Of1p(u)
	return l.Quo(l.Lsh(l, seriesBits), u)
}

// power2 is 2^u for 0 ≤ u ≤ 1, by the series of e^(u ln 2).
func power2(u *big.Int) *big.Int {
	x := times(u, ln2)
	sum, term := unit(), unit()
	for n := int64(1); term.BitLen() > 0; n++ {
		term = times(term, x)
		term.Quo(term, big.NewInt(n))
		sum.Add(sum, term)
	}
	return sum
}

package float

import (
	"math/big"

	"posedge/hdl"
)

// degree of the polynomials.
const degree = 3

// table approximates a function piece by piece: on each of several segments of
// equal length by a polynomial of the third degree in the place within the
// segment, from 0 to 1; it is exact at the start of the segment.
type table struct {
	bits  int // fraction bits of coefficients and results
	width [degree + 1]int
	words [][degree + 1]*big.Int
}

// makeTable makes segments of the given length, the first one beginning at from.
// All numbers have seriesBits fraction bits.
func makeTable(segments int, from, length *big.Int, bits int, f func(*big.Int) *big.Int) *table {
	t := &table{bits: bits}
	// Besides 0, the Chebyshev nodes for four points, in units of 1/1024.
	nodes := [degree + 1]int64{0, 316, 708, 985}
	for j := range segments {
		start := new(big.Int).Add(from, new(big.Int).Mul(length, big.NewInt(int64(j))))
		// Newton's divided differences.
		var x, d [degree + 1]*big.Int
		for i, n := range nodes {
			x[i] = new(big.Int).Quo(new(big.Int).Mul(unit(), big.NewInt(n)), big.NewInt(1024))
			d[i] = f(new(big.Int).Add(start, times(length, x[i])))
		}
		for k := 1; k <= degree; k++ {
			for i := degree; i >= k; i-- {
				num := new(big.Int).Sub(d[i], d[i-1])
				num.Lsh(num, seriesBits)
				d[i] = num.Quo(num, new(big.Int).Sub(x[i], x[i-k]))
			}
		}
		// To powers of the place.
		c := [degree + 1]*big.Int{d[degree], new(big.Int), new(big.Int), new(big.Int)}
		for i := degree - 1; i >= 0; i-- {
			for k := degree; k >= 1; k-- {
				c[k] = new(big.Int).Sub(c[k-1], times(c[k], x[i]))
			}
			c[0] = new(big.Int).Sub(d[i], times(c[0], x[i]))
		}
		var word [degree + 1]*big.Int
		for k := range word {
			half := new(big.Int).Lsh(big.NewInt(1), uint(seriesBits-bits-1))
			word[k] = half.Rsh(half.Add(half, c[k]), uint(seriesBits-bits))
			t.width[k] = max(t.width[k], word[k].BitLen()+1)
		}
		t.words = append(t.words, word)
	}
	return t
}

// coefficients are a word of the table.
type coefficients struct {
	C0, C1, C2, C3 hdl.Bits // two's complement
}

// lookupSteps is the number of steps of lookup.
const lookupSteps = degree + 1

// lookup returns the function's value, in two's complement with t.bits fraction
// bits, for a segment and the place in it, a fraction.
func lookup[T any](p *path, name string, t *table, segment, place hdl.Bits, along T) (hdl.Signed, T) {
	shape := coefficients{C0: hdl.Width(t.width[0]), C1: hdl.Width(t.width[1]), C2: hdl.Width(t.width[2]), C3: hdl.Width(t.width[3])}
	rom := hdl.NewMem(p.m, name, shape, len(t.words))
	var words []coefficients
	for _, w := range t.words {
		var c [degree + 1]hdl.Bits
		for k, v := range w {
			if v.Sign() < 0 {
				v = new(big.Int).Add(v, new(big.Int).Lsh(big.NewInt(1), uint(t.width[k])))
			}
			c[k] = hdl.Const(t.width[k], v)
		}
		words = append(words, coefficients{C0: c[0], C1: c[1], C2: c[2], C3: c[3]})
	}
	rom.Init(words)
	type fetched struct {
		Of    coefficients
		Place hdl.Bits
		Along T
	}
	type added struct {
		Sum   hdl.Bits
		Of    []hdl.Bits // the coefficients to come, the last first
		Place hdl.Bits
		Along T
	}
	type last struct {
		Sum   hdl.Bits
		Along T
	}
	read := step(p, fetched{rom.Read(segment), place, along})
	s := added{read.Of.C3, []hdl.Bits{read.Of.C0, read.Of.C1, read.Of.C2}, read.Place, read.Along}
	for {
		n := len(s.Of) - 1
		x := hdl.Cat(hdl.Const(1, 0), s.Place).Signed()
		scaled := s.Sum.Signed().Mul(x).Shr(s.Place.Width())
		w := max(t.width[n], s.Sum.Width()) + 1
		sum := scaled.Truncate(s.Sum.Width()).Extend(w).Add(s.Of[n].Signed().Extend(w)).Bits()
		if n == 0 {
			l := step(p, last{sum, s.Along})
			return l.Sum.Signed(), l.Along
		}
		s = step(p, added{sum, s.Of[:n], s.Place, s.Along})
	}
}

package lib_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl/lib"
)

// From 1, or any value, the register goes through all values but 0.
func TestLFSRsPeriodIsMaximal(t *testing.T) {
	for width := 2; width <= 12; width++ {
		l := lib.NewLFSR(width, 1)
		tb := bench.New(t, l)
		tb.Set(l.Enable, 1)
		seen := map[uint64]bool{}
		for range 1<<width - 1 {
			seen[tb.Get(l.Value)] = true
			tb.Tick()
		}
		assert.Len(t, seen, 1<<width-1, "%d bits", width)
		assert.NotContains(t, seen, uint64(0))
		assert.EqualValues(t, 1, tb.Get(l.Value), "%d bits: back at the seed", width)
	}
}

// The pseudo-random sequence of x^7 + x^6 + 1 from all ones, as its recurrence
// gives it: each bit is the exclusive or of the bits 7 and 6 places before it.
func TestLFSROf7BitsIsPRBS7(t *testing.T) {
	inEngines(t, func(t *testing.T, engine bench.Option) {
		sequence := []uint64{1, 1, 1, 1, 1, 1, 1}
		for len(sequence) < 127 {
			n := len(sequence)
			sequence = append(sequence, sequence[n-7]^sequence[n-6])
		}
		l := lib.NewLFSR(7, 0x7f)
		tb := bench.New(t, l, engine)
		tb.Set(l.Enable, 1)
		ones := uint64(0)
		for i, want := range append(sequence, sequence...) {
			got := tb.Get(l.Value) >> 6
			require.Equal(t, want, got, "bit %d", i)
			ones += got
			tb.Tick()
		}
		assert.EqualValues(t, 128, ones, "64 ones a period")
	})
}

// The values of a 4-bit register, x^4 + x^3 + 1, are as in textbooks.
func TestLFSRShiftsLeft(t *testing.T) {
	l := lib.NewLFSR(4, 1)
	tb := bench.New(t, l)
	var got []uint64
	for i := range 16 {
		tb.Set(l.Enable, 1)
		got = append(got, tb.Get(l.Value))
		tb.Tick()
		if i == 7 {
			tb.Set(l.Enable, 0)
			tb.Ticks(3) // holds
		}
	}
	assert.Equal(t, []uint64{1, 2, 4, 9, 3, 6, 13, 10, 5, 11, 7, 15, 14, 12, 8, 1}, got)
}

// The taps of every width stand for the first primitive polynomial in the order
// that Taps promises.
func TestTapsArePrimitive(t *testing.T) {
	for width := 2; width <= 64; width++ {
		f := newField(width)
		taps := lib.Taps(width)
		require.True(t, f.primitive(taps), "%d bits", width)
		require.Equal(t, f.first(), taps, "%d bits", width)
	}
	assert.False(t, newField(8).primitive([]int{8, 4, 3, 1}), "x^8 + x^4 + x^3 + x + 1 is irreducible, its order 51")
	for width, taps := range map[int][]int{7: {7, 6}, 15: {15, 14}, 23: {23, 18}, 31: {31, 28}} {
		assert.Equal(t, taps, lib.Taps(width), "the test sequence of %d bits", width)
	}
	assert.Nil(t, lib.Taps(1))
	assert.Nil(t, lib.Taps(65))
}

func TestLFSRsThatCannotBeBuilt(t *testing.T) {
	refused(t, lib.NewLFSR(1, 1), "an LFSR has 2 to 64 bits, not 1")
	refused(t, lib.NewLFSR(65, 1), "an LFSR has 2 to 64 bits, not 65")
	refused(t, lib.NewLFSR(8, 0), "the seed of an LFSR of 8 bits is 0; it is at least 1 and less than 2^8")
	refused(t, lib.NewLFSR(8, 256), "the seed of an LFSR of 8 bits is 256")
}

func TestWavesOfAnLFSR(t *testing.T) {
	l := lib.NewLFSR(4, 1)
	picture(t, "lfsr", l, func(tb *bench.TB) {
		tb.Set(l.Enable, 1)
		tb.Ticks(15)
	}, "enable", "value")
}

// field is arithmetic with polynomials over GF(2) of a degree below width.
type field struct {
	width  int
	order  uint64   // 2^width - 1
	primes []uint64 // that divide it
}

func newField(width int) field {
	order := ^uint64(0) >> (64 - width)
	return field{width, order, primesOf(order)}
}

// primitive reports whether x has the order 2^width-1 modulo x^width + … + 1.
func (f field) primitive(taps []int) bool {
	var low uint64 // the modulus below x^width: of the sequence's recurrence
	for _, t := range taps {
		low ^= 1 << (f.width - t)
	}
	if f.power(f.order, low) != 1 {
		return false
	}
	for _, p := range f.primes {
		if p != f.order && f.power(f.order/p, low) == 1 {
			return false
		}
	}
	return true
}

// first is the first list of taps that is primitive: two before four, the
// greatest first.
func (f field) first() []int {
	w := f.width
	for a := w - 1; a >= 1; a-- {
		if taps := []int{w, a}; f.primitive(taps) {
			return taps
		}
	}
	for a := w - 1; a >= 3; a-- {
		for b := a - 1; b >= 2; b-- {
			for c := b - 1; c >= 1; c-- {
				if taps := []int{w, a, b, c}; f.primitive(taps) {
					return taps
				}
			}
		}
	}
	return nil
}

// power is x^e.
func (f field) power(e, low uint64) uint64 {
	r := uint64(1)
	for i := 63; i >= 0; i-- {
		r = f.multiply(r, r, low)
		if e>>i&1 == 1 {
			r = f.double(r, low)
		}
	}
	return r
}

func (f field) multiply(a, b, low uint64) uint64 {
	var r uint64
	for i := f.width - 1; i >= 0; i-- {
		r = f.double(r, low)
		if b>>i&1 == 1 {
			r ^= a
		}
	}
	return r
}

// double is r times x.
func (f field) double(r, low uint64) uint64 {
	if r>>(f.width-1)&1 == 1 {
		return r<<1&f.order ^ low
	}
	return r << 1 & f.order
}

// primesOf are the primes that divide n: small ones by trial, others by Pollard's rho.
func primesOf(n uint64) []uint64 {
	var list []uint64
	for p := uint64(2); p < 1<<16 && n > 1; p++ {
		if n%p == 0 {
			list = append(list, p)
		}
		for n%p == 0 {
			n /= p
		}
	}
	if n == 1 {
		return list
	}
	if new(big.Int).SetUint64(n).ProbablyPrime(0) {
		return append(list, n)
	}
	for c := int64(1); ; c++ {
		if d := rho(n, c); d != n {
			return append(list, append(primesOf(d), primesOf(n/d)...)...)
		}
	}
}

// rho returns a divisor of n, or n.
func rho(n uint64, c int64) uint64 {
	modulus, x, y := new(big.Int).SetUint64(n), big.NewInt(2), big.NewInt(2)
	step := func(z *big.Int) { z.Mod(z.Add(z.Mul(z, z), big.NewInt(c)), modulus) }
	for {
		step(x)
		step(y)
		step(y)
		d := new(big.Int).Sub(x, y)
		if d.GCD(nil, nil, d.Abs(d), modulus); d.Cmp(big.NewInt(1)) != 0 {
			return d.Uint64()
		}
	}
}

func ExampleTaps() {
	fmt.Println(lib.Taps(7), lib.Taps(16))
	// Output: [7 6] [16 15 13 4]
}

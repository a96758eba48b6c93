package model_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus/words"
	"posedge/hdl/lib/float/ref"
)

// The plain-Go conversions are the exact ones of package ref.
func TestTheModelConvertsExactly(t *testing.T) {
	fixed, single, small, unorm := ref.Fixed{Width: 32, Fraction: 8, Signed: true}, ref.Binary32, ref.Binary16, ref.Norm{Width: 8}
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		x := words.Random(rng)
		require.Equal(t, uint32(ref.Cast(single, fixed, uint64(x), ref.Mode{})), model.RequestWord(isa.Fixed, x), "%08x", x)
		require.Equal(t, uint32(ref.Cast(single, small, uint64(x), ref.Mode{})), model.RequestWord(isa.Half, x), "%08x", x)
		require.Equal(t, uint32(ref.Cast(fixed, single, uint64(x), ref.Mode{})), model.ResponseWord(isa.Fixed, x), "%08x", x)
		require.Equal(t, x, model.RequestWord(isa.Integer, x))
		require.Equal(t, x, model.ResponseWord(isa.Integer, x))
	}
	for x := range uint64(1 << 16) {
		require.Equal(t, uint32(ref.Cast(small, single, x, ref.Mode{})), model.ResponseWord(isa.Half, uint32(x)), "%04x", x)
	}
	for x := range uint64(1 << 8) {
		require.Equal(t, uint32(ref.Cast(unorm, single, x, ref.Mode{})), model.ResponseWord(isa.Unorm, uint32(x)|0xabcdef00), "%02x", x)
	}
}

// yuvExact is the conversion with rational numbers, from the shares of red and blue in luma: E'Y = Kr·R + Kg·G + Kb·B,
// E'Cb = (B − E'Y) ÷ (2 − 2Kb), E'Cr = (R − E'Y) ÷ (2 − 2Kr), and 219·E'Y + 16, 224·E'Cb + 128, 224·E'Cr + 128.
func yuvExact(bt709 bool, x uint32) uint32 {
	shares := [2]*big.Rat{big.NewRat(299, 1000), big.NewRat(114, 1000)}
	if bt709 {
		shares = [2]*big.Rat{big.NewRat(2126, 10000), big.NewRat(722, 10000)}
	}
	one := big.NewRat(1, 1)
	var c [3]*big.Rat
	for k := range c {
		c[k] = big.NewRat(int64(x>>(8*k)&255), 255)
	}
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	sub := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
	add := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
	y := add(add(mul(shares[0], c[0]), mul(shares[1], c[2])), mul(sub(sub(one, shares[0]), shares[1]), c[1]))
	difference := func(x, share *big.Rat) *big.Rat {
		return mul(sub(x, y), new(big.Rat).Inv(mul(big.NewRat(2, 1), sub(one, share))))
	}
	scaled := func(x *big.Rat, scale, offset int64) uint32 {
		v := add(add(mul(x, big.NewRat(scale, 1)), big.NewRat(offset, 1)), big.NewRat(1, 2))
		return uint32(new(big.Int).Quo(v.Num(), v.Denom()).Int64()) // it is positive
	}
	return x>>24<<24 | scaled(difference(c[0], shares[0]), 224, 128)<<16 | scaled(difference(c[2], shares[1]), 224, 128)<<8 | scaled(y, 219, 16)
}

// RGB is converted as the formulas of the standards say, and their own examples come out right.
func TestTheModelConvertsColoursExactly(t *testing.T) {
	standards := map[bool]isa.Format{false: isa.YUV601, true: isa.YUV709}
	rng := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		x := rng.Uint32()
		for _, bt709 := range []bool{false, true} {
			require.Equal(t, yuvExact(bt709, x), model.RequestWord(standards[bt709], x), "%08x", x)
		}
	}
	for format, want := range map[isa.Format][4]uint32{ // black, white, red and blue, as the standards list them
		isa.YUV601: {0x808010, 0x8080eb, 0xf05a51, 0x6ef029},
		isa.YUV709: {0x808010, 0x8080eb, 0xf0663f, 0x76f020},
	} {
		for k, rgb := range []uint32{0, 0xffffff, 0xff, 0xff0000} {
			assert.Equal(t, fmt.Sprintf("%06x", want[k]), fmt.Sprintf("%06x", model.RequestWord(format, rgb)), "%v of %06x", format, rgb)
		}
	}
}

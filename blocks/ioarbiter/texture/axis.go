package texture

import (
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	placeBits  = 8  // of a texel's place in a row or a column
	numberBits = 24 // of a number; see below
	inverse    = 31 // fraction bits of a reciprocal
)

// Texel numbers range from −2^23−1, the texel before that of the least coordinate, to 2^23, the texel after that of the
// greatest. A negative number t is kept as −1−t, its complement. Both are equally far from the border between −1 and 0,
// so that
//
//	t mod n = n−1 − (−1−t) mod n
//
// and a mirrored row has the same texel at both.
type number struct {
	Count    hdl.Bits // 24: t, or −1−t
	Negative hdl.Bits // 1: Count is −1−t
}

// numberOf is a signed number of 25 bits in this form.
func numberOf(t hdl.Bits) number {
	negative := t.Bit(numberBits)
	return number{t.Truncate(numberBits).Xor(negative.Repeat(numberBits)), negative}
}

// axis is a direction of a texture: its U or its V.
type axis struct {
	count      hdl.Bits // 9: texels in this direction
	reciprocal hdl.Bits // 32
	wrap       hdl.Bits // 2
}

// reciprocal is 2^31/n, rounded up, for 1 to 256.
//
// It is 2^31/n + e/n with e below n. So a number k times the reciprocal is k·2^31/n + k·e/n, and the second term is
// below 2^31/n, because k is at most 2^23 and e at most 255: the integer part, above 31 bits, is the quotient, rounded
// down.
func reciprocal(n uint64) uint64 { return (1<<inverse + n - 1) / n }

// reciprocals are those of 1 to 256, that of n at n mod 256.
func reciprocals() []hdl.Bits {
	words := make([]hdl.Bits, units.MaxTextureSide)
	for n := uint64(1); n <= units.MaxTextureSide; n++ {
		words[n%units.MaxTextureSide] = hdl.Const(inverse+1, reciprocal(n))
	}
	return words
}

// quotient is a number divided by the texels of an axis.
type quotient struct {
	Count    hdl.Bits // 8: the lowest bits of the number's Count
	Times    hdl.Bits // 8: the lowest bits of the quotient
	Beyond   hdl.Bits // 1: the quotient is not 0
	Negative hdl.Bits // 1: the number's
}

func (a axis) divide(n number) quotient {
	q := n.Count.Mul(a.reciprocal).Slice(numberBits+inverse, inverse)
	return quotient{n.Count.Truncate(placeBits), q.Truncate(placeBits), q.ReduceOr(), n.Negative}
}

// place is the coordinate of the texel in the texture.
func (a axis) place(q quotient) hdl.Bits {
	texels := a.count.Truncate(placeBits)
	last := texels.Sub(1)
	rest := q.Count.Sub(q.Times.Mul(texels).Truncate(placeBits))
	mirrors, clamps := a.wrap.Bit(1), a.wrap.Eq(int(units.Clamp))

	// A mirrored row runs backwards every other time.
	backwards := hdl.Mux(mirrors, q.Times.Bit(0), q.Negative)
	repeated := hdl.Mux(backwards, last.Sub(rest), rest)
	clamped := hdl.Mux(q.Negative, 0, hdl.Mux(q.Beyond, last, rest))
	return hdl.Mux(clamps, clamped, repeated)
}

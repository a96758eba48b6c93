// Package wide computes with values of any width as words of 64 bits, the least
// significant first. Bits above the width are 0.
package wide

import (
	"math"
	"math/big"
	"math/bits"

	"posedge/internal/frame"
)

// Words is the number of words of a value.
func Words(width int) int { return frame.Words(width) }

// TopMask has ones where the last word of a value may have them.
func TopMask(width int) uint64 { return ^uint64(0) >> (uint(-width) % 64) }

// FromBig returns the words of v, which fits the width.
func FromBig(v *big.Int, width int) []uint64 {
	dst := make([]uint64, Words(width))
	buf := v.FillBytes(make([]byte, 8*len(dst)))
	for i := range dst {
		for _, b := range buf[len(buf)-8*(i+1) : len(buf)-8*i] {
			dst[i] = dst[i]<<8 | uint64(b)
		}
	}
	return dst
}

// ToBig is the number that the words stand for.
func ToBig(words []uint64) *big.Int {
	buf := make([]byte, 0, 8*len(words))
	for i := len(words) - 1; i >= 0; i-- {
		for s := 56; s >= 0; s -= 8 {
			buf = append(buf, byte(words[i]>>s))
		}
	}
	return new(big.Int).SetBytes(buf)
}

// AppendBytes appends ceil(width/8) bytes, the least significant first.
func AppendBytes(dst []byte, words []uint64, width int) []byte {
	for i := 0; i < width; i += 8 {
		dst = append(dst, byte(words[i/64]>>(i%64)))
	}
	return dst
}

// Bit returns bit i of x.
func Bit(x []uint64, i int) bool { return x[i/64]>>(i%64)&1 != 0 }

// FromBool is 1 or 0.
func FromBool(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// IsZero reports whether every bit of x is 0.
func IsZero(x []uint64) bool {
	for _, w := range x {
		if w != 0 {
			return false
		}
	}
	return true
}

// Number returns x as an index or amount, saturated: every limit that it is
// compared with is far below the greatest int.
func Number(x []uint64) int {
	for _, w := range x[1:] {
		if w != 0 {
			return math.MaxInt
		}
	}
	return int(min(x[0], math.MaxInt))
}

// Add sets dst to x+y+carry, modulo 2^(64*len(dst)).
func Add(dst, x, y []uint64, carry uint64) {
	for i := range dst {
		dst[i], carry = bits.Add64(x[i], y[i], carry)
	}
}

// Sub sets dst to x-y, modulo 2^(64*len(dst)).
func Sub(dst, x, y []uint64) {
	var borrow uint64
	for i := range dst {
		dst[i], borrow = bits.Sub64(x[i], y[i], borrow)
	}
}

// Mul sets dst to x*y, modulo 2^(64*len(dst)). dst is not x or y.
func Mul(dst, x, y []uint64) {
	clear(dst)
	for i, a := range x {
		var carry uint64
		for j := 0; i+j < len(dst); j++ {
			var b uint64
			if j < len(y) {
				b = y[j]
			} else if carry == 0 {
				break
			}
			hi, lo := bits.Mul64(a, b)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			dst[i+j], c = bits.Add64(dst[i+j], lo, 0)
			carry = hi + c
		}
	}
}

// SignExtend copies x of the width into dst, which is not shorter, with copies
// of the top bit above.
func SignExtend(dst, x []uint64, width int) {
	n := copy(dst, x)
	if !Bit(x, width-1) {
		clear(dst[n:])
		return
	}
	dst[n-1] |= ^TopMask(width)
	for i := n; i < len(dst); i++ {
		dst[i] = ^uint64(0)
	}
}

// Less reports whether x < y, unsigned, or x <= y if orEqual is set.
func Less(x, y []uint64, orEqual bool) bool {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return orEqual
}

// Shl shifts within the words; an amount past them leaves 0.
func Shl(dst, x []uint64, amount int) {
	whole, part := amount/64, uint(amount%64)
	for i := len(dst) - 1; i >= 0; i-- {
		var w uint64
		if j := i - whole; j >= 0 {
			w = x[j] << part
			if j > 0 {
				w |= x[j-1] >> (64 - part)
			}
		}
		dst[i] = w
	}
}

// Shr takes the words of x from bit amount up; fill enters from above.
func Shr(dst, x []uint64, amount int, fill uint64) {
	at := func(i int) uint64 {
		if i < len(x) {
			return x[i]
		}
		return fill
	}
	whole, part := amount/64, uint(amount%64)
	for i := range dst {
		dst[i] = at(i+whole)>>part | at(i+whole+1)<<(64-part)
	}
}

// OrAt puts x, of the width, into dst at the bit; the bits there are 0.
func OrAt(dst, x []uint64, at int) {
	whole, part := at/64, uint(at%64)
	for i, w := range x {
		dst[whole+i] |= w << part
		if over := w >> (64 - part); over != 0 {
			dst[whole+i+1] |= over
		}
	}
}

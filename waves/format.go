package waves

import (
	"encoding/binary"
	"math/bits"
)

// byteDigits holds the 8 binary digits of every byte, the first one lowest, so
// that a value is formatted a byte at a time.
var byteDigits = func() (table [256]uint64) {
	for b := range table {
		for i := range 8 {
			table[b] |= uint64('0'+b>>(7-i)&1) << (8 * i)
		}
	}
	return table
}()

// appendID appends the identifier code of variable n: a bijective number in
// base 94 over the printable characters "!" to "~", so short ones come first.
func appendID(dst []byte, n int) []byte {
	const first, base = '!', 94
	for {
		dst = append(dst, first+byte(n%base))
		n = n/base - 1
		if n < 0 {
			return dst
		}
	}
}

// putDigits puts the low n digits of w, 1 to 64, into dst, and up to 7 bytes
// more.
func putDigits(dst []byte, w uint64, n int) {
	w <<= 64 - n
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(dst[i:], byteDigits[w>>56])
		w <<= 8
	}
}

// put puts the change of a slot of at most 64 bits into dst, which has room for
// it, and returns its length. Only leading zeros are left out, since a reader
// extends a leading 1 with zeros too (IEEE 1364-2005, 18.2.1); 0 is one digit. A
// scalar has no space before its identifier, a vector must have one.
func (f *field) put(dst []byte, v uint64) int {
	dst = dst[:room]
	if f.width == 1 {
		dst[0] = '0' + byte(v)
		binary.LittleEndian.PutUint64(dst[1:], f.tail)
		return 1 + int(f.tailBytes)
	}
	dst[0] = 'b'
	n := bits.Len64(v | 1)
	putDigits(dst[1:], v, n)
	binary.LittleEndian.PutUint64(dst[1+n:], f.tail)
	return 1 + n + int(f.tailBytes)
}

// appendDigits appends the value in binary as put does, of any width.
func appendDigits(dst []byte, words []uint64) []byte {
	top := len(words) - 1
	for top > 0 && words[top] == 0 {
		top--
	}
	n := bits.Len64(words[top] | 1)
	for ; top >= 0; top-- {
		var digits [64]byte
		putDigits(digits[:], words[top], n)
		dst = append(dst, digits[:n]...)
		n = 64
	}
	return dst
}

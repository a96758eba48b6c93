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

// putDigits puts the low n digits of v, 1 to 64, into dst; what it puts behind
// them means nothing.
func putDigits(dst *[64]byte, v uint64, n int) {
	v <<= uint(64-n) & 63
	binary.LittleEndian.PutUint64(dst[0:], byteDigits[v>>56])
	binary.LittleEndian.PutUint64(dst[8:], byteDigits[v>>48&0xff])
	if n <= 16 {
		return
	}
	binary.LittleEndian.PutUint64(dst[16:], byteDigits[v>>40&0xff])
	binary.LittleEndian.PutUint64(dst[24:], byteDigits[v>>32&0xff])
	if n <= 32 {
		return
	}
	binary.LittleEndian.PutUint64(dst[32:], byteDigits[v>>24&0xff])
	binary.LittleEndian.PutUint64(dst[40:], byteDigits[v>>16&0xff])
	binary.LittleEndian.PutUint64(dst[48:], byteDigits[v>>8&0xff])
	binary.LittleEndian.PutUint64(dst[56:], byteDigits[v&0xff])
}

// put puts the change of a slot of at most 64 bits into dst and returns its
// length. Only leading zeros are left out, since a reader extends a leading 1 with
// zeros too (IEEE 1364-2005, 18.2.1); 0 is one digit. A scalar has no space before
// its identifier, a vector must have one.
func (f *field) put(dst *[valueRoom]byte, v uint64) int {
	dst[0] = 'b'
	n := bits.Len64(v | 1)
	digits := dst[f.lead:]
	putDigits((*[64]byte)(digits), v, n)
	binary.LittleEndian.PutUint64(digits[n:], f.tail)
	return n + int(f.extra)
}

// putByte is put for a value below 256. Most values are, and it is short enough to be
// inlined.
func (f *field) putByte(dst *[valueRoom]byte, v uint64) int {
	dst[0] = 'b'
	n := bits.Len8(uint8(v) | 1)
	digits := dst[f.lead:]
	binary.LittleEndian.PutUint64(digits, byteDigits[uint8(v<<(8-n))])
	binary.LittleEndian.PutUint64(digits[n:], f.tail)
	return n + int(f.extra)
}

// appendDigits appends the value in binary as a VCD has it, of any width.
func appendDigits(dst []byte, words []uint64) []byte {
	top := len(words) - 1
	for top > 0 && words[top] == 0 {
		top--
	}
	n := bits.Len64(words[top] | 1)
	for ; top >= 0; top-- {
		var digits [64]byte
		putDigits(&digits, words[top], n)
		dst = append(dst, digits[:n]...)
		n = 64
	}
	return dst
}

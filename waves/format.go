package waves

import (
	"math/bits"
	"strconv"
)

// byteDigits holds the 8 binary digits of every byte, so that a value is
// formatted a byte at a time.
var byteDigits = func() (table [256][8]byte) {
	for b := range table {
		for i := range table[b] {
			table[b][i] = '0' + byte(b>>(7-i)&1)
		}
	}
	return table
}()

// appendID appends the identifier code of variable n: a bijective number in
// base 94 over the printable characters «!» to «~», so short ones come first.
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

// appendDigits appends the value in binary without leading zeros; only zeros
// may be left out, since a reader extends a leading 1 with zeros too
// (IEEE 1364-2005, 18.2.1). The value 0 is one digit.
func appendDigits(dst []byte, words []uint64) []byte {
	top := len(words) - 1
	for top > 0 && words[top] == 0 {
		top--
	}
	w := words[top]
	if w == 0 {
		return append(dst, '0')
	}
	n := bits.Len64(w)
	dst = appendBytes(dst, w, n)
	for top--; top >= 0; top-- {
		dst = appendBytes(dst, words[top], 64)
	}
	return dst
}

// appendBytes appends the low n digits of w.
func appendBytes(dst []byte, w uint64, n int) []byte {
	if rest := n % 8; rest != 0 {
		n -= rest
		dst = append(dst, byteDigits[byte(w>>n)][8-rest:]...)
	}
	for n > 0 {
		n -= 8
		dst = append(dst, byteDigits[byte(w>>n)][:]...)
	}
	return dst
}

// appendChange appends one value change. A scalar has no space before its
// identifier, a vector must have one.
func appendChange(dst []byte, width int, words []uint64, id string) []byte {
	if width == 1 {
		dst = append(dst, '0'+byte(words[0]))
	} else {
		dst = append(dst, 'b')
		dst = appendDigits(dst, words)
		dst = append(dst, ' ')
	}
	dst = append(dst, id...)
	return append(dst, '\n')
}

func appendTime(dst []byte, t uint64) []byte {
	dst = append(dst, '#')
	dst = strconv.AppendUint(dst, t, 10)
	return append(dst, '\n')
}

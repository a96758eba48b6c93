package waves

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"posedge/internal/frame"
)

// Value is a four-state value of a variable at some time. Two values of the
// same variable are equal (==) if and only if all their bits are.
type Value struct {
	width int
	// digits are the file's digits in their shortest form: lower case, without
	// those on the left that a reader restores (IEEE 1364-2005, 18.2.1).
	// For a real it is the number's text.
	digits string
}

// shorten drops the digits on the left that extension restores: a 0 before a 0
// or 1, an x before an x, a z before a z.
func shorten(digits []byte) []byte {
	for len(digits) > 1 && digits[0] != '1' {
		first, next := digits[0], digits[1]
		if next != first && !(first == '0' && next == '1') {
			break
		}
		digits = digits[1:]
	}
	return digits
}

// Width is the number of bits; 0 for a real.
func (v Value) Width() int { return v.width }

// Known is true if no bit is x or z; for a real it is true once it has a value.
func (v Value) Known() bool {
	return v.width == 0 && v.digits != "x" || strings.Trim(v.digits, "01") == ""
}

// Bit is bit i, "0", "1", "x" or "z"; i is 0 to Width()-1, others are "x".
func (v Value) Bit(i int) byte {
	switch {
	case i < 0 || i >= v.width:
		return 'x'
	case i < len(v.digits):
		return v.digits[len(v.digits)-1-i]
	case v.digits[0] == '1':
		return '0'
	}
	return v.digits[0]
}

// Uint64 is the value as a number; false if a bit is x or z or set above bit 63.
func (v Value) Uint64() (uint64, bool) {
	if v.width == 0 || len(v.digits) > 64 || !v.Known() {
		return 0, false
	}
	var n uint64
	for _, d := range []byte(v.digits) {
		n = n<<1 | uint64(d-'0')
	}
	return n, true
}

// Big is the value as a number of any width; false if a bit is x or z.
func (v Value) Big() (*big.Int, bool) {
	if v.width == 0 || !v.Known() {
		return nil, false
	}
	return new(big.Int).SetString(v.digits, 2)
}

// Real is the value of a real; false for other variables and before its first
// change.
func (v Value) Real() (float64, bool) {
	if v.width != 0 {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.digits, 64)
	return f, err == nil
}

// Text is the value in a base: every bit in binary, else no leading zeros. A
// digit with only x bits is "x", with some "X"; likewise for z, as with
// $display (IEEE 1364-2005, 17.1.1.3). A value that is x or z in every bit is
// one letter. Reals are as in the file.
func (v Value) Text(radix Radix) string {
	switch {
	case v.width > 0 && (v.digits == "x" || v.digits == "z"): // every bit
		return v.digits
	case v.width == 0 || radix == Binary:
		return v.String()
	case radix == Decimal && v.Known():
		n, _ := v.Big()
		return n.String()
	case radix == Decimal:
		return string(v.digit(0, v.width))
	}
	digits := make([]byte, 0, (len(v.digits)+3)/4+1)
	for low := (v.width - 1) / 4 * 4; low >= 0; low -= 4 {
		d := v.digit(low, min(low+4, v.width))
		if d != '0' || len(digits) > 0 || low == 0 {
			digits = append(digits, d)
		}
	}
	return string(digits)
}

// digit is the digit of the bits low to end-1, four at most if they are known.
func (v Value) digit(low, end int) byte {
	x, z, n := 0, 0, 0
	for i := end - 1; i >= low; i-- {
		switch v.Bit(i) {
		case 'x':
			x++
		case 'z':
			z++
		case '0':
			n <<= 1
		default:
			n = n<<1 | 1
		}
	}
	switch {
	case x == end-low:
		return 'x'
	case z == end-low:
		return 'z'
	case x > 0:
		return 'X'
	case z > 0:
		return 'Z'
	}
	return "0123456789abcdef"[n&15]
}

// String is every bit, the most significant first, or a real as in the file.
func (v Value) String() string {
	if v.width <= len(v.digits) {
		return v.digits
	}
	return strings.Repeat(string(v.Bit(v.width-1)), v.width-len(v.digits)) + v.digits
}

// NewValue is a two-state value: words of 64 bits, the least significant first.
// Bits beyond the width are dropped.
func NewValue(width int, words ...uint64) Value {
	if width < 1 || width > maxWidth {
		panic(fmt.Sprintf("waves: a value of %d bits; a variable has 1 to %d", width, maxWidth))
	}
	masked := make([]uint64, frame.Words(width))
	copy(masked, words)
	if rest := width % 64; rest != 0 {
		masked[len(masked)-1] &= 1<<rest - 1
	}
	return Value{width, string(appendDigits(nil, masked))}
}

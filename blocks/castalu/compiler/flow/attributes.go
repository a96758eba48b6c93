package flow

import (
	"fmt"
	"math"
	"strconv"
)

// Sign is what is known about the sign of a value.
type Sign uint8

// The signs, which the patent writes before a range as ?, + and −.
const (
	AnySign  Sign = iota // may be positive or negative
	Positive             // not below 0
	Negative             // not above 0
)

// String is the sign as the patent writes it: "?", "+" or "-".
func (s Sign) String() string { return [...]string{"?", "+", "-"}[s] }

// Unbounded is the exponent of a range without a bound, and Full the resolution of a value
// in fp32.
const (
	Unbounded = math.MaxInt16
	Full      = 32
)

// Attributes are the attributes of an edge: (sign, dynamic range, numeric resolution).
// (?, [0,1], 24), which are those of the numeric type s24, is {AnySign, 0, 24}.
type Attributes struct {
	Sign     Sign
	Exponent int // the magnitude is at most 2^Exponent, or [Unbounded]
	Bits     int // of the resolution, the sign included: 1 to 24, or [Full]
}

// Unknown are the attributes of an edge about which nothing is known.
var Unknown = Attributes{AnySign, Unbounded, Full}

// String is the attributes as the patent writes them: "(?, [0,1], 24)".
func (a Attributes) String() string {
	bits := "?"
	if a.Bits < Full {
		bits = strconv.Itoa(a.Bits)
	}
	return fmt.Sprintf("(%v, %s, %s)", a.Sign, rangeText(a.Exponent), bits)
}

// Limits are the least and the greatest value of the range; both are infinite if it has no
// bound.
func (a Attributes) Limits() (low, high float64) {
	if a.Exponent == Unbounded {
		return math.Inf(-1), math.Inf(1)
	}
	high = math.Ldexp(1, a.Exponent)
	low = -high
	switch a.Sign {
	case Positive:
		low = 0
	case Negative:
		high = 0
	}
	return low, high
}

func rangeText(exponent int) string {
	switch {
	case exponent == Unbounded:
		return "?"
	case exponent >= 0 && exponent < 24:
		return fmt.Sprintf("[0,%d]", 1<<exponent)
	case exponent < 0 && exponent > -24:
		return fmt.Sprintf("[0,1/%d]", 1<<-exponent)
	}
	return fmt.Sprintf("[0,2^%d]", exponent)
}

// Exponent is the exponent of the least power of two that bounds a magnitude:
// |x| ≤ 2^Exponent(x).
func Exponent(x float64) int {
	x = math.Abs(x)
	if x == 0 {
		return -126
	}
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return Unbounded
	}
	fraction, exponent := math.Frexp(x) // x is fraction × 2^exponent, ½ ≤ fraction < 1
	if fraction == 0.5 {
		exponent--
	}
	return max(exponent, -126)
}

package isa

import (
	"fmt"
)

// Type is a numeric type of an operation. A value occupies the low bits of a 32-bit
// component, zero-extended, or sign-extended if the type is a signed fixed-point type;
// the bits above it are ignored when it is read.
type Type uint8

// The numeric types. The fixed-point types are normalised: a code of n bits stands
// for code ÷ (2^n − 1), or code ÷ (2^(n−1) − 1) if it is signed, so that 1.0 is exact.
const (
	FP32 Type = iota // IEEE 754 binary32
	FP16             // IEEE 754 binary16
	U24              // 0 to 1 in 24 bits
	S24              // −1 to 1 in 24 bits
	U12              // 0 to 1 in 12 bits
	S12              // −1 to 1 in 12 bits
	S9               // −1 to 1 in 9 bits, as in register combiners

	NumTypes = int(S9) + 1
)

var typeNames = [NumTypes]string{"fp32", "fp16", "u24", "s24", "u12", "s12", "s9"}

// String is the type in the text form of instructions: "u12".
func (t Type) String() string {
	if int(t) < NumTypes {
		return typeNames[t]
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Float reports whether the type is a floating-point type.
func (t Type) Float() bool { return t <= FP16 }

// Signed reports whether the type has values below 0.
func (t Type) Signed() bool { return t != U24 && t != U12 }

// Bits is the b in 2^b − 1, the code of 1.0 in a fixed-point type; 0 for floating point.
func (t Type) Bits() int { return [NumTypes]int{U24: 24, S24: 23, U12: 12, S12: 11, S9: 8}[t] }

// Width is the number of bits of a value.
func (t Type) Width() int {
	return [NumTypes]int{FP32: 32, FP16: 16, U24: 24, S24: 24, U12: 12, S12: 12, S9: 9}[t]
}

// Format is the format that a cast converts from or to: none, a numeric type, or one of
// the two integer formats of the distinct cast.
type Format uint8

// The formats of casts. The numeric types are 1 + Type.
const (
	None    Format = 0                    // no cast: the value has the operation's type
	Int32   Format = Format(NumTypes) + 1 // a 32-bit integer in two's complement
	Fixed24 Format = Int32 + 1            // 24.8: a 32-bit integer in two's complement ÷ 256

	NumFormats = int(Fixed24) + 1
)

// As is the format of a numeric type.
func As(t Type) Format { return 1 + Format(t) }

// Numeric returns the numeric type of the format, if it has one.
func (f Format) Numeric() (Type, bool) { return Type(f - 1), f >= 1 && int(f) <= NumTypes }

var formatNames = [NumFormats]string{
	None: "none", 1 + FP32: "fp32", 1 + FP16: "fp16", 1 + U24: "u24", 1 + S24: "s24", 1 + U12: "u12", 1 + S12: "s12", 1 + S9: "s9",
	Int32: "s32", Fixed24: "s24_8",
}

// String is the format in the text form of instructions: "u12", "s32" or "s24_8".
func (f Format) String() string {
	if int(f) < NumFormats {
		return formatNames[f]
	}
	return fmt.Sprintf("format %d", uint8(f))
}

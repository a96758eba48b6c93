package isa

import (
	"math"

	"posedge/hdl/lib/float/ref"
)

// Code is a value of an operation's type: the code, or the bits in floating point.
type Code int64

// References are the formats of package ref, by format; nil for None.
var References = [NumFormats]ref.Any{
	1 + FP32: ref.Binary32,
	1 + FP16: ref.Binary16,
	1 + U24:  ref.Norm{Width: 24},
	1 + S24:  ref.Norm{Width: 24, Signed: true},
	1 + U12:  ref.Norm{Width: 12},
	1 + S12:  ref.Norm{Width: 12, Signed: true},
	1 + S9:   ref.Norm{Width: 9, Signed: true},
	Int32:    ref.Fixed{Width: 32, Signed: true},
	Fixed24:  ref.Fixed{Width: 32, Fraction: 8, Signed: true},
}

// widthOf is the number of bits of a format's values.
func widthOf(f Format) int {
	if t, ok := f.Numeric(); ok {
		return t.Width()
	}
	return 32
}

// Cast converts the value of format from in the low bits of a component to format to,
// extended to a component. It rounds once, to nearest even. Values out of range saturate,
// and NaN becomes 0 in formats without it.
func Cast(from, to Format, x uint32) uint32 {
	x &= 1<<widthOf(from) - 1
	if y, ok := castNative(from, to, x); ok {
		return y
	}
	return Extend(to, uint32(ref.Cast(References[from], References[to], uint64(x), ref.Mode{})))
}

// Extend extends the value in the low bits of x to a component.
func Extend(f Format, x uint32) uint32 {
	unused := 32 - widthOf(f)
	if t, ok := f.Numeric(); ok && !t.Float() && t.Signed() {
		return uint32(int32(x<<unused) >> unused)
	}
	return x << unused >> unused
}

// CodeOfOne is the code of 1.0 in a fixed-point type.
func CodeOfOne(t Type) Code { return 1<<t.Bits() - 1 }

// CodeOfHalf is the code of ½ in a fixed-point type.
func CodeOfHalf(t Type) Code { return 1 << (t.Bits() - 1) }

// Saturate limits a code to the range of a fixed-point type.
func Saturate(t Type, v Code) Code {
	least := Code(0)
	if t.Signed() {
		least = -CodeOfOne(t)
	}
	return max(least, min(v, CodeOfOne(t)))
}

// castNative casts between fp32 and another format, or between fixed-point formats, with the
// machine's arithmetic; false if that does not decide the result.
func castNative(from, to Format, x uint32) (uint32, bool) {
	f, fromNumeric := from.Numeric()
	t, toNumeric := to.Numeric()
	switch {
	case from == to || fromNumeric && f == FP16 || toNumeric && t == FP16:
		return 0, false
	case from == As(FP32):
		v := float64(math.Float32frombits(x))
		if v != v {
			return 0, true
		}
		scale, low, high := 256.0, float64(math.MinInt32), float64(math.MaxInt32)
		switch {
		case to == Int32:
			scale = 1
		case toNumeric:
			scale = float64(CodeOfOne(t))
			low, high = float64(Saturate(t, math.MinInt32)), scale
		}
		return Extend(to, uint32(int64(max(low, min(math.RoundToEven(v*scale), high))))), true
	case to == As(FP32) && fromNumeric:
		c := Saturate(f, Code(int32(Extend(from, x))))
		if c == 0 {
			return 0, true
		}
		r, ok := NearestFloat32(float64(c) / float64(CodeOfOne(f)))
		return uint32(r), ok
	case fromNumeric && toNumeric:
		c := Saturate(f, Code(int32(Extend(from, x)))) * CodeOfOne(t)
		magnitude, one := max(c, -c), CodeOfOne(f)
		q := (2*magnitude + one) / (2 * one)
		if (2*magnitude+one)%(2*one) == 0 { // half-way between two codes
			return 0, false
		}
		if c < 0 {
			q = -q
		}
		return Extend(to, uint32(Saturate(t, q))), true
	}
	return 0, false
}

// Float32 is an fp32 value as a Go float32.
func Float32(x Code) float32 { return math.Float32frombits(uint32(x)) }

// Binary32 is an fp32 result as the processor represents it, with a single NaN.
func Binary32(x float32) Code {
	if x != x {
		return 1<<31 - 1
	}
	return Code(math.Float32bits(x))
}

// NearestFloat32 is the fp32 value nearest to a number that x approximates with a relative error below 2^−50, unless
// x is too near a tie.
func NearestFloat32(x float64) (Code, bool) {
	const slack = 0x1p-49
	low, high := float32(x*(1-slack)), float32(x*(1+slack))
	a := math.Abs(float64(low))
	return Binary32(low), low == high && a >= 0x1p-126 && a <= math.MaxFloat32
}

// Nearest rounds a number to a format, extended to a component; false if it is outside the
// format's range.
func (f Format) Nearest(v float64) (bits uint32, ok bool) {
	switch f {
	case As(FP32):
		bits = math.Float32bits(float32(v))
		return bits, math.IsInf(v, 0) || bits<<1 != 0xff<<24
	case As(FP16):
		bits = Cast(As(FP32), f, oddFloat(v))
		return bits, math.IsInf(v, 0) || bits&0x7fff != 0x7c00
	}
	one, least, most := 1.0, math.MinInt32, math.MaxInt32
	if t, is := f.Numeric(); is {
		one = float64(CodeOfOne(t))
		least, most = int(Saturate(t, math.MinInt32)), int(CodeOfOne(t))
	} else if f == Fixed24 {
		one = 1 << 8
	}
	code := math.RoundToEven(v * one)
	if !(v*one >= float64(least) && v*one <= float64(most)) {
		return 0, false
	}
	return Extend(f, uint32(int64(code))), true
}

// oddFloat is v in fp32, rounded to odd: an inexact result has a last bit of 1, so that
// rounding it again to fewer bits equals rounding v once.
func oddFloat(v float64) uint32 {
	x := float32(v)
	bits := math.Float32bits(x)
	if back := float64(x); back != v && v == v {
		if math.Abs(back) > math.Abs(v) {
			bits--
		}
		bits |= 1
	}
	return bits
}

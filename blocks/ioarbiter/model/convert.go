package model

import (
	"math"
	"posedge/blocks/ioarbiter/isa"
)

// RequestWord converts the word x of a request.
func RequestWord(f isa.Format, x uint32) uint32 {
	v := float64(math.Float32frombits(x))
	switch f {
	case isa.Fixed:
		switch v = math.RoundToEven(v * 256); {
		case math.IsNaN(v):
			return 0
		case v >= math.MaxInt32:
			return math.MaxInt32
		case v <= math.MinInt32:
			return 1 << 31
		}
		return uint32(int32(v))
	case isa.Half:
		return uint32(half(v))
	case isa.YUV601, isa.YUV709:
		return yuv(f == isa.YUV709, x)
	}
	return x
}

// ResponseWord converts the word x of a response.
func ResponseWord(f isa.Format, x uint32) uint32 {
	switch f {
	case isa.Fixed:
		return math.Float32bits(float32(float64(int32(x)) / 256))
	case isa.Half:
		exponent, fraction := int(x>>10&31), float64(x&1023)/1024
		v := math.Ldexp(fraction, -14)
		switch {
		case exponent == 31 && fraction != 0:
			return math.MaxInt32 // the one NaN
		case exponent == 31:
			v = math.Inf(1)
		case exponent > 0:
			v = math.Ldexp(1+fraction, exponent-15)
		}
		return math.Float32bits(float32(v)) | x>>15<<31
	case isa.Unorm:
		return math.Float32bits(float32(float64(x&255) / 255))
	}
	return x
}

// half is x in fp16, rounded to nearest even.
func half(x float64) uint16 {
	sign := uint16(0)
	if math.Signbit(x) {
		sign = 1 << 15
	}
	x = math.Abs(x)
	switch {
	case math.IsNaN(x):
		return math.MaxInt16 // the one NaN
	case x >= 65520:
		return sign | 31<<10
	}
	exponent := -14
	if x >= math.Ldexp(1, exponent) {
		exponent = math.Ilogb(x)
	}
	steps := math.RoundToEven(math.Ldexp(x, 10-exponent)) // 1024 to 2048 for a normal number: the hidden bit adds 1 to the exponent
	return sign | uint16(steps) + uint16(exponent+14)<<10
}

// yuv converts a colour, red lowest, to Y, U and V, Y lowest; bits 31 to 24 are unchanged. The quotients are exact and
// rounded to nearest, ties up.
func yuv(bt709 bool, x uint32) uint32 {
	red, blue := int64(2990), int64(1140) // shares of luma, in 1/10 000
	if bt709 {
		red, blue = 2126, 722
	}
	r, g, b := int64(x&255), int64(x>>8&255), int64(x>>16&255)
	luma := red*r + (10_000-red-blue)*g + blue*b
	rounded := func(offset, numerator, denominator int64) uint32 { // offset + numerator ÷ denominator, which is above 0
		return uint32((2*(offset*denominator+numerator) + denominator) / (2 * denominator))
	}
	y := rounded(16, 219*luma, 255*10_000)
	u := rounded(128, 112*(10_000*b-luma), 255*(10_000-blue))
	v := rounded(128, 112*(10_000*r-luma), 255*(10_000-red))
	return x>>24<<24 | v<<16 | u<<8 | y
}

package isa

import (
	"fmt"
	"math"
)

// Format is a conversion of one word by the shared format converters: of a parameter on its way to a unit, and of a
// word of the unit's output on its way back.
type Format uint8

// The formats. Conversions round to nearest even and saturate; a NaN becomes 0 in 24.8.
const (
	Integer Format = iota // the word as it is, in both directions
	Fixed                 // fp32 to signed 24.8; back to fp32
	Half                  // fp32 to fp16 in the low 16 bits; back to fp32
	Unorm                 // responses only: the low 8 bits, 0 to 255, to fp32, 0 to 1
	YUV601                // requests only: RGB to YUV of BT.601, three UNORM8 in the low 24 bits, limited range
	YUV709                // the same of BT.709
)

// FormatBits is the width of a Format.
const FormatBits = 3

var formatNames = [...]string{"integer", "24.8", "fp16", "unorm8", "yuv601", "yuv709"}

// String is the format's name.
func (f Format) String() string {
	if int(f) < len(formatNames) {
		return formatNames[f]
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// OfRequests reports whether words of requests can be converted to the format.
func (f Format) OfRequests() bool { return f != Unorm && f <= YUV709 }

// Float is a number in fp32, the format of a number in SM memory.
func Float(x float64) uint32 { return math.Float32bits(float32(x)) }

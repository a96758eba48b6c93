package model

import (
	"math"

	"posedge/blocks/ropmask/isa"
)

// Texel is a stored pixel in words of 32 bits, the lowest first. A write in a
// format with fewer bits makes the upper ones 0.
type Texel [isa.TexelWords]uint32

// field returns width bits from bit low on.
func (t Texel) field(low, width int) uint32 {
	return t[low/32] >> (low % 32) & (1<<width - 1)
}

// with returns the texel with these bits replaced.
func (t Texel) with(low, width int, bits uint32) Texel {
	mask := uint32(1<<width-1) << (low % 32)
	t[low/32] = t[low/32]&^mask | bits<<(low%32)&mask
	return t
}

// Encode is the model of the store: it returns old with the components of the
// mask that the format has. A component is an fp32 pattern, or an integer in an
// integer format. Rounding is to nearest even; fp16 beyond its range becomes an
// infinity; UNORM clamps to 0 to 1 and takes NaN for 0; integers saturate.
func Encode(f isa.Format, old Texel, mask isa.Mask, c isa.Color) Texel {
	if mask&f.Mask() == 0 {
		return old // there is no write
	}
	for w := range old {
		old[w] &= 1<<min(max(f.Bits()-32*w, 0), 32) - 1
	}
	for k := range c {
		if low, width := f.Place(k); width > 0 && mask.Has(k) {
			old = old.with(low, width, store(f.Stored()[k], c[k]))
		}
	}
	return old
}

// Decode is the model of reading a texel for blending: fp32 patterns, or
// integers. A missing component reads 0, or 1 for A.
func Decode(f isa.Format, t Texel) isa.Color {
	c := isa.Color{isa.A: math.Float32bits(1)}
	if f.Integer() {
		c[isa.A] = 1
	}
	for k := range c {
		if low, width := f.Place(k); width > 0 {
			c[k] = load(f.Stored()[k], t.field(low, width))
		}
	}
	return c
}

// store is the stored form of an fp32 pattern or an integer.
func store(c isa.Codec, x uint32) uint32 {
	switch c {
	case isa.Half:
		return halfOf(math.Float32frombits(x))
	case isa.Unorm8, isa.Unorm10, isa.Unorm2:
		// 24 bits times at most 10: exact in float64, so it is rounded once.
		top := float64(uint32(1)<<c.Width() - 1)
		return uint32(math.RoundToEven(float64(unit(math.Float32frombits(x))) * top))
	case isa.Uint8s:
		return min(x, math.MaxUint8)
	}
	return x
}

// load is the fp32 pattern, or the integer, of a stored form.
func load(c isa.Codec, x uint32) uint32 {
	switch c {
	case isa.Half:
		return math.Float32bits(floatOf(x))
	case isa.Unorm8, isa.Unorm10, isa.Unorm2:
		return math.Float32bits(float32(float64(x) / float64(uint32(1)<<c.Width()-1)))
	}
	return x
}

// unit clamps to 0 to 1, NaN to 0.
func unit(x float32) float32 {
	switch {
	case x >= 1:
		return 1
	case x > 0:
		return x
	}
	return 0
}

const (
	halfNaN      = 0x7fff
	halfInfinity = 0x7c00
)

// halfOf rounds to binary16, as a pattern. The one NaN is 0x7fff.
func halfOf(x float32) uint32 {
	var sign uint32
	if math.Signbit(float64(x)) {
		sign = 0x8000
	}
	v := math.Abs(float64(x))
	switch {
	case x != x:
		return halfNaN
	case v >= 65520: // half a step above the greatest value
		return sign | halfInfinity
	case v == 0:
		return sign
	}
	_, e := math.Frexp(v) // v is in [2^(e-1), 2^e)
	e = max(e-1, -14)
	steps := uint32(math.RoundToEven(math.Ldexp(v, 10-e))) // of 2^(e-10): 0 to 2048
	return sign | (uint32(e+14)<<10 + steps)
}

// floatOf is the value of a binary16 pattern, exactly.
func floatOf(h uint32) float32 {
	e, fraction := int(h>>10&31), float64(h&0x3ff)
	v := math.Ldexp(fraction+1024, e-25)
	switch {
	case e == 31 && fraction != 0:
		return math.Float32frombits(floatNaN)
	case e == 31:
		v = math.Inf(1)
	case e == 0:
		v = math.Ldexp(fraction, -24)
	}
	if h&0x8000 != 0 {
		v = -v
	}
	return float32(v)
}

// floatNaN is the one NaN that arithmetic makes.
const floatNaN = 0x7fffffff

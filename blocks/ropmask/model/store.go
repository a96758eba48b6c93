package model

import (
	"math"

	"posedge/blocks/ropmask/isa"
)

// StoreWrite is one write to the store. Format and blending come with it, so
// they may change from one write to the next.
type StoreWrite struct {
	Target  int
	Address uint32
	Format  isa.Format
	Blend   isa.Blend
	Mask    isa.Mask
	Color   isa.Color
	Second  isa.Color
}

// Write is the model of the store: it returns the new texel. Each operation of
// blending rounds to the nearest fp32, and the result once more to the format.
func (v StoreWrite) Write(old Texel) Texel {
	c := v.Color
	if v.Blend.Enable && v.Format.Blendable() {
		c = v.blend(Decode(v.Format, old))
	}
	return Encode(v.Format, old, v.Mask, c)
}

// blend returns the blended components, as fp32 patterns.
func (v StoreWrite) blend(destination isa.Color) isa.Color {
	source, second := v.Color, v.Second
	if v.Format.Normalised() {
		for k := range source {
			source[k], second[k] = clampPattern(source[k]), clampPattern(second[k])
		}
	}
	var c isa.Color
	for k := range c {
		e := v.Blend.Color
		if k == isa.A {
			e = v.Blend.Alpha
		}
		factor := func(f isa.Factor) float32 {
			x := float32(0)
			switch f.Chosen() {
			case isa.SourceColor:
				x = math.Float32frombits(source[k])
			case isa.SourceAlpha:
				x = math.Float32frombits(source[isa.A])
			case isa.DestinationColor:
				x = math.Float32frombits(destination[k])
			case isa.DestinationAlpha:
				x = math.Float32frombits(destination[isa.A])
			case isa.SecondColor:
				x = math.Float32frombits(second[k])
			case isa.SecondAlpha:
				x = math.Float32frombits(second[isa.A])
			}
			if f&1 == 1 {
				return 1 - x
			}
			return x
		}
		s, d := math.Float32frombits(source[k]), math.Float32frombits(destination[k])
		// The conversions keep the compiler from fusing a product and a sum.
		ps, pd := float32(s*factor(e.Source)), float32(d*factor(e.Destination))
		switch e.Function {
		case isa.Add:
			c[k] = pattern(ps + pd)
		case isa.Subtract:
			c[k] = pattern(ps - pd)
		case isa.ReverseSubtract:
			c[k] = pattern(pd - ps)
		case isa.Min:
			c[k] = lesser(source[k], destination[k])
		default: // Max, and unused codes
			// The lesser of the negated values is the greater value.
			c[k] = negated(lesser(negated(source[k]), negated(destination[k])))
		}
	}
	return c
}

// pattern is the bits of a result, with a single NaN.
func pattern(x float32) uint32 {
	if x != x {
		return floatNaN
	}
	return math.Float32bits(x)
}

// negated inverts the sign, except that of the NaN.
func negated(x uint32) uint32 {
	if v := math.Float32frombits(x); v != v {
		return floatNaN
	}
	return x ^ 1<<31
}

// lesser is minNum of IEEE 754-2008: −0 is less than +0, and a number less than NaN.
func lesser(a, b uint32) uint32 {
	x, y := math.Float32frombits(a), math.Float32frombits(b)
	switch {
	case x != x && y != y:
		return floatNaN
	case x != x:
		return b
	case y != y, x < y, x == y && math.Signbit(float64(x)):
		return a
	}
	return b
}

// clampPattern clamps an fp32 pattern to 0 to 1, NaN to 0.
func clampPattern(x uint32) uint32 { return math.Float32bits(unit(math.Float32frombits(x))) }

package model

import "posedge/blocks/combineripu/isa"

// Values is a register: red, green, blue and alpha as codes, 255 for 1.0, from −255 to 255. As an input, −256 is read
// as −255.
type Values [4]int

// Pixel is a pixel's position and input values.
type Pixel struct {
	X, Y                    int // 16 bits
	Fog, Primary, Secondary Values
	Texture                 [4]Values
}

// One is the code of 1.0, half that of ½.
const (
	One  = 255
	half = 128
)

// Colour is a shaded pixel: red, green, blue and alpha.
type Colour [4]uint8

// Initial is a register's value before the first stage. The alpha of SPARE0 is that of texture 0; whatever else GL
// leaves undefined is 0.
func (p Pixel) Initial(r isa.Register) Values {
	v := Values{}
	switch {
	case r == isa.Fog:
		v = p.Fog
	case r == isa.Primary:
		v = p.Primary
	case r == isa.Secondary:
		v = p.Secondary
	case r >= isa.Texture0 && r <= isa.Texture3:
		v = p.Texture[r-isa.Texture0]
	case r == isa.Spare0:
		v[3] = p.Texture[0][3]
	}
	for k := range v {
		v[k] = clamp(v[k], -One, One)
	}
	return v
}

// Constant is a constant word as a register's value.
func Constant(word uint32) Values {
	return Values{int(word >> 16 & 255), int(word >> 8 & 255), int(word & 255), int(word >> 24)}
}

func clamp(x, least, most int) int { return max(least, min(x, most)) }

// Map applies a mapping to a code.
func Map(m isa.Mapping, e int) int {
	switch positive := max(0, e); m {
	case isa.UnsignedIdentity:
		return positive
	case isa.UnsignedInvert:
		return One - positive
	case isa.ExpandNormal:
		return 2*positive - One
	case isa.ExpandNegate:
		return One - 2*positive
	case isa.HalfBiasNormal:
		return positive - half
	case isa.HalfBiasNegate:
		return half - positive
	case isa.SignedNegate:
		return -e
	}
	return e
}

// product is a·b rounded to the nearest code; no product lies half-way between two.
func product(a, b int) int {
	p := a * b
	if p < 0 {
		return -((-2*p + One) / (2 * One))
	}
	return (2*p + One) / (2 * One)
}

// output is the last step of every operation: bias, scale and clamp.
func output(x int, bias bool, scale uint8, final bool) int {
	if bias {
		x -= half
	}
	switch scale {
	case 1:
		x *= 2
	case 2:
		x *= 4
	case 3:
		x = (x + 1) >> 1
	}
	if final {
		return clamp(x, 0, One)
	}
	return clamp(x, -One, One)
}

package model

import "posedge/blocks/ioarbiter/isa/units"

// TextureRequest is a request to the texture unit. A coordinate is the 32 bits of an int32.
type TextureRequest struct {
	U, V, DUDX, DVDX, DUDY, DVDY uint32

	Quad bool
}

// TextureResponse is its response.
type TextureResponse struct {
	Texels [units.QuadPixels]uint32
	Fault  bool
}

// Texture is a texture unit.
type Texture struct {
	Memory []uint32                   // the texels
	Words  [units.TextureWords]uint32 // the registers of the state
}

// NewTexture makes a model with a memory of the given number of texels, all 0.
func NewTexture(texels int) *Texture { return &Texture{Memory: make([]uint32, texels)} }

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Texture) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Texture) Do(r TextureRequest) (out TextureResponse) {
	s := units.TextureStateOf(m.Words)
	if !m.holds(s) {
		return TextureResponse{Fault: true}
	}
	out.Texels[0] = m.sample(s, r.U, r.V)
	for k := 1; r.Quad && k < units.QuadPixels; k++ {
		x, y := uint32(k%units.QuadSide), uint32(k/units.QuadSide)
		out.Texels[k] = m.sample(s, r.U+x*r.DUDX+y*r.DUDY, r.V+x*r.DVDX+y*r.DVDY)
	}
	return out
}

// holds reports whether a texture can be sampled.
func (m *Texture) holds(s units.TextureState) bool {
	return s.Width >= 1 && s.Width <= units.MaxTextureSide && s.Height >= 1 && s.Height <= units.MaxTextureSide &&
		uint64(s.Base)+uint64(s.Width)*uint64(s.Height) <= uint64(len(m.Memory))
}

func (m *Texture) sample(s units.TextureState, u, v uint32) (out uint32) {
	x, y := int64(int32(u)), int64(int32(v))
	if !s.Bilinear {
		return m.texel(s, x>>units.Fraction, y>>units.Fraction)
	}
	const half = 1 << (units.Fraction - 1) // of a texel
	x, y = x-half, y-half
	fx, fy := uint32(x&(1<<units.Fraction-1)), uint32(y&(1<<units.Fraction-1))
	x, y = x>>units.Fraction, y>>units.Fraction
	texels := [4]uint32{m.texel(s, x, y), m.texel(s, x+1, y), m.texel(s, x, y+1), m.texel(s, x+1, y+1)}
	weights := [4]uint32{(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy}
	for low := 0; low < 32; low += 8 {
		sum := uint32(1 << 15)
		for k, t := range texels {
			sum += weights[k] * (t >> low & 255)
		}
		out |= sum >> 16 << low
	}
	return out
}

// texel is the texel with the numbers x and y.
func (m *Texture) texel(s units.TextureState, x, y int64) uint32 {
	column, row := wrapped(s.WrapU, x, int64(s.Width)), wrapped(s.WrapV, y, int64(s.Height))
	return m.Memory[int64(s.Base)+row*int64(s.Width)+column]
}

// wrapped is the one of n texels that stands for number t.
func wrapped(w units.Wrap, t, n int64) int64 {
	switch w {
	case units.Repeat:
		return floorMod(t, n)
	case units.Clamp:
		return min(max(t, 0), n-1)
	}
	r := floorMod(t, 2*n)
	if r >= n {
		r = 2*n - 1 - r
	}
	return r
}

// floorMod is t mod n, from 0 to n−1.
func floorMod(t, n int64) int64 { return (t%n + n) % n }

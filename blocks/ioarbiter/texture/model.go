package texture

// Model is a texture unit in plain Go.
type Model struct {
	Memory []uint32           // the texels
	Words  [StateWords]uint32 // the registers of the state
}

// NewModel makes a model with a memory of so many texels, all 0.
func NewModel(texels int) *Model { return &Model{Memory: make([]uint32, texels)} }

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Model) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Model) Do(r RequestValue) (out ResponseValue) {
	s := stateOf(m.Words)
	if !m.holds(s) {
		return ResponseValue{Fault: true}
	}
	out.Texels[0] = m.sample(s, r.U, r.V)
	for k := 1; r.Quad && k < Samples; k++ {
		x, y := uint32(k%side), uint32(k/side)
		out.Texels[k] = m.sample(s, r.U+x*r.DUDX+y*r.DUDY, r.V+x*r.DVDX+y*r.DVDY)
	}
	return out
}

// holds reports whether a texture can be sampled.
func (m *Model) holds(s State) bool {
	return s.Width >= 1 && s.Width <= MaxSide && s.Height >= 1 && s.Height <= MaxSide &&
		uint64(s.Base)+uint64(s.Width)*uint64(s.Height) <= uint64(len(m.Memory))
}

func (m *Model) sample(s State, u, v uint32) (out uint32) {
	x, y := int64(int32(u)), int64(int32(v))
	if !s.Bilinear {
		return m.texel(s, x>>fraction, y>>fraction)
	}
	const half = 1 << (fraction - 1) // of a texel
	x, y = x-half, y-half
	fx, fy := uint32(x&(1<<fraction-1)), uint32(y&(1<<fraction-1))
	x, y = x>>fraction, y>>fraction
	texels := [4]uint32{m.texel(s, x, y), m.texel(s, x+1, y), m.texel(s, x, y+1), m.texel(s, x+1, y+1)}
	weights := [4]uint32{(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy}
	for low := 0; low < wordBits; low += 8 {
		sum := uint32(1 << 15)
		for k, t := range texels {
			sum += weights[k] * (t >> low & 255)
		}
		out |= sum >> 16 << low
	}
	return out
}

// texel is the texel with the numbers x and y.
func (m *Model) texel(s State, x, y int64) uint32 {
	column, row := s.WrapU.place(x, int64(s.Width)), s.WrapV.place(y, int64(s.Height))
	return m.Memory[int64(s.Base)+row*int64(s.Width)+column]
}

// place is which of n texels stands for number t.
func (w Wrap) place(t, n int64) int64 {
	switch w {
	case Repeat:
		return floorMod(t, n)
	case Clamp:
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

package texture

// Wrap says which texel stands for one outside the texture, in one direction.
type Wrap uint8

// With n texels in a row, texel number t, which may be negative, is:
const (
	Repeat Wrap = iota // texel t mod n
	Clamp              // texel 0 or n−1, whichever is nearer
	Mirror             // with r = t mod 2n, texel r where r is below n, else texel 2n−1−r
)

// MaxSide is the greatest width and height of a texture.
const MaxSide = 256

// The registers of the unit's state: [State] says what is in them.
const (
	baseWord   = iota
	sizeWord   // width in 15:0, height in 31:16
	filterWord // bit 0 bilinear, 3:2 wrap of U, 5:4 wrap of V
	StateWords
)

// State is a texture as the unit's state describes it.
type State struct {
	Base          uint32 // address of the texel at (0, 0); the others follow row by row
	Width, Height uint16 // 1 to 256 each, not only powers of two
	Bilinear      bool   // else a sample is the texel that its coordinates lie in
	WrapU, WrapV  Wrap   // 3 means the same as Mirror
}

// Words are the registers that make the unit sample this texture.
func (s State) Words() [StateWords]uint32 {
	filter := uint32(s.WrapU&3)<<2 | uint32(s.WrapV&3)<<4
	if s.Bilinear {
		filter |= 1
	}
	return [StateWords]uint32{baseWord: s.Base, sizeWord: uint32(s.Width) | uint32(s.Height)<<16, filterWord: filter}
}

// stateOf is what registers say.
func stateOf(words [StateWords]uint32) State {
	size, filter := words[sizeWord], words[filterWord]
	return State{
		Base: words[baseWord], Width: uint16(size), Height: uint16(size >> 16),
		Bilinear: filter&1 != 0, WrapU: Wrap(filter >> 2 & 3), WrapV: Wrap(filter >> 4 & 3),
	}
}

package units

// MaxTextureSide is the largest width and height of a texture.
const MaxTextureSide = 256

// Wrap is which texel stands for one outside the texture, in one direction.
type Wrap uint8

// With n texels in a row, texel number t, which may be negative, is:
const (
	Repeat Wrap = iota // texel t mod n
	Clamp              // texel 0 or n−1, whichever is nearer
	Mirror             // with r = t mod 2n, texel r where r is below n, else texel 2n−1−r
)

// The registers of the texture unit's state; see [TextureState].
const (
	TextureBaseWord   = iota
	TextureSizeWord   // width in 15:0, height in 31:16
	TextureFilterWord // bit 0 bilinear, 3:2 wrap of U, 5:4 wrap of V
	TextureWords
)

// TextureState is the state of the texture unit: a texture, and how it is sampled.
type TextureState struct {
	Base          uint32 // address of the texel at (0, 0); the others follow row by row
	Width, Height uint16 // 1 to 256 each, not only powers of two
	Bilinear      bool   // if false, a sample is the texel that contains its coordinates
	WrapU, WrapV  Wrap   // 3 means the same as Mirror
}

// Words are the registers of this state.
func (s TextureState) Words() []uint32 {
	filter := uint32(s.WrapU&3)<<2 | uint32(s.WrapV&3)<<4
	if s.Bilinear {
		filter |= 1
	}
	return []uint32{TextureBaseWord: s.Base, TextureSizeWord: uint32(s.Width) | uint32(s.Height)<<16, TextureFilterWord: filter}
}

// TextureStateOf is the state in registers.
func TextureStateOf(words [TextureWords]uint32) TextureState {
	size, filter := words[TextureSizeWord], words[TextureFilterWord]
	return TextureState{
		Base: words[TextureBaseWord], Width: uint16(size), Height: uint16(size >> 16),
		Bilinear: filter&1 != 0, WrapU: Wrap(filter >> 2 & 3), WrapV: Wrap(filter >> 4 & 3),
	}
}

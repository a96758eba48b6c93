package units

// Limits of the depth unit.
const (
	DepthBits     = 16
	MaxDepth      = 1<<DepthBits - 1
	MaxBufferSide = 256 // pixels of the largest buffer in one direction
)

// DepthFunction is a comparison: bit 0 passes a pixel whose depth is less than that in the buffer, bit 1 one whose depth
// is equal to it, and bit 2 one whose depth is greater.
type DepthFunction uint8

// The functions.
const (
	Never DepthFunction = iota
	Less
	Equal
	LessOrEqual
	Greater
	NotEqual
	GreaterOrEqual
	Always
)

// The registers of the depth unit's state.
const (
	DepthTestWord  = iota // the function in 2:0; bit 3 writes
	DepthClearWord        // 15:0
	DepthWords

	DepthWriteBit = 3
)

// DepthState is the state of the depth unit: how pixels are tested.
type DepthState struct {
	Function DepthFunction
	Write    bool   // the depths of pixels that pass are written
	Clear    uint16 // what a request to clear writes
}

// Words are the registers of this state.
func (s DepthState) Words() []uint32 {
	test := uint32(s.Function & Always)
	if s.Write {
		test |= 1 << DepthWriteBit
	}
	return []uint32{DepthTestWord: test, DepthClearWord: uint32(s.Clear)}
}

// DepthStateOf is the state in registers.
func DepthStateOf(words [DepthWords]uint32) DepthState {
	test := words[DepthTestWord]
	return DepthState{DepthFunction(test) & Always, test>>DepthWriteBit&1 != 0, uint16(words[DepthClearWord])}
}

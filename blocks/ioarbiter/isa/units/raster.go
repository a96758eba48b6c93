package units

// MaxCorner is the largest magnitude of a coordinate of the raster unit, in pixels.
const MaxCorner = 2048

// RasterWords is the number of registers of the raster unit's state: scissor on, its begin, its end.
const RasterWords = 3

// RasterState is the state of the raster unit, a scissor: with it, only pixels (x, y) with X0 ≤ x < X1 and Y0 ≤ y < Y1
// are covered.
type RasterState struct {
	Scissor        bool // if false, the others are ignored
	X0, Y0, X1, Y1 uint16
}

// Words are the registers of this state.
func (s RasterState) Words() []uint32 {
	var on uint32
	if s.Scissor {
		on = 1
	}
	return []uint32{on, uint32(s.X0) | uint32(s.Y0)<<16, uint32(s.X1) | uint32(s.Y1)<<16}
}

// RasterStateOf is the state in registers.
func RasterStateOf(words [RasterWords]uint32) RasterState {
	return RasterState{words[0]&1 != 0, uint16(words[1]), uint16(words[1] >> 16), uint16(words[2]), uint16(words[2] >> 16)}
}

package depth

// Model is a depth unit in plain Go.
type Model struct {
	Words         [StateWords]uint32 // the registers of the state
	Width, Height int                // of the buffer, in pixels
	Values        []uint16           // the buffer, row by row
}

// NewModel makes a model with a buffer of that size, all 0.
func NewModel(width, height int) *Model {
	return &Model{Width: width, Height: height, Values: make([]uint16, width*height)}
}

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Model) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Model) Do(r RequestValue) (out ResponseValue) {
	if Side*int(r.TileX) >= m.Width || Side*int(r.TileY) >= m.Height {
		return ResponseValue{Fault: true}
	}
	s := stateOf(m.Words)
	for k := range maskBits {
		if r.Mask>>k&1 == 0 {
			continue
		}
		x, y := Side*int(r.TileX)+k%Side, Side*int(r.TileY)+k/Side
		at := &m.Values[y*m.Width+x]
		z := r.depth(x, y)
		switch {
		case r.Clear:
			*at = s.Clear
		case !s.Function.passes(z, *at):
			continue
		case s.Write:
			*at = z
		}
		out.Mask |= 1 << k
	}
	return out
}

// Row is eight pixels of the buffer.
func (m *Model) Row(p PlaceValue) (r RowValue) {
	copy(r.Values[:], m.Values[p.Row*m.Width+Side*p.Column:])
	return r
}

// depth is that of a pixel.
func (r RequestValue) depth(x, y int) uint16 {
	a, b, c := int64(int32(r.A)), int64(int32(r.B)), int64(int32(r.C))
	twice := a*int64(2*x+1) + b*int64(2*y+1) + 2*c
	return uint16(min(max(twice>>(fraction+1), 0), MaxDepth))
}

func (f Function) passes(z, stored uint16) bool {
	switch f {
	case Less:
		return z < stored
	case Equal:
		return z == stored
	case LessOrEqual:
		return z <= stored
	case Greater:
		return z > stored
	case NotEqual:
		return z != stored
	case GreaterOrEqual:
		return z >= stored
	case Always:
		return true
	}
	return false
}

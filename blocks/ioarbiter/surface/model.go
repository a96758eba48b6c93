package surface

// The registers of the unit's state.
const (
	protectWord = iota // 3:0, red lowest: 1 keeps the component as it is
	StateWords
)

// State is how the unit's state has pixels written.
type State struct {
	Protect uint8 // bit 0 red, 1 green, 2 blue, 3 alpha: 1 keeps the component as it is
}

// Words are the registers of this state.
func (s State) Words() [StateWords]uint32 {
	return [StateWords]uint32{uint32(s.Protect & (1<<channels - 1))}
}

// Model is a surface unit in plain Go.
type Model struct {
	Width, Height int                // in pixels
	Pixels        []uint32           // row by row from the top left
	Words         [StateWords]uint32 // the registers of the state
}

// NewModel makes a model of a surface of so many pixels, all 0.
func NewModel(width, height int) *Model {
	return &Model{Width: width, Height: height, Pixels: make([]uint32, width*height)}
}

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Model) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Model) Do(r RequestValue) ResponseValue {
	left, top := int(r.X)*Side, int(r.Y)*Side
	if left >= m.Width || top >= m.Height {
		return ResponseValue{Fault: true}
	}
	var protected uint32
	for c := range channels {
		if m.Words[protectWord]>>c&1 != 0 {
			protected |= 255 << (8 * c)
		}
	}
	for k, colour := range r.Colours {
		if r.Mask>>k&1 == 0 {
			continue
		}
		if r.Fill {
			colour = r.Colours[0]
		}
		at := &m.Pixels[(top+k/Side)*m.Width+left+k%Side]
		*at = *at&protected | colour&^protected
	}
	return ResponseValue{}
}

// Scan returns four pixels of a row.
func (m *Model) Scan(s ScanValue) (r RowValue) {
	if left := int(s.X) * Side; left < m.Width && int(s.Y) < m.Height {
		copy(r.Pixels[:], m.Pixels[int(s.Y)*m.Width+left:])
	}
	return r
}

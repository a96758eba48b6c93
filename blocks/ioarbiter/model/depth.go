package model

import "posedge/blocks/ioarbiter/isa/units"

// DepthRequest is a request to the depth unit. A, B and C are the 32 bits of an int32.
type DepthRequest struct {
	TileX, TileY uint8
	A, B, C      uint32
	Mask         uint64
	Clear        bool
}

// DepthResponse is its response.
type DepthResponse struct {
	Mask  uint64
	Fault bool
}

// DepthPlace is where eight pixels lie in the buffer.
type DepthPlace struct{ Column, Row int }

// DepthRow is eight pixels of the buffer.
type DepthRow struct{ Values [units.TileSide]uint16 }

// Depth is a depth unit.
type Depth struct {
	Words         [units.DepthWords]uint32 // the registers of the state
	Width, Height int                      // of the buffer, in pixels
	Values        []uint16                 // the buffer, row by row
}

// NewDepth makes a model with a buffer of that size, all 0.
func NewDepth(width, height int) *Depth {
	return &Depth{Width: width, Height: height, Values: make([]uint16, width*height)}
}

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Depth) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Depth) Do(r DepthRequest) (out DepthResponse) {
	if units.TileSide*int(r.TileX) >= m.Width || units.TileSide*int(r.TileY) >= m.Height {
		return DepthResponse{Fault: true}
	}
	s := units.DepthStateOf(m.Words)
	for k := range units.TilePixels {
		if r.Mask>>k&1 == 0 {
			continue
		}
		x, y := units.TileSide*int(r.TileX)+k%units.TileSide, units.TileSide*int(r.TileY)+k/units.TileSide
		at := &m.Values[y*m.Width+x]
		z := r.depth(x, y)
		switch {
		case r.Clear:
			*at = s.Clear
		case !passes(s.Function, z, *at):
			continue
		case s.Write:
			*at = z
		}
		out.Mask |= 1 << k
	}
	return out
}

// Row is eight pixels of the buffer.
func (m *Depth) Row(p DepthPlace) (r DepthRow) {
	copy(r.Values[:], m.Values[p.Row*m.Width+units.TileSide*p.Column:])
	return r
}

// depth is the depth of a pixel.
func (r DepthRequest) depth(x, y int) uint16 {
	a, b, c := int64(int32(r.A)), int64(int32(r.B)), int64(int32(r.C))
	twice := a*int64(2*x+1) + b*int64(2*y+1) + 2*c
	return uint16(min(max(twice>>(units.Fraction+1), 0), units.MaxDepth))
}

// passes says whether a depth passes the test against one in the buffer.
func passes(f units.DepthFunction, z, stored uint16) bool {
	switch f {
	case units.Less:
		return z < stored
	case units.Equal:
		return z == stored
	case units.LessOrEqual:
		return z <= stored
	case units.Greater:
		return z > stored
	case units.NotEqual:
		return z != stored
	case units.GreaterOrEqual:
		return z >= stored
	case units.Always:
		return true
	}
	return false
}

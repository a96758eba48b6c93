package model

import "posedge/blocks/ioarbiter/isa/units"

// SurfaceRequest is a request to the surface unit.
type SurfaceRequest struct {
	X, Y    uint8
	Mask    uint16
	Colours [units.QuadPixels]uint32
	Fill    bool
}

// SurfaceResponse is its response.
type SurfaceResponse struct{ Fault bool }

// SurfaceScan asks for four pixels of a row.
type SurfaceScan struct{ X, Y uint8 }

// SurfaceRow is four pixels of a row.
type SurfaceRow struct{ Pixels [units.QuadSide]uint32 }

// Surface is a surface unit.
type Surface struct {
	Width, Height int                        // in pixels
	Pixels        []uint32                   // row by row from the top left
	Words         [units.SurfaceWords]uint32 // the registers of the state
}

// NewSurface makes a model of a surface of width by height pixels, all 0.
func NewSurface(width, height int) *Surface {
	return &Surface{Width: width, Height: height, Pixels: make([]uint32, width*height)}
}

// Set sets a register of the state; the unit ignores those that it does not have.
func (m *Surface) Set(index int, data uint32) {
	if index < len(m.Words) {
		m.Words[index] = data
	}
}

// Do carries out a request.
func (m *Surface) Do(r SurfaceRequest) SurfaceResponse {
	left, top := int(r.X)*units.QuadSide, int(r.Y)*units.QuadSide
	if left >= m.Width || top >= m.Height {
		return SurfaceResponse{Fault: true}
	}
	var protected uint32
	for c := range units.Channels {
		if m.Words[units.SurfaceProtectWord]>>c&1 != 0 {
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
		at := &m.Pixels[(top+k/units.QuadSide)*m.Width+left+k%units.QuadSide]
		*at = *at&protected | colour&^protected
	}
	return SurfaceResponse{}
}

// Scan returns four pixels of a row.
func (m *Surface) Scan(s SurfaceScan) (r SurfaceRow) {
	if left := int(s.X) * units.QuadSide; left < m.Width && int(s.Y) < m.Height {
		copy(r.Pixels[:], m.Pixels[int(s.Y)*m.Width+left:])
	}
	return r
}

package surface

import "posedge/hdl"

// A quad is 4×4 pixels; its pixel at (x, y) has the number 4·y+x.
const (
	Side   = 4
	Pixels = Side * Side
)

const (
	pixelBits = 32
	channels  = 4 // red, green, blue, alpha, red lowest
	placeBits = 8
)

// Request writes pixels of a quad.
type Request struct {
	X       hdl.Bits         `doc:"of the quad, in quads"`                           // 8
	Y       hdl.Bits         `doc:"of the quad, in quads"`                           // 8
	Mask    hdl.Bits         `doc:"the pixels to write: bit 4*y+x for that at x, y"` // 16
	Colours [Pixels]hdl.Bits `doc:"RGBA8, red lowest"`                               // 32 each
	Fill    hdl.Bits         `doc:"1: all pixels take the first colour"`             // 1
}

// Response says that a request's pixels are written.
type Response struct {
	Fault hdl.Bits `doc:"1: the quad is outside the surface; nothing is written"` // 1
}

// Scan asks for four pixels of a row.
type Scan struct {
	X hdl.Bits `doc:"of the pixels, in quads: those from column 4*X on"` // 8
	Y hdl.Bits `doc:"of the pixels' row, in pixels"`                     // 8
}

// Row is four pixels of a row.
type Row struct {
	Pixels [Side]hdl.Bits `doc:"RGBA8, red lowest, from left to right; 0 outside the surface"` // 32 each
}

// RequestShape is the shape of a [Request].
func RequestShape() Request {
	r := Request{X: hdl.Width(placeBits), Y: hdl.Width(placeBits), Mask: hdl.Width(Pixels), Fill: hdl.Width(1)}
	for k := range r.Colours {
		r.Colours[k] = hdl.Width(pixelBits)
	}
	return r
}

// ResponseShape is the shape of a [Response].
func ResponseShape() Response { return Response{hdl.Width(1)} }

// ScanShape is the shape of a [Scan].
func ScanShape() Scan { return Scan{hdl.Width(placeBits), hdl.Width(placeBits)} }

// RowShape is the shape of a [Row].
func RowShape() (r Row) {
	for k := range r.Pixels {
		r.Pixels[k] = hdl.Width(pixelBits)
	}
	return r
}

// RequestValue is a [Request] as a Go value.
type RequestValue struct {
	X, Y    uint8
	Mask    uint16
	Colours [Pixels]uint32
	Fill    bool
}

// ResponseValue is a [Response] as a Go value.
type ResponseValue struct{ Fault bool }

// ScanValue is a [Scan] as a Go value.
type ScanValue struct{ X, Y uint8 }

// RowValue is a [Row] as a Go value.
type RowValue struct{ Pixels [Side]uint32 }

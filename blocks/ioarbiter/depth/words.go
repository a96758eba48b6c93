package depth

import "posedge/hdl"

const (
	Side       = 8   // pixels of a tile in one direction
	MaxSide    = 256 // pixels of the greatest buffer in one direction
	MaxDepth   = 1<<valueBits - 1
	StateWords = 2 // registers of the state

	fraction  = 8 // bits behind the point of a plane
	planeBits = 32
	valueBits = 16
	tileBits  = 8
	maskBits  = Side * Side
)

// Request asks to test pixels of a tile, or to clear them. The depth of pixel (x, y) is A·(x+½) + B·(y+½) + C, rounded
// down, and 0 or 65535 where it would be less or more; x and y count from the buffer's corner, not the tile's.
type Request struct {
	TileX hdl.Bits `doc:"column of the tile"`                           // 8
	TileY hdl.Bits `doc:"row of the tile"`                              // 8
	A     hdl.Bits `doc:"steepness of the plane in x; signed 24.8"`     // 32
	B     hdl.Bits `doc:"steepness of the plane in y; signed 24.8"`     // 32
	C     hdl.Bits `doc:"the plane at (0, 0); signed 24.8"`             // 32
	Mask  hdl.Bits `doc:"bit 8*y+x: pixel (x, y) of the tile is meant"` // 64
	Clear hdl.Bits `doc:"1: write the clear value instead"`             // 1
}

// Response says which pixels are visible.
type Response struct {
	Mask  hdl.Bits `doc:"bit 8*y+x: pixel (x, y) of the tile is meant and has passed the test, or was cleared"` // 64
	Fault hdl.Bits `doc:"1: the tile is outside of the buffer; nothing was written, and Mask is 0"`             // 1
}

// Place is eight pixels in the buffer.
type Place struct {
	Column hdl.Bits `doc:"column of the tile they are in"` // as many bits as the columns need
	Row    hdl.Bits `doc:"row of pixels in the buffer"`    // as many bits as the rows need
}

// Row is eight pixels of the buffer.
type Row struct {
	Values [Side]hdl.Bits `doc:"their depths, from left to right"` // 16 each
}

// RequestShape is the shape of a [Request].
func RequestShape() Request {
	p := hdl.Width(planeBits)
	return Request{hdl.Width(tileBits), hdl.Width(tileBits), p, p, p, hdl.Width(maskBits), hdl.Width(1)}
}

// ResponseShape is the shape of a [Response].
func ResponseShape() Response { return Response{hdl.Width(maskBits), hdl.Width(1)} }

func rowShape() (r Row) {
	for k := range r.Values {
		r.Values[k] = hdl.Width(valueBits)
	}
	return r
}

// RequestValue is a [Request] as a Go value. A, B and C are the 32 bits of an int32.
type RequestValue struct {
	TileX, TileY uint8
	A, B, C      uint32
	Mask         uint64
	Clear        bool
}

// ResponseValue is a [Response] as a Go value.
type ResponseValue struct {
	Mask  uint64
	Fault bool
}

// PlaceValue is a [Place] as a Go value.
type PlaceValue struct{ Column, Row int }

// RowValue is a [Row] as a Go value.
type RowValue struct{ Values [Side]uint16 }

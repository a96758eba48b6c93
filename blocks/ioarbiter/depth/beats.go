package depth

import (
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	Side = units.TileSide // pixels of a tile in one direction

	fraction  = units.Fraction
	planeBits = 32
	valueBits = units.DepthBits
	tileBits  = 8
	maskBits  = units.TilePixels
)

// Request asks to test pixels of a tile, or to clear them. The depth of pixel (x, y) is A·(x+½) + B·(y+½) + C, rounded
// down and clamped to 0 to 65535; x and y count from the buffer's corner, not the tile's.
type Request struct {
	TileX hdl.Bits `width:"tile" doc:"column of the tile"`
	TileY hdl.Bits `width:"tile" doc:"row of the tile"`
	A     hdl.Bits `width:"plane" doc:"slope of the plane in x; signed 24.8"`
	B     hdl.Bits `width:"plane" doc:"slope of the plane in y; signed 24.8"`
	C     hdl.Bits `width:"plane" doc:"the plane at (0, 0); signed 24.8"`
	Mask  hdl.Bits `width:"mask" doc:"bit 8*y+x: pixel (x, y) of the tile is tested or cleared"`
	Clear hdl.Bits `width:"1" doc:"1: write the clear value instead"`
}

// Response says which pixels are visible.
type Response struct {
	Mask  hdl.Bits `width:"mask" doc:"bit 8*y+x: pixel (x, y) of the tile has passed the test, or was cleared"`
	Fault hdl.Bits `width:"1" doc:"1: the tile is outside the buffer; nothing was written, and Mask is 0"`
}

// Place is eight pixels in the buffer.
type Place struct {
	Column hdl.Bits `width:"column" doc:"column of the tile they are in"`
	Row    hdl.Bits `width:"row" doc:"row of pixels in the buffer"`
}

// Row is eight pixels of the buffer.
type Row struct {
	Values [Side]hdl.Bits `width:"depth" doc:"their depths, from left to right"`
}

// RequestShape is the shape of a [Request].
func RequestShape() Request {
	return hdl.Shape[Request](hdl.Widths{"tile": tileBits, "plane": planeBits, "mask": maskBits})
}

// ResponseShape is the shape of a [Response].
func ResponseShape() Response { return hdl.Shape[Response](hdl.Widths{"mask": maskBits}) }

// PlaceShape is the shape of a [Place] in a buffer of width by height pixels.
func PlaceShape(width, height int) Place {
	return hdl.Shape[Place](hdl.Widths{"column": hdl.IndexWidth(width / Side), "row": hdl.IndexWidth(height)})
}

// RowShape is the shape of a [Row].
func RowShape() Row { return hdl.Shape[Row](hdl.Widths{"depth": valueBits}) }

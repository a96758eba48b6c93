package surface

import (
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	Side = units.QuadSide // pixels of a quad in one direction; its pixel at (x, y) has the number 4·y+x

	pixelBits = 32
	channels  = units.Channels
	placeBits = 8
)

// Request writes pixels of a quad.
type Request struct {
	X       hdl.Bits                   `width:"place" doc:"of the quad, in quads"`
	Y       hdl.Bits                   `width:"place" doc:"of the quad, in quads"`
	Mask    hdl.Bits                   `width:"mask" doc:"the pixels to write: bit 4*y+x is pixel (x, y)"`
	Colours [units.QuadPixels]hdl.Bits `width:"pixel" doc:"RGBA8, red lowest"`
	Fill    hdl.Bits                   `width:"1" doc:"1: all pixels take the first colour"`
}

// Response reports that a request's pixels are written.
type Response struct {
	Fault hdl.Bits `width:"1" doc:"1: the quad is outside the surface; nothing is written"`
}

// Scan asks for four pixels of a row.
type Scan struct {
	X hdl.Bits `width:"place" doc:"of the pixels, in quads: those from column 4*X on"`
	Y hdl.Bits `width:"place" doc:"of the pixels' row, in pixels"`
}

// Row is four pixels of a row.
type Row struct {
	Pixels [Side]hdl.Bits `width:"pixel" doc:"RGBA8, red lowest, from left to right; 0 outside the surface"`
}

// RequestShape is the shape of a [Request].
func RequestShape() Request {
	return hdl.Shape[Request](hdl.Widths{"place": placeBits, "mask": units.QuadPixels, "pixel": pixelBits})
}

// ResponseShape is the shape of a [Response].
func ResponseShape() Response { return hdl.Shape[Response](nil) }

// ScanShape is the shape of a [Scan].
func ScanShape() Scan { return hdl.Shape[Scan](hdl.Widths{"place": placeBits}) }

// RowShape is the shape of a [Row].
func RowShape() Row { return hdl.Shape[Row](hdl.Widths{"pixel": pixelBits}) }

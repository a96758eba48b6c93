package raster

import (
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	Side = units.TileSide // pixels of a tile in one direction

	fraction = units.Fraction
	wordBits = 32
	tileBits = 8
	maskBits = units.TilePixels
)

// Vertex is a corner of a triangle or of a rectangle, in pixels.
type Vertex struct {
	X hdl.Bits `width:"word" doc:"signed 24.8"`
	Y hdl.Bits `width:"word" doc:"signed 24.8"`
}

// Request asks which pixels of a tile are covered.
type Request struct {
	Vertices  [3]Vertex // of the triangle, in either orientation; or begin and end of the rectangle
	Rectangle hdl.Bits  `width:"1" doc:"1: a rectangle, from vertex 0 to vertex 1, which is not included"`
	TileX     hdl.Bits  `width:"tile" doc:"column of the tile"`
	TileY     hdl.Bits  `width:"tile" doc:"row of the tile"`
}

// Response says which pixels are covered.
type Response struct {
	Mask  hdl.Bits `width:"mask" doc:"bit 8*y+x: pixel (x, y) of the tile is covered"`
	Fault hdl.Bits `width:"1" doc:"1: a coordinate is below -2048 or above 2048; no pixel is covered"`
}

// RequestShape is the shape of a [Request].
func RequestShape() Request {
	return hdl.Shape[Request](hdl.Widths{"word": wordBits, "tile": tileBits})
}

// ResponseShape is the shape of a [Response].
func ResponseShape() Response { return hdl.Shape[Response](hdl.Widths{"mask": maskBits}) }

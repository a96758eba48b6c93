package texture

import (
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
)

const (
	wordBits = 32
	fraction = units.Fraction
)

// Request asks for a sample, or for the samples of a quad of 4×4. Coordinates and steps are signed 24.8, in texels;
// the centre of texel 0 is at ½.
type Request struct {
	U    hdl.Bits `width:"word" doc:"of the sample, or of a quad's first sample; signed 24.8"`
	V    hdl.Bits `width:"word" doc:"of the sample, or of a quad's first sample; signed 24.8"`
	DUDX hdl.Bits `width:"word" doc:"change of U from a quad's sample to the next in its row"`
	DVDX hdl.Bits `width:"word" doc:"change of V from a quad's sample to the next in its row"`
	DUDY hdl.Bits `width:"word" doc:"change of U from a quad's sample to the one below it"`
	DVDY hdl.Bits `width:"word" doc:"change of V from a quad's sample to the one below it"`
	Quad hdl.Bits `width:"1" doc:"1: 16 samples; sample 4*y+x is at U+x*DUDX+y*DUDY mod 2^32; 0: one"`
}

// Response holds the samples of a request.
type Response struct {
	Texels [units.QuadPixels]hdl.Bits `width:"word" doc:"RGBA8, red lowest; without Quad, all but the first are 0"`
	Fault  hdl.Bits                   `width:"1" doc:"1: the texture's size is not 1 to 256, or it ends past the end of memory; the texels are 0"`
}

// Store writes a texel.
type Store struct {
	Enable  hdl.Bits `width:"1" doc:"1: write"`
	Address hdl.Bits `width:"address" doc:"of the texel"`
	Data    hdl.Bits `width:"word" doc:"RGBA8, red lowest"`
}

// RequestShape is the shape of a [Request].
func RequestShape() Request { return hdl.Shape[Request](hdl.Widths{"word": wordBits}) }

// ResponseShape is the shape of a [Response].
func ResponseShape() Response { return hdl.Shape[Response](hdl.Widths{"word": wordBits}) }

// StoreShape is the shape of a [Store] to a memory of the given number of texels.
func StoreShape(texels int) Store {
	return hdl.Shape[Store](hdl.Widths{"address": hdl.IndexWidth(texels), "word": wordBits})
}

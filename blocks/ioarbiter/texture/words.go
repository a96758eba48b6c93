package texture

import (
	"posedge/hdl"
)

// Samples of a quad, and their number in one direction.
const (
	Samples = 16
	side    = 4
)

const (
	wordBits = 32
	fraction = 8 // bits behind the point of a coordinate
)

// Request asks for a sample, or for the samples of a quad of 4×4. Coordinates and steps are signed 24.8, in texels;
// the centre of texel 0 is at ½.
type Request struct {
	U    hdl.Bits `doc:"of the sample, or of a quad's first sample; signed 24.8"`            // 32
	V    hdl.Bits `doc:"of the sample, or of a quad's first sample; signed 24.8"`            // 32
	DUDX hdl.Bits `doc:"what U grows by from a quad's sample to the next of its row"`        // 32
	DVDX hdl.Bits `doc:"what V grows by from a quad's sample to the next of its row"`        // 32
	DUDY hdl.Bits `doc:"what U grows by from a quad's sample to the one below it"`           // 32
	DVDY hdl.Bits `doc:"what V grows by from a quad's sample to the one below it"`           // 32
	Quad hdl.Bits `doc:"1: 16 samples; sample 4*y+x is at U+x*DUDX+y*DUDY mod 2^32; 0: one"` // 1
}

// Response holds the samples of a request.
type Response struct {
	Texels [Samples]hdl.Bits `doc:"RGBA8, red lowest; without Quad, all but the first are 0"`                 // 32 each
	Fault  hdl.Bits          `doc:"1: the texture has no size, or lies past the end of memory; Texels are 0"` // 1
}

// Store writes a texel.
type Store struct {
	Enable  hdl.Bits `doc:"1: write"`          // 1
	Address hdl.Bits `doc:"of the texel"`      // as many bits as the memory needs
	Data    hdl.Bits `doc:"RGBA8, red lowest"` // 32
}

// RequestShape is the shape of a [Request].
func RequestShape() Request {
	w := hdl.Width(wordBits)
	return Request{w, w, w, w, w, w, hdl.Width(1)}
}

// ResponseShape is the shape of a [Response].
func ResponseShape() Response {
	r := Response{Fault: hdl.Width(1)}
	for k := range r.Texels {
		r.Texels[k] = hdl.Width(wordBits)
	}
	return r
}

// RequestValue is a [Request] as a Go value. A coordinate is the 32 bits of an int32.
type RequestValue struct {
	U, V, DUDX, DVDX, DUDY, DVDY uint32

	Quad bool
}

// ResponseValue is a [Response] as a Go value.
type ResponseValue struct {
	Texels [Samples]uint32
	Fault  bool
}

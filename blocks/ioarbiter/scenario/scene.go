package scenario

import (
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
)

// A scene is something to be drawn, by the hardware or by the model.
type scene struct {
	stores  ioarbiter.Stores
	texels  []uint32
	objects []states
	ordered bool // requests are carried out in order: one SM makes all of them
	draw    func(d drawer)
}

// states are those of the four units in a state object for macros.
type states struct {
	raster  units.RasterState
	texture units.TextureState
	depth   units.DepthState
	surface units.SurfaceState
}

func (s states) words() (words [isa.ObjectWords]uint32) {
	r, t, d, c := s.raster.Words(), s.texture.Words(), s.depth.Words(), s.surface.Words()
	copy(words[isa.RasterAt:], r[:])
	copy(words[isa.TextureAt:], t[:])
	copy(words[isa.DepthAt:], d[:])
	copy(words[isa.SurfaceAt:], c[:])
	return words
}

// A request is a request of an SM: its unit, the number of its state object, and its words.
type request struct {
	unit, object int
	words        []uint32
}

// A drawer carries out requests. It returns the words of their responses when all are acknowledged.
type drawer interface {
	pass(name string, list []request) (responses [][]uint32)
	read() stimulus.Stored
}

// responseWords is the number of words in the response to a request.
func (q request) responseWords(c isa.ABI) int {
	if q.unit >= isa.FirstMacro {
		return 0
	}
	o := c.Operations[q.unit]
	return len(q.words) / len(o.Request) * len(o.Response)
}

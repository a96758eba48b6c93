package scenario

import (
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
)

// A scene is something to be drawn, by the hardware or by the model.
type scene struct {
	stores  ioarbiter.Stores
	texels  []uint32
	objects []states
	ordered bool // requests are carried out in their order: one SM makes all
	draw    func(d drawer)
}

// states are those of the four units in a state object for macros.
type states struct {
	raster  raster.State
	texture texture.State
	depth   depth.State
	surface surface.State
}

func (s states) words() (words [ioarbiter.ObjectWords]uint32) {
	r, t, d, c := s.raster.Words(), s.texture.Words(), s.depth.Words(), s.surface.Words()
	copy(words[ioarbiter.RasterState:], r[:])
	copy(words[ioarbiter.TextureState:], t[:])
	copy(words[ioarbiter.DepthState:], d[:])
	copy(words[ioarbiter.SurfaceState:], c[:])
	return words
}

// A request is one of an SM: its unit, the number of its state object, and its words.
type request struct {
	unit, object int
	words        []uint32
}

// A drawer carries out requests. It returns the words of their responses when all are acknowledged.
type drawer interface {
	pass(name string, list []request) (responses [][]uint32)
	read() Stored
}

// responseWords is how many words answer a request.
func (q request) responseWords(c ioarbiter.Config) int {
	if q.unit >= ioarbiter.FirstMacro {
		return 0
	}
	o := c.Operations[q.unit]
	return len(q.words) / len(o.Request) * len(o.Response)
}

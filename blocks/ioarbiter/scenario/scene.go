package scenario

import (
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/stimulus"
)

// A scene is drawn by the hardware, or by the model.
type scene struct {
	stores  ioarbiter.Stores
	texels  []uint32
	objects []isa.MacroState
	ordered bool // one SM sends all requests, so that they are carried out in order
	draw    func(d drawer)
}

// A request is a request of an SM: its unit number, the number of its state object, and its words.
type request struct {
	unit, object int
	words        []uint32
}

// A drawer carries out requests. Its pass returns the words of the responses when all requests are acknowledged.
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

package primbatch

import "posedge/hdl/lib"

// minLineDepth is the least depth of a queue for elements.
const minLineDepth = 16

// elementQueue is a queue for elements of a line; a large one is in block RAM.
func elementQueue[T any](shape T, depth int) *lib.FIFO[T] {
	if depth <= minLineDepth {
		return lib.NewFIFO(shape, minLineDepth)
	}
	return lib.NewFIFO(shape, depth, lib.BlockRAM())
}

package netlist

import (
	"fmt"

	"posedge/hdl/sim/internal/wide"
)

// Limits of a design.
const (
	maxNodes       = 1 << 26
	maxWidth       = 1 << 20 // bits of one value
	maxMemoryWords = 1 << 27 // words of 64 bits of all memories: 1 GiB
	maxFrameWords  = 1 << 30 // words of 64 bits of all nodes
)

// CheckLimits refuses a design that is too large to be simulated.
func CheckLimits(n *Netlist) error {
	if len(n.Nodes) > maxNodes {
		return fmt.Errorf("%s has %d nodes, more than the %d that can be simulated", n.Name, len(n.Nodes), maxNodes)
	}
	frame := 0
	for _, x := range n.Nodes {
		if x.Width > maxWidth {
			return fmt.Errorf("%s has a value of %d bits (%s), more than the %d that can be simulated", n.Name, x.Width, x.Op, maxWidth)
		}
		frame += wide.Words(x.Width)
	}
	if frame > maxFrameWords {
		return fmt.Errorf("%s has values of %d words of 64 bits, more than the %d that can be simulated", n.Name, frame, maxFrameWords)
	}
	total := 0
	for _, m := range n.Memories {
		size := wide.Words(m.Width)
		if m.Depth > (maxMemoryWords-total)/size {
			return fmt.Errorf("%s: with memory %s (%d words of %d bits) the memories are more than the %d words of 64 bits that can be simulated",
				n.Name, m.Path, m.Depth, m.Width, maxMemoryWords)
		}
		total += m.Depth * size
	}
	return nil
}

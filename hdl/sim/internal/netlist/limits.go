package netlist

import (
	"fmt"

	"posedge/hdl/sim/internal/wide"
)

// Limits of a design.
const (
	maxNodes      = 1 << 26
	maxWidth      = 1 << 20 // bits of one value
	maxFrameWords = 1 << 30 // words of 64 bits of all nodes
)

// CheckLimits refuses a design that is too large to be simulated. Its memories
// ir.Check has measured.
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
	return nil
}

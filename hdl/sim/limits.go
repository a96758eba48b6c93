package sim

import "fmt"

// What a design may have. A design above a limit is refused by [Compile].
const (
	MaxNodes       = 1 << 26
	MaxWidth       = 1 << 20 // bits of one value
	MaxMemoryWords = 1 << 27 // words of 64 bits of all memories: 1 GiB
	maxFrameWords  = 1 << 30 // words of 64 bits of all nodes
)

func checkLimits(n *Netlist) error {
	if len(n.Nodes) > MaxNodes {
		return fmt.Errorf("%s has %d nodes, more than the %d that can be simulated", n.Name, len(n.Nodes), MaxNodes)
	}
	frame := 0
	for _, x := range n.Nodes {
		if x.Width > MaxWidth {
			return fmt.Errorf("%s has a value of %d bits (%s), more than the %d that can be simulated", n.Name, x.Width, x.Op, MaxWidth)
		}
		frame += wordsOf(x.Width)
	}
	if frame > maxFrameWords {
		return fmt.Errorf("%s has values of %d words of 64 bits, more than the %d that can be simulated", n.Name, frame, maxFrameWords)
	}
	total := 0
	for _, m := range n.Memories {
		size := wordsOf(m.Width)
		if m.Depth > (MaxMemoryWords-total)/size {
			return fmt.Errorf("%s: with memory %s (%d words of %d bits) the memories are more than the %d words of 64 bits that can be simulated",
				n.Name, m.Path, m.Depth, m.Width, MaxMemoryWords)
		}
		total += m.Depth * size
	}
	return nil
}

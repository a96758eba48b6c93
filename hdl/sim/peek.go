package sim

import (
	"fmt"
	"maps"
	"math/big"
	"strconv"
	"strings"

	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
	"posedge/internal/text"
)

// Peek returns the settled value of a named signal of at most 64 bits, or of a
// word of a memory: "count", "queue.wr" (in the instance queue),
// "queue_push_valid" (the parent's side of a port), "queue.mem[3]",
// "queue.mem_addr[3]" (a field of it). An unknown name is an error that proposes others.
//
// The signal's cone is computed on demand from the current inputs and state,
// in the netlist as lowered: optimisation hides no name, and a simulation that
// does not peek pays nothing.
func (s *Simulation) Peek(path string) (uint64, error) {
	words, width, err := s.peek(path)
	if err != nil {
		return 0, err
	}
	if width > 64 {
		return 0, fmt.Errorf("%s is %d bits, more than Peek returns: use PeekBig", path, width)
	}
	return words[0], nil
}

// PeekBig is [Simulation.Peek] for any width.
func (s *Simulation) PeekBig(path string) (*big.Int, error) {
	words, _, err := s.peek(path)
	if err != nil {
		return nil, err
	}
	return wide.ToBig(words), nil
}

func (s *Simulation) peek(path string) (words []uint64, width int, err error) {
	if t, ok := s.p.byPath[path]; ok {
		if t.mem >= 0 {
			return nil, 0, fmt.Errorf("%s is a memory: peek at a word of it, %s[0], or use DumpMemory", path, path)
		}
		return s.cone(t.net), t.width, nil
	}
	if name, index, ok := strings.Cut(path, "["); ok {
		if t, ok := s.p.byPath[name]; ok && t.mem >= 0 {
			addr, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
			if depth := s.p.netlist.Memories[t.mem].Depth; err != nil || !strings.HasSuffix(index, "]") || addr < 0 || addr >= depth {
				return nil, 0, fmt.Errorf("%s is not a word of %s: the words are %s[0] to %s[%d]", path, name, name, name, depth-1)
			}
			return s.field(t, addr), t.width, nil
		}
	}
	return nil, 0, fmt.Errorf("%s has no signal %q%s", s.p.Name(), path, text.DidYouMean(path, maps.Keys(s.p.byPath)))
}

// cone returns the value of a net of the netlist as lowered. The result is
// valid until the next call.
func (s *Simulation) cone(net netlist.Net) []uint64 {
	cones := s.p.cones()
	if s.frame == nil {
		s.frame = cones.Frame()
	}
	return cones.Value(s.frame, net, s.m)
}

package sim

import (
	"fmt"
	"maps"
	"math/big"

	"posedge/hdl/sim/internal/wide"
	"posedge/internal/text"
)

// LoadMemory writes values to the words of a memory of at most 64 bits from
// word start up, at once and in the current cycle: "queue.mem". It is an error,
// and nothing is written, if the path names no memory, a value does not fit or
// the values reach past the end.
func (s *Simulation) LoadMemory(path string, start int, values ...uint64) error {
	list := make([]*big.Int, len(values))
	for i, v := range values {
		list[i] = new(big.Int).SetUint64(v)
	}
	return s.LoadMemoryBig(path, start, list)
}

// LoadMemoryBig is [Simulation.LoadMemory] for any width.
func (s *Simulation) LoadMemoryBig(path string, start int, values []*big.Int) error {
	mem, err := s.memory(path)
	if err != nil {
		return err
	}
	x := s.p.netlist.Memories[mem]
	if start < 0 || start > x.Depth || len(values) > x.Depth-start {
		return fmt.Errorf("%s has %d words: %d values from word %d do not fit", path, x.Depth, len(values), start)
	}
	for i, v := range values {
		if v == nil || v.Sign() < 0 || v.BitLen() > x.Width {
			return fmt.Errorf("%s has words of %s, the value %v for word %d does not fit", path, text.InBits(x.Width), v, start+i)
		}
	}
	if len(values) > 0 {
		s.touched = fmt.Sprintf("memory %s was loaded in cycle %d", path, s.cycle)
	}
	for i, v := range values {
		words := wide.FromBig(v, x.Width)
		s.setMemory(mem, start+i, words)
		if s.journal != nil {
			s.journal.load(mem, start+i, words)
		}
	}
	s.settled = false
	return nil
}

// DumpMemory returns all words of a memory of at most 64 bits.
func (s *Simulation) DumpMemory(path string) ([]uint64, error) {
	mem, err := s.memory(path)
	if err != nil {
		return nil, err
	}
	x := s.p.netlist.Memories[mem]
	if x.Width > 64 {
		return nil, fmt.Errorf("%s has words of %d bits, more than DumpMemory returns: use DumpMemoryBig", path, x.Width)
	}
	words := make([]uint64, x.Depth)
	for addr := range words {
		words[addr] = s.m.Memory(mem, addr, 0)
	}
	return words, nil
}

// DumpMemoryBig is [Simulation.DumpMemory] for any width.
func (s *Simulation) DumpMemoryBig(path string) ([]*big.Int, error) {
	mem, err := s.memory(path)
	if err != nil {
		return nil, err
	}
	x := s.p.netlist.Memories[mem]
	list := make([]*big.Int, x.Depth)
	words := make([]uint64, wide.Words(x.Width))
	for addr := range list {
		s.memoryWord(words, mem, addr)
		list[addr] = wide.ToBig(words)
	}
	return list, nil
}

// memory finds a memory by path.
func (s *Simulation) memory(path string) (int, error) {
	t, ok := s.p.byPath[path]
	switch {
	case !ok:
		var names = map[string]bool{}
		for _, x := range s.p.netlist.Memories {
			names[x.Path] = true
		}
		return 0, fmt.Errorf("%s has no memory %q%s", s.p.Name(), path, text.DidYouMean(path, maps.Keys(names)))
	case t.mem < 0:
		return 0, fmt.Errorf("%s is not a memory: use Peek", path)
	}
	return t.mem, nil
}

// memoryWord copies a word of a memory to dst, or 0 past the end.
func (s *Simulation) memoryWord(dst []uint64, mem, addr int) {
	if addr >= s.p.netlist.Memories[mem].Depth {
		clear(dst)
		return
	}
	for k := range dst {
		dst[k] = s.m.Memory(mem, addr, k)
	}
}

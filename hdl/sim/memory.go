package sim

import (
	"fmt"
	"maps"
	"math/big"

	"posedge/hdl/sim/internal/wide"
	"posedge/internal/text"
)

// LoadMemory writes values, at once and in the current cycle, to the words of a memory
// of at most 64 bits ("queue.mem"), or to a field of its words ("queue.mem_addr"),
// from word start upwards. It is an error, and nothing is written, if the path names
// no memory, a value does not fit or the values reach past the end.
func (s *Simulation) LoadMemory(path string, start int, values ...uint64) error {
	list := make([]*big.Int, len(values))
	for i, v := range values {
		list[i] = new(big.Int).SetUint64(v)
	}
	return s.LoadMemoryBig(path, start, list)
}

// LoadMemoryBig is [Simulation.LoadMemory] for any width.
func (s *Simulation) LoadMemoryBig(path string, start int, values []*big.Int) error {
	t, err := s.memory(path)
	if err != nil {
		return err
	}
	x := s.p.netlist.Memories[t.mem]
	if start < 0 || start > x.Depth || len(values) > x.Depth-start {
		return fmt.Errorf("%s has %d words: %d values from word %d do not fit", path, x.Depth, len(values), start)
	}
	for i, v := range values {
		if v == nil || v.Sign() < 0 || v.BitLen() > t.width {
			return fmt.Errorf("%s has words of %s, the value %v for word %d does not fit", path, text.InBits(t.width), v, start+i)
		}
	}
	if len(values) > 0 {
		s.touched = fmt.Sprintf("memory %s was loaded in cycle %d", path, s.cycle)
	}
	for i, v := range values {
		words := wide.FromBig(v, x.Width)
		if t.width < x.Width {
			words = s.withField(t, start+i, v)
		}
		s.setMemory(t.mem, start+i, words)
		if s.journal != nil {
			s.journal.load(t.mem, start+i, words)
		}
	}
	s.settled = false
	return nil
}

// DumpMemory returns all words of a memory of at most 64 bits, or such a field
// of all its words.
func (s *Simulation) DumpMemory(path string) ([]uint64, error) {
	t, err := s.memory(path)
	if err != nil {
		return nil, err
	}
	if t.width > 64 {
		return nil, fmt.Errorf("%s has words of %d bits, more than DumpMemory returns: use DumpMemoryBig", path, t.width)
	}
	words := make([]uint64, s.p.netlist.Memories[t.mem].Depth)
	for addr := range words {
		words[addr] = s.field(t, addr)[0]
	}
	return words, nil
}

// DumpMemoryBig is [Simulation.DumpMemory] for any width.
func (s *Simulation) DumpMemoryBig(path string) ([]*big.Int, error) {
	t, err := s.memory(path)
	if err != nil {
		return nil, err
	}
	list := make([]*big.Int, s.p.netlist.Memories[t.mem].Depth)
	for addr := range list {
		list[addr] = wide.ToBig(s.field(t, addr))
	}
	return list, nil
}

// memory finds a memory, or a field of one, by path.
func (s *Simulation) memory(path string) (target, error) {
	t, ok := s.p.byPath[path]
	switch {
	case !ok:
		var names = map[string]bool{}
		for _, x := range s.p.netlist.Memories {
			names[x.Path] = true
		}
		return t, fmt.Errorf("%s has no memory %q%s", s.p.Name(), path, text.DidYouMean(path, maps.Keys(names)))
	case t.mem < 0:
		return t, fmt.Errorf("%s is not a memory: use Peek", path)
	}
	return t, nil
}

// field returns a word of a memory, or a field of the word.
func (s *Simulation) field(t target, addr int) []uint64 {
	word := make([]uint64, wide.Words(s.p.netlist.Memories[t.mem].Width))
	s.memoryWord(word, t.mem, addr)
	part := word[:wide.Words(t.width)]
	wide.Shr(part, word, t.lo, 0)
	part[len(part)-1] &= wide.TopMask(t.width)
	return part
}

// withField returns a word of a memory in which a field has another value.
func (s *Simulation) withField(t target, addr int, v *big.Int) []uint64 {
	width := s.p.netlist.Memories[t.mem].Width
	word := make([]uint64, wide.Words(width))
	s.memoryWord(word, t.mem, addr)
	x, ones := wide.ToBig(word), new(big.Int).Lsh(big.NewInt(1), uint(t.width))
	ones.Lsh(ones.Sub(ones, big.NewInt(1)), uint(t.lo))
	x.AndNot(x, ones)
	return wide.FromBig(x.Or(x, new(big.Int).Lsh(v, uint(t.lo))), width)
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

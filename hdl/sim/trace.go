package sim

import "fmt"

// Traced returns the program that keeps every signal of [Program.Signals] for
// [Simulation.Sample]. It is compiled when first asked for, once; its ports and
// snapshots are those of p, which stays as fast as it is.
func (p *Program) Traced() (*Program, error) { return p.twin() }

// SampleWords is the length of what Sample fills, or 0 if p is not traced.
func (p *Program) SampleWords() int {
	return p.sampleWords
}

// Sample packs the settled values of all signals of the design into dst, in the
// order of [Program.Signals]: ceil(width/64) words each, the least significant
// first. dst has SampleWords words. It is an error if the program is not traced.
func (s *Simulation) Sample(dst []uint64) error {
	if s.p.traced == nil {
		return fmt.Errorf("%s is not traced: take the instance from Program.Traced", s.p.Name())
	}
	if want := s.p.SampleWords(); len(dst) != want {
		return fmt.Errorf("a sample of %s has %d words, not %d", s.p.Name(), want, len(dst))
	}
	s.settle()
	s.m.Signals(dst)
	return nil
}

// SampleMemory packs the words of the memory with the index in
// [Program.Memories] into dst: ceil(width/64) words each, word 0 first. It
// needs no traced program. It is an error if dst has another length.
func (s *Simulation) SampleMemory(index int, dst []uint64) error {
	if index < 0 || index >= len(s.p.netlist.Memories) {
		return fmt.Errorf("%s has %d memories, no memory %d", s.p.Name(), len(s.p.netlist.Memories), index)
	}
	x := s.p.netlist.Memories[index]
	size := wordsOf(x.Width)
	if len(dst) != size*x.Depth {
		return fmt.Errorf("a sample of %s has %d words, not %d", x.Path, size*x.Depth, len(dst))
	}
	for addr := range x.Depth {
		s.memoryWord(dst[addr*size:][:size], index, addr)
	}
	return nil
}

package sim

import (
	"fmt"
	"slices"

	"posedge/hdl/ir"
	"posedge/internal/frame"
)

// Traced returns the program that keeps every signal of [Program.Signals] for
// [Simulation.Sample] and [Simulation.Trace]. It is compiled once, when first
// needed; it shares ports and snapshots with p, which stays as fast as it is.
func (p *Program) Traced() (*Program, error) {
	v := p.variant
	v.traced = true
	return p.family.program(v)
}

// FrameSize is the number of bytes of a frame: the values of all signals at one
// sample point. It is 0 if p is not traced.
func (p *Program) FrameSize() int { return p.frameSize }

// FrameOffsets returns where in a frame the value of each signal of
// [Program.Signals] begins. The value has the smallest of 1, 2, 4 or 8 bytes
// that holds its width, or 8 for each 64 bits, little-endian with zeros above
// its width; it begins at a multiple of its size, or of 8. Signals that are the
// same value (Same) have the same place; others follow each other in their
// order. It is nil if p is not traced.
func (p *Program) FrameOffsets() []int { return slices.Clone(p.offsets) }

// Sample puts the settled values of the current cycle into dst, which has
// [Program.FrameSize] bytes. It is an error if the program is not traced.
func (s *Simulation) Sample(dst []byte) error {
	if err := s.traced(); err != nil {
		return err
	}
	if want := s.p.FrameSize(); len(dst) != want {
		return fmt.Errorf("a frame of %s has %d bytes, not %d", s.p.Name(), want, len(dst))
	}
	s.settle()
	s.m.Signals(dst)
	return nil
}

func (s *Simulation) traced() error {
	if !s.p.variant.traced {
		return fmt.Errorf("%s is not traced: take the instance from Program.Traced", s.p.Name())
	}
	return nil
}

// Trace is [Simulation.Tick] with a sample of each cycle: it calls take with one
// or more consecutive frames, which are valid during the call. A cycle whose
// edge does not come, because the run stops with an error, has a frame too. An
// error from take ends the run at once, after the cycles whose frames take
// received. It is an error if the program is not traced.
func (s *Simulation) Trace(n int, take func(frames []byte) error) error {
	if err := s.traced(); err != nil {
		return err
	}
	if err := s.ready(n); err != nil {
		return err
	}
	for n > 0 {
		todo := n
		if s.digest != nil {
			s.settle()
			s.digest.sample(s)
			todo = 1
		}
		var frames []byte
		done, stop := s.cycles(todo, func(n int, edges []ir.Edges) (done, stop int) {
			frames, done, stop = s.m.Trace(n, edges)
			return done, stop
		})
		if done > 0 {
			if err := take(frames); err != nil {
				return err
			}
		}
		if stop >= 0 {
			frame := make([]byte, s.p.frameSize)
			s.settle()
			s.m.Signals(frame)
			if err := take(frame); err != nil {
				return err
			}
			return s.stopped(stop)
		}
		n -= done
	}
	return nil
}

// SampleMemory puts the words of the memory with the index in
// [Program.Memories] into dst, word 0 first, each in as many bytes as a value of
// its width has in a frame; where words have fields, the first field of all words
// comes first, then the second. The program need not be traced. It is an error
// if dst has another length.
func (s *Simulation) SampleMemory(index int, dst []byte) error {
	if index < 0 || index >= len(s.p.netlist.Memories) {
		return fmt.Errorf("%s has %d memories, no memory %d", s.p.Name(), len(s.p.netlist.Memories), index)
	}
	x := s.p.netlist.Memories[index]
	parts := s.p.design.Memories[index].Fields
	if parts == nil {
		parts = []ir.Field{{Width: x.Width}}
	}
	size := 0
	for _, f := range parts {
		size += frame.Bytes(f.Width)
	}
	if len(dst) != size*x.Depth {
		return fmt.Errorf("a sample of %s has %d bytes, not %d", x.Path, size*x.Depth, len(dst))
	}
	lo := 0
	for _, f := range parts {
		for addr := range x.Depth {
			frame.Put(dst, s.field(target{width: f.Width, mem: index, lo: lo}, addr), f.Width)
			dst = dst[frame.Bytes(f.Width):]
		}
		lo += f.Width
	}
	return nil
}

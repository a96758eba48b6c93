package testbench

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// System is a bench around a combiner IPU with its shader. It compares each shaded pixel with the formulas of the combiners,
// which do not depend on the translation into instructions.
type System struct {
	*bench.TB
	source
	System *combineripu.System
	Want   []model.Colour
	Leave  func(pixel int, c model.Colour) // called with each pixel that leaves, if it is not nil

	out    *bench.Monitor[shadedBeat]
	pixels []model.Pixel
	left   int
}

// NewSystem makes the bench.
func NewSystem(r bench.Reporter, c combineripu.Config, delays Delays, opts ...bench.Option) *System {
	y, err := combineripu.NewSystem(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return OnSystem(bench.New(r, y, opts...), c, delays)
}

// OnSystem drives the system of an existing bench.
func OnSystem(tb *bench.TB, c combineripu.Config, delays Delays) *System {
	r, y := tb.Reporter(), tb.Design().Component.(*combineripu.System)
	s := &System{TB: tb, System: y, source: source{Words: isa.ResetWords(), config: c, in: bench.Drive(tb, y.In, delays.Gap)},
		out: bench.Collect[shadedBeat](tb, y.Out, delays.Stall)}
	s.out.Each(func(b shadedBeat) {
		if s.left == len(s.pixels) {
			r.Fatalf("pixel %d left, but only %d were sent", s.left, len(s.pixels))
		}
		p, want := s.pixels[s.left], s.Want[s.left]
		got := colourOf(b.Colour)
		if got != want || int(b.X) != p.X || int(b.Y) != p.Y {
			r.Fatalf("cycle %d: pixel %d left as (%d, %d) %v, not (%d, %d) %v", tb.Cycle(), s.left, b.X, b.Y, got, p.X, p.Y, want)
		}
		if s.Leave != nil {
			s.Leave(s.left, got)
		}
		s.left++
	})
	return s
}

// Pixel sends a pixel.
func (s *System) Pixel(p model.Pixel) {
	s.source.Pixel(p)
	s.pixels = append(s.pixels, p)
	s.Want = append(s.Want, model.Combine(&s.Words, s.config.Stages, p))
}

// All sends loads of all words, changed or not, like a driver that keeps program states as blocks.
func (s *System) All(w isa.Words) (loads int) {
	list := isa.Offsets(s.config.Stages)
	for _, offset := range list {
		s.LoadRegister(offset, *w.At(offset))
	}
	return len(list)
}

// Left is the number of pixels that have left.
func (s *System) Left() int { return s.left }

// Counts reads the counters.
func (s *System) Counts() (c Counts) {
	s.Read(s.System.Counts, &c)
	return c
}

// Drain ticks until every pixel has left.
func (s *System) Drain() {
	for s.left < len(s.pixels) || s.in.Waiting() > 0 {
		s.move()
	}
}

// move ticks until a pixel leaves or a packet enters.
func (s *System) move() {
	left, waiting := s.left, s.in.Waiting()
	s.Until(20_000, "a pixel leaves or a packet enters", func() bool { return s.left != left || s.in.Waiting() != waiting })
}

// Exercise sends random program states with the given number of pixels each: at least the given numbers of states and
// of cycles.
func (s *System) Exercise(rng *rand.Rand, states, pixels, cycles int) {
	for n := 0; n < states || s.Cycle() < uint64(cycles); n++ {
		s.randomState(rng)
		for range pixels {
			s.Pixel(stimulus.Pixel(rng))
		}
		for s.in.Waiting() > 64 {
			s.move()
		}
	}
	s.Drain()
}

// ExerciseSystem is a random run of a system: at least the given numbers of states, of four pixels each, and of cycles.
func ExerciseSystem(r bench.Reporter, c combineripu.Config, seed uint64, states, cycles int, opts ...bench.Option) *System {
	s := NewSystem(r, c, RandomDelays, append(opts, bench.Seed(seed))...)
	s.Exercise(rand.New(rand.NewPCG(seed, 14)), states, 4, cycles)
	return s
}

package scenario

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/blocks/unit"
)

// Delays say how a bench behaves: the probability of a pause in what it sends and of a stall in what it takes.
type Delays struct{ Gap, Stall float64 }

// System is a bench around a combiner IPU with its shader. Each pixel that leaves is compared with the formulas of the
// combiners, which know nothing of instructions.
type System struct {
	*bench.TB
	System *combineripu.System
	Words  isa.Words // as the loads so far have left them
	Want   []model.Colour
	Leave  func(pixel int, c model.Colour) // called with each pixel that leaves, if it is not nil

	config combineripu.Config
	in     *bench.Driver
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
	return driveSystem(bench.New(r, y, opts...), y, c, delays)
}

// onSystem shows something on the system of a configuration, driven without delays.
func onSystem(run func(s *System, e *unit.Env, c combineripu.Config) error) unit.Demo[combineripu.Config] {
	return unit.On(combineripu.NewSystem, func(tb *bench.TB, y *combineripu.System, e *unit.Env, c combineripu.Config) error {
		return run(driveSystem(tb, y, c, Delays{}), e, c)
	})
}

// driveSystem is [NewSystem] on a bench of the system.
func driveSystem(tb *bench.TB, y *combineripu.System, c combineripu.Config, delays Delays) *System {
	r := tb.Reporter()
	s := &System{TB: tb, System: y, Words: isa.ResetWords(), config: c,
		in: bench.Drive(tb, y.In, delays.Gap), out: bench.Collect[shadedBeat](tb, y.Out, delays.Stall)}
	s.out.Each(func(b shadedBeat) {
		if s.left == len(s.pixels) {
			r.Fatalf("pixel %d left, and only %d came", s.left, len(s.pixels))
		}
		p, want := s.pixels[s.left], s.Want[s.left]
		got := colourOf(b.Colour)
		if got != want || int(b.X) != p.X || int(b.Y) != p.Y {
			r.Fatalf("cycle %d: pixel %d left as (%d, %d) %v; it is (%d, %d) %v", tb.Cycle(), s.left, b.X, b.Y, got, p.X, p.Y, want)
		}
		if s.Leave != nil {
			s.Leave(s.left, got)
		}
		s.left++
	})
	return s
}

// Load sends a register load.
func (s *System) Load(offset int, word uint32) {
	s.in.Send(inputBeat{Load: true, Offset: uint16(offset), Word: word})
	if w := s.Words.At(offset); w != nil {
		*w = word
	}
}

// Become sends loads of the words that differ.
func (s *System) Become(w isa.Words) (loads int) {
	for _, offset := range isa.Offsets(s.config.Stages) {
		if want := *w.At(offset); *s.Words.At(offset) != want {
			s.Load(offset, want)
			loads++
		}
	}
	return loads
}

// Pixel sends a pixel.
func (s *System) Pixel(p model.Pixel) {
	s.in.Send(inputBeat{Pixel: pixelOf(p)})
	s.pixels = append(s.pixels, p)
	s.Want = append(s.Want, model.Combine(&s.Words, s.config.Stages, p))
}

// Waiting is the number of packets that have not entered.
func (s *System) Waiting() int { return s.in.Waiting() }

// Left is the number of pixels that have left.
func (s *System) Left() int { return s.left }

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
		w := stimulus.Words(rng, s.config.Stages, stimulus.Mix(rng.IntN(stimulus.NumMixes)))
		if rng.IntN(4) == 0 { // loads of the same words, of a few, and of other registers
			w = s.Words
			w.Final[0] = rng.Uint32()
			s.Load(isa.OffsetControl, s.Words.Control)
			s.Load(4*rng.IntN(1<<11), rng.Uint32())
		}
		s.Become(w)
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
	s := NewSystem(r, c, delaysOfExercise, append(opts, bench.Seed(seed))...)
	s.Exercise(rand.New(rand.NewPCG(seed, 14)), states, 4, cycles)
	return s
}

var delaysOfExercise = Delays{0.2, 0.2}

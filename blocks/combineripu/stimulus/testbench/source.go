// Package testbench drives a combiner IPU, alone or with its shader, and compares what leaves it with the formulas of the
// combiners and with the translation.
package testbench

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
)

// Delays are the probability of a gap in what a bench sends, and of a stall in what it takes.
type Delays struct{ Gap, Stall float64 }

// RandomDelays are those of random runs.
var RandomDelays = Delays{0.2, 0.2}

// Counts are the unit's counters in Go.
type Counts struct{ Pixels, Programs, Blocks, Stalled, Counting, Sent, Resent, Invalidated uint32 }

// source is the rasterizer in front of a bench: it sends register loads and pixels.
type source struct {
	Words isa.Words // after the loads sent so far

	config combineripu.Config
	in     *bench.Driver
	sent   func(b inputBeat) // called with each packet, if not nil
}

func (s *source) send(b inputBeat) {
	s.in.Send(b)
	if s.sent != nil {
		s.sent(b)
	}
}

// LoadRegister sends a register load.
func (s *source) LoadRegister(offset int, word uint32) {
	s.send(inputBeat{Load: true, Offset: uint16(offset), Word: word})
	if w := s.Words.At(offset); w != nil {
		*w = word
	}
}

// Become sends loads of the words that differ.
func (s *source) Become(w isa.Words) (loads int) {
	for _, offset := range isa.Offsets(s.config.Stages) {
		if want := *w.At(offset); *s.Words.At(offset) != want {
			s.LoadRegister(offset, want)
			loads++
		}
	}
	return loads
}

// Pixel sends a pixel.
func (s *source) Pixel(p model.Pixel) { s.send(inputBeat{Pixel: pixelOf(p)}) }

// Waiting is the number of packets that have not entered.
func (s *source) Waiting() int { return s.in.Waiting() }

// randomState sends the loads of a random program state; now and then only a few loads, among them one without effect and one of
// any register.
func (s *source) randomState(rng *rand.Rand) {
	w := stimulus.Words(rng, s.config.Stages, stimulus.Mix(rng.IntN(stimulus.NumMixes)))
	if rng.IntN(4) == 0 {
		w = s.Words
		w.Final[0] = rng.Uint32()
		s.LoadRegister(isa.OffsetControl, s.Words.Control)
		s.LoadRegister(4*rng.IntN(1<<11), rng.Uint32())
	}
	s.Become(w)
}

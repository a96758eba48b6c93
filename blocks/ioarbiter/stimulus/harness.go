package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/model"
	"posedge/hdl"
)

// Pace is the rate of gaps and stalls of a bench.
type Pace struct {
	Gap   float64 // probability of a cycle without an offer, at least 0 and less than 1
	Stall float64 // probability of a cycle in which no response is taken, at least 0 and less than 1
}

// Harness is a bench around a unit, with a model alongside. Req and Resp are its beats as Go values.
type Harness[Req, Resp any] struct {
	*bench.TB
	Model     model.TypedUnit[Req, Resp]
	Responses *bench.Monitor[Resp]

	state, requests *bench.Driver
	board           *bench.Scoreboard[Resp]
}

// New makes the bench of a unit with the given ports.
func New[Req, Resp, A, B any](r bench.Reporter, unit hdl.Component, state hdl.Sink[fixed.StateWrite], in hdl.Sink[A], out hdl.Source[B],
	plain model.TypedUnit[Req, Resp], pace Pace, opts ...bench.Option) *Harness[Req, Resp] {
	h := &Harness[Req, Resp]{TB: bench.New(r, unit, opts...), Model: plain}
	h.state = bench.Drive(h.TB, state, pace.Gap)
	h.requests = bench.Drive(h.TB, in, pace.Gap)
	h.Responses = bench.Collect[Resp](h.TB, out, pace.Stall)
	h.board = bench.NewScoreboard(h.Responses)
	return h
}

// wait is more cycles than a request takes, gaps and stalls included.
const wait = 200

// Set waits until all requests are taken, and writes registers of the state, from register 0 on. Requests may be in flight.
func (h *Harness[Req, Resp]) Set(words ...uint32) {
	h.requests.Drain(wait * (h.board.Waiting() + 1))
	for k, x := range words {
		h.Model.Set(k, x)
		h.state.Send(struct {
			Index int
			Data  uint32
		}{k, x})
	}
	h.state.Drain(wait * (h.board.Waiting() + len(words)))
}

// Send sends requests, and expects the model's responses.
func (h *Harness[Req, Resp]) Send(requests ...Req) {
	for _, x := range requests {
		h.board.Expect(h.Model.Do(x))
		h.requests.Send(x)
	}
}

// Drain ticks until all responses have arrived.
func (h *Harness[Req, Resp]) Drain() { h.board.Drain(wait * (h.board.Waiting() + 1)) }

// random is the generator of a run.
func random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x105EED)) }

// words appends a random number of registers that the unit does not have.
func words(rng *rand.Rand, state []uint32) []uint32 {
	for rng.IntN(4) == 0 && len(state) < fixed.StateWords {
		state = append(state, rng.Uint32())
	}
	return state
}

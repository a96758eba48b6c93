package scenario

import (
	"fmt"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
)

// Harness is a bench around a unit that compares its output with the model.
type Harness struct {
	*bench.TB
	Unit    *ropmask.Unit
	Model   model.Unit
	Results []model.Result // what the model says about each pixel, in order
	Beats   []int          // vectors of each pixel

	r       bench.Reporter
	driver  *bench.Driver
	targets [isa.Targets]*bench.Monitor[model.TargetWrite]
	want    [isa.Targets][]model.TargetWrite
	got     [isa.Targets]int
	missing int

	// OnWrite is called for every write that a target receives.
	OnWrite func(target int, w model.TargetWrite)
}

// NewHarness makes a bench around a unit of the configuration. Input pauses
// with probability gap and targets are not ready with probability stall.
func NewHarness(r bench.Reporter, c ropmask.Config, gap, stall float64, opts ...bench.Option) *Harness {
	r.Helper()
	u, err := ropmask.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return attach(bench.New(r, u, opts...), u, c, gap, stall)
}

// attach is [NewHarness] on a bench that is there.
func attach(tb *bench.TB, u *ropmask.Unit, c ropmask.Config, gap, stall float64) *Harness {
	h := &Harness{
		TB:    tb,
		Unit:  u,
		Model: model.Unit{Embodiment: c.Embodiment, Default: c.Default},
		r:     tb.Reporter(),
	}
	h.driver = bench.Drive(h.TB, u.Pixels, gap)
	for t := range h.targets {
		h.targets[t] = bench.Collect[model.TargetWrite](h.TB, u.Targets[t], stall)
		h.targets[t].Each(func(w model.TargetWrite) { h.receive(t, w) })
	}
	return h
}

// Send queues a pixel and the model's expectations for it.
func (h *Harness) Send(s model.State, vectors []model.Vector) model.Result {
	h.r.Helper()
	result, err := h.Model.Pixel(s, vectors)
	if err != nil {
		h.r.Fatalf("%v", err)
	}
	for _, w := range result.Writes {
		h.want[w.Target] = append(h.want[w.Target], w.Received())
		h.missing++
	}
	h.Results = append(h.Results, result)
	h.Beats = append(h.Beats, len(vectors))
	for _, b := range model.Beats(s, vectors) {
		h.driver.Send(b)
	}
	return result
}

func (h *Harness) receive(t int, w model.TargetWrite) {
	i := h.got[t]
	h.got[t]++
	h.missing--
	switch {
	case i >= len(h.want[t]):
		h.r.Fatalf("cycle %d: target %d receives %+v, which no pixel writes", h.Cycle(), t, w)
	case h.want[t][i] != w:
		h.r.Fatalf("cycle %d: write %d of target %d is %+v, the model says %+v", h.Cycle(), i, t, w, h.want[t][i])
	}
	if h.OnWrite != nil {
		h.OnWrite(t, w)
	}
}

// Done reports whether every pixel has entered and every write has come out.
func (h *Harness) Done() bool { return h.driver.Waiting() == 0 && h.missing == 0 }

// Waiting is the number of beats that have not entered.
func (h *Harness) Waiting() int { return h.driver.Waiting() }

// Totals adds up the model's results for all pixels: components that the output
// map sends, and components that a shader without one sends.
func (h *Harness) Totals() (sent, conventional int) { return totals(h.Results) }

func totals(results []model.Result) (sent, conventional int) {
	for _, r := range results {
		sent += len(r.Sent)
		conventional += r.Conventional
	}
	return sent, conventional
}

// Finish runs until everything is done and a little longer, so that an extra
// write would show, and checks the counters. It is fatal after limit cycles.
func (h *Harness) Finish(limit int) {
	h.r.Helper()
	h.Until(limit, "the last write", h.Done)
	h.Ticks(64)
	sent, conventional := h.Totals()
	if got := h.Get(h.Unit.Sent); got != uint64(uint32(sent)) {
		h.r.Fatalf("the unit counts %d components sent, the model %d", got, sent)
	}
	if got := h.Get(h.Unit.Conventional); got != uint64(uint32(conventional)) {
		h.r.Fatalf("the unit counts %d components of a conventional shader, the model %d", got, conventional)
	}
}

// Exercise runs random pixels with random gaps and stalls for at least the
// given number of cycles, and until everything has come out.
func Exercise(r bench.Reporter, c ropmask.Config, seed uint64, cycles int, opts ...bench.Option) *Harness {
	r.Helper()
	h := NewHarness(r, c, gapOfExercise, stallOfExercise, append([]bench.Option{bench.Seed(seed)}, opts...)...)
	h.exercise(seed, cycles)
	return h
}

// The probabilities of gaps and stalls in random runs.
const gapOfExercise, stallOfExercise = 0.2, 0.3

func (h *Harness) exercise(seed uint64, cycles int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for h.Cycle() < uint64(cycles) {
		if h.Waiting() < 16 {
			s := stimulus.State(rng)
			h.Send(s, stimulus.Pixel(rng, s))
		}
		h.Tick()
	}
	h.Finish(2000)
}

// registerNames maps the contents of n registers of the shader's ring to the
// names that a pixel has for them; the first is its r0.
func (h *Harness) registerNames(first, n int) map[uint32]string {
	h.r.Helper()
	names := map[uint32]string{}
	for i := range n {
		names[h.register(first+i)] = fmt.Sprintf("r%d", i)
	}
	return names
}

// register is the content of register i of the shader's ring.
func (h *Harness) register(i int) uint32 {
	h.r.Helper()
	i %= ropmask.Registers
	bank, err := h.Sim().DumpMemory(fmt.Sprintf("shader.registers%d", i%isa.Components))
	if err != nil {
		h.r.Fatalf("%v", err)
	}
	return uint32(bank[i/isa.Components])
}

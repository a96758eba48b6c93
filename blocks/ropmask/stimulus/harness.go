package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/hdl"
)

// Harness drives a unit and compares its output with the model.
type Harness struct {
	*bench.TB
	Unit    *ropmask.Unit
	Model   model.Unit
	Results []model.Result // the model's results, in the order of the pixels

	r       bench.Reporter
	driver  *bench.Driver
	targets [isa.Targets]*bench.Monitor[model.TargetWrite]
	want    [isa.Targets][]model.TargetWrite
	got     [isa.Targets]int
	missing int // writes

	// OnWrite is called for each write that a target receives.
	OnWrite func(target int, w model.TargetWrite)
}

// NewHarness makes a unit and its bench. In each cycle the input pauses with probability gap, and a target is not ready
// with probability stall.
func NewHarness(r bench.Reporter, c ropmask.Config, gap, stall float64, opts ...bench.Option) *Harness {
	r.Helper()
	u, err := ropmask.New(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return Drive(bench.New(r, u, opts...), u, c, gap, stall)
}

// Drive is [NewHarness] on a bench of the unit.
func Drive(tb *bench.TB, u *ropmask.Unit, c ropmask.Config, gap, stall float64) *Harness {
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

// Send queues a pixel and the writes that the model expects of it.
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
		h.r.Fatalf("cycle %d: target %d receives %+v, which the model does not write", h.Cycle(), t, w)
	case h.want[t][i] != w:
		h.r.Fatalf("cycle %d: write %d of target %d is %+v, but the model writes %+v", h.Cycle(), i, t, w, h.want[t][i])
	}
	if h.OnWrite != nil {
		h.OnWrite(t, w)
	}
}

// Done reports whether every pixel has entered and every write has come out.
func (h *Harness) Done() bool { return h.driver.Waiting() == 0 && h.missing == 0 }

// Waiting is the number of beats that have not entered.
func (h *Harness) Waiting() int { return h.driver.Waiting() }

// Totals adds up the components that the output map sends, and those that a shader without one sends.
func Totals(results []model.Result) (sent, conventional int) {
	for _, r := range results {
		sent += len(r.Sent)
		conventional += r.Conventional
	}
	return sent, conventional
}

// Finish waits for the last write, watches for surplus ones for a while, and checks the counters. It fails after limit cycles.
func (h *Harness) Finish(limit int) {
	h.r.Helper()
	h.Until(limit, "the last write", h.Done)
	h.Ticks(64)
	checkCounters(h.TB, h.Unit.Sent, h.Unit.Conventional, h.Results)
}

func checkCounters(tb *bench.TB, sent, conventional hdl.Out, results []model.Result) {
	tb.Reporter().Helper()
	wantSent, wantConventional := Totals(results)
	if got := tb.Get(sent); got != uint64(uint32(wantSent)) {
		tb.Reporter().Fatalf("the unit counts %d components sent, the model %d", got, wantSent)
	}
	if got := tb.Get(conventional); got != uint64(uint32(wantConventional)) {
		tb.Reporter().Fatalf("the unit counts %d components of a conventional shader, the model %d", got, wantConventional)
	}
}

// Gap and Stall are the probabilities of gaps and stalls in runs with random pixels.
const Gap, Stall = 0.2, 0.3

// Exercise sends random pixels with random gaps and stalls for at least the given number of cycles, and finishes.
func Exercise(r bench.Reporter, c ropmask.Config, seed uint64, cycles int, opts ...bench.Option) *Harness {
	r.Helper()
	h := NewHarness(r, c, Gap, Stall, append([]bench.Option{bench.Seed(seed)}, opts...)...)
	h.Exercise(seed, cycles)
	return h
}

// Exercise sends random pixels for at least the given number of cycles, and finishes.
func (h *Harness) Exercise(seed uint64, cycles int) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for h.Cycle() < uint64(cycles) {
		if h.Waiting() < 16 {
			s := State(rng)
			h.Send(s, Pixel(rng, s))
		}
		h.Tick()
	}
	h.Finish(2000)
}

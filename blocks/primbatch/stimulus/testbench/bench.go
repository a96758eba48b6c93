// Package testbench drives a unit, or a pipeline alone, as an application would, and compares its drawing with the model's.
package testbench

import (
	"fmt"
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/hdl"
)

// Delays are the gaps and stalls of a bench.
type Delays struct {
	Gap   float64 // the probability of a gap in a stream that it drives
	Stall float64 // the probability of a stall in a stream that it accepts
	Each  int     // cycles of vertex processing per vertex of a line; with 0, a vertex per cycle
}

// Bench is an application in front of a unit, or of a pipeline without a driver, with vertex processing beside it. It compares each
// primitive and each fragment with those of the model, which draws whole primitives.
type Bench struct {
	*bench.TB
	Model      *model.Model
	Primitives []model.Primitive // received so far
	Fragments  []model.Fragment

	config primbatch.Config
	ports  *primbatch.Ports
	counts *hdl.OutOf[primbatch.Counts] // nil without a driver
	in     *bench.Driver
	culls  bool
	free   bool   // nothing is compared
	drawn  int    // the number of the model's primitives received or dropped
	last   uint64 // the cycle of the last beat
	shaded []*bench.Driver
	held   bool // vertex processing accepts nothing
	rng    *rand.Rand
	lines  []uint64 // by line, the cycle in which its vertex processing becomes free
}

// Build is a design under test: a unit, or with Whole a pipeline without a driver.
type Build struct {
	primbatch.Config
	Whole bool
}

// Component makes the unit or the pipeline.
func (x Build) Component() (hdl.Component, error) {
	if x.Whole {
		return primbatch.NewPipeline(x.Config)
	}
	return primbatch.NewUnit(x.Config)
}

// Name is the build as the name of a test: "four_l2_e256_v64", "two_l1_whole".
func (x Build) Name() string {
	if x.Whole {
		return fmt.Sprintf("%v_l%d_whole", x.Embodiment, x.Lines)
	}
	return fmt.Sprintf("%v_l%d_e%d_v%d", x.Embodiment, x.Lines, x.Elements, x.Vertices)
}

// Builds returns both embodiments with every number of lines, with a driver and without.
func Builds() (list []Build) {
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for _, lines := range []int{1, 2, 4} {
			for _, whole := range []bool{false, true} {
				c := primbatch.NewConfig(lines)
				c.Embodiment = embodiment
				list = append(list, Build{c, whole})
			}
		}
	}
	return list
}

// New makes a bench with a component of its own.
func New(r bench.Reporter, x Build, delays Delays, opts ...bench.Option) *Bench {
	component, err := x.Component()
	if err != nil {
		r.Fatalf("%v", err)
	}
	return On(bench.New(r, component, opts...), x.Config, delays)
}

// On drives the unit or the pipeline of an existing bench.
func On(tb *bench.TB, c primbatch.Config, delays Delays) *Bench {
	b := &Bench{TB: tb, config: c, Model: model.New(c.Embodiment, c.Limits()), lines: make([]uint64, c.Lines), rng: rand.New(rand.NewPCG(1, 15))}
	switch x := tb.Design().Component.(type) {
	case *primbatch.Pipeline:
		b.ports = &x.Ports
	case *primbatch.Unit:
		b.ports, b.counts = &x.Ports, &x.Counts
	}
	b.Model.Driver = b.counts != nil
	b.in = bench.Drive(b.TB, b.ports.In, delays.Gap)
	for k := range c.Lines {
		b.process(k, delays)
	}
	bench.Collect[model.Primitive](b.TB, b.ports.Primitives, delays.Stall).Each(b.primitive)
	bench.Collect[model.Fragment](b.TB, b.ports.Fragments, delays.Stall).Each(b.fragment)
	return b
}

// process is the vertex processing of a line: the model's, which keeps X and Y by default.
func (b *Bench) process(line int, delays Delays) {
	vertices := bench.Collect[model.Vertex](b.TB, b.ports.Vertices[line], delays.Stall)
	shaded := bench.Drive(b.TB, b.ports.Shaded[line], delays.Gap)
	b.shaded = append(b.shaded, shaded)
	var due []uint64
	vertices.Each(func(v model.Vertex) {
		s := model.Shaded{X: v.X, Y: v.Y}
		if b.Model.Shade != nil {
			s = b.Model.Shade(v)
		}
		shaded.Send(s)
		b.lines[line] = b.Cycle() + uint64(delays.Each)
		due = append(due, b.lines[line])
		b.last = b.Cycle()
	})
	vertices.When(func() bool { return !b.held && b.Cycle() >= b.lines[line] && b.rng.Float64() >= delays.Stall })
	if delays.Each > 1 {
		shaded.When(func() bool {
			k := shaded.Passed()
			return k < len(due) && b.Cycle() >= due[k]
		})
	}
}

// primitive checks a primitive on its arrival. With culling, primitives of the model may be missing, and Restart may differ after
// dropped batches.
func (b *Bench) primitive(p model.Primitive) {
	b.Primitives, b.last = append(b.Primitives, p), b.Cycle()
	if b.free {
		return
	}
	want := b.Model.Primitives
	same := func(k int) bool {
		q := want[k]
		if b.culls {
			q.Restart = p.Restart
		}
		return p == q
	}
	for b.culls && b.drawn < len(want) && !same(b.drawn) {
		b.drawn++
	}
	switch k := b.drawn; {
	case k == len(want) && b.culls:
		b.Reporter().Fatalf("cycle %d: primitive %+v is not among the model's remaining ones", b.Cycle(), p)
	case k == len(want):
		b.Reporter().Fatalf("cycle %d: primitive %+v is unexpected: the model draws only %d", b.Cycle(), p, k)
	case !same(k):
		b.Reporter().Fatalf("cycle %d: primitive %d is\n%+v, not\n%+v", b.Cycle(), k, p, want[k])
	}
	b.drawn++
}

// fragment checks a fragment on its arrival.
func (b *Bench) fragment(f model.Fragment) {
	k := len(b.Fragments)
	b.Fragments, b.last = append(b.Fragments, f), b.Cycle()
	if b.free {
		return
	}
	if k >= len(b.Model.Fragments) {
		b.Reporter().Fatalf("cycle %d: fragment %+v is unexpected: the model draws only %d", b.Cycle(), f, k)
	} else if want := b.Model.Fragments[k]; f != want {
		b.Reporter().Fatalf("cycle %d: fragment %d is %+v, not %+v", b.Cycle(), k, f, want)
	}
}

// Send queues items of the application.
func (b *Bench) Send(items ...model.Item) {
	for _, i := range items {
		if i.Kind == isa.MethodItem && i.Address == isa.BatchCullAddress && b.counts != nil {
			b.culls = true
		}
		if !b.free {
			b.Model.Take(i)
		}
		b.in.Send(i)
	}
}

// Draw sends items and drains the bench.
func (b *Bench) Draw(items ...model.Item) {
	b.Send(items...)
	b.Drain()
}

// Free disables all comparisons, for items that no application would send.
func (b *Bench) Free() { b.free = true }

// Waiting is the number of items not yet accepted.
func (b *Bench) Waiting() int { return b.in.Waiting() }

// Last is the cycle of the last vertex, primitive or fragment.
func (b *Bench) Last() uint64 { return b.last }

// quiet is the number of cycles without a beat after which the unit counts as drained. A driver with two full batches and lines
// with full queues send something sooner, however slow vertex processing is; only a line outside the viewport takes longer.
const quiet = 400

// Drain ticks until everything that the model drew has arrived, and then until the unit is quiet.
func (b *Bench) Drain() {
	for len(b.Fragments) < len(b.Model.Fragments) || !b.free && !b.culls && b.drawn < len(b.Model.Primitives) || b.in.Waiting() > 0 {
		b.Move()
	}
	// Pixels masked by the pattern make no beat.
	for at := b.counted(); at < b.Model.Counted; at = b.counted() {
		b.Until(longest, "the stipple pattern advances", func() bool { return b.counted() != at })
	}
	for b.Cycle() < b.last+quiet {
		b.Tick()
	}
	if b.free {
		return
	}
	if !b.culls && b.drawn != len(b.Model.Primitives) {
		b.Reporter().Fatalf("%d of %d primitives arrived", b.drawn, len(b.Model.Primitives))
	}
	if got := b.counted(); got != b.Model.Counted {
		b.Reporter().Fatalf("the stipple pattern has advanced by %d fragments, not by %d", got, b.Model.Counted)
	}
	if got := b.Get(b.ports.Errors); got != uint64(b.Model.Errors) {
		b.Reporter().Fatalf("%d errors were counted, not %d", got, b.Model.Errors)
	}
	if got := isa.Error(b.Get(b.ports.Error)); got != b.Model.Error {
		b.Reporter().Fatalf("the first error is %v, not %v", got, b.Model.Error)
	}
}

// counted is the number of pixels by which the stipple pattern has advanced.
func (b *Bench) counted() uint32 { return uint32(b.Get(b.ports.Counted)) }

// longest is more cycles than any primitive takes without a beat: the longest are the four edges of a quad outside the viewport.
const longest = 4*1<<16 + 1000

// Move ticks until an item is accepted or a beat arrives.
func (b *Bench) Move() {
	waiting, last := b.in.Waiting(), b.last
	b.Until(longest, "an item is accepted or a beat arrives", func() bool { return b.in.Waiting() != waiting || b.last != last })
}

// Counts returns the driver's counters; without a driver they are 0.
func (b *Bench) Counts() (c model.Counts) {
	if b.counts != nil {
		b.Read(b.counts, &c)
	}
	return c
}

// ErrorCode returns the first error and the number of errors.
func (b *Bench) ErrorCode() (first isa.Error, n int) {
	return isa.Error(b.Get(b.ports.Error)), int(b.Get(b.ports.Errors))
}

// Exercise sends random draws with random delays: at least this many draws, for at least this many cycles.
func Exercise(tb *bench.TB, c primbatch.Config, seed uint64, draws, cycles int) *Bench {
	rng := rand.New(rand.NewPCG(seed, 15))
	b := On(tb, c, []Delays{{}, {0.2, 0.2, 0}, {0.5, 0.1, 0}, {0.1, 0.6, 0}, {0, 0, 4}}[rng.IntN(5)])
	random := stimulus.New(rng, b.counts != nil)
	for n := 0; n < draws || b.Cycle() < uint64(cycles); n++ {
		b.Send(random.Draw()...)
		for b.Waiting() > 200 {
			b.Move()
		}
	}
	b.Drain()
	return b
}

// Exercised is [Exercise] with a component of its own.
func Exercised(r bench.Reporter, x Build, seed uint64, draws, cycles int, opts ...bench.Option) *Bench {
	component, err := x.Component()
	if err != nil {
		r.Fatalf("%v", err)
	}
	return Exercise(bench.New(r, component, append(opts, bench.Seed(seed))...), x.Config, seed, draws, cycles)
}

// Restart resets the unit and starts a new model.
func (b *Bench) Restart() {
	b.held = true // vertex processing finishes what it has
	for busy := true; busy; {
		b.Tick()
		busy = false
		for _, d := range b.shaded {
			busy = busy || d.Waiting() > 0
		}
	}
	b.Reset()
	b.held = false
	oracle := model.New(b.config.Embodiment, b.config.Limits())
	oracle.Driver, oracle.Shade = b.Model.Driver, b.Model.Shade
	b.Model, b.Primitives, b.Fragments, b.drawn, b.culls = oracle, nil, nil, 0, false
}

// Drawn draws items on a bench of their own, and returns that bench after closing it, with the driver's counters. Setup may be nil.
func Drawn(x Build, delays Delays, setup func(b *Bench), items ...model.Item) (b *Bench, counts model.Counts, err error) {
	err = bench.Run(func(r bench.Reporter) {
		b = New(r, x, delays)
		if setup != nil {
			setup(b)
		}
		b.Draw(items...)
		counts = b.Counts()
		b.Close()
	})
	return b, counts, err
}

// Cut returns the items that a driver sends, after comparing them with its twin's.
func Cut(c primbatch.Config, items ...model.Item) (sent []model.Item, err error) {
	twin := model.NewTwin(c.Embodiment, c.Limits())
	twin.Take(items...)
	err = bench.Run(func(r bench.Reporter) {
		d := primbatch.NewDriver(c)
		tb := bench.New(r, d)
		in := bench.Drive(tb, d.In, 0)
		out := bench.Collect[model.Item](tb, d.Out, 0)
		for _, i := range items {
			in.Send(i)
		}
		out.Wait(len(twin.Out), 100*len(items)+1000)
		sent = out.Beats()
		for k, i := range sent {
			if i != twin.Out[k] {
				r.Fatalf("item %d of the driver is %v, not its twin's %v", k, i, twin.Out[k])
			}
		}
		tb.Close()
	})
	return sent, err
}

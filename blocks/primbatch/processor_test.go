package primbatch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// processorBench is a processor with vertex processing, and a model that takes the same items.
type processorBench struct {
	t     testing.TB
	tb    *bench.TB
	p     *Processor
	in    *bench.Driver
	out   *bench.Monitor[model.Primitive]
	model *model.Model
	shade []*bench.Monitor[model.Vertex] // by line
}

// newProcessorBench returns each vertex after a delay; stall is the probability of a stall in taking vertices and primitives.
func newProcessorBench(t testing.TB, c Config, seed uint64, gap, stall float64, delay func() int, options ...bench.Option) *processorBench {
	p, err := NewProcessor(c)
	require.NoError(t, err)
	b := &processorBench{t: t, p: p, model: model.New(c.Embodiment, c.Limits())}
	b.tb = bench.New(t, p, append(options, bench.Seed(seed))...)
	b.in, b.out = bench.Drive(b.tb, p.In, gap), bench.Collect[model.Primitive](b.tb, p.Primitives, stall)
	b.model.Shade = shadedFrom
	for k := range c.Lines {
		b.shade = append(b.shade, processVertices(b.tb, p.Vertices[k], p.Shaded[k], shadedFrom, delay, stall))
	}
	return b
}

func (b *processorBench) send(items ...model.Item) {
	for _, i := range items {
		b.in.Send(i)
		b.model.Take(i)
	}
}

// run runs until all primitives have come, for at most limit cycles.
func (b *processorBench) run(limit int) {
	b.t.Helper()
	want := b.model.Primitives
	b.tb.Until(limit, "all primitives", func() bool { return b.in.Waiting() == 0 && b.out.Passed() >= len(want) })
	b.tb.Ticks(30)
	require.Len(b.t, b.out.Beats(), len(want))
	for k, p := range b.out.Beats() {
		require.Equal(b.t, want[k], p, "primitive %d", k)
	}
	assert.EqualValues(b.t, b.model.Error, b.tb.Get(b.p.Error), "the first error")
	assert.EqualValues(b.t, b.model.Errors, b.tb.Get(b.p.Errors), "errors")
}

func processorConfigs() (list []Config) {
	for k, lines := range []int{1, 2, 4} {
		for e := range isa.Embodiment(2) {
			list = append(list, Config{Embodiment: e, Lines: lines, Elements: 256, Vertices: []int{4, 16, 64}[(k+int(e))%3]})
		}
	}
	return list
}

func runRandomDraws(t testing.TB, c Config, seed uint64, draws int, options ...bench.Option) *processorBench {
	rng := rand.New(rand.NewPCG(seed, 7))
	b := newProcessorBench(t, c, seed, 0.1, 0.2, func() int { return 1 + rng.IntN(9) }, options...)
	random := stimulus.New(rng, false)
	for range draws {
		b.send(random.Draw()...)
	}
	b.run(100*draws + 1000)
	return b
}

func TestAProcessorDrawsAnything(t *testing.T) {
	long.NotShort(t)
	for _, engine := range sim.Engines() {
		for k, c := range processorConfigs() {
			t.Run(fmt.Sprintf("%s, %s", engine.Name(), c.processorName()), func(t *testing.T) {
				runRandomDraws(t, c, uint64(k+1), 30, bench.Engine(engine), bench.PowerOn(uint64(k+1)))
			})
		}
	}
}

func TestLongAProcessorDrawsAnything(t *testing.T) {
	long.Only(t)
	for seed := range uint64(3) {
		for k, c := range processorConfigs() {
			runRandomDraws(t, c, 100+10*seed+uint64(k), 500)
		}
	}
}

// primitive is n vertices of a topology between BEGIN and END.
func primitive(op isa.Op, n int) (items []model.Item) {
	items = append(items, model.Method(isa.BeginAddress, isa.BeginWord(op, false, isa.FirstInstance, 0)))
	for k := range n {
		items = append(items, model.VertexAt(k, -k, uint32(k), true))
	}
	return append(items, model.Method(isa.EndAddress, 0))
}

// There is no deadlock, whichever queue is full: a primitive is much longer than all queues, and batches fill the queues of heads
// and of the order before those of elements.
func TestNoQueueDeadlocks(t *testing.T) {
	for _, c := range []Config{{Lines: 1, Elements: 8, Vertices: 4}, {Lines: 2, Elements: 8, Vertices: 4}, {Lines: 4, Elements: 8, Vertices: 16}} {
		for _, stall := range []float64{0, 0.5} {
			b := newProcessorBench(t, c, 1, 0, stall, func() int { return 20 })
			b.send(primitive(isa.LineStrip, 200)...)
			for k := range 100 {
				b.send(model.Method(isa.LineStippleAddress, uint32(k)))
			}
			for range 40 {
				b.send(primitive(isa.Points, 1)...)
				b.send(primitive(isa.Triangles, 2)...) // draws nothing
			}
			b.send(primitive(isa.Polygon, 200)...)
			b.run(40000)
		}
	}
}

// A processor with one line takes an item per cycle, and sends vertex processing a vertex per cycle.
func TestAProcessorTakesAnItemACycle(t *testing.T) {
	c := Config{Lines: 1, Elements: 256, Vertices: 64}
	b := newProcessorBench(t, c, 1, 0, 0, func() int { return 5 })
	items := primitive(isa.TriangleStrip, 1000)
	b.send(items...)
	b.send(items...)
	b.in.Drain(2*len(items) + 2)
	b.run(100)
}

// Four lines with four cycles per vertex are limited only by their input, in batches of 64 vertices back to back.
func TestFourLinesTakeAnItemACycle(t *testing.T) {
	c := Config{Lines: 4, Elements: 256, Vertices: 64}
	b := newProcessorBench(t, c, 1, 0, 0, func() int { return 4 })
	for _, line := range b.shade {
		line.Pattern("1000")
	}
	items := 0
	for range 40 {
		list := primitive(isa.TriangleStrip, 64)
		b.send(list...)
		items += len(list)
	}
	b.in.Drain(items + 2)
	b.run(4*64 + 100)
}

// With vertex processing of four cycles per vertex, one line needs four cycles per vertex.
func TestOneLineIsAsFastAsItsVertices(t *testing.T) {
	c := Config{Lines: 1, Elements: 256, Vertices: 64}
	b := newProcessorBench(t, c, 1, 0, 0, func() int { return 4 })
	b.shade[0].Pattern("1000")
	for range 10 {
		b.send(primitive(isa.TriangleStrip, 64)...)
	}
	b.run(10 * 64 * 5)
	assert.InDelta(t, 4*640, float64(b.tb.Cycle()), 60)
}

// The largest batches and the smallest.
func TestProcessorsOfEverySize(t *testing.T) {
	for _, c := range []Config{{Lines: 1, Elements: 65535, Vertices: 4096}, {Lines: 2, Elements: 4, Vertices: 4}} {
		b := newProcessorBench(t, c, 1, 0, 0.2, func() int { return 3 })
		b.send(primitive(isa.TriangleStripAdjacency, 30)...)
		b.send(primitive(isa.Quads, 30)...)
		b.run(1000)
	}
}

// Lines of different speed change only the timing.
func TestLinesOfDifferentSpeed(t *testing.T) {
	c := Config{Lines: 4, Elements: 256, Vertices: 16}
	b := newProcessorBench(t, c, 1, 0, 0, func() int { return 2 })
	b.shade[1].Pattern("1000_0000_0000")
	b.shade[3].Pattern("10")
	for n := range 60 {
		b.send(primitive(isa.Op(n%isa.NumOps), 1+n*7%40)...)
	}
	b.run(12000)
}

func TestAProcessorIsRefused(t *testing.T) {
	_, err := NewProcessor(Config{Lines: 3, Elements: 8, Vertices: 4})
	assert.ErrorContains(t, err, "choose 1, 2 or 4")
}

func TestLongTheProcessorAgreesOutside(t *testing.T) {
	long.Only(t)
	t.Parallel()
	var runs []*bench.TB
	for k, c := range processorConfigs() {
		runs = append(runs, runRandomDraws(t, c, uint64(k+50), 60, bench.Record()).tb)
	}
	bench.Outside(t, bench.Simulators, runs...)
}

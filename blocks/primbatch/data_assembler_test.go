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
	"posedge/hdl"
	"posedge/hdl/sim"
)

// shadedFrom is vertex processing whose result depends on every field of its input.
func shadedFrom(v model.Vertex) model.Shaded {
	return model.Shaded{X: v.X*3 + uint16(v.VertexID), Y: v.Y ^ uint16(v.InstanceID)}
}

// processVertices is vertex processing with a delay of at least one cycle per vertex.
func processVertices(tb *bench.TB, vertices hdl.Source[Vertex], shaded hdl.Sink[Shaded], shade func(model.Vertex) model.Shaded, delay func() int, stall float64) *bench.Monitor[model.Vertex] {
	monitor, driver := bench.Collect[model.Vertex](tb, vertices, stall), bench.Drive(tb, shaded, 0)
	var due []uint64
	monitor.Each(func(v model.Vertex) {
		due = append(due, tb.Cycle()+uint64(delay()))
		driver.Send(shade(v))
	})
	driver.When(func() bool { return tb.Cycle()+1 >= due[driver.Passed()] })
	return monitor
}

// lineBatches makes random batches for a line, of vertices and indices of records that are kept, and the expected elements.
func lineBatches(rng *rand.Rand, vertices, batches, longest int) (heads []headValue, beats []lineValue, want []elementValue) {
	for range batches {
		head := headValue{Op: isa.Op(rng.IntN(isa.NumOps)), Copy: rng.IntN(3) == 0, VertexID: rng.Uint32(), InstanceID: rng.Uint32()}
		heads = append(heads, head)
		var records []model.Corner
		for k := range 1 + rng.IntN(longest) {
			edge := rng.IntN(2) == 0
			if k > 0 && rng.IntN(2) == 0 {
				slot := len(records) - 1 - rng.IntN(min(len(records), vertices))
				beats = append(beats, lineValue{Kind: indexElement, Data: uint32(slot % (2 * vertices)), Edge: edge})
				want = append(want, elementValue{Edge: edge, Corner: records[slot]})
				continue
			}
			b := lineValue{Kind: vertexElement, Data: rng.Uint32(), X: uint16(rng.Uint32()), Y: uint16(rng.Uint32()), Edge: edge}
			v := model.Vertex{VertexID: head.VertexID + uint32(len(records)), InstanceID: head.InstanceID, X: b.X, Y: b.Y}
			if head.Copy {
				v.VertexID = b.Data
			}
			s := shadedFrom(v)
			records = append(records, model.Corner{VertexID: v.VertexID, X: s.X, Y: s.Y})
			beats = append(beats, b)
			want = append(want, elementValue{Edge: edge, Corner: records[len(records)-1]})
		}
		open := rng.IntN(2) == 0
		beats = append(beats, lineValue{Kind: lastElement, Open: open})
		want = append(want, elementValue{Last: true, Open: open})
	}
	return heads, beats, want
}

type assemblerRun struct {
	vertices, batches, longest int
	gap, stall                 float64
	delay                      func(*rand.Rand) int
}

// assemble sends random batches through a data assembler and checks its output.
func assemble(t testing.TB, r assemblerRun, seed uint64, options ...bench.Option) (out *bench.Monitor[elementValue]) {
	rng := rand.New(rand.NewPCG(seed, uint64(r.vertices)))
	a := newDataAssembler(Config{Lines: 1, Elements: 256, Vertices: r.vertices})
	tb := bench.New(t, a, append(options, bench.Seed(seed))...)
	heads, in := bench.Drive(tb, a.Heads, r.gap), bench.Drive(tb, a.In, r.gap)
	headsOut, out := bench.Collect[headValue](tb, a.HeadsOut, r.stall), bench.Collect[elementValue](tb, a.Out, r.stall)
	processVertices(tb, a.Vertices, a.Shaded, shadedFrom, func() int { return r.delay(rng) }, r.stall)
	headList, beats, want := lineBatches(rng, r.vertices, r.batches, r.longest)
	for _, h := range headList {
		heads.Send(h)
	}
	for _, b := range beats {
		in.Send(b)
	}
	out.Wait(len(want), 100*len(want)+100)
	require.Equal(t, headList, headsOut.Beats())
	for k, got := range out.Beats() {
		if got.Last {
			got.Edge, got.Corner = false, model.Corner{}
		} else {
			got.Open = false
		}
		require.Equal(t, want[k], got, "element %d", k)
	}
	return out
}

func TestElementsHaveTheirVertices(t *testing.T) {
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for seed, r := range []assemblerRun{
			{4, 300, 10, 0.1, 0.2, func(rng *rand.Rand) int { return 1 + rng.IntN(6) }},
			{4, 3, 500, 0, 0.5, func(rng *rand.Rand) int { return 1 + rng.IntN(6) }},
			{8, 300, 1, 0, 0.05, func(*rand.Rand) int { return 9 }},
			{64, 20, 60, 0, 0.4, func(rng *rand.Rand) int { return 1 + rng.IntN(60) }},
		} {
			t.Run(fmt.Sprintf("%s, %d", engine.Name(), seed), func(t *testing.T) {
				assemble(t, r, uint64(seed+1), bench.Engine(engine), bench.PowerOn(uint64(seed+1)), bench.Cover(cover))
			})
		}
	}
	cover.Require(t)
}

// A line takes an element per cycle while fewer vertices are in processing than it can keep.
func TestAnElementACycleIsAssembled(t *testing.T) {
	for _, vertices := range []int{4, 16, 64} {
		out := assemble(t, assemblerRun{vertices, 20, 3 * vertices, 0, 0, func(*rand.Rand) int { return 1 }}, 1)
		cycles := out.Cycles()
		assert.EqualValues(t, len(cycles)-1, cycles[len(cycles)-1]-cycles[0], "%d vertices", vertices)
	}
}

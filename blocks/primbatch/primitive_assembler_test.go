package primbatch

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// assembled is a batch for an assembler.
type assembled struct {
	head     headValue
	vertices []model.Element
	openEnd  bool
}

// primitives returns what the model draws of the batch.
func (a assembled) primitives() []model.Primitive {
	return model.Batch{
		Op: a.head.Op, Open: a.head.Open, OpenEnd: a.openEnd, Restart: a.head.Restart, LastProvokes: a.head.LastProvokes,
		PrimitiveID: a.head.PrimitiveID, InstanceID: a.head.InstanceID, Elements: a.vertices,
	}.Primitives()
}

// assemblerBench runs an assembler.
type assemblerBench struct {
	t         testing.TB
	tb        *bench.TB
	heads, in *bench.Driver
	out       *bench.Monitor[packetValue]
}

func newAssemblerBench(t testing.TB, gap, stall float64, options ...bench.Option) *assemblerBench {
	a := newPrimitiveAssembler(testConfig)
	tb := bench.New(t, a, options...)
	return &assemblerBench{t, tb, bench.Drive(tb, a.Heads, gap), bench.Drive(tb, a.In, gap), bench.Collect[packetValue](tb, a.Out, stall)}
}

// run sends batches and returns the primitives of each.
func (b *assemblerBench) run(batches ...assembled) (drawn [][]model.Primitive) {
	b.t.Helper()
	seen, beats, ends := len(b.out.Beats()), 0, 0
	for _, a := range batches {
		b.heads.Send(a.head)
		for _, v := range a.vertices {
			b.in.Send(elementValue{Edge: v.Edge, Corner: v.Corner})
		}
		b.in.Send(elementValue{Last: true, Open: a.openEnd, Edge: true, Corner: model.Corner{VertexID: 0xdead, X: 0xdead, Y: 0xdead}})
		beats += len(a.vertices) + 1
	}
	drawn = [][]model.Primitive{nil}
	for range 20*beats + 100 {
		for _, p := range b.out.Beats()[seen:] {
			seen++
			require.True(b.t, p.Drawn || p.Last)
			if p.Drawn {
				drawn[ends] = append(drawn[ends], p.Primitive)
			}
			if p.Last {
				drawn, ends = append(drawn, nil), ends+1
			}
		}
		if ends == len(batches) {
			break
		}
		b.tb.Tick()
	}
	require.Equal(b.t, len(batches), ends, "ends of batches")
	return drawn[:len(batches)]
}

// check sends batches and compares the primitives with the model's.
func (b *assemblerBench) check(batches ...assembled) {
	b.t.Helper()
	for k, drawn := range b.run(batches...) {
		a := batches[k]
		require.Equal(b.t, a.primitives(), drawn, "batch %d: %v, %d elements, open: begin %t end %t, last %t", k, a.head.Op, len(a.vertices), a.head.Open, a.openEnd, a.head.LastProvokes)
	}
}

// The batches of the tables, as lists of vertices; "…" is an open begin or end.
func TestAssemblerDrawsTheTables(t *testing.T) {
	const first, last = false, true
	b := newAssemblerBench(t, 0, 0)
	for _, row := range []struct {
		op           isa.Op
		lastProvokes bool
		id           uint32
		batch, want  string
	}{
		{isa.Points, last, 3, "7 8", "#3(7) #4(8)"},
		{isa.Lines, last, 0, "0 1 2 3 4 5 6", "#0(0,1) #1(2,3) #2(4,5)"},
		{isa.LineStrip, last, 0, "0 1 2 3 4", "#0(0,1) #1(1,2) #2(2,3) #3(3,4)"},
		{isa.LineLoop, last, 0, "0 1 2 3 4", "#0(0,1) #1(1,2) #2(2,3) #3(3,4) #4(4,0)"},
		{isa.LineLoop, last, 0, "0 1", "#0(0,1) #1(1,0)"},
		{isa.LineLoop, last, 0, "0", ""},
		{isa.LineLoop, last, 0, "0 1 2 3 …", "#0(0,1) #1(1,2) #2(2,3)"},
		{isa.LineLoop, last, 3, "… 3 4 5 6 …", "#3(3,4) #4(4,5) #5(5,6)"},
		{isa.LineLoop, last, 6, "… 6 0", "#6(6,0)"},
		{isa.Triangles, first, 0, "0 1 2 3 4 5 6", "#0(0,1,2) #1(3,4,5)"},
		{isa.TriangleStrip, last, 0, "0 1 2 3 4 5", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5)"},
		{isa.TriangleStrip, last, 4, "… 4 5 6 7 8 9", "#4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{isa.TriangleStrip, first, 0, "0 1 2 3 4 5", "#0(0,1,2) #1(1,3,2) #2(2,3,4) #3(3,5,4)"},
		{isa.TriangleFan, last, 0, "0 1 2 3 4 5", "#0(0,1,2) #1(0,2,3) #2(0,3,4) #3(0,4,5)"},
		{isa.TriangleFan, first, 0, "0 1 2 3", "#0(1,2,0) #1(2,3,0)"},
		{isa.TriangleFan, last, 3, "… 0 4 5 6 7", "#3(0,4,5) #4(0,5,6) #5(0,6,7)"},
		{isa.Quads, first, 0, "0 1 2 3 4 5 6 7 8", "#0(0,1,2,3) #1(4,5,6,7)"},
		{isa.QuadStrip, last, 0, "0 1 2 3 4 5 …", "#0(0,1,3,2) #1(2,3,5,4)"},
		{isa.QuadStrip, last, 2, "… 4 5 6 7 8 9", "#2(4,5,7,6) #3(6,7,9,8)"},
		{isa.QuadStrip, last, 0, "0 1 2 3 4", "#0(0,1,3,2)"},
		{isa.Polygon, last, 9, "0 1 2 3 …", "#9(0,1,2) #9(0,2,3)"},
		{isa.Polygon, last, 9, "… 0 5 6", "#9(0,5,6)"},
		{isa.Polygon, last, 9, "0 1", ""},
		{isa.LinesAdjacency, last, 0, "0 1 2 3 4 5 6 7 8 9 10", "#0(0,1,2,3) #1(4,5,6,7)"},
		{isa.LineStripAdjacency, last, 0, "0 1 2 3 4", "#0(0,1,2,3) #1(1,2,3,4)"},
		{isa.TrianglesAdjacency, last, 0, "0 1 2 3 4 5 6 7 8 9 10 11", "#0(0,1,2,3,4,5) #1(6,7,8,9,10,11)"},
		{isa.TriangleStripAdjacency, last, 0, "0 1 2 3 4 5", "#0(0,1,2,5,4,3)"},
		{isa.TriangleStripAdjacency, last, 0, "0 1 2 3 4 5 6 7 8 9", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8) #2(4,2,6,9,8,7)"},
		{isa.TriangleStripAdjacency, last, 0, "0 1 2 3 4 5 6 7 8 9 10", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8) #2(4,2,6,9,8,7)"},
		{isa.TriangleStripAdjacency, first, 0, "0 1 2 3 4 5 6 7 8 9", "#0(0,1,2,6,4,3) #1(2,5,6,8,4,0) #2(4,2,6,9,8,7)"},
		{isa.TriangleStripAdjacency, last, 0, "0 1 2 3 4 5 6 7 8 …", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8)"},
		{isa.TriangleStripAdjacency, last, 2, "… 2 3 4 5 6 7 8 9 10 11 12 13", "#2(4,2,6,10,8,7) #3(8,4,6,9,10,12) #4(8,6,10,13,12,11)"},
	} {
		t.Run(fmt.Sprintf("%v %s %t", row.op, row.batch, row.lastProvokes), func(t *testing.T) {
			text, open := strings.CutPrefix(row.batch, "… ")
			text, openEnd := strings.CutSuffix(text, " …")
			a := assembled{head: headValue{Op: row.op, Open: open, LastProvokes: row.lastProvokes, PrimitiveID: row.id}, openEnd: openEnd}
			for _, s := range strings.Fields(text) {
				id, err := strconv.Atoi(s)
				require.NoError(t, err)
				a.vertices = append(a.vertices, model.Element{Corner: model.Corner{VertexID: uint32(id), X: uint16(id), Y: 1}, Edge: true})
			}
			assert.Equal(t, row.want, model.Listing(b.run(a)[0]))
		})
	}
}

// In a polygon, the last edge of an open end and the first of an open begin are interior.
func TestAssemblerMarksEdges(t *testing.T) {
	b := newAssemblerBench(t, 0, 0)
	for _, row := range []struct {
		op            isa.Op
		open, openEnd bool
		flags         string
		edges         string // from bit 0
	}{
		{isa.Polygon, false, true, "1011", "1000 0100"},
		{isa.Polygon, true, true, "1110", "0100 0100"},
		{isa.Polygon, true, false, "101", "0010"},
		{isa.Polygon, false, false, "1111", "1100 0110"},
		{isa.Polygon, false, false, "011", "0110"},
		{isa.Triangles, false, false, "101010", "1010 0100"},
		{isa.Quads, false, false, "1011", "1011"},
		{isa.TriangleStrip, false, false, "0000", "1110 1110"},
		{isa.QuadStrip, false, false, "0000", "1111"},
		{isa.LineStrip, false, false, "00", "1000"},
		{isa.Points, false, false, "0", "0000"},
		{isa.LinesAdjacency, false, false, "0000", "1000"},
		{isa.TrianglesAdjacency, false, false, "000000", "1110"},
	} {
		t.Run(fmt.Sprintf("%v %s", row.op, row.flags), func(t *testing.T) {
			a := assembled{head: headValue{Op: row.op, Open: row.open, LastProvokes: true}, openEnd: row.openEnd}
			for _, f := range row.flags {
				a.vertices = append(a.vertices, model.Element{Edge: f == '1'})
			}
			var edges []string
			for _, p := range b.run(a)[0] {
				text := ""
				for j := range 4 {
					text += strconv.Itoa(int(p.Edges) >> j & 1)
				}
				edges = append(edges, text)
			}
			assert.Equal(t, row.edges, strings.Join(edges, " "))
		})
	}
}

// randomBatch is a batch of n elements.
func randomBatch(rng *rand.Rand, op isa.Op, n int) assembled {
	coin := func() bool { return rng.IntN(2) == 0 }
	a := assembled{openEnd: coin(), head: headValue{Op: op, Open: coin(), Restart: coin(), LastProvokes: coin(), Copy: coin(),
		VertexID: rng.Uint32(), PrimitiveID: rng.Uint32(), InstanceID: rng.Uint32()}}
	x, y := uint16(rng.Uint32()), uint16(rng.Uint32()) // close together, as the model draws the lines
	for range n {
		at := model.Corner{VertexID: rng.Uint32(), X: x ^ uint16(rng.IntN(8)), Y: y ^ uint16(rng.IntN(8))}
		a.vertices = append(a.vertices, model.Element{Corner: at, Edge: coin()})
	}
	return a
}

func runRandomAssembler(t *testing.T, seed uint64, gap, stall float64, batches, most int, options ...bench.Option) {
	rng := rand.New(rand.NewPCG(seed, 7))
	b := newAssemblerBench(t, gap, stall, append(options, bench.Seed(seed))...)
	var list []assembled
	for range batches {
		list = append(list, randomBatch(rng, isa.Op(rng.IntN(isa.NumOps)), 1+rng.IntN(most)))
	}
	b.check(list...)
}

func TestAssemblerDrawsRandomBatches(t *testing.T) {
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for k, rates := range [][2]float64{{0, 0}, {0.5, 0}, {0, 0.5}, {0.3, 0.3}} {
			runRandomAssembler(t, uint64(k), rates[0], rates[1], 100, 24, bench.Engine(engine), bench.PowerOn(uint64(k)+1), bench.Cover(cover))
		}
	}
	cover.Require(t)
}

func TestLongAssemblerDrawsRandomBatches(t *testing.T) {
	long.Only(t)
	for seed := range uint64(12) {
		runRandomAssembler(t, 100+seed, float64(seed%3)/4, float64(seed%4)/5, 1000, 60)
	}
}

// Every topology, every number of elements, every pair of ends and both conventions.
func TestAssemblerDrawsEveryBatch(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	b := newAssemblerBench(t, 0, 0)
	var list []assembled
	for op := range isa.Op(isa.NumOps) {
		for n := 1; n <= 14; n++ {
			for k := range 8 {
				a := randomBatch(rng, op, n)
				a.head.Open, a.openEnd, a.head.LastProvokes = k&1 == 1, k&2 == 2, k&4 == 4
				list = append(list, a)
			}
		}
	}
	b.check(list...)
}

// It takes an element per cycle, and a cycle for the end.
func TestAssemblerTakesAnElementACycle(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for op := range isa.Op(isa.NumOps) {
		b := newAssemblerBench(t, 0, 0)
		beats := 0
		var list []assembled
		for range 20 {
			a := randomBatch(rng, op, 13)
			list, beats = append(list, a), beats+len(a.vertices)+1
		}
		before := b.tb.Cycle()
		b.run(list...)
		assert.LessOrEqual(t, b.tb.Cycle()-before, uint64(beats+3), "%v", op)
	}
}

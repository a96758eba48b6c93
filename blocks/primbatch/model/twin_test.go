package model_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/internal/long"
)

// drawn draws items twice: in the batches that the twin makes of them, and whole, by the model.
func drawn(e isa.Embodiment, built isa.Limits, items []model.Item) (*model.Twin, *model.Batches, *model.Model) {
	twin, oracle, b := model.NewTwin(e, built), model.New(e, built), model.NewBatches(e, built)
	oracle.Driver = true
	twin.Take(items...)
	oracle.Take(items...)
	b.Take(twin.Out...)
	return twin, b, oracle
}

// testLimits are the unit's default limits.
var testLimits = isa.Limits{Elements: 256, Vertices: 64}

func TestTablesOfTheText(t *testing.T) {
	for _, row := range []struct {
		op             isa.Op
		n, limit       int
		batches, lists string
	}{
		{isa.TriangleStrip, 10, 6, "0 1 2 3 4 5 · 4 5 6 7 8 9", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5) #4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{isa.TriangleStrip, 10, 7, "0 1 2 3 4 5 · 4 5 6 7 8 9", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5) #4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{isa.TriangleStrip, 10, 5, "0 1 2 3 · 2 3 4 5 · 4 5 6 7 · 6 7 8 9", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5) #4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{isa.LineLoop, 7, 4, "0 1 2 3 · 3 4 5 6 · 6 0", "#0(0,1) #1(1,2) #2(2,3) #3(3,4) #4(4,5) #5(5,6) #6(6,0)"},
		{isa.TriangleFan, 8, 5, "0 1 2 3 4 · 0 4 5 6 7", "#0(0,1,2) #1(0,2,3) #2(0,3,4) #3(0,4,5) #4(0,5,6) #5(0,6,7)"},
		{isa.QuadStrip, 10, 6, "0 1 2 3 4 5 · 4 5 6 7 8 9", "#0(0,1,3,2) #1(2,3,5,4) #2(4,5,7,6) #3(6,7,9,8)"},
		{isa.Polygon, 7, 4, "0 1 2 3 · 0 3 4 5 · 0 5 6", "#0(0,1,2) #0(0,2,3) #0(0,3,4) #0(0,4,5) #0(0,5,6)"},
		{isa.TriangleStripAdjacency, 14, 12, "0 1 2 3 4 5 6 7 8 · 2 3 4 5 6 7 8 9 10 11 12 13", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8) #2(4,2,6,10,8,7) #3(8,4,6,9,10,12) #4(8,6,10,13,12,11)"},
		{isa.TriangleStripAdjacency, 10, 64, "0 1 2 3 4 5 6 7 8 9", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8) #2(4,2,6,9,8,7)"},
	} {
		t.Run(fmt.Sprintf("%v %d limits %d", row.op, row.n, row.limit), func(t *testing.T) {
			_, b, oracle := drawn(isa.FourModes, testLimits, stimulus.Zigzag(row.op, row.n, row.limit, row.limit, true))
			assert.Equal(t, row.batches, strings.Join(b.Text, " · "))
			assert.Equal(t, row.lists, model.Listing(b.Drawn.Primitives))
			assert.Equal(t, row.lists, model.Listing(oracle.Primitives))
		})
	}
}

// The primitives of the batches are those of the whole: every topology, every count, every limit.
func testBatchedIsWhole(t *testing.T, counts, limits int) {
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for op := range isa.Op(isa.NumOps) {
			for n := range counts + 1 {
				for limit := op.Rule().Least; limit <= limits; limit++ {
					for _, last := range []bool{false, true} {
						items := stimulus.Zigzag(op, n, limit, limit, last)
						_, b, oracle := drawn(embodiment, testLimits, items)
						require.Equal(t, oracle.Primitives, b.Drawn.Primitives, "%v %d limits %d", op, n, limit)
					}
				}
			}
		}
	}
}

func TestBatchedIsWhole(t *testing.T) { testBatchedIsWhole(t, 20, 16) }

func TestLongBatchedIsWhole(t *testing.T) {
	long.Only(t)
	testBatchedIsWhole(t, 60, 40)
}

func TestRandomDrawsAreAsWhole(t *testing.T) {
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for seed := range uint64(300) {
			rng := rand.New(rand.NewPCG(seed, 15))
			random := stimulus.New(rng, true)
			var items []model.Item
			for range 12 {
				items = append(items, random.Draw()...)
			}
			twin, b, oracle := drawn(embodiment, isa.Limits{Elements: 24, Vertices: 16}, items)
			require.Equal(t, oracle.Fragments, b.Drawn.Fragments, "seed %d", seed)
			require.Equal(t, oracle.Counted, b.Drawn.Counted, "seed %d", seed)
			require.Equal(t, oracle.Errors, twin.Errors+b.Drawn.Errors, "seed %d", seed)
			require.Equal(t, twin.Counts.Elements, twin.Counts.Records+twin.Counts.Reused)
			require.EqualValues(t, len(twin.Out), twin.Counts.Elements+twin.Counts.Methods)
			if twin.Counts.Dropped == 0 {
				require.Equal(t, oracle.Primitives, b.Drawn.Primitives, "seed %d", seed)
			} else { // those of the batches that were sent
				k := 0
				for _, p := range b.Drawn.Primitives {
					for k < len(oracle.Primitives) && oracle.Primitives[k] != p && !(samePlace(oracle.Primitives[k], p)) {
						k++
					}
					require.Less(t, k, len(oracle.Primitives), "seed %d: %v is nowhere", seed, p)
					k++
				}
			}
		}
	}
}

// samePlace reports whether two primitives differ in Restart at most: the first one behind dropped batches restarts the pattern.
func samePlace(a, b model.Primitive) bool {
	a.Restart = b.Restart
	return a == b
}

// The middle of a strip is out of sight: its batch is dropped, but the methods that keep identifiers and pattern right are sent.
func TestADroppedBatchKeepsIdentifiersAndPattern(t *testing.T) {
	list := []model.Item{
		model.Method(isa.BatchLimitAddress, 3<<16|3), model.Method(isa.BatchCullAddress, 1),
		model.Method(isa.ViewportHorizontalAddress, 64<<16), model.Method(isa.ViewportVerticalAddress, 16<<16),
		model.Method(isa.LineStippleAddress, 1), model.Method(isa.StippleParametersAddress, 0x00f3<<8), model.Method(isa.BeginAddress, uint32(isa.LineStrip)),
	}
	for _, p := range [][2]int{{2, 4}, {12, 4}, {12, -6}, {30, -6}, {30, -20}, {44, -6}, {44, 8}} {
		list = append(list, model.VertexAt(p[0], p[1], 0, true))
	}
	twin, b, oracle := drawn(isa.FourModes, testLimits, append(list, model.Method(isa.EndAddress, 0)))
	var sent []string
	for _, i := range twin.Out[4:] { // behind the state
		if i.Kind == isa.VertexItem {
			sent = append(sent, fmt.Sprint(i.Data))
		} else {
			sent = append(sent, fmt.Sprintf("%04x:%08x", i.Address, i.Data))
		}
	}
	assert.Equal(t, "1618:20000003 0 1 2 1614:00000000 1118:00000004 1620:00000002 1618:69000003 4 5 6 1614:00000000", strings.Join(sent, " "))
	var lit []string
	for _, f := range b.Drawn.Fragments {
		lit = append(lit, fmt.Sprintf("#%d %d,%d", f.PrimitiveID, f.X, f.Y))
	}
	assert.Equal(t, "#0 2,4 #0 3,4 #0 6,4 #0 7,4 #0 8,4 #0 9,4 #5 44,1 #5 44,2 #5 44,5 #5 44,6 #5 44,7", strings.Join(lit, " "))
	assert.EqualValues(t, 23, b.Drawn.Counted)
	assert.Equal(t, oracle.Fragments, b.Drawn.Fragments)
	assert.EqualValues(t, 1, twin.Counts.Dropped)
}

func TestIdentifiersOfRemappedVerticesAreKept(t *testing.T) {
	list := []model.Item{model.Method(isa.BatchLimitAddress, 4<<16|6), model.Method(isa.VertexIDCopyAddress, 1), model.Method(isa.BaseVertexAddress, 70000), model.Method(isa.BeginAddress, uint32(isa.Triangles))}
	for _, k := range []uint32{0, 1, 2, 2, 1, 3, 2, 3, 4} {
		list = append(list, model.VertexAt(int(k), 0, k, true))
	}
	twin, b, _ := drawn(isa.FourModes, testLimits, append(list, model.Method(isa.EndAddress, 0)))
	assert.Equal(t, "#0(70000,70001,70002) #1(70002,70001,70003) #2(70002,70003,70004)", model.Listing(b.Drawn.Primitives))
	assert.EqualValues(t, 9, twin.Counts.Elements)
	assert.EqualValues(t, 7, twin.Counts.Records)
	var slots []string
	records := 0
	for _, i := range twin.Out {
		switch {
		case i.Kind == isa.VertexItem:
			slots = append(slots, fmt.Sprint(records))
			records++
		case i.Kind == isa.IndexItem:
			slots = append(slots, fmt.Sprint(i.Data))
		case i.Address == isa.EndAddress:
			slots, records = append(slots, "·"), 0
		}
	}
	assert.Equal(t, "0 1 2 2 1 3 · 0 1 2 ·", strings.Join(slots, " "))
}

// The outline of a polygon drawn in batches has no interior lines.
func TestInteriorEdgesOfAPolygon(t *testing.T) {
	list := []model.Item{model.Method(isa.BatchLimitAddress, 4<<16|4), model.Method(isa.BeginAddress, uint32(isa.Polygon))}
	for k, flag := range "1011101" {
		list = append(list, model.VertexAt(k, 0, 0, flag == '1'))
	}
	_, b, _ := drawn(isa.FourModes, testLimits, append(list, model.Method(isa.EndAddress, 0)))
	var edges, drawnEdges []string
	for _, p := range b.Drawn.Primitives {
		edges = append(edges, fmt.Sprintf("%d%d%d", p.Edges&1, p.Edges>>1&1, p.Edges>>2&1))
		for j := range 3 {
			if p.Edges>>j&1 == 1 {
				drawnEdges = append(drawnEdges, fmt.Sprintf("%d→%d", p.Vertices[j].VertexID, p.Vertices[(j+1)%3].VertexID))
			}
		}
	}
	assert.Equal(t, "100 010 010 010 001", strings.Join(edges, " "))
	assert.Equal(t, "0→1 2→3 3→4 4→5 6→0", strings.Join(drawnEdges, " "))
}

func TestAStripOfFourThousand(t *testing.T) {
	twin := model.NewTwin(isa.FourModes, testLimits)
	for _, i := range stimulus.Zigzag(isa.TriangleStrip, 4000, 64, 64, true) {
		twin.Take(i)
	}
	assert.EqualValues(t, 65, twin.Counts.Batches)
	assert.EqualValues(t, 4128, twin.Counts.Records)
	assert.EqualValues(t, 128, twin.Counts.Resent)
}

// A mesh of triangles in rows and in tiles, and the same mesh as quad strips.
func TestReuseInMeshes(t *testing.T) {
	mesh := func(tile bool) []model.Item {
		list := []model.Item{model.Method(isa.BatchLimitAddress, 64<<16|192), model.Method(isa.VertexIDCopyAddress, 1), model.Method(isa.BeginAddress, uint32(isa.Triangles))}
		quad := func(x, y int) {
			at := func(x, y int) uint32 { return uint32(y%16*32 + x%32) }
			for _, k := range []uint32{at(x, y), at(x+1, y), at(x, y+1), at(x, y+1), at(x+1, y), at(x+1, y+1)} {
				list = append(list, model.VertexAt(x, y, k, true))
			}
		}
		for k := range 512 {
			if tile {
				quad(k/32%4*8+k%8, k/128*4+k/8%4)
			} else {
				quad(k%32, k/32)
			}
		}
		return append(list, model.Method(isa.EndAddress, 0))
	}
	for _, row := range []struct {
		tile    bool
		records int
	}{{false, 1024}, {true, 720}} {
		twin := model.NewTwin(isa.FourModes, testLimits)
		items := mesh(row.tile)
		twin.Take(items...)
		assert.EqualValues(t, 3072, twin.Counts.VerticesIn)
		assert.EqualValues(t, 16, twin.Counts.Batches, "tiles: %v", row.tile)
		assert.EqualValues(t, row.records, twin.Counts.Records, "tiles: %v", row.tile)
	}
	for _, row := range []struct{ limit, batches, vertices int }{{8, 144, 1056}, {16, 72, 912}} {
		twin := model.NewTwin(isa.FourModes, testLimits)
		for range 24 {
			for _, i := range stimulus.Zigzag(isa.QuadStrip, 34, row.limit, row.limit, true) {
				twin.Take(i)
			}
		}
		assert.EqualValues(t, row.batches, twin.Counts.Batches)
		assert.EqualValues(t, row.vertices, twin.Counts.Elements)
	}
}

package primbatch

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

// batches draws what a twin has sent: each batch alone, as the split modes say. It shares nothing with a [Model] but the tables
// for whole primitives.
type batches struct {
	model *Model // with the primitives and fragments
	state modelState
	op    Op
	word  uint32
	begun bool // no primitive since the last normal begin
	list  []modelVertex
	kept  []int
	text  []string // "0–3" a batch
}

func newBatches(c Config) *batches {
	m := NewModel(c)
	return &batches{model: m, state: m.state}
}

func (b *batches) take(t *testing.T, i ItemValue) {
	m := b.model
	switch {
	case i.Kind == VertexItem:
		id := m.vertexID
		if m.state.copied {
			id = i.Data
		}
		m.vertexID++
		b.kept = append(b.kept, len(b.list))
		b.list = append(b.list, modelVertex{CornerValue{id, i.X, i.Y}, i.Edge})
	case i.Kind == IndexItem:
		require.Less(t, int(i.Data), len(b.kept))
		v := b.list[b.kept[i.Data]]
		v.edge = i.Edge
		b.list = append(b.list, v)
	case i.Address == BeginAddress:
		b.word, b.op, b.list, b.kept = i.Data, Op(i.Data&0xffff), nil, nil
		if i.Data&openBegin == 0 {
			m.vertexID, b.begun = 0, true
		}
		switch InstanceMode(i.Data >> instanceShift & 3) {
		case FirstInstance:
			m.instanceID = 0
		case NextInstance:
			m.instanceID++
		}
		if i.Data&primitiveUnchanged == 0 {
			m.primitiveID = 0
		}
	case i.Address == EndAddress:
		open := i.Data&1 == 1
		if m.config.Embodiment == FourModes {
			mode := SplitMode(b.word >> splitModeShift & 3)
			open = mode == NormalBeginOpenEnd || mode == OpenBeginOpenEnd
		}
		b.draw(open)
	default:
		m.inside = false
		m.method(i.Address, i.Data)
	}
}

// draw draws a batch.
func (b *batches) draw(openEnd bool) {
	m, n, open := b.model, len(b.list), b.word&openBegin != 0
	list := decompose(b.op, n, !m.state.lastProvokes)
	switch {
	case b.op == LineLoop && (open || openEnd):
		list = decompose(LineStrip, n, !m.state.lastProvokes)
	case b.op == TriangleStripAdjacency && n > 2:
		from := 0
		if open {
			from = 2
		}
		more := 0
		if openEnd {
			more = 2 + n%2
		}
		list = decompose(b.op, n-from+more, !m.state.lastProvokes)
		for k := range list {
			for j := range list[k].vertices {
				if open && k == 0 && j == 1 {
					list[k].vertices[j] = 0 // the vertex before, which is here
					continue
				}
				list[k].vertices[j] += from
			}
		}
		list = list[:min(b.op.primitives(n, open, openEnd), len(list))]
	}
	for k, p := range list {
		value := PrimitiveValue{Kind: p.kind, PrimitiveID: m.primitiveID, InstanceID: m.instanceID, Provoking: uint8(p.provoking)}
		value.Restart = !b.op.runsOn() || k == 0 && b.begun
		for j, v := range p.vertices {
			value.Vertices[j] = b.list[v].corner
		}
		for j, e := range p.edges {
			if b.op == Polygon && (open && k == 0 && j == 0 || openEnd && k == len(list)-1 && j == 2) {
				e = false
			}
			if e && (!b.op.hasFlags() || b.list[p.vertices[j]].edge) {
				value.Edges |= 1 << j
			}
		}
		m.Primitives = append(m.Primitives, value)
		m.outline(value)
		if b.op != Polygon {
			m.primitiveID++
		}
	}
	if b.op == Polygon {
		m.primitiveID += uint32(b.op.primitives(n, open, openEnd))
	}
	if len(list) > 0 {
		b.begun = false
	}
	var ids []string
	for _, v := range b.list {
		ids = append(ids, fmt.Sprint(v.corner.VertexID))
	}
	b.text = append(b.text, strings.Join(ids, " "))
}

// drawn runs items through the twin and draws what it sends, and draws the same with the model.
func drawn(t *testing.T, c Config, items []ItemValue) (*Twin, *batches, *Model) {
	t.Helper()
	twin, model, b := NewTwin(c), NewModel(c), newBatches(c)
	model.Driver = true
	for _, i := range items {
		twin.Take(i)
		model.Take(i)
	}
	for _, i := range twin.Out {
		b.take(t, i)
	}
	return twin, b, model
}

// draw is a primitive of n vertices along a zigzag.
func draw(op Op, n int, elements, vertices int, lastProvokes bool, change ...ItemValue) []ItemValue {
	list := []ItemValue{Method(BatchLimitAddress, uint32(vertices<<16|elements)), Method(ProvokingVertexAddress, uint32(bit(lastProvokes)))}
	list = append(list, change...)
	list = append(list, Method(BeginAddress, uint32(op)))
	for k := range n {
		list = append(list, VertexAt(3*k, k%2*5, uint32(k), true))
	}
	return append(list, Method(EndAddress, 0))
}

// listing is "#0(0,1,2) #1(2,1,3)".
func listing(list []PrimitiveValue) string {
	corners := [...]int{1, 2, 3, 4, 4, 6}
	var text []string
	for _, p := range list {
		var ids []string
		for _, v := range p.Vertices[:corners[p.Kind]] {
			ids = append(ids, fmt.Sprint(v.VertexID))
		}
		text = append(text, fmt.Sprintf("#%d(%s)", p.PrimitiveID, strings.Join(ids, ",")))
	}
	return strings.Join(text, " ")
}

var testConfig = NewConfig(1)

func TestTablesOfTheText(t *testing.T) {
	for _, row := range []struct {
		op             Op
		n, limit       int
		batches, lists string
	}{
		{TriangleStrip, 10, 6, "0 1 2 3 4 5 · 4 5 6 7 8 9", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5) #4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{TriangleStrip, 10, 7, "0 1 2 3 4 5 · 4 5 6 7 8 9", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5) #4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{TriangleStrip, 10, 5, "0 1 2 3 · 2 3 4 5 · 4 5 6 7 · 6 7 8 9", "#0(0,1,2) #1(2,1,3) #2(2,3,4) #3(4,3,5) #4(4,5,6) #5(6,5,7) #6(6,7,8) #7(8,7,9)"},
		{LineLoop, 7, 4, "0 1 2 3 · 3 4 5 6 · 6 0", "#0(0,1) #1(1,2) #2(2,3) #3(3,4) #4(4,5) #5(5,6) #6(6,0)"},
		{TriangleFan, 8, 5, "0 1 2 3 4 · 0 4 5 6 7", "#0(0,1,2) #1(0,2,3) #2(0,3,4) #3(0,4,5) #4(0,5,6) #5(0,6,7)"},
		{QuadStrip, 10, 6, "0 1 2 3 4 5 · 4 5 6 7 8 9", "#0(0,1,3,2) #1(2,3,5,4) #2(4,5,7,6) #3(6,7,9,8)"},
		{Polygon, 7, 4, "0 1 2 3 · 0 3 4 5 · 0 5 6", "#0(0,1,2) #0(0,2,3) #0(0,3,4) #0(0,4,5) #0(0,5,6)"},
		{TriangleStripAdjacency, 14, 12, "0 1 2 3 4 5 6 7 8 · 2 3 4 5 6 7 8 9 10 11 12 13", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8) #2(4,2,6,10,8,7) #3(8,4,6,9,10,12) #4(8,6,10,13,12,11)"},
		{TriangleStripAdjacency, 10, 64, "0 1 2 3 4 5 6 7 8 9", "#0(0,1,2,6,4,3) #1(4,0,2,5,6,8) #2(4,2,6,9,8,7)"},
	} {
		t.Run(fmt.Sprintf("%v %d limits %d", row.op, row.n, row.limit), func(t *testing.T) {
			_, b, model := drawn(t, testConfig, draw(row.op, row.n, row.limit, row.limit, true))
			assert.Equal(t, row.batches, strings.Join(b.text, " · "))
			assert.Equal(t, row.lists, listing(b.model.Primitives))
			assert.Equal(t, row.lists, listing(model.Primitives))
		})
	}
}

// The primitives of the batches are those of the whole: every topology, every count, every limit.
func testBatchedIsWhole(t *testing.T, counts, limits int) {
	for _, embodiment := range []Embodiment{FourModes, TwoModes} {
		c := testConfig
		c.Embodiment = embodiment
		for op := range Op(NumOps) {
			for n := range counts + 1 {
				for limit := op.Rule().Least; limit <= limits; limit++ {
					for _, last := range []bool{false, true} {
						items := draw(op, n, limit, limit, last)
						_, b, model := drawn(t, c, items)
						require.Equal(t, model.Primitives, b.model.Primitives, "%v %d limits %d", op, n, limit)
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
	for _, embodiment := range []Embodiment{FourModes, TwoModes} {
		c := testConfig
		c.Embodiment, c.Elements, c.Vertices = embodiment, 24, 16
		for seed := range uint64(300) {
			rng := rand.New(rand.NewPCG(seed, 15))
			random := NewRandom(rng, true)
			var items []ItemValue
			for range 12 {
				items = append(items, random.Draw()...)
			}
			twin, b, model := drawn(t, c, items)
			require.Equal(t, model.Fragments, b.model.Fragments, "seed %d", seed)
			require.Equal(t, model.Counted, b.model.Counted, "seed %d", seed)
			require.Equal(t, model.Errors, twin.Errors+b.model.Errors, "seed %d", seed)
			require.Equal(t, twin.Counts.Elements, twin.Counts.Records+twin.Counts.Reused)
			require.EqualValues(t, len(twin.Out), twin.Counts.Elements+twin.Counts.Methods)
			if twin.Counts.Dropped == 0 {
				require.Equal(t, model.Primitives, b.model.Primitives, "seed %d", seed)
			} else { // those of kept batches
				k := 0
				for _, p := range b.model.Primitives {
					for k < len(model.Primitives) && model.Primitives[k] != p && !(samePlace(model.Primitives[k], p)) {
						k++
					}
					require.Less(t, k, len(model.Primitives), "seed %d: %v is nowhere", seed, p)
					k++
				}
			}
		}
	}
}

// samePlace says that two primitives differ in Restart at most: the first that is kept starts the pattern again.
func samePlace(a, b PrimitiveValue) bool {
	a.Restart = b.Restart
	return a == b
}

// A strip whose middle is out of sight: the batch is not sent, and what identifiers and pattern need is.
func TestADroppedBatchLeavesItsPrimitives(t *testing.T) {
	list := []ItemValue{
		Method(BatchLimitAddress, 3<<16|3), Method(BatchCullAddress, 1),
		Method(ViewportHorizontalAddress, 64<<16), Method(ViewportVerticalAddress, 16<<16),
		Method(LineStippleAddress, 1), Method(StippleParametersAddress, 0x00f3<<8), Method(BeginAddress, uint32(LineStrip)),
	}
	for _, p := range [][2]int{{2, 4}, {12, 4}, {12, -6}, {30, -6}, {30, -20}, {44, -6}, {44, 8}} {
		list = append(list, VertexAt(p[0], p[1], 0, true))
	}
	twin, b, model := drawn(t, testConfig, append(list, Method(EndAddress, 0)))
	var sent []string
	for _, i := range twin.Out[4:] { // behind the state
		if i.Kind == VertexItem {
			sent = append(sent, fmt.Sprint(i.Data))
		} else {
			sent = append(sent, fmt.Sprintf("%04x:%08x", i.Address, i.Data))
		}
	}
	assert.Equal(t, "1618:20000003 0 1 2 1614:00000000 1118:00000004 1620:00000002 1618:69000003 4 5 6 1614:00000000", strings.Join(sent, " "))
	var lit []string
	for _, f := range b.model.Fragments {
		lit = append(lit, fmt.Sprintf("#%d %d,%d", f.PrimitiveID, f.X, f.Y))
	}
	assert.Equal(t, "#0 2,4 #0 3,4 #0 6,4 #0 7,4 #0 8,4 #0 9,4 #5 44,1 #5 44,2 #5 44,5 #5 44,6 #5 44,7", strings.Join(lit, " "))
	assert.EqualValues(t, 23, b.model.Counted)
	assert.Equal(t, model.Fragments, b.model.Fragments)
	assert.EqualValues(t, 1, twin.Counts.Dropped)
}

func TestIdentifiersOfRemappedVerticesAreKept(t *testing.T) {
	list := []ItemValue{Method(BatchLimitAddress, 4<<16|6), Method(VertexIDCopyAddress, 1), Method(BaseVertexAddress, 70000), Method(BeginAddress, uint32(Triangles))}
	for _, k := range []uint32{0, 1, 2, 2, 1, 3, 2, 3, 4} {
		list = append(list, VertexAt(int(k), 0, k, true))
	}
	twin, b, _ := drawn(t, testConfig, append(list, Method(EndAddress, 0)))
	assert.Equal(t, "#0(70000,70001,70002) #1(70002,70001,70003) #2(70002,70003,70004)", listing(b.model.Primitives))
	assert.EqualValues(t, 9, twin.Counts.Elements)
	assert.EqualValues(t, 7, twin.Counts.Records)
	var slots []string
	records := 0
	for _, i := range twin.Out {
		switch {
		case i.Kind == VertexItem:
			slots = append(slots, fmt.Sprint(records))
			records++
		case i.Kind == IndexItem:
			slots = append(slots, fmt.Sprint(i.Data))
		case i.Address == EndAddress:
			slots, records = append(slots, "·"), 0
		}
	}
	assert.Equal(t, "0 1 2 2 1 3 · 0 1 2 ·", strings.Join(slots, " "))
}

// An outline of a polygon in batches has no lines inside.
func TestInteriorEdgesOfAPolygon(t *testing.T) {
	list := []ItemValue{Method(BatchLimitAddress, 4<<16|4), Method(BeginAddress, uint32(Polygon))}
	for k, flag := range "1011101" {
		list = append(list, VertexAt(k, 0, 0, flag == '1'))
	}
	_, b, _ := drawn(t, testConfig, append(list, Method(EndAddress, 0)))
	var edges, drawnEdges []string
	for _, p := range b.model.Primitives {
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
	twin := NewTwin(testConfig)
	for _, i := range draw(TriangleStrip, 4000, 64, 64, true) {
		twin.Take(i)
	}
	assert.EqualValues(t, 65, twin.Counts.Batches)
	assert.EqualValues(t, 4128, twin.Counts.Records)
	assert.EqualValues(t, 128, twin.Counts.Resent)
}

// A mesh of triangles in rows, and in tiles; and the same as quad strips.
func TestReuseInMeshes(t *testing.T) {
	mesh := func(tile bool) []ItemValue {
		list := []ItemValue{Method(BatchLimitAddress, 64<<16|192), Method(VertexIDCopyAddress, 1), Method(BeginAddress, uint32(Triangles))}
		quad := func(x, y int) {
			at := func(x, y int) uint32 { return uint32(y%16*32 + x%32) }
			for _, k := range []uint32{at(x, y), at(x+1, y), at(x, y+1), at(x, y+1), at(x+1, y), at(x+1, y+1)} {
				list = append(list, VertexAt(x, y, k, true))
			}
		}
		for k := range 512 {
			if tile {
				quad(k/32%4*8+k%8, k/128*4+k/8%4)
			} else {
				quad(k%32, k/32)
			}
		}
		return append(list, Method(EndAddress, 0))
	}
	for _, row := range []struct {
		tile    bool
		records int
	}{{false, 1024}, {true, 720}} {
		twin := NewTwin(testConfig)
		items := mesh(row.tile)
		for _, i := range items {
			twin.Take(i)
		}
		assert.EqualValues(t, 3072, twin.Counts.VerticesIn)
		assert.EqualValues(t, 16, twin.Counts.Batches, "tiles: %v", row.tile)
		assert.EqualValues(t, row.records, twin.Counts.Records, "tiles: %v", row.tile)
	}
	for _, row := range []struct{ limit, batches, vertices int }{{8, 144, 1056}, {16, 72, 912}} {
		twin := NewTwin(testConfig)
		for range 24 {
			for _, i := range draw(QuadStrip, 34, row.limit, row.limit, true) {
				twin.Take(i)
			}
		}
		assert.EqualValues(t, row.batches, twin.Counts.Batches)
		assert.EqualValues(t, row.vertices, twin.Counts.Elements)
	}
}

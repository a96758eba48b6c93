package primbatch

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// These cases are rare in random draws.

// sentFor is what a driver and its twin send for items, behind a reset.
func sentFor(t *testing.T, items ...ItemValue) []string {
	t.Helper()
	b := newDriverBench(t, testConfig, 0, 0)
	b.send(items)
	b.finish()
	return words(b.out.Beats())
}

func TestVertexIDIsLoadedAndAddedTo(t *testing.T) {
	assert.Equal(t, []string{"1618:00000000", "1118:00000016", "22(1,2)", "1614:00000000"}, sentFor(t,
		Method(BeginAddress, uint32(Points)), Method(VertexIDBaseAddress, 10), Method(AddToVertexIDAddress, 5), Method(AddToVertexIDAddress, 7),
		VertexAt(1, 2, 0, true), Method(EndAddress, 0)))
}

func TestPolygonModesAreForwarded(t *testing.T) {
	assert.Equal(t, []string{"0dac:00001b00", "0dac:00001b01", "0dac:00001b02"}, sentFor(t,
		Method(PolygonModeAddress, polygonModeBase-1), Method(PolygonModeAddress, polygonModeBase), Method(PolygonModeAddress, polygonModeBase+1),
		Method(PolygonModeAddress, polygonModeBase+2), Method(PolygonModeAddress, polygonModeBase+3)))
}

// hiddenFrom is a strip of which all vertices but those before one are left of the viewport, and those that follow are not.
func hiddenFrom(op Op, first, n, limit int, follow ...int) []ItemValue {
	list := []ItemValue{Method(BatchLimitAddress, uint32(limit<<16|limit)), Method(BatchCullAddress, 1), Method(BeginAddress, uint32(op))}
	for k := range n {
		x := -1
		if k < first {
			x = k
		}
		list = append(list, VertexAt(x, 0, 0, true))
	}
	for _, x := range follow {
		list = append(list, VertexAt(x, 0, 0, true))
	}
	return append(list, Method(EndAddress, 0))
}

// Of two vertices behind the last group, a strip with adjacency has one: at the limit, the other has no part in it.
func TestTheVertexThatIsDroppedDoesNotCount(t *testing.T) {
	b := newDriverBench(t, testConfig, 0, 0)
	b.send(draw(TriangleStripAdjacency, 15, 12, 12, true))
	b.finish()
	assert.EqualValues(t, 2, b.twin.Counts.Batches)
	assert.EqualValues(t, 9+12, b.twin.Counts.Elements)
}

// Nor is a batch in sight because of it.
func TestTheVertexThatIsDroppedIsNotSeen(t *testing.T) {
	b := newDriverBench(t, testConfig, 0, 0)
	b.send(hiddenFrom(TriangleStripAdjacency, 0, 9, 64, -1, 5))
	b.send(hiddenFrom(TriangleStripAdjacency, 0, 9, 64, 5, -1))
	b.finish()
	assert.EqualValues(t, 1, b.twin.Counts.Dropped)
}

// What is dropped moves PrimitiveID on as it would have, whatever is cut off.
func TestDroppedBatchesCountTheirPrimitives(t *testing.T) {
	b := newDriverBench(t, testConfig, 0, 0)
	model := NewModel(testConfig)
	drawn, sent := newBatches(testConfig), 0
	for op := range Op(NumOps) {
		for n := range 30 {
			for _, limit := range []int{op.Rule().Least, op.Rule().Least + 2, 64} {
				list := append(hiddenFrom(op, n%5, n, limit), Method(BeginAddress, uint32(Points)|primitiveUnchanged), VertexAt(1, 1, 0, true), Method(EndAddress, 0))
				b.send(list)
				for _, i := range list {
					model.Take(i)
				}
				for _, i := range b.twin.Out[sent:] {
					drawn.take(t, i)
				}
				sent = len(b.twin.Out)
				last := func(m *Model) PrimitiveValue { return m.Primitives[len(m.Primitives)-1] }
				assert.Equal(t, last(model).PrimitiveID, last(drawn.model).PrimitiveID, "%v %d limits %d", op, n, limit)
			}
		}
	}
	b.finish()
	assert.Greater(t, b.twin.Counts.Dropped, uint32(1000))
}

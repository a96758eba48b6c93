package primbatch

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
)

// These cases are rare in random draws.

// sentFor returns the items that a driver and its twin send for items after a reset.
func sentFor(t *testing.T, items ...model.Item) []string {
	t.Helper()
	b := newDriverBench(t, testConfig, 0, 0)
	b.send(items)
	b.finish()
	return words(b.out.Beats())
}

func TestVertexIDIsLoadedAndAddedTo(t *testing.T) {
	assert.Equal(t, []string{"1618:00000000", "1118:00000016", "22(1,2)", "1614:00000000"}, sentFor(t,
		model.Method(isa.BeginAddress, uint32(isa.Points)), model.Method(isa.VertexIDBaseAddress, 10), model.Method(isa.AddToVertexIDAddress, 5), model.Method(isa.AddToVertexIDAddress, 7),
		model.VertexAt(1, 2, 0, true), model.Method(isa.EndAddress, 0)))
}

func TestPolygonModesAreForwarded(t *testing.T) {
	assert.Equal(t, []string{"0dac:00001b00", "0dac:00001b01", "0dac:00001b02"}, sentFor(t,
		model.Method(isa.PolygonModeAddress, isa.PolygonModeBase-1), model.Method(isa.PolygonModeAddress, isa.PolygonModeBase), model.Method(isa.PolygonModeAddress, isa.PolygonModeBase+1),
		model.Method(isa.PolygonModeAddress, isa.PolygonModeBase+2), model.Method(isa.PolygonModeAddress, isa.PolygonModeBase+3)))
}

// hiddenFrom is a primitive with n vertices at y = 0: the first ones in the viewport, the others left of it. More follow at the
// given x.
func hiddenFrom(op isa.Op, first, n, limit int, follow ...int) []model.Item {
	list := []model.Item{model.Method(isa.BatchLimitAddress, uint32(limit<<16|limit)), model.Method(isa.BatchCullAddress, 1), model.Method(isa.BeginAddress, uint32(op))}
	for k := range n {
		x := -1
		if k < first {
			x = k
		}
		list = append(list, model.VertexAt(x, 0, 0, true))
	}
	for _, x := range follow {
		list = append(list, model.VertexAt(x, 0, 0, true))
	}
	return append(list, model.Method(isa.EndAddress, 0))
}

// A strip with adjacency that ends two vertices into a group keeps only the first: the other does not count towards the limit.
func TestTheVertexThatIsDroppedDoesNotCount(t *testing.T) {
	b := newDriverBench(t, testConfig, 0, 0)
	b.send(stimulus.Zigzag(isa.TriangleStripAdjacency, 15, 12, 12, true))
	b.finish()
	assert.EqualValues(t, 2, b.twin.Counts.Batches)
	assert.EqualValues(t, 9+12, b.twin.Counts.Elements)
}

// Nor does such a vertex make a batch visible.
func TestTheVertexThatIsDroppedIsNotSeen(t *testing.T) {
	b := newDriverBench(t, testConfig, 0, 0)
	b.send(hiddenFrom(isa.TriangleStripAdjacency, 0, 9, 64, -1, 5))
	b.send(hiddenFrom(isa.TriangleStripAdjacency, 0, 9, 64, 5, -1))
	b.finish()
	assert.EqualValues(t, 1, b.twin.Counts.Dropped)
}

// Dropped batches advance PrimitiveID as if they had been drawn, wherever the primitive is cut.
func TestDroppedBatchesCountTheirPrimitives(t *testing.T) {
	b := newDriverBench(t, testConfig, 0, 0)
	oracle := model.New(testConfig.Embodiment, testConfig.Limits())
	drawn, sent := model.NewBatches(testConfig.Embodiment, testConfig.Limits()), 0
	for op := range isa.Op(isa.NumOps) {
		for n := range 30 {
			for _, limit := range []int{op.Rule().Least, op.Rule().Least + 2, 64} {
				list := append(hiddenFrom(op, n%5, n, limit), model.Method(isa.BeginAddress, uint32(isa.Points)|isa.PrimitiveUnchanged), model.VertexAt(1, 1, 0, true), model.Method(isa.EndAddress, 0))
				b.send(list)
				oracle.Take(list...)
				for _, i := range b.twin.Out[sent:] {
					drawn.Take(i)
				}
				sent = len(b.twin.Out)
				last := func(m *model.Model) model.Primitive { return m.Primitives[len(m.Primitives)-1] }
				assert.Equal(t, last(oracle).PrimitiveID, last(drawn.Drawn).PrimitiveID, "%v %d limits %d", op, n, limit)
			}
		}
	}
	b.finish()
	assert.Greater(t, b.twin.Counts.Dropped, uint32(1000))
}

package primbatch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// timedBatch is a batch that has left, with its time.
type timedBatch struct {
	begin    uint32 // the data of its BEGIN
	number   int    // in its primitive
	elements int
	cycles   int // since the previous END
}

// timedBatches returns the batches that have left.
func (b *driverBench) timedBatches() (list []timedBatch) {
	var x timedBatch
	end := 0
	for k, i := range b.out.Beats() {
		switch {
		case i.Kind != isa.MethodItem:
			x.elements++
		case i.Address == isa.BeginAddress:
			number := 0
			if i.Data&isa.OpenBegin != 0 {
				number = x.number + 1
			}
			x = timedBatch{begin: i.Data, number: number}
		case i.Address == isa.EndAddress:
			cycle := int(b.out.Cycles()[k])
			x.cycles, end = cycle-end, cycle
			list = append(list, x)
		}
	}
	return list
}

// rateDraw is a primitive of n vertices under limits of elements and vertices. With copied identifiers, three of four vertices
// are new.
func rateDraw(op isa.Op, n int, limits [2]int, copied bool) []model.Item {
	list := []model.Item{model.Method(isa.BatchLimitAddress, uint32(limits[1]<<16|limits[0])), model.Method(isa.VertexIDCopyAddress, uint32(bit(copied))), model.Method(isa.BeginAddress, uint32(op))}
	for k := range n {
		list = append(list, model.VertexAt(k, 0, uint32(k-k/4), true))
	}
	return append(list, model.Method(isa.EndAddress, 0))
}

// A batch of n elements takes at most n + 6 cycles, whichever limit refuses the next group: for every topology, under the least
// limits and others, with counted and copied identifiers.
func TestABatchTakesItsElementsAndSixCycles(t *testing.T) {
	for _, embodiment := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		t.Run(embodiment.String(), func(t *testing.T) {
			b := newDriverBench(t, Config{Embodiment: embodiment, Lines: 1, Elements: 32, Vertices: 32}, 0, 0)
			for op := range isa.Op(isa.NumOps) {
				least := op.Rule().Least
				for _, copied := range []bool{false, true} {
					for _, limits := range [][2]int{{least, least}, {least + 1, least + 1}, {30, least}, {24, 13}, {13, 24}, {32, 32}} {
						b.send(rateDraw(op, 200, limits, copied))
					}
				}
			}
			b.finish()
			steady := map[isa.Op]int{}
			for _, x := range b.timedBatches() {
				if op := isa.Op(x.begin & 0xffff); x.number >= 2 { // both batches of the store are in use
					steady[op]++
					require.LessOrEqual(t, x.cycles, x.elements+6, "%v, batch %d of %d elements", op, x.number, x.elements)
				}
			}
			for op := range isa.Op(isa.NumOps) {
				assert.Greater(t, steady[op], 50, op)
			}
		})
	}
}

// The worst case: six vertices are looked up, the last of them exceeds the limit, and all six are replayed into the next batch.
func TestARefusedGroupOfSixTakesSixCycles(t *testing.T) {
	b := newDriverBench(t, NewConfig(1), 0, 0)
	list := []model.Item{model.Method(isa.BatchLimitAddress, 11<<16|100), model.Method(isa.VertexIDCopyAddress, 1), model.Method(isa.BeginAddress, uint32(isa.TrianglesAdjacency))}
	for k := range 60 * 6 {
		list = append(list, model.VertexAt(k, 0, uint32(k), true))
	}
	b.send(append(list, model.Method(isa.EndAddress, 0)))
	b.finish()
	batches := b.timedBatches()
	require.Len(t, batches, 60)
	for _, x := range batches[2:59] {
		require.Equal(t, 6, x.elements)
		require.Equal(t, 12, x.cycles, "batch %d", x.number)
	}
}

// In the embodiment with two modes, the first item of a batch leaves within four cycles of the vertex that completes its first
// primitive's group, and then an element per cycle.
func TestVerticesStreamThrough(t *testing.T) {
	for op := range isa.Op(isa.NumOps) {
		t.Run(op.String(), func(t *testing.T) {
			c := Config{Embodiment: isa.TwoModes, Lines: 1, Elements: 32, Vertices: 32}
			b := newDriverBench(t, c, 0, 0, bench.Seed(uint64(op)))
			n := op.Rule().First // vertices up to the first primitive
			for op.Primitives(n, isa.NormalBeginNormalEnd) == 0 {
				n += op.Rule().Group
			}
			items := rateDraw(op, n, [2]int{32, 32}, false)
			b.in.Send(anyOf(items[:len(items)-1])...)
			taken := 0
			for b.in.Waiting() > 0 {
				taken = int(b.tb.Cycle())
				b.tb.Tick()
			}
			b.out.Wait(1+n, 60)
			assert.LessOrEqual(t, int(b.out.Cycles()[0])-taken, 4)
			for k := 1; k <= n; k++ {
				assert.Equal(t, b.out.Cycles()[0]+uint64(k), b.out.Cycles()[k], "item %d", k)
			}
		})
	}
}

func anyOf(items []model.Item) (list []any) {
	for _, i := range items {
		list = append(list, i)
	}
	return list
}

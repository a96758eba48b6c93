package primbatch

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
)

// indexed makes triangles with copied identifiers.
func indexed(list ...uint32) []model.Item {
	items := []model.Item{model.Method(isa.BeginAddress, uint32(isa.Triangles))}
	for _, k := range list {
		items = append(items, model.VertexAt(int(k), 0, k, true))
	}
	return append(items, model.Method(isa.EndAddress, 0))
}

// A stale line of the table is never found, however many batches ago it was filled: there are 16 lines, and generations modulo 32.
func TestStaleLinesAreNotFound(t *testing.T) {
	c := Config{Lines: 1, Elements: 8, Vertices: 4}
	for _, period := range []int{1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65} {
		t.Run(fmt.Sprintf("every %d batches", period), func(t *testing.T) {
			t.Parallel()
			b := newDriverBench(t, c, 0, 0)
			b.send([]model.Item{model.Method(isa.VertexIDCopyAddress, 1)})
			for k := range 3*period + 140 {
				if at := uint32(k / period % 3 * 3); k%period == 0 {
					b.send(indexed(at, at+1, at+2, at+2, at+1, at+2))
				} else {
					b.send(indexed(15, 15, 15))
				}
			}
			b.finish()
			assert.Positive(t, b.twin.Counts.Reused)
		})
	}
}

// Nor are the lines of a batch that a reset cut short.
func TestLinesBeforeAResetAreNotFound(t *testing.T) {
	c := Config{Lines: 1, Elements: 8, Vertices: 4}
	b := newDriverBench(t, c, 0, 0)
	half := []model.Item{model.Method(isa.VertexIDCopyAddress, 1), model.Method(isa.BeginAddress, uint32(isa.Triangles)), model.VertexAt(0, 0, 1, true), model.VertexAt(0, 0, 2, true)}
	for range 3 {
		b.in.Send(anyOf(half)...)
		b.in.Drain(20)
		b.tb.Ticks(3)
		b.tb.Reset()
	}
	b.send([]model.Item{model.Method(isa.VertexIDCopyAddress, 1)})
	b.send(indexed(1, 2, 3, 3, 2, 1))
	b.finish()
	assert.EqualValues(t, 3, b.twin.Counts.Reused)
}

// Whatever the memory holds at power-on, no identifier has a record before one is entered. With identifiers of 4 bits, an
// uncleared line is likely to look like a hit.
func TestWhatTheTableHoldsAtPowerOnIsNotFound(t *testing.T) {
	c := Config{Lines: 1, Elements: 8, Vertices: 4, identifier: 4}
	for seed := range uint64(40) {
		table := newSlotTable(c)
		tb := bench.New(t, table, bench.PowerOn(seed))
		cycles := 0
		for ; tb.Get(table.Ready) == 0 && cycles < 100; cycles++ {
			tb.Tick()
		}
		assert.Equal(t, c.tableLines(), cycles, "the cycles in which the lines are cleared")
		tb.Set(table.Take, 1)
		for k := range 16 {
			tb.Set(table.Identifier, k)
			tb.Tick()
			assert.Zero(t, tb.Get(table.Found), "seed %d: identifier %d", seed, k)
		}
	}
}

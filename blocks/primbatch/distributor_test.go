package primbatch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/hdl/sim"
)

// frontBatches makes batches with methods between them, as a front end sends them.
func frontBatches(rng *rand.Rand, batches, longest int) (beats []frontValue) {
	for n := range batches {
		for rng.IntN(3) == 0 {
			beats = append(beats, frontValue{Method: true, Address: uint32(rng.IntN(1 << isa.AddressBits)), Data: rng.Uint32()})
		}
		for k := range 1 + rng.IntN(longest) {
			b := frontValue{Beat: lineValue{Kind: vertexElement, Data: rng.Uint32(), X: uint16(n), Y: uint16(k), Edge: rng.IntN(2) == 0}}
			if k == 0 {
				b.First, b.Head = true, headValue{Op: isa.Op(rng.IntN(isa.NumOps)), Copy: rng.IntN(2) == 0, VertexID: rng.Uint32(), PrimitiveID: uint32(n), InstanceID: rng.Uint32()}
			}
			beats = append(beats, b)
		}
		beats = append(beats, frontValue{Beat: lineValue{Kind: lastElement, Open: rng.IntN(2) == 0}})
	}
	return beats
}

// distribute sends beats through a distributor whose receivers stall, and checks the beats at each.
func distribute(t testing.TB, lines int, seed uint64, gap, stall float64, beats []frontValue, options ...bench.Option) *bench.TB {
	c := NewConfig(lines)
	d := newDistributor(c)
	tb := bench.New(t, d, append(options, bench.Seed(seed))...)
	in, order := bench.Drive(tb, d.In, gap), bench.Collect[orderValue](tb, d.Order, stall)
	var heads []*bench.Monitor[headValue]
	var elements []*bench.Monitor[lineValue]
	for k := range lines {
		heads = append(heads, bench.Collect[headValue](tb, d.Heads[k], stall))
		elements = append(elements, bench.Collect[lineValue](tb, d.Elements[k], stall))
	}
	wantHeads, wantElements := make([][]headValue, lines), make([][]lineValue, lines)
	var wantOrder []orderValue
	line := 0
	for _, b := range beats {
		in.Send(b)
		switch {
		case b.Method:
			wantOrder = append(wantOrder, orderValue{Address: b.Address, Data: b.Data})
			continue
		case b.First:
			wantOrder = append(wantOrder, orderValue{Batch: true, Line: uint8(line)})
			wantHeads[line] = append(wantHeads[line], b.Head)
		}
		wantElements[line] = append(wantElements[line], b.Beat)
		if b.Beat.Kind == lastElement {
			line = (line + 1) % lines
		}
	}
	in.Drain(20*len(beats) + 100)
	for k := range lines {
		assert.Equal(t, wantHeads[k], heads[k].Beats())
		assert.Equal(t, wantElements[k], elements[k].Beats())
	}
	got := order.Beats()
	require.Len(t, got, len(wantOrder))
	for k, want := range wantOrder {
		if want.Batch {
			got[k].Address, got[k].Data = 0, 0
		} else {
			got[k].Line = 0
		}
		require.Equal(t, want, got[k])
	}
	return tb
}

func TestBatchesGoToTheLinesInTurn(t *testing.T) {
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for _, lines := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s, %d lines", engine.Name(), lines), func(t *testing.T) {
				beats := frontBatches(rand.New(rand.NewPCG(1, uint64(lines))), 200, 5)
				distribute(t, lines, 1, 0.2, 0.4, beats, bench.Engine(engine), bench.Cover(cover))
			})
		}
	}
	cover.Require(t)
}

// It takes a beat per cycle, including first elements and methods.
func TestTheDistributorTakesABeatACycle(t *testing.T) {
	beats := frontBatches(rand.New(rand.NewPCG(1, 1)), 50, 4)
	tb := distribute(t, 4, 1, 0, 0, beats)
	assert.EqualValues(t, len(beats)+2, tb.Cycle(), "with a reset and a cycle before the first")
}

package scenario

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/internal/long"
)

// State may change between two batches of a primitive: the pattern's phase and PrimitiveID continue, and the lines after the
// change have the new state.
func TestStateMayChangeBetweenTwoBatches(t *testing.T) {
	t.Parallel()
	b := build{primbatch.NewConfig(2), true}.bench(t, Delays{})
	defer b.Close()
	b.Free()
	part := func(s isa.SplitMode, from, to point) {
		b.Send(model.Method(isa.BeginAddress, isa.BeginWord(isa.LineStrip, s != isa.NormalBeginOpenEnd, isa.UnchangedInstance, s)))
		b.Send(model.VertexAt(from.x, from.y, 0, true), model.VertexAt(to.x, to.y, 0, true), end())
	}
	b.Send(stipple(1, 0x000f)...)
	part(isa.NormalBeginOpenEnd, point{0, 0}, point{6, 0}) // bits 0–5: 1 1 1 1 0 0
	b.Send(stipple(1, 0x0340)...)
	part(isa.OpenBeginOpenEnd, point{6, 0}, point{10, 0}) // bits 6–9 of the new pattern: 1 0 1 1
	b.Send(viewport(0, 0, 12, 8)...)
	b.Send(model.Method(isa.LineStippleAddress, 0))
	part(isa.OpenBeginNormalEnd, point{10, 0}, point{20, 0}) // two of ten are in the viewport
	b.Drain()

	var at []int
	ids := map[uint32]int{}
	for _, f := range b.Fragments {
		at = append(at, int(f.X))
		ids[f.PrimitiveID]++
	}
	assert.Equal(t, []int{0, 1, 2, 3, 6, 8, 9, 10, 11}, at)
	assert.Equal(t, map[uint32]int{0: 4, 1: 3, 2: 2}, ids)
	assert.Equal(t, 0, int(b.Get(b.ports.Errors)))
}

// A reset in the middle of a primitive leaves nothing of it, whatever the driver and the processor are doing.
func TestAResetInsideAPrimitiveLeavesNothing(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	each(t, builds(), func(t *testing.T, x build, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 15))
		b := x.bench(t, Delays{0.1, 0.3, 0})
		defer b.Close()
		for op := range isa.Op(isa.NumOps) {
			before := stimulus.New(rng, !x.Whole)
			b.Free()
			b.Send(before.Draw()...)
			b.Send(limits(11, 11), model.Method(isa.BeginAddress, isa.BeginWord(op, true, isa.NextInstance, 0)))
			for k := range rng.IntN(25) {
				b.Send(model.VertexAt(k, k%3, uint32(k), true))
			}
			for b.Waiting() > 0 {
				b.move()
			}
			b.Ticks(rng.IntN(30))
			b.Restart()
			b.free = false
			after := stimulus.New(rng, !x.Whole)
			for range 2 {
				b.Send(after.Draw()...)
			}
			b.Drain()
		}
	})
}

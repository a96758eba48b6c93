package testbench

import (
	"image"
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
	b := New(t, Build{primbatch.NewConfig(2), true}, Delays{})
	defer b.Close()
	b.Free()
	part := func(s isa.SplitMode, from, to image.Point) {
		b.Send(model.Method(isa.BeginAddress, isa.BeginWord(isa.LineStrip, s != isa.NormalBeginOpenEnd, isa.UnchangedInstance, s)))
		b.Send(model.VertexAt(from.X, from.Y, 0, true), model.VertexAt(to.X, to.Y, 0, true), stimulus.End())
	}
	b.Send(stimulus.Stipple(1, 0x000f)...)
	part(isa.NormalBeginOpenEnd, image.Pt(0, 0), image.Pt(6, 0)) // bits 0–5: 1 1 1 1 0 0
	b.Send(stimulus.Stipple(1, 0x0340)...)
	part(isa.OpenBeginOpenEnd, image.Pt(6, 0), image.Pt(10, 0)) // bits 6–9 of the new pattern: 1 0 1 1
	b.Send(stimulus.Viewport(0, 0, 12, 8)...)
	b.Send(model.Method(isa.LineStippleAddress, 0))
	part(isa.OpenBeginNormalEnd, image.Pt(10, 0), image.Pt(20, 0)) // two of ten are in the viewport
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
	each(t, Builds(), func(t *testing.T, x Build, seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 15))
		b := New(t, x, Delays{0.1, 0.3, 0})
		defer b.Close()
		for op := range isa.Op(isa.NumOps) {
			before := stimulus.New(rng, !x.Whole)
			b.Free()
			b.Send(before.Draw()...)
			b.Send(stimulus.Limits(11, 11), model.Method(isa.BeginAddress, isa.BeginWord(op, true, isa.NextInstance, 0)))
			for k := range rng.IntN(25) {
				b.Send(model.VertexAt(k, k%3, uint32(k), true))
			}
			for b.Waiting() > 0 {
				b.Move()
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

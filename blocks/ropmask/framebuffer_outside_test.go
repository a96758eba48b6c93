package ropmask_test

import (
	"math/rand/v2"
	"testing"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/scenario"
)

// A framebuffer with everything in Icarus and Verilator, and a small write unit
// in Yosys too: "make check" synthesises the framebuffer.
func TestAllSimulatorsAgreeOnTheFramebuffer(t *testing.T) {
	all := scenario.ExerciseFramebuffer(t, framebufferConfig(4, 3, true), 1, 2000, bench.Record(), bench.Digest())

	c := ropmask.NewStoreConfig(1, 4)
	c.Blend, c.Formats = false, ropmask.FormatsOf(ropmask.RGBA8)
	small := newStoreBench(t, c, 0.2, 0.2, bench.Record(), bench.Digest())
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		small.write(randomStore(rng, c, 16))
	}
	small.holdAll(t)
	bench.OutsideSimulators(t, all.TB)
	bench.Outside(t, small.TB)
}

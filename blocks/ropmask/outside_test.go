package ropmask_test

import (
	"math/rand/v2"
	"testing"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/scenario"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// exercised is a run of every variant, of at least the given number of cycles.
func exercised(t *testing.T, cycles int) (runs []*bench.TB) {
	for _, v := range scenario.Block().Variants {
		runs = append(runs, v.Exercise(t, 1, cycles, bench.Record()))
	}
	return runs
}

// Random pixels with random gaps and back pressure give the same results in this simulator, Icarus
// and Verilator: in every variant, in a framebuffer with everything, and in a write unit alone.
func TestAllSimulatorsAgree(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	runs := exercised(t, 2000)
	runs = append(runs, scenario.ExerciseFramebuffer(t, framebufferConfig(4, 3, true), 1, 2000, bench.Record()).TB)

	c := ropmask.NewStoreConfig(1, 4)
	c.Blend, c.Formats = false, ropmask.FormatsOf(ropmask.RGBA8)
	small := newStoreBench(t, c, 0.2, 0.2, bench.Record())
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		small.write(randomStore(rng, c, 16))
	}
	small.holdAll(t)
	bench.Outside(t, bench.Simulators, append(runs, small.TB)...)
}

// Longer runs of every variant do so too, and Yosys checks and synthesises each one, which takes minutes.
func TestLongAllToolsAgree(t *testing.T) {
	long.Only(t)
	bench.Outside(t, bench.AllTools, exercised(t, 10000)...)
}

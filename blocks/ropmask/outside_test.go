package ropmask_test

import (
	"math/rand/v2"
	"testing"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/scenario"
	"posedge/blocks/ropmask/stimulus"
	"posedge/blocks/unit"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// exercised is a run of each variant of a list, of at least the given number of cycles.
func exercised(t *testing.T, variants []unit.Variant, cycles int) (runs []*bench.TB) {
	for _, v := range variants {
		runs = append(runs, v.Exercise(t, 1, cycles, bench.Record()))
	}
	return runs
}

// Random pixels with random gaps and back-pressure give the same results in this simulator, Icarus and Verilator: with
// four lanes in both embodiments, and in a framebuffer with all formats and blending.
func TestAllSimulatorsAgree(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	runs := exercised(t, scenario.Block().Variants[:2], 2000)
	bench.Outside(t, bench.Simulators, append(runs, stimulus.ExerciseFramebuffer(t, framebufferConfig(4, 3, true), 1, 2000, bench.Record()).TB)...)
}

// Longer runs of every variant do so too, and Yosys checks and synthesises each one, which takes minutes.
func TestLongAllToolsAgree(t *testing.T) {
	long.Only(t)
	bench.Outside(t, bench.AllTools, exercised(t, scenario.Block().Variants, 10000)...)
}

// So does a write unit alone, with one format that needs no blending.
func TestLongAllSimulatorsAgreeOnASmallWriteUnit(t *testing.T) {
	long.Only(t)
	c := ropmask.NewStoreConfig(1, 4)
	c.Blend, c.Formats = false, isa.FormatsOf(isa.RGBA8)
	small := newStoreBench(t, c, 0.2, 0.2, bench.Record())
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		small.write(randomStore(rng, c, 16))
	}
	small.holdAll(t)
	bench.Outside(t, bench.Simulators, small.TB)
}

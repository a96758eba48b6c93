package castalu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/scenario"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/castalu/stimulus/shaders"
	"posedge/blocks/unit"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// exercised is a run of each variant, of at least the given number of cycles.
func exercised(t *testing.T, cycles int, variants []unit.Variant) (runs []*bench.TB) {
	for _, v := range variants {
		runs = append(runs, v.Exercise(t, 1, cycles, bench.Record()))
	}
	return runs
}

// Random programs and compiled random shaders give the same results in this simulator, Icarus
// and Verilator, on the first variant.
func TestAllSimulatorsAgree(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	t.Parallel()
	bench.Outside(t, bench.Simulators, withShaders(t, 400, 4))
}

// withShaders is a run of the first variant: random programs for at least the given number of cycles, then n random shaders.
func withShaders(t *testing.T, cycles, n int) *bench.TB {
	model := stimulus.MustModel(t)
	h := stimulus.ExerciseProcessor(t, castalu.NewConfig(4, castalu.Separate), model, 1, 0, cycles, bench.Record())
	require.NoError(t, shaders.Random(h, 1, n, 3))
	return h.TB
}

// Longer runs of every variant: 4 lanes and 1, in both embodiments.
func TestLongAllSimulatorsAgree(t *testing.T) {
	long.Only(t)
	runs := exercised(t, 10_000, scenario.Block().Variants)
	bench.Outside(t, bench.Simulators, append(runs, withShaders(t, 1000, 40))...)
}

// A million instructions of all operations and types.
func TestLongRandomInstructionsYieldWhatTheModelSays(t *testing.T) {
	long.Only(t)
	model := stimulus.MustModel(t)
	for _, lanes := range []int{4, 2, 1} {
		for _, e := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
			stimulus.ExerciseUnit(t, castalu.UnitConfig{Lanes: lanes, Embodiment: e, Threads: 32}, model, 100+uint64(lanes), 170_000)
		}
	}
}

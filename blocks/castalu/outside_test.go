package castalu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/scenario"
	"posedge/internal/long"
)

// exercised is a run of every variant, of at least the given number of cycles.
func exercised(t *testing.T, cycles int) (runs []*bench.TB) {
	for _, v := range scenario.Block().Variants {
		runs = append(runs, v.Exercise(t, 1, cycles, bench.Record()))
	}
	return runs
}

// Random programs give the same in this simulator, Icarus and Verilator: with 4 lanes and
// with 1, in both embodiments.
func TestAllSimulatorsAgree(t *testing.T) {
	t.Parallel()
	bench.Outside(t, bench.Simulators, exercised(t, 1000)...)
}

// Longer runs do so too.
func TestLongAllSimulatorsAgree(t *testing.T) {
	long.Only(t)
	bench.Outside(t, bench.Simulators, exercised(t, 10_000)...)
}

// A million instructions of all operations and types.
func TestLongRandomInstructionsYieldWhatTheModelSays(t *testing.T) {
	long.Only(t)
	model, err := scenario.NewModel()
	require.NoError(t, err)
	for _, lanes := range []int{4, 2, 1} {
		for _, e := range []castalu.Embodiment{castalu.Separate, castalu.Shared} {
			scenario.ExerciseUnit(t, castalu.UnitConfig{Lanes: lanes, Embodiment: e, Threads: 32}, model, 100+uint64(lanes), 170_000)
		}
	}
}

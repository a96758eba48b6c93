package castalu_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/scenario"
	"posedge/internal/long"
)

// Random programs give the same in this simulator, Icarus and Verilator: here on the
// smallest variant, of which Verilator's model is compiled in half a minute.
func TestAllSimulatorsAgree(t *testing.T) {
	b := scenario.Block()
	v, err := b.Variant(castalu.NewConfig(1, castalu.Shared).Name())
	require.NoError(t, err)
	bench.Outside(t, bench.Simulators, v.Exercise(t, 1, 1000, bench.Record()))
}

// With 4 lanes and with 1, in both embodiments, and Yosys checks and synthesises each
// variant, too, which takes it minutes.
func TestLongAllToolsAgree(t *testing.T) {
	long.Only(t)
	var runs []*bench.TB
	for _, v := range scenario.Block().Variants {
		runs = append(runs, v.Exercise(t, 1, 10_000, bench.Record()))
	}
	bench.Outside(t, bench.AllTools, runs...)
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

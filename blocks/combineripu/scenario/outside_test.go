package scenario

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/internal/long"
)

// Icarus and Verilator do the same, cycle for cycle, and the Verilog is clean under both.
func TestSystemsAgreeOutside(t *testing.T) {
	t.Parallel()
	unit := combineripu.NewConfig(1)
	unit.Remap = false
	stored := combineripu.NewConfig(2)
	stored.Stored = true
	bench.Outside(t, bench.Simulators,
		ExerciseSystem(t, combineripu.NewConfig(4), 1, 12, 0, bench.Record()).TB,
		ExerciseSystem(t, stored, 2, 12, 0, bench.Record()).TB,
		ExerciseUnit(t, unit, 3, 12, 0, bench.Record()).TB)
}

func TestLongEveryBuildAgreesOutside(t *testing.T) {
	long.Only(t)
	forBuilds(t, func(t *testing.T, c combineripu.Config, seed uint64) {
		bench.Outside(t, bench.Simulators, ExerciseSystem(t, c, seed, 60, 0, bench.Record()).TB, ExerciseUnit(t, c, seed, 60, 0, bench.Record()).TB)
	})
}

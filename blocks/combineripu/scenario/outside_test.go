package scenario

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/internal/long"
)

// Icarus and Verilator do the same, cycle for cycle, and the Verilog is clean under both.
func TestTheSystemAgreesOutside(t *testing.T) {
	t.Parallel()
	bench.Outside(t, bench.Simulators, ExerciseSystem(t, combineripu.NewConfig(4), 1, 12, 0, bench.Record()).TB)
}

// So do all builds, with a shader and alone.
func TestLongEveryBuildAgreesOutside(t *testing.T) {
	long.Only(t)
	each(t, builds(), func(t *testing.T, c combineripu.Config, seed uint64) {
		bench.Outside(t, bench.Simulators, ExerciseSystem(t, c, seed, 60, 0, bench.Record()).TB, ExerciseUnit(t, c, seed, 60, 0, bench.Record()).TB)
	})
}

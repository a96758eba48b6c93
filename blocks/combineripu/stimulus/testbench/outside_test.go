package testbench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// Icarus and Verilator do the same, cycle for cycle, and the Verilog is clean under both.
func TestTheSystemAgreesOutside(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
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

// The Verilog of other numbers of program states, and of a shader that stores programs, is clean under lint, and
// nothing is left unread.
func TestTheVerilogOfVariantsIsClean(t *testing.T) {
	edatest.Need(t, "verilator")
	one := combineripu.NewConfig(1)
	one.Remap, one.Stored = false, true
	for _, c := range []combineripu.Config{one, combineripu.NewConfig(2)} {
		t.Run(c.Name(), func(t *testing.T) {
			t.Parallel()
			x, err := combineripu.NewSystem(c)
			require.NoError(t, err)
			edatest.Clean(t, x)
		})
	}
}

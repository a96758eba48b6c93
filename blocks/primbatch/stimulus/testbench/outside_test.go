package testbench

import (
	"testing"

	"posedge/bench"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// recorded is a random run of 10 000 cycles, recorded for other simulators.
func recorded(t *testing.T, x Build, seed uint64) *bench.TB {
	return Exercised(t, x, seed, 0, 10_000, bench.Record()).TB
}

// Icarus and Verilator agree with the run cycle for cycle, and the Verilog is clean in both.
func TestTheUnitAgreesOutside(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	t.Parallel()
	bench.Outside(t, bench.Simulators, recorded(t, Builds()[4], 1))
}

// So do all builds, including small ones.
func TestLongEveryBuildAgreesOutside(t *testing.T) {
	long.Only(t)
	each(t, append(Builds(), small()...), func(t *testing.T, x Build, seed uint64) {
		bench.Outside(t, bench.Simulators, recorded(t, x, seed))
	})
}

package scenario

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

// outside replays random runs of variants in Icarus and Verilator.
func outside(t *testing.T, cycles int, variants ...unit.Variant) {
	var runs []*bench.TB
	for _, v := range variants {
		runs = append(runs, v.Exercise(t, 1, cycles, bench.Record()))
	}
	bench.Outside(t, bench.Simulators, runs...)
}

// Random requests give the same results in this simulator, Icarus and Verilator, with the fewest SMs.
func TestAllSimulatorsAgree(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	t.Parallel()
	outside(t, 1000, Block().Variants[0])
}

// Longer runs of every variant agree too.
func TestLongAllSimulatorsAgree(t *testing.T) {
	long.Only(t)
	outside(t, 20_000, Block().Variants...)
}

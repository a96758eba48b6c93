package ropmask_test

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/scenario"
)

// Ten thousand cycles of random pixels with random gaps and back pressure, in
// this simulator, Icarus and Verilator; and Yosys synthesises the unit. Eight
// lanes are synthesised by "make check" only: they alone take Yosys minutes.
func TestAllSimulatorsAgree(t *testing.T) {
	var runs, large []*bench.TB
	for _, e := range []ropmask.Embodiment{ropmask.PackedOnce, ropmask.PerTarget} {
		for _, lanes := range []int{1, 4, 8} {
			c := ropmask.NewConfig(lanes, e)
			run := scenario.Exercise(t, c, 1, 10000, bench.Record()).TB
			if lanes == 8 {
				large = append(large, run)
			} else {
				runs = append(runs, run)
			}
		}
	}
	bench.Outside(t, runs...)
	bench.OutsideSimulators(t, large...)
}

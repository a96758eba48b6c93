package ropmask_test

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/scenario"
)

// Ten thousand cycles of random pixels with random gaps and back pressure, in
// this simulator, Icarus and Verilator; and what Yosys makes of the unit.
func TestAllSimulatorsAgree(t *testing.T) {
	var runs []*bench.TB
	for _, e := range []ropmask.Embodiment{ropmask.PackedOnce, ropmask.PerTarget} {
		for _, lanes := range []int{1, 4, 8} {
			c := ropmask.NewConfig(lanes, e)
			runs = append(runs, scenario.Exercise(t, c, 1, 10000, bench.Record()).TB)
		}
	}
	bench.Outside(t, runs...)
}

package fixedtest_test

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/ioarbiter/fixedtest"
	"posedge/internal/long"
)

// Random requests to the units give the same in this simulator, Icarus and Verilator. Every test run replays the system
// that contains them. One call for all units costs little more than one for a single unit.
func TestLongAllSimulatorsAgree(t *testing.T) {
	long.Only(t)
	pace := fixedtest.Pace{Gap: 0.2, Stall: 0.2}
	bench.Outside(t, bench.Simulators,
		fixedtest.Raster(t, 1, 100, pace, bench.Record()).TB,
		fixedtest.Depth(t, 16, 16, 1, 100, pace, bench.Record()).TB,
		fixedtest.Texture(t, 256, 1, 60, pace, bench.Record()).TB,
		fixedtest.Surface(t, 12, 8, 1, 60, pace, bench.Record()).TB,
	)
}

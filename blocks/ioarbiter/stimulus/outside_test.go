package stimulus_test

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/internal/long"
)

// Random requests to the units give the same results in this simulator, Icarus and Verilator. Shorter test runs replay
// only the system that contains them. One call for all units costs little more than one for a single unit.
func TestLongAllSimulatorsAgree(t *testing.T) {
	long.Only(t)
	pace := stimulus.Pace{Gap: 0.2, Stall: 0.2}
	bench.Outside(t, bench.Simulators,
		stimulus.Raster(t, 1, 100, pace, bench.Record()).TB,
		stimulus.Depth(t, 16, 16, 1, 100, pace, bench.Record()).TB,
		stimulus.Texture(t, 256, 1, 60, pace, bench.Record()).TB,
		stimulus.Surface(t, 12, 8, 1, 60, pace, bench.Record()).TB,
	)
}

package ioarbiter

import (
	"testing"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa"
	"posedge/internal/long"
)

// The converters and the state cache behave the same in Icarus and Verilator, and their Verilog is clean. Every test
// run replays the system that contains them.
func TestLongConvertersAndCacheAgreeOutside(t *testing.T) {
	long.Only(t)
	cache := cacheRun{sizeOf(8, 2, 3, isa.ObjectWords), 12, 60, 0, 0.1, 10, 0.1, 0.02, 1}
	bench.Outside(t, bench.Simulators, exerciseCache(t, cache, bench.Record()),
		exerciseRequests(t, 500, 0.2, 0.2, bench.Record()), exerciseResponses(t, 500, 0.2, 0.2, bench.Record()))
}

package ioarbiter

import (
	"testing"

	"posedge/bench"
)

// The converters and the state cache do the same in Icarus and Verilator, and their Verilog is clean.
func TestConvertersAndCacheAgreeOutside(t *testing.T) {
	t.Parallel()
	cache := cacheRun{sizeOf(8, 2, 3, ObjectWords), 12, 60, 0, 0.1, 10, 0.1, 0.02, 1}
	bench.Outside(t, bench.Simulators, exerciseCache(t, cache, bench.Record()),
		exerciseRequests(t, 500, 0.2, 0.2, bench.Record()), exerciseResponses(t, 500, 0.2, 0.2, bench.Record()))
}

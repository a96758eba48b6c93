package ioarbiter

import (
	"testing"

	"posedge/bench"
)

// The converters do the same in Icarus and Verilator, and their Verilog is clean.
func TestConvertersAgreeOutside(t *testing.T) {
	t.Parallel()
	bench.Outside(t, bench.Simulators,
		exerciseRequests(t, 500, 0.2, 0.2, bench.Record()), exerciseResponses(t, 500, 0.2, 0.2, bench.Record()))
}

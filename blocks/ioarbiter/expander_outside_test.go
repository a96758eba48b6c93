package ioarbiter

import (
	"testing"

	"posedge/bench"
)

// The expander and the bypass do the same in Icarus and Verilator, and their Verilog is clean.
func TestTheExpanderAgreesOutside(t *testing.T) {
	t.Parallel()
	bench.Outside(t, bench.Simulators, runRandomMicrocode(t, 4, 1, 8, true, bench.Record()).tb, runMacros(t, 1, 1, 3, true, bench.Record()).tb)
}

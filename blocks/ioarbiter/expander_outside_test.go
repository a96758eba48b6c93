package ioarbiter

import (
	"testing"

	"posedge/bench"
	"posedge/internal/long"
)

// The expander and the bypass behave the same in Icarus and Verilator, and their Verilog is clean. Every test run
// replays the system that contains them.
func TestLongTheExpanderAgreesOutside(t *testing.T) {
	long.Only(t)
	bench.Outside(t, bench.Simulators, runRandomMicrocode(t, 4, 1, 8, true, bench.Record()).tb, runMacros(t, 1, 1, 3, true, bench.Record()).tb)
}

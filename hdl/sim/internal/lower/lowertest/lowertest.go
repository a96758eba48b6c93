// Package lowertest has what tests of netlists share.
package lowertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
)

// Netlist returns the netlist of a design before any pass, without the signals: a
// pass keeps those that a netlist has.
func Netlist(t *testing.T, m irtest.Mod) *netlist.Netlist {
	t.Helper()
	require.NoError(t, ir.Check(m.Module))
	d := lower.Lower(m.Module, false)
	d.Netlist.Signals = nil
	return d.Netlist
}

// Package lowertest has what tests of netlists share.
package lowertest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
)

var update = flag.Bool("update", false, "make the golden files again")

// Golden fails the test unless got is the text of the file of this name in testdata.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".txt")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

// Netlist returns the netlist of a design before any pass, without the signals: a
// pass keeps those that a netlist has.
func Netlist(t *testing.T, m irtest.Mod) *netlist.Netlist {
	t.Helper()
	require.NoError(t, ir.Check(m.Module))
	d := lower.Lower(m.Module, false)
	d.Netlist.Signals = nil
	return d.Netlist
}

package verilog_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

// What the three collision modes of a 512x8 memory cost on iCE40. "Forbidden" is
// bare block RAM; the others are golden for the Yosys that they were measured
// with.
func TestCostOfCollisionModes(t *testing.T) {
	edatest.Need(t, "yosys")
	const measured = "Yosys 0.23"
	var table strings.Builder
	fmt.Fprintf(&table, "%s, synth_ice40, 512x8, one write and one registered read port\n%-12s %5s %4s %5s\n", measured, "mode", "LUTs", "FFs", "BRAMs")
	for _, mode := range []ir.Collision{ir.ReadFirst, ir.WriteFirst, ir.Forbidden} {
		top := designs.RAM(mode, 8, 512, 9)
		files, err := verilog.Export(top, verilog.Options{})
		require.NoError(t, err)
		s, err := eda.Synth(t.Context(), eda.ICE40, top.Name, files)
		require.NoError(t, err)
		fmt.Fprintf(&table, "%-12s %5d %4d %5d\n", mode, s.LUTs, s.FFs, s.BRAMs)
		assert.Equal(t, 1, s.BRAMs, mode)
		if mode == ir.Forbidden {
			assert.Equal(t, eda.Stats{BRAMs: 1}, s, "forbidden collisions need no logic")
		}
	}
	version, err := eda.Version(t.Context(), "yosys")
	require.NoError(t, err)
	if !strings.HasPrefix(version, measured+" ") {
		t.Logf("not compared, this is %s:\n%s", version, table.String())
		return
	}
	golden := filepath.Join("testdata", "memory_modes.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(table.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), table.String())
}

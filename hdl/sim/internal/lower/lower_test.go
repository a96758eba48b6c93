package lower_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
)

var update = flag.Bool("update", false, "make the golden files again")

func golden(t *testing.T, name, got string) {
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

// lowered is the netlist of a design, without the signals.
func lowered(t *testing.T, m Mod) *netlist.Netlist {
	t.Helper()
	require.NoError(t, ir.Check(m.Module))
	d := lower.Lower(m.Module, false)
	d.Netlist.Signals = nil
	return d.Netlist
}

func TestLowering(t *testing.T) {
	golden(t, "counter", lowered(t, Counter(8)).Text())
	golden(t, "station", lowered(t, Station()).Text())
	golden(t, "ram_write_first", lowered(t, RAM(8, 5, ir.WriteFirst)).Text())
	golden(t, "ram_forbidden", lowered(t, RAM(8, 5, ir.Forbidden)).Text())
}

func TestLoweringIsDeterministic(t *testing.T) {
	text := lowered(t, Station()).Text()
	for range 5 {
		require.Equal(t, text, lowered(t, Station()).Text())
	}
}

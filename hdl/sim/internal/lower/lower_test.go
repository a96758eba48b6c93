package lower_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/lower/lowertest"
)

func TestLowering(t *testing.T) {
	lowertest.Golden(t, "counter", lowertest.Netlist(t, Counter(8)).Text())
	lowertest.Golden(t, "station", lowertest.Netlist(t, Station()).Text())
	lowertest.Golden(t, "ram_write_first", lowertest.Netlist(t, RAM(8, 5, ir.WriteFirst)).Text())
	lowertest.Golden(t, "ram_forbidden", lowertest.Netlist(t, RAM(8, 5, ir.Forbidden)).Text())
}

func TestLoweringIsDeterministic(t *testing.T) {
	text := lowertest.Netlist(t, Station()).Text()
	for range 5 {
		require.Equal(t, text, lowertest.Netlist(t, Station()).Text())
	}
}

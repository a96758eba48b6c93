package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

// recorded is a random run of 10 000 cycles, recorded for other simulators.
func recorded(t *testing.T, x build, seed uint64) *bench.TB {
	return Exercised(t, x.Config, x.Whole, seed, 0, 10_000, bench.Record()).TB
}

// Icarus and Verilator agree with the run cycle for cycle, and the Verilog is clean in both.
func TestTheUnitAgreesOutside(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	t.Parallel()
	bench.Outside(t, bench.Simulators, recorded(t, builds()[4], 1))
}

// So do all builds, including small ones.
func TestLongEveryBuildAgreesOutside(t *testing.T) {
	long.Only(t)
	each(t, append(builds(), small()...), func(t *testing.T, x build, seed uint64) {
		bench.Outside(t, bench.Simulators, recorded(t, x, seed))
	})
}

// The Verilog of each variant is clean under lint, and nothing is left unread.
func TestTheVerilogOfVariantsIsClean(t *testing.T) {
	edatest.Need(t, "verilator")
	for _, v := range Block().Variants {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			clean(t, v)
		})
	}
}

func clean(t *testing.T, v unit.Variant) {
	x, err := v.New()
	require.NoError(t, err)
	d, err := hdl.Elaborate(x)
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
}

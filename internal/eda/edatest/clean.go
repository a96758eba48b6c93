package edatest

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/verilog"
)

// Clean checks that a component has no unread signal or other note, and that Verilator's lint accepts its Verilog.
func Clean(t *testing.T, x hdl.Component) {
	t.Helper()
	d, err := hdl.Elaborate(x)
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
}

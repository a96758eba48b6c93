package edatest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/verilog"
)

// ShortHeaders fails the test if a file of the design's export has a header that is
// longer than what follows it.
func ShortHeaders(t *testing.T, top *ir.Module) {
	t.Helper()
	files, err := verilog.Export(top, verilog.Options{})
	require.NoError(t, err)
	for _, f := range files {
		header, module, found := strings.Cut(string(f.Content), "`default_nettype none\n")
		if found {
			assert.LessOrEqual(t, strings.Count(header, "\n"), strings.Count(module, "\n")+1, "the header of %s is longer than its module", f.Name)
		}
	}
}

// Package edatest says which outside tools a test needs, and what must hold of all
// that is exported to them.
package edatest

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/internal/eda"
	"posedge/internal/long"
)

// Need skips the test if a tool is missing; under CI (any value) that is a failure. A short run (go test -short) leaves out
// the tests of the slow tools, Verilator and Yosys.
func Need(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		_, err := eda.Find(name)
		if err != nil && os.Getenv("CI") != "" {
			require.NoError(t, err)
		}
		if err != nil {
			t.Skipf("not tested: %v", err)
		}
	}
	if slices.Contains(names, "verilator") || slices.Contains(names, "yosys") {
		long.NotShort(t)
	}
}

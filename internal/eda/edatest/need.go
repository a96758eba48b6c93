// Package edatest says which outside tools a test needs, and what must hold of all
// that is exported to them.
package edatest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/internal/eda"
)

// Need skips the test if a tool is missing; under CI (any value) that is a failure.
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
}

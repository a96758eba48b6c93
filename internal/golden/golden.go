// Package golden compares what tests make with files of the repository. With the flag -update it writes the files first.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the expected files and tables again")

// Update reports whether the flag -update is given.
func Update() bool { return *update }

// Check fails the test unless got is the text of the file. The arguments say how the file is written again, if
// not by -update alone.
func Check(t *testing.T, file, got string, args ...any) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, args...)
}

package verilog_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/verilog"
)

func TestWriteFilesLeavesNothingHalfDone(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b"), []byte("a file where a folder must be"), 0o666))
	err := verilog.WriteFiles(dir, []verilog.File{{Name: "a.v", Content: []byte("x")}, {Name: "b/c.v"}})
	require.Error(t, err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

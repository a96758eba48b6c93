package replay

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/kept"
	"posedge/internal/long"
	"posedge/verilog"
)

// buildTiny has Verilator build a tiny design with the given library, and returns the log.
func buildTiny(t *testing.T, c *compiled, further ...string) string {
	t.Helper()
	files := []verilog.File{{Name: "tiny.v", Content: []byte("module tiny; initial begin #1; $display(\"done\"); $finish; end endmodule\n")}}
	var log string
	require.NoError(t, eda.InFolder(files, func(dir string) error {
		own, err := c.install(dir)
		require.NoError(t, err)
		log, err = eda.Run(t.Context(), dir, "verilator",
			slices.Concat([]string{"--cc", "--build"}, verilateFlags, own, further, []string{"-Mdir", "obj", "-o", "tiny", "tiny.v"})...)
		require.NoError(t, err)
		out, err := eda.Run(t.Context(), dir, filepath.Join(dir, "obj", "tiny"))
		assert.Contains(t, out, "done")
		return err
	}))
	return log
}

// A build compiles nothing of the library, and the compiler takes the precompiled header, of whose absence it would say
// nothing.
func TestBuildsTakeTheLibrary(t *testing.T) {
	edatest.Need(t, "verilator")
	if _, err := kept.Folder(t.Context(), "test", "", func(string) ([]string, error) { return nil, nil }); errors.Is(err, kept.ErrNoCache) {
		t.Skip(err)
	}
	var c compiled
	require.NoError(t, c.prepare(t.Context()))
	log := buildTiny(t, &c, "-CFLAGS", "-H")
	assert.NotContains(t, log, "-c -o verilated")
	version, err := eda.Run(t.Context(), "", "g++", "--version")
	require.NoError(t, err)
	if strings.Contains(version, "Free Software Foundation") { // others have no -H that tells
		assert.Contains(t, log, "\n! ./"+precompiled+"\n")
	}
}

// Without a cache a process compiles the library for itself, without the header.
func TestLongBuildsWithoutACache(t *testing.T) {
	long.Only(t)
	edatest.Need(t, "verilator")
	t.Setenv(kept.Variable, "off")
	var c compiled
	require.NoError(t, c.prepare(t.Context()))
	assert.Empty(t, c.header)
	assert.NotContains(t, buildTiny(t, &c), "-c -o verilated")
}

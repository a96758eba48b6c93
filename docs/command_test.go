package docs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
	"posedge/internal/outside"
)

// A module beside the clone has the command for a block of its own by a main of one call, without network. What the page
// shows is what is run.
func TestACommandOfOnesOwn(t *testing.T) {
	long.NotShort(t)
	code := blocks(t, "command.md", "go")
	require.Len(t, code, 2)
	block := read(t, "examples/block.go")
	assert.Contains(t, block, "\n"+code[0])

	dir, run := anotherModule(t)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "cmd", "decimator"), 0o777))
	for name, text := range map[string]string{
		"block.go":              strings.Replace(block, "package examples", "package decimator", 1),
		"cmd/decimator/main.go": code[1],
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	want := map[string]string{
		"list":    "decimator: adds up four samples\n",
		"run":     "sums in 1000 cycles",
		"wave":    "out ",
		"export":  "verilog/decimator",
		"check":   "decimator",
		"speed":   "compiled",
		"version": "decimator (devel), commit unknown\nposedge ",
	}
	for line := range strings.Lines(blocks(t, "command.md", "sh")[0]) {
		args := strings.Fields(line)
		switch {
		case args[1] == "check" && outside.All().Missing() != nil && os.Getenv("CI") == "":
			delete(want, args[1])
			continue
		case args[1] == "speed":
			t.Setenv("PATH", "") // the engines of this project alone
		}
		out := run(args...)
		if args[0] == "./decimate" {
			assert.Contains(t, out, want[args[1]], line)
			delete(want, args[1])
		}
	}
	assert.Empty(t, want, "commands that were not run")
	verilog, err := os.ReadFile(filepath.Join(dir, "verilog", "decimator", "rtl", "decimator.v"))
	require.NoError(t, err)
	assert.NotContains(t, string(verilog), "SPDX", "the module's license is its own")
}

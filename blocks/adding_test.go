package blocks_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

// registration is all that a new unit adds outside of its own files.
var registration = []struct{ file, before, line string }{
	{"blocks/blocks.go", "\tioarbiter \"", "\tgray \"posedge/blocks/gray/scenario\"\n"},
	{"blocks/blocks.go", "\t\tioarbiter.Block(),\n", "\t\tgray.Block(),\n"},
	{"README.md", "| [primbatch](docs/primbatch.md)", "| [gray](docs/gray.md), counter in Gray code | US2632058 | the binary-reflected code | other codes |\n"},
}

// addition is a copy of the module with one unit more. Its programs are built in the module itself, with the new files laid
// over it, so that nothing is compiled twice, and run in the copy.
type addition struct{ root, overlay string }

func added(t *testing.T) addition {
	t.Helper()
	dir := t.TempDir()
	a := addition{filepath.Join(dir, "module"), filepath.Join(dir, "overlay.json")}
	entries, err := os.ReadDir("..")
	require.NoError(t, err)
	for _, e := range entries {
		from, to := filepath.Join("..", e.Name()), filepath.Join(a.root, e.Name())
		switch {
		case e.Name() == "out" || strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			require.NoError(t, os.CopyFS(to, os.DirFS(from)))
		default:
			text, err := os.ReadFile(from)
			require.NoError(t, err)
			a.write(t, e.Name(), text)
		}
	}
	module, err := filepath.Abs("..")
	require.NoError(t, err)
	replace := map[string]string{}
	unit, err := txtar.ParseFile("unit/testdata/gray.txtar")
	require.NoError(t, err)
	for _, f := range unit.Files {
		require.NoFileExists(t, filepath.Join(a.root, f.Name))
		a.write(t, f.Name, f.Data)
		if filepath.Ext(f.Name) == ".go" {
			formatted, err := format.Source(f.Data)
			require.NoError(t, err)
			assert.Equal(t, string(formatted), string(f.Data), "gofmt would change it")
			replace[filepath.Join(module, f.Name)] = filepath.Join(a.root, f.Name)
		}
	}
	for _, r := range registration {
		text, err := os.ReadFile(filepath.Join(a.root, r.file))
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(text), r.before), "%s has the line %q", r.file, r.before)
		a.write(t, r.file, []byte(strings.Replace(string(text), r.before, r.line+r.before, 1)))
	}
	replace[filepath.Join(module, "blocks/blocks.go")] = filepath.Join(a.root, "blocks/blocks.go")
	table, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(a.overlay, table, 0o666))
	return a
}

func (a addition) write(t *testing.T, name string, text []byte) {
	t.Helper()
	name = filepath.Join(a.root, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(t, os.WriteFile(name, text, 0o666))
}

// build runs the go command in the module with the unit laid over it.
func (a addition) build(t *testing.T, args ...string) {
	t.Helper()
	args = slices.Insert(args, 1, "-ldflags=-w", "-overlay", a.overlay, "-o", a.root+"/")
	cmd := exec.Command("go", args...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// run runs a program in a folder of the copy.
func (a addition) run(t *testing.T, folder, program string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = filepath.Join(a.root, folder)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// A unit that is added as CONTRIBUTING says is listed, runs, is exported and passes the tests of all units; what is left
// out of it is told with the place to add it.
func TestAUnitIsAddedAsContributingSays(t *testing.T) {
	long.NotShort(t)
	a := added(t)
	a.build(t, "build", "./cmd/posedge")
	a.build(t, "test", "-vet=off", "-c", "./blocks", "./blocks/gray", "./internal/rooms", "./internal/quality/mutant")
	test := func(name string) string { return filepath.Join(a.root, name+".test") }
	posedge := filepath.Join(a.root, "posedge")
	asked := []string{"-test.run", "^TestEveryUnit/^gray$"}
	for _, x := range []struct {
		folder, program string
		args            []string
		want            string
	}{
		{"", posedge, []string{"list", "gray"}, "│ enable"},
		{"", posedge, []string{"run", "gray"}, "100 codes are the model's"},
		{"", posedge, []string{"export", "gray", "-o", "exported"}, "gray"},
		{"blocks", test("blocks"), asked, "PASS"},
		{"blocks/gray", test("gray"), []string{"-test.short"}, "PASS"},
		{"internal/rooms", test("rooms"), nil, "PASS"},
		{"internal/quality/mutant", test("mutant"), []string{"-test.run", "EveryMutant|EverySuite|README"}, "PASS"},
	} {
		out, err := a.run(t, x.folder, x.program, x.args...)
		require.NoError(t, err, "%s %s\n%s", x.program, x.args, out)
		assert.Contains(t, out, x.want)
	}

	for left, want := range map[string]string{
		"blocks/gray/doc.go":           "write blocks/gray/doc.go",
		"blocks/gray/model":            "write one from the text in blocks/gray/model",
		"blocks/gray/outside_test.go":  "call bench.Outside in a test in blocks/gray",
		"blocks/gray/docs_test.go":     "measure the parts with unittest.Page.CheckCosts in a test in blocks/gray",
		"blocks/gray/testdata/mutants": "add some to blocks/gray/testdata/mutants/*.txt",
		"docs/gray.md":                 "write docs/gray.md",
		"README.md":                    "row in README.md's table of units",
	} {
		away := filepath.Join(a.root, "away")
		require.NoError(t, os.Rename(filepath.Join(a.root, left), away))
		out, err := a.run(t, "blocks", test("blocks"), asked...)
		assert.Error(t, err, "nothing tells that %s is left out", left)
		assert.Contains(t, out, "gray: there is no ")
		assert.Contains(t, out, want)
		require.NoError(t, os.Rename(away, filepath.Join(a.root, left)))
	}
	self, err := os.Executable() // which does not know the unit
	require.NoError(t, err)
	out, err := a.run(t, "blocks", self, asked...)
	assert.Error(t, err)
	assert.Contains(t, out, "blocks/gray is not listed: add gray.Block() to All in blocks/blocks.go")

	a.write(t, "blocks/gray/model/another.go", []byte("package model\n\nimport _ \"posedge/hdl\"\n"))
	out, err = a.run(t, "internal/rooms", test("rooms"))
	assert.Error(t, err)
	assert.Contains(t, out, "another.go imports hdl, which blocks/gray/model may not")
}

// The outside tools take it too, the speed suite measures it, and no command script or page needs an edit.
func TestLongToolsTakeAnAddedUnit(t *testing.T) {
	long.Only(t)
	a := added(t)
	a.build(t, "build", "./cmd/posedge")
	a.build(t, "test", "-vet=off", "-c", "./blocks/gray", "./internal/command", "./docs")
	program := func(name string) string { return filepath.Join(a.root, name) }
	for _, x := range []struct {
		folder, program string
		args            []string
	}{
		{"blocks/gray", program("gray.test"), nil},
		{"", program("posedge"), []string{"check", "gray", "-cycles", "200"}},
		{"", program("posedge"), []string{"speed", "-quick", "-design", "gray"}},
		{"internal/command", program("command.test"), []string{"-test.run", "^TestCommands$"}},
		{"docs", program("docs.test"), []string{"-test.run", "^(TestCommandsOfPagesRun|TestEveryPackageHasAComment)$"}},
	} {
		out, err := a.run(t, x.folder, x.program, x.args...)
		assert.NoError(t, err, "%s %s\n%s", x.program, x.args, out)
	}
}

package rooms

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rooms says what a package, and those below it, may import of this module, outside its tests: packages, or "folder/..."
// for all in a folder. The longest entry that holds a package decides; a package that is in none fails.
//
// NAME stands for a unit, the same throughout a row: all have the same rooms. There an entry is a room, with the folders
// that have no row of their own.
var rooms = map[string][]string{
	"hdl/ir":        {"internal/text"},
	"hdl/ir/irtest": {"hdl/ir"},
	"hdl":           {"hdl/ir", "internal/text", "internal/unboxed"},

	"hdl/sim":                          {"hdl/ir", "internal/text", "internal/frame", "hdl/sim/internal/..."},
	"hdl/sim/internal/wide":            {"internal/frame"},
	"hdl/sim/internal/netlist":         {"hdl/ir", "hdl/sim/internal/wide"},
	"hdl/sim/internal/engine":          {"hdl/sim/internal/netlist", "internal/frame"},
	"hdl/sim/internal/eval":            {"hdl/sim/internal/netlist", "hdl/sim/internal/wide"},
	"hdl/sim/internal/lower":           {"hdl/ir", "hdl/sim/internal/netlist", "hdl/sim/internal/wide"},
	"hdl/sim/internal/lower/lowertest": {"hdl/ir", "hdl/ir/irtest", "hdl/sim/internal/lower", "hdl/sim/internal/netlist"},
	"hdl/sim/internal/pass":            {"hdl/sim/internal/netlist", "hdl/sim/internal/eval", "hdl/sim/internal/wide"},
	"hdl/sim/internal/interp":          {"hdl/sim/internal/netlist", "hdl/sim/internal/engine", "hdl/sim/internal/eval", "hdl/sim/internal/wide", "internal/frame"},
	"hdl/sim/internal/jit":             {"hdl/sim/internal/netlist", "hdl/sim/internal/engine", "hdl/sim/internal/wide", "hdl/sim/internal/jit/...", "internal/frame"},
	"hdl/sim/internal/jit/word":        {},
	"hdl/sim/internal/jit/wasm":        {},
	"hdl/sim/internal/jit/code":        {"hdl/sim/internal/jit/word", "hdl/sim/internal/jit/wasm"},

	"hdl/lib":           {"hdl"},
	"hdl/lib/property":  {"hdl"},
	"hdl/lib/float":     {"hdl", "hdl/lib"},
	"hdl/lib/float/ref": {},

	"waves":           {"internal/..."},
	"verilog":         {"hdl/ir", "internal/text", "internal/atomicfile", "verilog/internal/..."},
	"verilog/replay":  {"hdl/ir", "verilog", "verilog/internal/...", "internal/eda", "internal/kept", "internal/text", "internal/frame"},
	"verilog/project": {"hdl/ir", "verilog", "verilog/replay", "verilog/internal/...", "internal/text", "internal/atomicfile"},
	"formal":          {"hdl/ir", "verilog", "internal/eda", "internal/text", "internal/frame"},

	"bench": {"hdl", "hdl/ir", "hdl/sim", "waves", "verilog/...", "formal", "internal/eda", "internal/outside", "internal/text", "internal/glob", "internal/frame", "internal/simwave", "internal/table", "internal/atomicfile", "internal/unboxed"},

	"blocks":                      {"blocks/unit", "blocks/NAME/scenario"},
	"blocks/unit":                 {"hdl", "hdl/ir", "hdl/sim", "bench", "internal/atomicfile", "internal/table", "internal/text"},
	"blocks/unit/harness":         {"hdl", "internal/frame"},
	"blocks/NAME":                 {"hdl", "hdl/lib", "hdl/lib/float", "blocks/NAME", "blocks/NAME/isa"},
	"blocks/NAME/isa":             {"hdl/lib/float/ref", "blocks/NAME/isa", "internal/lines"},
	"blocks/NAME/model":           {"hdl/lib/float/ref", "blocks/NAME/isa", "blocks/NAME/model"},
	"blocks/NAME/assembler":       {"blocks/NAME/isa", "blocks/NAME/model"},
	"blocks/NAME/compiler":        {"blocks/NAME", "blocks/NAME/isa", "blocks/NAME/model", "blocks/NAME/compiler", "internal/bigmath", "internal/lines", "internal/text"},
	"blocks/NAME/compiler/dot":    {"blocks/NAME/isa", "blocks/NAME/compiler", "internal/eda"},
	"blocks/NAME/stimulus":        {"hdl", "hdl/lib/float", "hdl/sim", "bench", "blocks/NAME", "blocks/NAME/isa", "blocks/NAME/model", "blocks/NAME/stimulus"},
	"blocks/NAME/stimulus/driver": {"blocks/NAME/isa"},
	"blocks/NAME/scenario": {"hdl", "hdl/lib", "hdl/sim", "bench", "waves", "blocks/unit/...", "blocks/NAME", "blocks/NAME/isa", "blocks/NAME/model",
		"blocks/NAME/compiler", "blocks/NAME/compiler/dot", "blocks/NAME/stimulus", "blocks/NAME/stimulus/shaders",
		"internal/atomicfile", "internal/frame", "internal/gates", "internal/lines", "internal/parallel", "internal/table", "internal/text"},
	"blocks/NAME/stimulus/shaders": {"blocks/NAME", "blocks/NAME/isa", "blocks/NAME/model", "blocks/NAME/compiler", "blocks/NAME/stimulus"},

	"internal/atomicfile":      {},
	"internal/frame":           {},
	"internal/glob":            {},
	"internal/unboxed":         {},
	"internal/lines":           {"internal/text"},
	"internal/lines/linestest": {"internal/lines"},
	"internal/kept":            {},
	"internal/bigmath":         {},
	"internal/table":           {"internal/text"},
	"internal/text":            {},
	"internal/long":            {},
	"internal/eda":             {"verilog", "internal/text", "internal/atomicfile"},
	"internal/eda/edatest":     {"hdl", "hdl/ir", "internal/eda", "internal/long", "verilog"},
	"internal/gates":           {"hdl/ir", "verilog", "waves", "internal/eda"},
	"internal/simwave":         {"hdl/ir", "hdl/sim", "internal/frame", "verilog/replay", "waves"},
	"internal/outside":         {"internal/eda", "internal/parallel", "verilog/replay"},
	"internal/parallel":        {},
	"internal/quality/oracle":  {"hdl/ir"},
	"internal/designs":         {"hdl/ir", "internal/quality/oracle", "verilog", "verilog/replay"},
	"internal/blockdiagram":    {"hdl/ir"},
	"internal/docpage":         {},
	"internal/golden":          {},
	"internal/unittest":        {"hdl", "hdl/ir", "internal/blockdiagram", "internal/docpage", "internal/eda", "internal/eda/edatest", "internal/golden", "internal/long"},
	"internal/rooms":           {},
	"verilog/internal/syntax":  {"hdl/ir"},

	"internal/quality/progress": {},
	"internal/quality/suite":    {"internal/table"},
	"internal/quality/same":     {"blocks", "internal/parallel"},
	"internal/quality/fuzz":     {"hdl", "hdl/ir", "hdl/sim", "verilog/...", "internal/eda", "internal/frame", "internal/outside", "internal/parallel", "internal/quality/fuzz", "internal/quality/oracle", "internal/quality/progress"},
	"internal/quality/mutant":   {"internal/eda", "internal/table", "internal/quality/mutant", "internal/quality/progress"},
	"internal/quality/speed":    {"hdl", "hdl/ir", "hdl/lib/...", "hdl/sim", "verilog", "blocks/unit/...", "internal/eda", "internal/simwave", "internal/table"},

	"docs": {"hdl", "bench", "blocks/unit/..."},
	".":    {"blocks/unit", "internal/command"}, // package posedge
	"cmd":  {".", "blocks"},

	"internal/command": {"hdl", "hdl/ir", "hdl/sim", "bench", "verilog/...", "waves", "blocks/unit", "internal/outside", "internal/parallel", "internal/table", "internal/text", "internal/quality/speed"},
}

// between is what a unit uses of others, apart from rooms.
var between = map[string][]string{
	"blocks/combineripu":           {"blocks/castalu", "blocks/castalu/isa"},
	"blocks/combineripu/assembler": {"blocks/castalu/isa"},
	"blocks/ioarbiter/smport":      {"blocks/castalu"},
	"blocks/ioarbiter/scenario": { // castalu's processors shade by its texture unit
		"blocks/castalu", "blocks/castalu/isa", "blocks/castalu/model", "blocks/castalu/stimulus",
		"blocks/castalu/compiler/drawing", "blocks/castalu/compiler/flow", "blocks/castalu/compiler/texture",
	},
}

// packageOf is a package of this module as the table names it, and whether a path is one.
func packageOf(path string) (string, bool) {
	const module = "posedge"
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

func TestNoImportRunsBackUp(t *testing.T) {
	found := map[string]bool{}
	eachSource(t, func(path, name string) error {
		name = filepath.ToSlash(filepath.Dir(name))
		room := roomOf(name)
		found[room] = true
		if !assert.NotEmpty(t, room, "%s is in no room of the table", name) {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, x := range f.Imports {
			target, err := strconv.Unquote(x.Path.Value)
			if err != nil {
				return err
			}
			if target, ours := packageOf(target); ours {
				assert.True(t, mayImport(name, target), "%s imports %s, which %s may not", path, target, name)
			}
		}
		return nil
	})
	for room := range rooms {
		assert.True(t, found[room], "there is no package %s: take it out of the table", room)
	}
	for name := range between {
		_, err := os.Stat(filepath.Join(root, name))
		assert.NoError(t, err, "take it out of what units use of others")
	}
}

const root = "../.."

// eachSource visits the files of Go, apart from tests, by path and by name from the root on.
func eachSource(t *testing.T, visit func(path, name string) error) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path == filepath.Join(root, "out") {
			return filepath.SkipDir // what was made
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		return visit(path, filepath.ToSlash(name))
	})
	require.NoError(t, err)
}

// A row that lets everything in would pass, too.
func TestWallsStand(t *testing.T) {
	for name, targets := range map[string][]string{
		"blocks/primbatch":               {"blocks/primbatch/model", "blocks/primbatch/stimulus", "blocks/castalu/isa", "bench"},
		"blocks/primbatch/model":         {"hdl", "blocks/primbatch", "blocks/castalu/model"},
		"blocks/castalu/model":           {"hdl/lib/float", "blocks/castalu/stimulus"},
		"blocks/ioarbiter/depth":         {"blocks/ioarbiter/model", "blocks/castalu"},
		"blocks/ioarbiter/model/machine": {"blocks/ioarbiter/fixed"},
		"blocks/combineripu/scenario":    {"blocks/castalu/scenario", "verilog"},
		"hdl/sim/internal/netlist":       {"hdl/sim"},
		"blocks/unit/harness/another":    {"blocks"},
	} {
		for _, target := range targets {
			assert.False(t, mayImport(name, target), "%s may import %s", name, target)
		}
	}
	assert.Empty(t, roomOf("garage"))
}

// mayImport reports whether a package may import another.
func mayImport(name, target string) bool {
	if allowed(between[name], target) {
		return true
	}
	room := roomOf(name)
	list := rooms[room]
	if strings.Contains(room, unit) && unitOf(name) != unitOf(target) {
		return allowed(list, target)
	}
	return allowed(list, target) || slices.Contains(list, roomOf(target))
}

const (
	unit     = "NAME" // stands for the name of a unit in the table
	hardware = "blocks/" + unit
)

// unitOf is the unit that a package belongs to, or "".
func unitOf(name string) string {
	inner, in := strings.CutPrefix(name, "blocks/")
	inner, _, _ = strings.Cut(inner, "/")
	if !in || inner == "unit" {
		return ""
	}
	return inner
}

// roomOf returns the entry of the table that a package belongs to, or "".
func roomOf(name string) (room string) {
	if u := unitOf(name); u != "" {
		name = strings.Replace(name, u, unit, 1)
	}
	for r := range rooms {
		if within(name, r) && len(r) > len(room) {
			room = r
		}
	}
	return room
}

func allowed(list []string, target string) bool {
	for _, x := range list {
		if folder, all := strings.CutSuffix(x, "/..."); target == x || all && within(target, folder) {
			return true
		}
	}
	return false
}

// within reports whether a package is in the folder, or is it.
func within(name, folder string) bool {
	return name == folder || strings.HasPrefix(name, folder+"/")
}

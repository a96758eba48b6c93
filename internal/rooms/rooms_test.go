package rooms

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rooms says what a package, and those below it, may import of this module,
// outside its tests: packages, or "folder/..." for all in a folder. The longest
// entry that holds a package decides; a package that is in none is at the top of
// the house and may import what it likes.
var rooms = map[string][]string{
	"hdl/ir":        {"internal/text"},
	"hdl/ir/irtest": {"hdl/ir"},
	"hdl":           {"hdl/ir", "internal/text"},

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

	"bench":  {"hdl", "hdl/ir", "hdl/sim", "waves", "verilog/...", "formal", "internal/eda", "internal/outside", "internal/text", "internal/glob", "internal/frame", "internal/simwave", "internal/table", "internal/atomicfile"},
	"blocks": {"hdl/...", "bench", "blocks/...", "internal/bigmath", "internal/gates", "internal/parallel", "internal/quality/harness", "internal/atomicfile", "internal/table", "internal/text", "internal/frame", "waves"},

	"blocks/castalu":              {"hdl", "hdl/lib", "hdl/lib/float", "blocks/castalu/isa"},
	"blocks/castalu/isa":          {"hdl/lib/float/ref", "internal/text"},
	"blocks/castalu/model":        {"hdl/lib/float/ref", "blocks/castalu/isa"},
	"blocks/castalu/stimulus":     {"hdl", "hdl/lib/float", "hdl/sim", "bench", "blocks/castalu", "blocks/castalu/isa", "blocks/castalu/model"},
	"blocks/castalu/compiler":     {"blocks/castalu", "blocks/castalu/isa", "blocks/castalu/model", "blocks/castalu/compiler/...", "internal/bigmath", "internal/text"},
	"blocks/castalu/compiler/dot": {"blocks/castalu/isa", "blocks/castalu/compiler/...", "internal/eda"},
	"blocks/castalu/scenario":     {"hdl", "hdl/lib", "hdl/sim", "bench", "blocks/unit", "blocks/castalu/...", "internal/quality/harness", "internal/atomicfile", "internal/gates", "internal/parallel", "internal/table", "internal/text"},

	"blocks/combineripu":                 {"hdl", "hdl/lib", "blocks/castalu", "blocks/castalu/isa", "blocks/combineripu/isa"},
	"blocks/combineripu/isa":             {},
	"blocks/combineripu/model":           {"blocks/combineripu/isa"},
	"blocks/combineripu/assembler":       {"blocks/combineripu/isa", "blocks/combineripu/model", "blocks/castalu/isa"},
	"blocks/combineripu/stimulus":        {"blocks/combineripu/isa", "blocks/combineripu/model"},
	"blocks/combineripu/stimulus/driver": {"blocks/combineripu/isa"},
	"blocks/combineripu/scenario":        {"hdl", "bench", "blocks/unit", "blocks/combineripu/...", "internal/quality/harness", "internal/table", "internal/text", "waves"},

	"blocks/ioarbiter":               {"hdl", "hdl/lib", "hdl/lib/float", "blocks/ioarbiter/isa/...", "blocks/ioarbiter/raster", "blocks/ioarbiter/texture", "blocks/ioarbiter/depth", "blocks/ioarbiter/surface", "blocks/ioarbiter/fixed"},
	"blocks/ioarbiter/isa":           {"blocks/ioarbiter/isa/units", "blocks/ioarbiter/isa/microcode"},
	"blocks/ioarbiter/isa/units":     {},
	"blocks/ioarbiter/isa/microcode": {"internal/text"},
	"blocks/ioarbiter/model":         {"blocks/ioarbiter/isa", "blocks/ioarbiter/isa/units", "blocks/ioarbiter/isa/microcode"},
	"blocks/ioarbiter/model/machine": {"blocks/ioarbiter/isa/microcode"},
	"blocks/ioarbiter/fixed":         {"hdl"},
	"blocks/ioarbiter/raster":        {"hdl", "blocks/ioarbiter/fixed", "blocks/ioarbiter/isa/units"},
	"blocks/ioarbiter/texture":       {"hdl", "hdl/lib", "blocks/ioarbiter/fixed", "blocks/ioarbiter/isa/units"},
	"blocks/ioarbiter/depth":         {"hdl", "blocks/ioarbiter/fixed", "blocks/ioarbiter/isa/units"},
	"blocks/ioarbiter/surface":       {"hdl", "hdl/lib", "blocks/ioarbiter/fixed", "blocks/ioarbiter/isa/units"},
	"blocks/ioarbiter/smport":        {"hdl", "hdl/lib", "blocks/castalu", "blocks/ioarbiter", "blocks/ioarbiter/isa"},
	"blocks/ioarbiter/stimulus":      {"hdl", "bench", "blocks/ioarbiter/isa/units", "blocks/ioarbiter/model", "blocks/ioarbiter/raster", "blocks/ioarbiter/texture", "blocks/ioarbiter/depth", "blocks/ioarbiter/surface", "blocks/ioarbiter/fixed"},
	"blocks/ioarbiter/scenario":      {"hdl/...", "bench", "blocks/...", "internal/atomicfile", "internal/table", "internal/text", "internal/quality/harness", "waves"},

	"blocks/ropmask":            {"hdl", "hdl/lib", "hdl/lib/float", "blocks/ropmask/isa"},
	"blocks/ropmask/isa":        {},
	"blocks/ropmask/model":      {"blocks/ropmask/isa"},
	"blocks/ropmask/stimulus":   {"blocks/ropmask/isa", "blocks/ropmask/model"},
	"blocks/ropmask/scenario":   {"hdl", "bench", "blocks/ropmask/...", "blocks/unit", "internal/frame", "internal/table", "internal/quality/harness"},
	"blocks/primbatch":          {"hdl", "hdl/lib", "blocks/primbatch/isa"},
	"blocks/primbatch/isa":      {},
	"blocks/primbatch/model":    {"blocks/primbatch/isa"},
	"blocks/primbatch/stimulus": {"blocks/primbatch/isa", "blocks/primbatch/model"},
	"blocks/primbatch/scenario": {"hdl", "bench", "blocks/primbatch/...", "blocks/unit", "internal/quality/harness", "internal/table", "internal/text", "waves"},

	"internal/atomicfile":      {},
	"internal/frame":           {},
	"internal/glob":            {},
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
	"internal/quality/harness": {"hdl", "internal/frame"},
	"internal/quality/oracle":  {"hdl/ir"},
	"internal/designs":         {"hdl/ir", "internal/quality/oracle", "verilog", "verilog/replay"},
	"verilog/internal/syntax":  {"hdl/ir"},
}

const module = "posedge/"

func TestNoImportRunsBackUp(t *testing.T) {
	root := filepath.Join("..", "..")
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		room, ok := roomOf(name)
		if !ok {
			return nil
		}
		found[room] = true
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, x := range f.Imports {
			target, err := strconv.Unquote(x.Path.Value)
			if err != nil {
				return err
			}
			target, ours := strings.CutPrefix(target, module)
			assert.False(t, ours && !allowed(rooms[room], target), "%s imports %s, which %s may not", path, target, room)
		}
		return nil
	})
	require.NoError(t, err)
	for room := range rooms {
		assert.True(t, found[room], "there is no package %s: take it out of the table", room)
	}
}

// roomOf returns the entry of the table that a package belongs to.
func roomOf(name string) (room string, ok bool) {
	for r := range rooms {
		if within(name, r) && len(r) > len(room) {
			room = r
		}
	}
	return room, room != ""
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

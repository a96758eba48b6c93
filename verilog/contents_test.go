package verilog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

// newROM has a registered read of a memory that is never written: twice as many
// bits as ports have, in contents that follow from the address.
func newROM(name string, width, depth int, mode hdl.ReadMode) *pair {
	return newPair(name, width, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "words", hdl.Width(2*width), depth)
		var contents []hdl.Bits
		for i := range depth {
			contents = append(contents, hdl.Const(2*width, uint64(i)*0x9e3779b97f4a7c15>>(64-2*width)))
		}
		mem.Init(contents)
		word := mem.ReadReg("data", c.A.Truncate(mem.AddrWidth()), c.B.Bit(0), mode)
		c.Y.Set(word.Slice(width-1, 0))
		c.Z.Set(word.Slice(2*width-1, width))
		hdl.Unused(c.A, c.B)
	})
}

// newRAM has a registered read and a write of a memory.
func newRAM(name string, width, depth int, options ...hdl.MemOption) *pair {
	return newPair(name, width, func(c *pair, m *hdl.Module) {
		mem := hdl.NewMem(m, "store", hdl.Width(width), depth, options...)
		write := c.B.Bit(0)
		m.If(write, func() { mem.Write(c.A.Truncate(mem.AddrWidth()), c.B.Bits) })
		c.Y.Set(mem.ReadReg("data", c.A.Truncate(mem.AddrWidth()), write.Not(), hdl.Forbidden))
		c.Z.Set(0)
	})
}

func top(t *testing.T, c hdl.Component) *ir.Module {
	t.Helper()
	d, err := hdl.Elaborate(c)
	require.NoError(t, err)
	return d.Top
}

// cells are what Yosys makes of a design by the passes, by type, and how long it
// takes.
func cells(t *testing.T, top *ir.Module, passes string) (map[string]int, time.Duration) {
	t.Helper()
	counts, took := cellsByModule(t, top, passes)
	require.Len(t, counts, 1, "the passes keep the hierarchy")
	return counts[top.Name], took
}

// cellsByModule are the cells of each module that the passes keep.
func cellsByModule(t *testing.T, top *ir.Module, passes string) (map[string]map[string]int, time.Duration) {
	t.Helper()
	edatest.Need(t, "yosys")
	files, err := verilog.Export(top, verilog.Options{})
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, files))
	cmd := exec.CommandContext(t.Context(), "yosys", "-p", "read_verilog *.v; hierarchy -check -top "+top.Name+"; "+passes+"; tee -q -o stat.txt stat")
	cmd.Dir = dir
	log, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", log[max(0, len(log)-2000):])
	stat, err := os.ReadFile(filepath.Join(dir, "stat.txt"))
	require.NoError(t, err)
	counts := map[string]map[string]int{}
	var module map[string]int
	for _, f := range regexp.MustCompile(`(?m)^(=== (.+) ===|     (\S+) +(\d+))$`).FindAllStringSubmatch(string(stat), -1) {
		if f[2] == "design hierarchy" {
			break
		}
		if f[2] != "" {
			module = map[string]int{}
			counts[f[2]] = module
			continue
		}
		module[f[3]], err = strconv.Atoi(f[4])
		require.NoError(t, err)
	}
	return counts, cmd.ProcessState.UserTime()
}

func TestContentsOfManyWordsStandInAFile(t *testing.T) {
	export := func(c hdl.Component) []verilog.File {
		files, err := verilog.Export(top(t, c), verilog.Options{})
		require.NoError(t, err)
		return files
	}
	few := export(newROM("few", 10, 1024, hdl.ReadFirst))
	require.Len(t, few, 1)
	assert.NotContains(t, string(few[0].Content), "readmem")
	many := export(newROM("many", 11, 1025, hdl.ReadFirst))
	require.Len(t, many, 2)
	assert.Equal(t, "many.words.hex", many[0].Name)
	lines := strings.Split(string(many[0].Content), "\n")
	assert.Len(t, lines, 1026)
	assert.Equal(t, []string{"000000", "278dde", "0f1bbc"}, lines[:3])
	assert.Contains(t, string(many[1].Content), "    $readmemh(\"many.words.hex\", words);\n")
	assert.NotContains(t, string(many[1].Content), "for (")
	zeros := export(newRAM("zeros", 11, 1025))
	require.Len(t, zeros, 2)
	assert.Equal(t, strings.Repeat("000\n", 1025), string(zeros[0].Content))
	bare := export(newRAM("bare", 11, 1025, hdl.NoInit()))
	require.Len(t, bare, 1)
	assert.Regexp(t, "(?s)\n`ifndef SYNTHESIS\n  initial begin : power_on\n    integer word;\n.*store\\[word\\] = 11'd0;.*\n  end\n`endif\n", string(bare[0].Content), "hardware gets no contents")
	assert.Equal(t, 1, strings.Count(string(bare[0].Content), "initial"))
}

func TestTooManyContentsAreRefused(t *testing.T) {
	_, err := verilog.Export(top(t, newRAM("huge", 21, verilog.MaxContents+1)), verilog.Options{})
	assert.ErrorContains(t, err, "memory store of huge has 1048577 words, and the contents of at most 1048576 are written; if they do not matter, give it the option hdl.NoInit()")
	_, err = verilog.Export(top(t, newRAM("huge", 21, verilog.MaxContents+1, hdl.NoInit())), verilog.Options{})
	assert.NoError(t, err)
}

// Contents and zeros of large memories pass through the tools. As loops and lists
// Yosys took 106 s to read 16384 words, and did not come to an end with 65536.
func TestLargeMemoriesPassThroughTheTools(t *testing.T) {
	for _, c := range []*pair{newROM("large_rom", 16, 65536, hdl.ReadFirst), newRAM("large_ram", 16, 16384)} {
		_, took := cells(t, top(t, c), "proc; check -assert")
		assert.Less(t, took, 10*time.Second, "to read %s", c.name)
	}
	agree(t, recorded(t, newROM("large_rom", 16, 65536, hdl.ReadFirst), 300, 1), recorded(t, newRAM("large_ram", 16, 16384), 300, 2),
		recorded(t, newRAM("bare_ram", 16, 16384, hdl.NoInit()), 300, 3))
}

// What hardware has for a memory it is made of.
func TestMemoriesAreWhatHardwareHas(t *testing.T) {
	got, _ := cells(t, top(t, newRAM("bare_ram", 16, 16384, hdl.NoInit())), "synth_ice40 -device u -spram")
	assert.Equal(t, map[string]int{"SB_SPRAM256KA": 1}, got, "a memory without contents")
	var tables []*pair
	for _, mode := range []ir.ReadMode{ir.ReadFirst, ir.WriteFirst, ir.Forbidden} {
		tables = append(tables, newROM("rom_"+mode.String(), 8, 256, mode))
	}
	made := mapped(t, tables, "synth_ice40 -noflatten")
	for _, x := range tables {
		assert.Equal(t, map[string]int{"SB_RAM40_4K": 1}, made[x.name], "a table needs no logic for collisions")
	}
}

package verilog_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write the golden files again")

func TestGolden(t *testing.T) {
	for _, top := range []*ir.Module{counter(), fifo(14, 2), job(), arbiter(), datapath(),
		ram(ir.ReadFirst, 8, 512, 9), ram(ir.WriteFirst, 8, 512, 9), ram(ir.Forbidden, 8, 512, 9)} {
		t.Run(top.Name, func(t *testing.T) {
			files, err := verilog.Export(top, verilog.Options{})
			require.NoError(t, err)
			golden(t, files[len(files)-1])
		})
	}
}

// golden compares a file with the one of its name under testdata.
func golden(t *testing.T, got verilog.File) {
	t.Helper()
	path := filepath.Join("testdata", got.Name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(path, got.Content, 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got.Content))
}

func export(t *testing.T, top *ir.Module, opts verilog.Options) string {
	t.Helper()
	files, err := verilog.Export(top, opts)
	require.NoError(t, err)
	return string(files[len(files)-1].Content)
}

func TestOmitResetInit(t *testing.T) {
	b := module("two", "Two registers.")
	d := b.input("d", 4)
	withReset, without := b.reg("with_reset", 4, 3), b.signal("without", 4, ir.Reg)
	b.add(b.set(withReset, d), b.set(without, withReset), b.set(b.output("q", 4), without))
	full := export(t, b.m, verilog.Options{})
	assert.Contains(t, full, "with_reset = 4'd3;")
	assert.Contains(t, full, "without = 4'd0;")
	lean := export(t, b.m, verilog.Options{OmitResetInit: true})
	assert.NotContains(t, lean, "with_reset = 4'd3;")
	assert.Contains(t, lean, "without = 4'd0;", "only reset could give it a value")
}

// A block that reads nothing never runs in a simulator; it becomes an assign.
func TestConstantBlockIsAnAssign(t *testing.T) {
	b := module("constant", "Nothing changes here.")
	o := b.output("o", 4)
	b.add(b.set(o, num(4, 1)), b.when(num(1, 1), b.set(o, num(4, 9))))
	text := export(t, b.m, verilog.Options{})
	assert.Contains(t, text, "assign o = 4'd9;")
	assert.NotContains(t, text, "always")
	needTool(t, "iverilog")
	got, err := verilog.RunIcarus(t.Context(), replay(t, b.m, 5, 1), false)
	require.NoError(t, err)
	assert.NoError(t, got.Err())
}

// Two targets under one condition, one of which needs the other, are two blocks.
func TestDependentTargetsDoNotShareABlock(t *testing.T) {
	b := module("dependent", "b needs a.")
	en, x := b.input("en", 1), b.input("x", 4)
	a, c, o := b.wire("a", 4), b.wire("c", 4), b.output("o", 4)
	b.add(b.set(a, num(4, 0)), b.set(c, num(4, 0)), b.set(o, num(4, 0)))
	b.add(b.when(en, b.set(o, b.plus(a, c)), b.set(a, x), b.set(c, b.not(x))))
	text := export(t, b.m, verilog.Options{})
	assert.Equal(t, 2, strings.Count(text, "always @*"), text)
}

// Names derive from what an expression feeds: an unrelated edit renames nothing,
// and a user's name is never taken.
func TestGeneratedNamesAreStable(t *testing.T) {
	design := func(unrelated bool, taken string) string {
		b := module("names", "Shared sums.")
		x, y := b.input("x", 4), b.input(taken, 4)
		if unrelated {
			s := b.plus(y, x)
			b.add(b.set(b.output("early", 8), b.cat(s, b.not(s))))
		}
		sum := b.plus(x, y)
		b.add(b.set(b.output("total", 8), b.cat(sum, b.not(sum))))
		return export(t, b.m, verilog.Options{})
	}
	assert.Contains(t, design(false, "y"), "wire [3:0] total_sum = x + y;")
	assert.Contains(t, design(true, "y"), "wire [3:0] total_sum = x + y;")
	assert.Contains(t, design(false, "total_sum"), "wire [3:0] total_sum_2 = x + total_sum;")
}

func TestExportRefuses(t *testing.T) {
	bad := module("always", "")
	bad.add(bad.set(bad.output("clk", 1), bad.input("in put", 1)))
	reg := bad.reg("rst", 1, 0)
	bad.add(bad.set(reg, reg))
	_, err := verilog.Export(bad.m, verilog.Options{})
	for _, message := range []string{`name "always" is a keyword of Verilog`, "signal clk of always has the name of the implicit clock",
		"signal rst of always has the name of the implicit reset", `name "in put" is not a letter`} {
		assert.ErrorContains(t, err, message)
	}
	undriven := module("undriven", "")
	undriven.output("o", 1)
	_, err = verilog.Export(undriven.m, verilog.Options{})
	assert.ErrorContains(t, err, "undriven.o is not set on all paths")
	_, err = verilog.Export(nil, verilog.Options{})
	assert.Error(t, err)
}

// The header speaks of the paths that are left where constants decide.
func TestHeaderHasNoPathThatWasFoldedAway(t *testing.T) {
	d, err := hdl.Elaborate(newPair("folded", 4, func(c *pair, m *hdl.Module) {
		c.Y.Set(c.A.And(0).Or(c.B))
		c.Z.Set(hdl.Mux(hdl.Const(1, 1), c.A, c.B))
	}))
	require.NoError(t, err)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	header, _, _ := strings.Cut(string(files[0].Content), "`default_nettype")
	assert.Contains(t, header, "y from b\n")
	assert.Contains(t, header, "z from a\n")
}

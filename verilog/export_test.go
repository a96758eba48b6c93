package verilog_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
	"posedge/verilog"
	"posedge/verilog/replay"
)

func TestGolden(t *testing.T) {
	for _, top := range []*ir.Module{designs.Counter(), designs.Fifo(14, 2), designs.Job(), designs.Arbiter(), designs.Datapath(),
		designs.RAM(ir.ReadFirst, 8, 512, 9), designs.RAM(ir.WriteFirst, 8, 512, 9), designs.RAM(ir.Forbidden, 8, 512, 9)} {
		t.Run(top.Name, func(t *testing.T) {
			files, err := verilog.Export(top, verilog.Options{})
			require.NoError(t, err)
			inTestdata(t, files[len(files)-1])
		})
	}
}

// inTestdata compares a file with the one of its name under testdata.
func inTestdata(t *testing.T, got verilog.File) {
	t.Helper()
	golden.Check(t, filepath.Join("testdata", got.Name), string(got.Content))
}

func export(t *testing.T, top *ir.Module, opts verilog.Options) string {
	t.Helper()
	files, err := verilog.Export(top, opts)
	require.NoError(t, err)
	return string(files[len(files)-1].Content)
}

func TestOmitResetInit(t *testing.T) {
	b := designs.New("two", "Two registers.")
	d := b.Input("d", 4)
	withReset, without := b.Reg("with_reset", 4, 3), b.Signal("without", 4, ir.Reg)
	b.Add(b.Set(withReset, d), b.Set(without, withReset), b.Set(b.Output("q", 4), without))
	full := export(t, b.Module, verilog.Options{})
	assert.Contains(t, full, "with_reset = 4'd3;")
	assert.Contains(t, full, "without = 4'd0;")
	lean := export(t, b.Module, verilog.Options{OmitResetInit: true})
	assert.NotContains(t, lean, "with_reset = 4'd3;")
	assert.Contains(t, lean, "without = 4'd0;", "only reset could give it a value")
}

// A block that reads nothing never runs in a simulator; it becomes an assign.
func TestConstantBlockIsAnAssign(t *testing.T) {
	b := designs.New("constant", "Nothing changes here.")
	o := b.Output("o", 4)
	b.Add(b.Set(o, designs.Num(4, 1)), b.When(designs.Num(1, 1), b.Set(o, designs.Num(4, 9))))
	text := export(t, b.Module, verilog.Options{})
	assert.Contains(t, text, "assign o = 4'd9;")
	assert.NotContains(t, text, "always")
	edatest.Need(t, "iverilog")
	got, err := replay.Icarus(t.Context(), designs.Replay(t, b.Module, 5, 1), false)
	require.NoError(t, err)
	assert.NoError(t, got.Err())
}

// Two targets under one condition, one of which needs the other, are two blocks.
func TestDependentTargetsDoNotShareABlock(t *testing.T) {
	b := designs.New("dependent", "b needs a.")
	en, x := b.Input("en", 1), b.Input("x", 4)
	a, c, o := b.Wire("a", 4), b.Wire("c", 4), b.Output("o", 4)
	b.Add(b.Set(a, designs.Num(4, 0)), b.Set(c, designs.Num(4, 0)), b.Set(o, designs.Num(4, 0)))
	b.Add(b.When(en, b.Set(o, b.Plus(a, c)), b.Set(a, x), b.Set(c, b.Not(x))))
	text := export(t, b.Module, verilog.Options{})
	assert.Equal(t, 2, strings.Count(text, "always @*"), text)
}

// Names derive from what an expression feeds: an unrelated edit renames nothing,
// and a user's name is never taken.
func TestGeneratedNamesAreStable(t *testing.T) {
	design := func(unrelated bool, taken string) string {
		b := designs.New("names", "Shared sums.")
		x, y := b.Input("x", 4), b.Input(taken, 4)
		if unrelated {
			s := b.Plus(y, x)
			b.Add(b.Set(b.Output("early", 8), b.Cat(s, b.Not(s))))
		}
		sum := b.Plus(x, y)
		b.Add(b.Set(b.Output("total", 8), b.Cat(sum, b.Not(sum))))
		return export(t, b.Module, verilog.Options{})
	}
	assert.Contains(t, design(false, "y"), "wire [3:0] total_sum = x + y;")
	assert.Contains(t, design(true, "y"), "wire [3:0] total_sum = x + y;")
	assert.Contains(t, design(false, "total_sum"), "wire [3:0] total_sum_2 = x + total_sum;")
}

func TestExportRefuses(t *testing.T) {
	bad := designs.New("always", "")
	bad.Add(bad.Set(bad.Output("o", 1), bad.Input("in put", 1)))
	_, err := verilog.Export(bad.Module, verilog.Options{})
	for _, message := range []string{`name "always" is a keyword of Verilog`, `name "in put" is not a letter`} {
		assert.ErrorContains(t, err, message)
	}
	clash := designs.New("clash", "")
	reg := clash.Reg("rst", 1, 0)
	clash.Add(clash.Set(clash.Output("clk", 1), reg), clash.Set(reg, reg))
	_, err = verilog.Export(clash.Module, verilog.Options{})
	for _, name := range []string{"clk", "rst"} {
		assert.ErrorContains(t, err, `name "`+name+`" is empty or used twice`)
	}
	undriven := designs.New("undriven", "")
	undriven.Output("o", 1)
	_, err = verilog.Export(undriven.Module, verilog.Options{})
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

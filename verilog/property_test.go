package verilog_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

// bounded counts up to a limit and states so.
type bounded struct {
	Enable hdl.In
	Limit  hdl.In
	Value  hdl.Out
}

func (c *bounded) Describe(m *hdl.Module) {
	count := m.Reg("count", 4)
	last := m.Reg("last", 4)
	last.Set(count)
	m.Assume("limit_in_range", c.Limit.Le(9))
	m.If(c.Enable, func() {
		m.If(count.Lt(9), func() { count.Set(count.Add(1)) }).
			Else(func() { count.Set(0) })
		m.Cover("wraps", count.Eq(9))
		m.If(count.Ne(0), func() { m.Assert("one_at_a_time", count.Sub(last).Le(1)) })
	})
	m.Assert("in_range", count.Le(9))
	c.Value.Set(count)
}

// assumed has no clock.
type assumed struct {
	A, B hdl.In
	Y    hdl.Out
}

func (c *assumed) Describe(m *hdl.Module) {
	sum := c.A.AddCarry(c.B)
	m.Assume("below_100", c.A.Lt(100).And(c.B.Lt(100)))
	m.Assert("no_carry", sum.At(8).Not())
	c.Y.Set(sum.Truncate(8))
}

// What is checked stands between ifdef FORMAL and endif, with what only checks
// need; the hardware is the same as without.
func TestPropertiesStandInAFormalSection(t *testing.T) {
	edatest.Need(t, "iverilog", "verilator", "yosys")
	for _, c := range []hdl.Component{
		&bounded{hdl.Input(1), hdl.Input(4), hdl.Output(4)},
		&assumed{hdl.Input(8), hdl.Input(8), hdl.Output(8)},
	} {
		d, err := hdl.Elaborate(c)
		require.NoError(t, err)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err)
		inTestdata(t, files[0])
		assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
		assert.NoError(t, eda.LintIcarus(t.Context(), d.Top.Name, files))
		dir := t.TempDir()
		path := filepath.Join(dir, files[0].Name)
		require.NoError(t, os.WriteFile(path, files[0].Content, 0o666))
		out, err := exec.Command("yosys", "-q", "-p", "read_verilog -formal "+path+"; prep -top "+d.Top.Name+"; select -assert-count 1 t:$assume; select -assert-min 1 t:$assert").CombinedOutput()
		assert.NoError(t, err, string(out))
	}
}

// partlyRead reads some bits of what only its asserts compute.
type partlyRead struct {
	A hdl.In
	Y hdl.Out
}

func (c *partlyRead) Describe(m *hdl.Module) {
	c.Y.Set(c.A)
	sum := c.A.Mul(c.A).Add(3)
	m.Assert("middle", sum.Slice(9, 4).Ne(5))
	m.Assert("low", sum.Slice(3, 2).Ne(1))
}

// With FORMAL defined, too, nothing is left unread: bits of a helper wire of the
// checks were.
func TestTheFormalSectionIsCleanUnderLint(t *testing.T) {
	edatest.Need(t, "verilator")
	d, err := hdl.Elaborate(&partlyRead{hdl.Input(8), hdl.Output(8)})
	require.NoError(t, err)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	assert.Contains(t, string(files[0].Content), "  wire _unused_formal = &{1'b0, middle_sum[15:10], middle_sum[1:0]};\n`endif\n")
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, files))
	out, err := exec.Command("verilator", "--lint-only", "-Wall", "--assert", "-DFORMAL", filepath.Join(dir, files[0].Name)).CombinedOutput()
	assert.NoError(t, err, string(out))
}

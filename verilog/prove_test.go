package verilog_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/verilog"
)

// before is the Verilog of a design as it was handed out.
func before(t *testing.T, name string) []verilog.File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return []verilog.File{{Name: name, Content: text}}
}

func TestTheExportIsEquivalentToTheHandOff(t *testing.T) {
	needTool(t, "yosys", "yosys-abc")
	for _, top := range []*ir.Module{counter(), fifo(14, 2), arbiter()} {
		files, err := verilog.Export(top, verilog.Options{})
		require.NoError(t, err)
		assert.NoError(t, verilog.Equivalent(t.Context(), top.Name, before(t, top.Name+".v"), files))
	}
}

// A mutant is the hand-off with one text replaced by another.
func TestEquivalenceTellsMutants(t *testing.T) {
	needTool(t, "yosys", "yosys-abc")
	for _, c := range []struct {
		file, from, to string
		wants          string // of the error; empty for what is equivalent
	}{
		{"datapath", "$signed(x) < $signed(y)", "x < y", "differ in cycle 0"},
		{"datapath", "{{16{x[15]}}, x}", "{16'd0, x}", "differ in cycle 0"},
		{"fifo", "wr - rd != 3'd4", "wr - rd <= 3'd3", ""},
		{"fifo", "wr - rd != 3'd4", "wr - rd < 3'd3", "differ in cycle 3"},
		{"counter", "count + 8'd1", "count - 8'd255", ""},
		{"counter", "count = 8'd0;", "count = 8'd1;", "differ in cycle 0"},
	} {
		t.Run(c.file+" "+c.to, func(t *testing.T) {
			was := before(t, c.file+".v")
			now := []verilog.File{{Name: was[0].Name, Content: bytes.ReplaceAll(was[0].Content, []byte(c.from), []byte(c.to))}}
			err := verilog.Equivalent(t.Context(), c.file, was, now)
			if c.wants == "" {
				assert.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, verilog.ErrDifferent)
			assert.ErrorContains(t, err, c.wants)
		})
	}
}

func TestEquivalenceNeedsEqualPorts(t *testing.T) {
	needTool(t, "yosys", "yosys-abc")
	was := before(t, "counter.v")
	now := []verilog.File{{Name: "counter.v", Content: bytes.ReplaceAll(was[0].Content, []byte("enable"), []byte("able"))}}
	err := verilog.Equivalent(t.Context(), "counter", was, now)
	require.Error(t, err)
	assert.NotErrorIs(t, err, verilog.ErrDifferent)
	assert.ErrorContains(t, err, "enable")
}

func TestProofsNeedYosys(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	top := counter()
	_, err := verilog.Prove(t.Context(), top, verilog.ProofOptions{})
	assert.ErrorContains(t, err, "counter has no asserts")
	assert.ErrorIs(t, verilog.Equivalent(t.Context(), "counter", before(t, "counter.v"), before(t, "counter.v")), verilog.ErrMissingTool)
}

package eda_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
	"posedge/verilog/replay"
)

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := eda.Synth(t.Context(), eda.ICE40, "counter", nil)
	require.ErrorIs(t, err, eda.ErrMissingTool)
	assert.ErrorContains(t, err, "apt-get install yosys")
	_, err = replay.Icarus(t.Context(), designs.Replay(t, designs.Counter(), 3, 1), false)
	require.ErrorIs(t, err, eda.ErrMissingTool)
	_, err = replay.Verilator(t.Context(), false, designs.Replay(t, designs.Counter(), 3, 1))
	require.ErrorIs(t, err, eda.ErrMissingTool)
}

func TestToolsComplain(t *testing.T) {
	edatest.Need(t, "iverilog", "verilator", "yosys")
	bad := []verilog.File{{Name: "bad.v", Content: []byte("module bad (input wire a, output wire b);\n  wire c;\n  assign b = c;\nendmodule\n")}}
	var said *eda.Error
	require.ErrorAs(t, eda.LintVerilator(t.Context(), "bad", bad), &said)
	assert.Contains(t, said.Output, "%Warning-UNDRIVEN: bad.v:2:8")
	_, err := eda.Synth(t.Context(), eda.ICE40, "bad", bad)
	require.ErrorAs(t, err, &said)
	assert.Contains(t, said.Output, "Wire bad.\\c is used but has no driver")
	broken := []verilog.File{{Name: "broken.v", Content: []byte("module broken (;\n")}}
	require.ErrorAs(t, eda.LintIcarus(t.Context(), "broken", broken), &said)
	assert.Contains(t, said.Output, "broken.v:1")

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, eda.LintIcarus(cancelled, "bad", bad), context.Canceled)
}

package verilog_test

import (
	"bytes"
	"context"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/quality/oracle"
	"posedge/verilog"
)

// needTool skips the test if a tool is missing; under CI (any value) that is a failure.
func needTool(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		_, err := verilog.FindTool(name)
		if err != nil && os.Getenv("CI") != "" {
			require.NoError(t, err)
		}
		if err != nil {
			t.Skipf("not tested: %v", err)
		}
	}
}

func designs() []*ir.Module {
	return []*ir.Module{counter(), fifo(14, 2), job(), arbiter(), datapath(),
		ram(ir.ReadFirst, 8, 512, 9), ram(ir.WriteFirst, 8, 600, 11), ram(ir.Forbidden, 8, 3, 1), constantAddress()}
}

func replay(t *testing.T, top *ir.Module, cycles int, seed uint64) *verilog.Replay {
	t.Helper()
	r, err := verilog.NewReplay(record(top, cycles, seed), verilog.Options{})
	require.NoError(t, err, "seed %d", seed)
	return r
}

func TestDesignsAgreeWithBothSimulators(t *testing.T) {
	needTool(t, "iverilog", "verilator")
	var all []*verilog.Replay
	for i, top := range designs() {
		r := replay(t, top, 300, uint64(i))
		all = append(all, r)
		got, err := verilog.RunIcarus(t.Context(), r, true)
		require.NoError(t, err)
		assert.NoError(t, got.Err())
		require.NoError(t, verilog.LintVerilator(t.Context(), top.Name, r.RTL))
		require.NoError(t, verilog.LintIcarus(t.Context(), top.Name, r.RTL))
		checkSamples(t, top, got.Samples, i)
	}
	results, err := verilog.RunVerilator(t.Context(), true, all...)
	require.NoError(t, err)
	for i, got := range results {
		assert.NoError(t, got.Err())
		checkSamples(t, designs()[i], got.Samples, i)
	}
}

// checkSamples reads the outputs back from what the bench has seen.
func checkSamples(t *testing.T, top *ir.Module, samples []byte, seed int) {
	t.Helper()
	want := record(top, 300, uint64(seed)).Expected
	cycles := 0
	require.NoError(t, verilog.ReadSamples(bytes.NewReader(samples), top, func(cycle int, reset bool, ports []*big.Int) error {
		var got []uint64
		for i, p := range top.Ports {
			if p.Kind == ir.Output {
				got = oracle.Words(got, ports[i], p.Width)
			}
		}
		require.Equal(t, want[cycle], got)
		cycles++
		return nil
	}))
	assert.Equal(t, 300, cycles)
}

// The replay must be able to fail: an expected value wrong by one bit, and a
// design with a wrong operator.
func TestReplayFails(t *testing.T) {
	needTool(t, "iverilog", "verilator")
	rec := record(counter(), 100, 2)
	rec.Expected[57][0] ^= 4
	oneBit, err := verilog.NewReplay(rec, verilog.Options{})
	require.NoError(t, err)

	wrongOperator := replay(t, fifo(14, 2), 200, 2)
	text := bytes.Replace(wrongOperator.RTL[0].Content, []byte("wr - rd != 3'd4"), []byte("wr - rd == 3'd4"), 1)
	require.NotEqual(t, wrongOperator.RTL[0].Content, text)
	wrongOperator.RTL[0].Content = text

	short := replay(t, arbiter(), 100, 3)
	short.Bench[2].Content = short.Bench[2].Content[:200]
	good := replay(t, datapath(), 100, 3)

	for _, r := range []*verilog.Replay{oneBit, wrongOperator} {
		got, err := verilog.RunIcarus(t.Context(), r, false)
		require.NoError(t, err)
		assert.Error(t, got.Err(), r.Name)
	}
	results, err := verilog.RunVerilator(t.Context(), false, oneBit, wrongOperator, short, good)
	require.NoError(t, err)
	assert.ErrorContains(t, results[0].Err(), "FAIL counter_tb: cycle 57: value is")
	assert.ErrorContains(t, results[1].Err(), "FAIL fifo_tb: cycle")
	assert.ErrorContains(t, results[2].Err(), "expected.hex is missing, cut off")
	assert.NoError(t, results[3].Err())
}

func TestSynthesis(t *testing.T) {
	needTool(t, "yosys")
	for _, top := range append(designs(), operations(8)) {
		files, err := verilog.Export(top, verilog.Options{})
		require.NoError(t, err)
		stats, err := verilog.Synth(t.Context(), top.Name, files)
		require.NoError(t, err)
		t.Logf("%-16s %+v", top.Name, stats)
	}
}

func TestMissingTool(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := verilog.Synth(t.Context(), "counter", nil)
	require.ErrorIs(t, err, verilog.ErrMissingTool)
	assert.ErrorContains(t, err, "apt-get install yosys")
	_, err = verilog.RunIcarus(t.Context(), replay(t, counter(), 3, 1), false)
	require.ErrorIs(t, err, verilog.ErrMissingTool)
	_, err = verilog.RunVerilator(t.Context(), false, replay(t, counter(), 3, 1))
	require.ErrorIs(t, err, verilog.ErrMissingTool)
}

func TestToolsComplain(t *testing.T) {
	needTool(t, "iverilog", "verilator", "yosys")
	bad := []verilog.File{{Name: "bad.v", Content: []byte("module bad (input wire a, output wire b);\n  wire c;\n  assign b = c;\nendmodule\n")}}
	var said *verilog.ToolError
	require.ErrorAs(t, verilog.LintVerilator(t.Context(), "bad", bad), &said)
	assert.Contains(t, said.Output, "%Warning-UNDRIVEN: bad.v:2:8")
	_, err := verilog.Synth(t.Context(), "bad", bad)
	require.ErrorAs(t, err, &said)
	assert.Contains(t, said.Output, "Wire bad.\\c is used but has no driver")
	broken := []verilog.File{{Name: "broken.v", Content: []byte("module broken (;\n")}}
	require.ErrorAs(t, verilog.LintIcarus(t.Context(), "broken", broken), &said)
	assert.Contains(t, said.Output, "broken.v:1")

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, verilog.LintIcarus(cancelled, "bad", bad), context.Canceled)
}

// Two designs in which one module name stands for two texts cannot share a build.
func TestVerilatorSplitsBuilds(t *testing.T) {
	needTool(t, "verilator")
	narrow, wide := replay(t, fifo(3, 1), 50, 2), replay(t, fifo(70, 2), 50, 2)
	results, err := verilog.RunVerilator(t.Context(), false, narrow, wide)
	require.NoError(t, err)
	for _, got := range results {
		assert.NoError(t, got.Err())
	}
}

func TestSamplesThatAreWrong(t *testing.T) {
	read := func(text string) error {
		return verilog.ReadSamples(bytes.NewReader([]byte(text)), counter(), func(int, bool, []*big.Int) error { return nil })
	}
	assert.NoError(t, read("0 1 ff\n"))
	assert.ErrorContains(t, read("0 1 ff\n0 1 x1\n"), `line 2: value is "x1", not a number of 8 bits`)
	assert.ErrorContains(t, read("0 1 100\n"), "not a number of 8 bits")
	assert.ErrorContains(t, read("0 1\n"), "2 values for 3 ports")
	assert.ErrorContains(t, read("0 1 ff\n0 1 f"), "line 2: it has no end; the file was cut off")
	assert.ErrorContains(t, read("0 +1 -f\n"), `enable is "+1", not a number of 1 bits`)
	assert.ErrorContains(t, read("0 1 "+strings.Repeat("0", 1000)), "line 1: more than 270 characters, too many for the values of 3 ports")
}

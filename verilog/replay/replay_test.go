package replay_test

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/internal/designs"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/quality/oracle"
	"posedge/verilog"
	"posedge/verilog/replay"
)

func TestDesignsAgreeWithBothSimulators(t *testing.T) {
	edatest.Need(t, "iverilog", "verilator")
	var all []*replay.Bench
	for i, top := range designs.All() {
		r := designs.Replay(t, top, 300, uint64(i))
		all = append(all, r)
		got, err := replay.Icarus(t.Context(), r, true)
		require.NoError(t, err)
		assert.NoError(t, got.Err())
		require.NoError(t, eda.LintVerilator(t.Context(), top.Name, r.RTL))
		require.NoError(t, eda.LintIcarus(t.Context(), top.Name, r.RTL))
		checkSamples(t, top, got.Samples, i)
	}
	results, err := replay.Verilator(t.Context(), true, all...)
	require.NoError(t, err)
	for i, got := range results {
		assert.NoError(t, got.Err())
		checkSamples(t, designs.All()[i], got.Samples, i)
	}
}

// checkSamples reads the outputs back from what the bench has seen.
func checkSamples(t *testing.T, top *ir.Module, samples []byte, seed int) {
	t.Helper()
	want := designs.Record(top, 300, uint64(seed)).Expected
	cycles := 0
	require.NoError(t, replay.ReadSamples(bytes.NewReader(samples), top, func(cycle int, ports []*big.Int) error {
		var got []uint64
		for i, p := range top.SampledPorts() {
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
	edatest.Need(t, "iverilog", "verilator")
	rec := designs.Record(designs.Counter(), 100, 2)
	rec.Expected[57][0] ^= 4
	oneBit, err := replay.New(rec, verilog.Options{})
	require.NoError(t, err)

	wrongOperator := designs.Replay(t, designs.Fifo(14, 2), 200, 2)
	text := bytes.Replace(wrongOperator.RTL[0].Content, []byte("wr - rd != 3'd4"), []byte("wr - rd == 3'd4"), 1)
	require.NotEqual(t, wrongOperator.RTL[0].Content, text)
	wrongOperator.RTL[0].Content = text

	short := designs.Replay(t, designs.Arbiter(), 100, 3)
	short.Files[2].Content = short.Files[2].Content[:200]
	good := designs.Replay(t, designs.Datapath(), 100, 3)

	for _, r := range []*replay.Bench{oneBit, wrongOperator} {
		got, err := replay.Icarus(t.Context(), r, false)
		require.NoError(t, err)
		assert.Error(t, got.Err(), r.Name)
	}
	results, err := replay.Verilator(t.Context(), false, oneBit, wrongOperator, short, good)
	require.NoError(t, err)
	assert.ErrorContains(t, results[0].Err(), "FAIL counter_tb: cycle 57: value is")
	assert.ErrorContains(t, results[1].Err(), "FAIL fifo_tb: cycle")
	assert.ErrorContains(t, results[2].Err(), "expected.hex is missing, cut off")
	assert.NoError(t, results[3].Err())
}

// Two designs in which one module name stands for two texts cannot share a build.
func TestVerilatorSplitsBuilds(t *testing.T) {
	edatest.Need(t, "verilator")
	narrow, wide := designs.Replay(t, designs.Fifo(3, 1), 50, 2), designs.Replay(t, designs.Fifo(70, 2), 50, 2)
	results, err := replay.Verilator(t.Context(), false, narrow, wide)
	require.NoError(t, err)
	for _, got := range results {
		assert.NoError(t, got.Err())
	}
}

func TestSamplesThatAreWrong(t *testing.T) {
	read := func(text string) error {
		return replay.ReadSamples(bytes.NewReader([]byte(text)), designs.Counter(), func(int, []*big.Int) error { return nil })
	}
	assert.NoError(t, read("0 1 ff\n"))
	assert.ErrorContains(t, read("0 1 ff\n0 1 x1\n"), `line 2: value is "x1", not a number of 8 bits`)
	assert.ErrorContains(t, read("0 1 100\n"), "not a number of 8 bits")
	assert.ErrorContains(t, read("0 1\n"), "2 values for 3 ports")
	assert.ErrorContains(t, read("0 1 ff\n0 1 f"), "line 2: it has no end; the file was cut off")
	assert.ErrorContains(t, read("0 +1 -f\n"), `enable is "+1", not a number of 1 bits`)
	assert.ErrorContains(t, read("0 1 "+strings.Repeat("0", 1000)), "line 1: more than 270 characters, too many for the values of 3 ports")
}

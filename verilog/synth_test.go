package verilog_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/verilog"
)

func dut(body string) []verilog.File {
	return []verilog.File{{Name: "dut.v", Content: []byte("module dut (" + body + "\nendmodule\n")}}
}

// A product takes a DSP block, which counts as a level unless a register in it,
// before or behind the multiplier, cuts the path.
func TestDSPBlocks(t *testing.T) {
	needTool(t, "yosys")
	const ports = "input wire clk, input wire [15:0] a, b, output "
	for _, x := range []struct {
		body string
		want verilog.Stats
	}{
		{ports + "wire [31:0] y); assign y = a * b;", verilog.Stats{DSPs: 1, Levels: 1}},
		{ports + "reg [31:0] y); always @(posedge clk) y <= a * b;", verilog.Stats{DSPs: 1}},
		{ports + "wire [31:0] y); reg [15:0] c, d; always @(posedge clk) begin c <= a; d <= b; end assign y = c * d;", verilog.Stats{DSPs: 1}},
		// The parity is two levels of LUTs, of five and one.
		{ports + "wire y); wire [31:0] p = a * b; assign y = ^p[20:5];", verilog.Stats{DSPs: 1, LUTs: 5, Levels: 3}},
		{ports + "reg [31:0] y); always @(posedge clk) y <= a * b; initial y = 0;", verilog.Stats{DSPs: 1}},
		// A register that the sum of a product comes from is in the block.
		{ports + "reg [31:0] y); always @(posedge clk) y <= y + a * b;", verilog.Stats{DSPs: 1}},
		{ports + "wire y); assign y = ^a;", verilog.Stats{LUTs: 5, Levels: 2}},
	} {
		got, err := verilog.SynthFor(t.Context(), verilog.ICE40DSP, "dut", dut(x.body))
		require.NoError(t, err, x.body)
		assert.Equal(t, x.want, got, x.body)
	}
}

// The same multiplier and its register on each target.
func TestTargets(t *testing.T) {
	needTool(t, "yosys")
	files := dut("input wire clk, input wire [7:0] a, b, output reg [15:0] y); always @(posedge clk) y <= a * b;")
	made := map[verilog.Target]verilog.Stats{}
	for _, target := range []verilog.Target{verilog.ICE40, verilog.ICE40DSP, verilog.LUT6} {
		var err error
		made[target], err = verilog.SynthFor(t.Context(), target, "dut", files)
		require.NoError(t, err, target)
	}
	four, six := made[verilog.ICE40], made[verilog.LUT6]
	assert.Equal(t, verilog.Stats{DSPs: 1}, made[verilog.ICE40DSP])
	assert.Equal(t, verilog.Stats{LUTs: four.LUTs, FFs: 16, Carries: four.Carries, Levels: four.Levels}, four)
	assert.Equal(t, verilog.Stats{LUTs: six.LUTs, FFs: 16, Levels: six.Levels}, six, "it has LUTs and flip-flops alone")
	assert.Positive(t, four.Carries)
	assert.Positive(t, six.LUTs)
	plain, err := verilog.Synth(t.Context(), "dut", files)
	require.NoError(t, err)
	assert.Equal(t, four, plain, "iCE40 is the target where none is given")
	_, err = verilog.SynthFor(t.Context(), 3, "dut", files)
	assert.EqualError(t, err, "verilog: there is no target 3; take verilog.ICE40, ICE40DSP or LUT6")
	assert.Equal(t, "iCE40, iCE40 with DSP blocks, LUT6, target 3", fmt.Sprintf("%v, %v, %v, %v", verilog.ICE40, verilog.ICE40DSP, verilog.LUT6, verilog.Target(3)))
}

// A LUT has six inputs: a parity of 6 bits is one level, of 7 two.
func TestLevelsOfSixInputs(t *testing.T) {
	needTool(t, "yosys")
	for bits, want := range map[int]verilog.Stats{6: {LUTs: 1, Levels: 1}, 7: {LUTs: 2, Levels: 2}} {
		got, err := verilog.SynthFor(t.Context(), verilog.LUT6, "dut", dut(fmt.Sprintf("input wire [%d:0] a, output wire y); assign y = ^a;", bits-1)))
		require.NoError(t, err)
		assert.Equal(t, want, got, "%d bits", bits)
	}
}

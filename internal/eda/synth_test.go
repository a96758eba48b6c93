package eda_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

func dut(body string) []verilog.File {
	return []verilog.File{{Name: "dut.v", Content: []byte("module dut (" + body + "\nendmodule\n")}}
}

// A product takes a DSP block, which counts as a level unless a register in it,
// before or behind the multiplier, cuts the path.
func TestDSPBlocks(t *testing.T) {
	edatest.Need(t, "yosys")
	const ports = "input wire clk, input wire [15:0] a, b, output "
	for _, x := range []struct {
		body string
		want eda.Stats
	}{
		{ports + "wire [31:0] y); assign y = a * b;", eda.Stats{DSPs: 1, Levels: 1}},
		{ports + "reg [31:0] y); always @(posedge clk) y <= a * b;", eda.Stats{DSPs: 1}},
		{ports + "wire [31:0] y); reg [15:0] c, d; always @(posedge clk) begin c <= a; d <= b; end assign y = c * d;", eda.Stats{DSPs: 1}},
		// The parity is two levels of LUTs, of five and one.
		{ports + "wire y); wire [31:0] p = a * b; assign y = ^p[20:5];", eda.Stats{DSPs: 1, LUTs: 5, Levels: 3}},
		{ports + "reg [31:0] y); always @(posedge clk) y <= a * b; initial y = 0;", eda.Stats{DSPs: 1}},
		// A register that the sum of a product comes from is in the block.
		{ports + "reg [31:0] y); always @(posedge clk) y <= y + a * b;", eda.Stats{DSPs: 1}},
		{ports + "wire y); assign y = ^a;", eda.Stats{LUTs: 5, Levels: 2}},
	} {
		got, err := eda.Synth(t.Context(), eda.ICE40DSP, "dut", dut(x.body))
		require.NoError(t, err, x.body)
		assert.Equal(t, x.want, got, x.body)
	}
}

// The same multiplier and its register on each target.
func TestTargets(t *testing.T) {
	edatest.Need(t, "yosys")
	files := dut("input wire clk, input wire [7:0] a, b, output reg [15:0] y); always @(posedge clk) y <= a * b;")
	made := map[eda.Target]eda.Stats{}
	for _, target := range []eda.Target{eda.ICE40, eda.ICE40DSP, eda.LUT6} {
		var err error
		made[target], err = eda.Synth(t.Context(), target, "dut", files)
		require.NoError(t, err, target)
	}
	four, six := made[eda.ICE40], made[eda.LUT6]
	assert.Equal(t, eda.Stats{DSPs: 1}, made[eda.ICE40DSP])
	assert.Equal(t, eda.Stats{LUTs: four.LUTs, FFs: 16, Carries: four.Carries, Levels: four.Levels}, four)
	assert.Equal(t, eda.Stats{LUTs: six.LUTs, FFs: 16, Levels: six.Levels}, six, "it has LUTs and flip-flops alone")
	assert.Positive(t, four.Carries)
	assert.Positive(t, six.LUTs)
	_, err := eda.Synth(t.Context(), 3, "dut", files)
	assert.EqualError(t, err, "eda: there is no target 3; take eda.ICE40, ICE40DSP or LUT6")
	assert.Equal(t, "iCE40, iCE40 with DSP blocks, LUT6, target 3", fmt.Sprintf("%v, %v, %v, %v", eda.ICE40, eda.ICE40DSP, eda.LUT6, eda.Target(3)))
}

// A LUT has six inputs: a parity of 6 bits is one level, of 7 two.
func TestLevelsOfSixInputs(t *testing.T) {
	edatest.Need(t, "yosys")
	for bits, want := range map[int]eda.Stats{6: {LUTs: 1, Levels: 1}, 7: {LUTs: 2, Levels: 2}} {
		got, err := eda.Synth(t.Context(), eda.LUT6, "dut", dut(fmt.Sprintf("input wire [%d:0] a, output wire y); assign y = ^a;", bits-1)))
		require.NoError(t, err)
		assert.Equal(t, want, got, "%d bits", bits)
	}
}

// A memory with its read register, and a module, are taken out of a design; a
// register behind both and its adder stay.
func TestLogicWithoutMemoriesAndModules(t *testing.T) {
	edatest.Need(t, "yosys")
	files := dut(`input wire clk, input wire [7:0] a, input wire write, output reg [7:0] y);
  reg [7:0] mem [0:255];
  reg [7:0] read;
  wire [7:0] z;
  other other (.clk(clk), .a(a), .y(z));
  always @(posedge clk) begin
    if (write) mem[a] <= a;
    read <= mem[a];
    y <= read + z;
  end`)
	files = append(files, verilog.File{Name: "other.v", Content: []byte("module other (input wire clk, input wire [7:0] a, output reg [7:0] y); always @(posedge clk) y <= y ^ a; endmodule\n")})
	all, err := eda.Synth(t.Context(), eda.ICE40, "dut", files)
	require.NoError(t, err)
	assert.Equal(t, 1, all.BRAMs)
	logic, err := eda.SynthLogic(t.Context(), eda.ICE40, "dut", files, "other")
	require.NoError(t, err)
	logic.Levels = 0
	assert.Equal(t, eda.Stats{LUTs: 8, FFs: 8, Carries: 7}, logic)
}

// By modules, an adder of 0 stays an adder, and an inverter between modules does not cancel
// one within them.
func TestSynthesisByModules(t *testing.T) {
	edatest.Need(t, "yosys")
	files := dut(`input wire [7:0] a, b, output wire [7:0] y);
  wire [7:0] x;
  part first (.a(a), .b(b), .y(x));
  part second (.a(~x), .b(8'd0), .y(y));`)
	files = append(files, verilog.File{Name: "part.v", Content: []byte("module part (input wire [7:0] a, b, output wire [7:0] y); assign y = ~(a + b); endmodule\n")})
	whole, err := eda.Synth(t.Context(), eda.ICE40, "dut", files)
	require.NoError(t, err)
	parts, err := eda.SynthModules(t.Context(), "dut", files)
	require.NoError(t, err)
	assert.Equal(t, eda.Stats{LUTs: 8, Carries: 7, Levels: 1}, whole)
	assert.Equal(t, eda.Stats{LUTs: 24, Carries: 14, Levels: 3}, parts)
}

// Yosys 0.23 dies at a memory of two read ports that is written in lanes, where lanes of what one port reads write-first
// stay unread. A user learns whose fault that is.
func TestAFaultOfMemoryShareIsYosyss(t *testing.T) {
	edatest.Need(t, "yosys")
	body := `input clk, input [3:0] e, input [31:0] d, input re, input [1:0] wa, ob, output [7:0] y, output [31:0] o);
  reg [31:0] mem [0:3];
  reg [31:0] q;
  always @(posedge clk) begin
`
	lane := func(format string) {
		for i := range 4 {
			body += fmt.Sprintf(format, i, 8*i+7, 8*i)
		}
	}
	lane("    if (e[%d]) mem[wa][%[2]d:%[3]d] <= d[%[2]d:%[3]d];\n")
	body += "    if (re) begin\n      q <= mem[wa];\n"
	lane("      if (e[%d]) q[%[2]d:%[3]d] <= d[%[2]d:%[3]d];\n")
	body += "    end\n  end\n  assign y = q[7:0];\n  assign o = mem[ob];"
	_, err := eda.Synth(t.Context(), eda.ICE40, "dut", dut(body))
	version, versionErr := eda.Version(t.Context(), "yosys")
	require.NoError(t, versionErr)
	if !strings.Contains(version, "Yosys 0.23 ") {
		t.Skip("this Yosys is not the one with the fault")
	}
	require.ErrorContains(t, err, "fault of Yosys 0.23, not of the design")
	assert.True(t, eda.FailedToShare(err))
}

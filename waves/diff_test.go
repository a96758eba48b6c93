package waves

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wave is a file with an 8-bit tb.a and tb.b and the given changes.
func wave(t *testing.T, timescale, changes string) *File {
	t.Helper()
	return read(t, "$timescale "+timescale+` $end
$scope module tb $end $var reg 8 a a $end $var reg 8 b b $end $upscope $end
$enddefinitions $end
`+changes+"\n")
}

func TestDiff(t *testing.T) {
	const base = "#0 b0 a b0 b #2 b1 a b101 b #4 b10 a #8"
	for _, tc := range []struct {
		name      string
		timescale string
		changes   string
		opts      DiffOptions
		want      string // "" for equal
	}{
		{"equal", "1ns", base, DiffOptions{}, ""},
		{"equal in another unit", "100ps", "#0 b0 a b0 b #20 b1 a b101 b #40 b10 a #80", DiffOptions{}, ""},
		{"equal though written otherwise", "1ns", "#0 b00 a b0000 b #2 b01 a b0101 b #4 b10 a b101 b #9", DiffOptions{}, ""},
		{"a value", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b11 a #8", DiffOptions{},
			"tb.b at #2: 00000101, not 00000111"},
		{"the first in time, not in order", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b11 a #8", DiffOptions{Signals: []string{"tb.a", "tb.b"}},
			"tb.b at #2: 00000101, not 00000111"},
		{"the first in time and in order", "1ns", "#0 b0 a b0 b #1 b1 b #2 b1 a b101 b #4 b11 a #8", DiffOptions{Signals: []string{"tb.b", "tb.a"}},
			"tb.b at #1: 00000000, not 00000001"},
		{"a glitch", "1ns", "#0 b0 a b0 b #1 b1 b #2 b1 a b101 b #4 b10 a #8", DiffOptions{},
			"tb.b at #1: 00000000, not 00000001"},
		{"one signal", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b11 a #8", DiffOptions{Signals: []string{"tb.a"}},
			"tb.a at #4: 00000010, not 00000011"},
		{"an unknown bit", "1ns", "#0 b0 a bx b #2 b1 a b101 b #4 b10 a #8", DiffOptions{},
			"tb.b at #0: 00000000, not xxxxxxxx"},
		{"late", "1ns", "#0 b0 a b0 b #3 b1 a b101 b #4 b10 a #8", DiffOptions{},
			"tb.a at #2: 00000001, not 00000000"},
		{"late, but not at the sample times", "1ns", "#0 b0 a b0 b #3 b1 a b101 b #4 b10 a #8", DiffOptions{Times: []uint64{0, 3, 5}}, ""},
		{"late by less than a unit", "100ps", "#0 b0 a b0 b #21 b1 a b101 b #40 b10 a #80", DiffOptions{},
			"tb.a at #2 (#20): 00000001, not 00000000"},
		{"more at the end", "1ns", base[:len(base)-1] + "7 b0 b #8", DiffOptions{},
			"tb.b at #7: 00000101, not 00000000"},
		{"sampled a phase later", "1ns", "#1 b0 a b0 b #3 b1 a b101 b #5 b10 a #9",
			DiffOptions{Times: []uint64{0, 2, 4}, TimeB: func(t uint64) uint64 { return t + 1 }}, ""},
		{"left out", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b10 a #8",
			DiffOptions{Rename: func(name string) string { return strings.TrimSuffix(name, "tb.b") }}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := Diff(wave(t, "1ns", base), wave(t, tc.timescale, tc.changes), tc.opts)
			require.NoError(t, err)
			if tc.want == "" {
				require.Nil(t, d)
				return
			}
			require.NotNil(t, d)
			require.Equal(t, tc.want, d.String())
		})
	}
}

func TestDiffRefusals(t *testing.T) {
	a := wave(t, "1ns", "#0 b0 a b0 b\n#5")
	other := read(t, "$timescale 1ns $end $scope module tb $end $var reg 9 a a $end $upscope $end $enddefinitions $end #0\n")
	unscaled := read(t, "$scope module tb $end $var reg 8 a a $end $upscope $end $enddefinitions $end #0\n")
	for _, tc := range []struct {
		b    *File
		opts DiffOptions
		want string
	}{
		{a, DiffOptions{Signals: []string{"tb.c"}}, "the first wave has no signal tb.c"},
		{a, DiffOptions{Signals: []string{}}, "no signal to compare"},
		{a, DiffOptions{Rename: func(string) string { return "" }}, "no signal to compare"},
		{a, DiffOptions{Rename: func(n string) string { return "TOP." + n }}, "the second wave has no signal TOP.tb.a, to compare with tb.a of the first"},
		{other, DiffOptions{}, "tb.a is 8 bits in the first wave and 9 bits in the second"},
		{unscaled, DiffOptions{}, "one wave has a time scale and the other has none"},
		{a, DiffOptions{Times: []uint64{}}, "nothing is compared"},
		{a, DiffOptions{Times: []uint64{2, 2}}, "DiffOptions.Times[1] is #2"},
		{a, DiffOptions{Times: []uint64{2, 3}, TimeB: func(t uint64) uint64 { return 9 - t }}, "which is not after the one before"},
		{a, DiffOptions{TimeB: func(t uint64) uint64 { return t }}, "DiffOptions.TimeB needs Times"},
	} {
		_, err := Diff(a, tc.b, tc.opts)
		require.ErrorContains(t, err, tc.want)
	}
}

// Our wave of a counter is held against the one of Icarus.
func TestOurWaveAgreesWithIcarus(t *testing.T) {
	iverilog, vvp := tool(t, "iverilog"), tool(t, "vvp")
	dir := t.TempDir()
	const source = "`timescale 1ns/1ps\n" + `
module counter(input wire clk, input wire enable, output reg [69:0] count);
  initial count = 70'd0;
  always @(posedge clk) if (enable) count <= count + 70'h10_0000_0000_0000_0001;
endmodule
module tb;
  reg clk, enable; wire [69:0] count; integer k;
  counter dut(.clk(clk), .enable(enable), .count(count));
  initial begin
    $dumpfile("t.vcd"); $dumpvars(0, tb);
    clk = 0;
    for (k = 0; k < 20; k = k + 1) begin enable = k % 3 != 0; #1; clk = 1; #1; clk = 0; end
    $finish;
  end
endmodule
`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "t.v"), []byte(source), 0o666))
	for _, args := range [][]string{{iverilog, "-g2005", "-o", "t", "t.v"}, {vvp, "t"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	vcd, err := os.ReadFile(filepath.Join(dir, "t.vcd"))
	require.NoError(t, err)
	theirs := read(t, string(vcd))

	ours := func(step uint64) *File {
		enable := &Var{Name: "enable", Width: 1}
		count := &Var{Name: "count", Width: 70, Kind: Reg}
		top := &Scope{Name: "tb", Vars: []*Var{{Name: "clk", Width: 1, Kind: Clock}, enable, {Name: "count", Width: 70, Alias: count}},
			Scopes: []*Scope{{Name: "dut", Vars: []*Var{{Name: "clk", Width: 1, Kind: Clock}, {Name: "enable", Width: 1, Alias: enable}, count}}}}
		var samples [][]uint64
		low, high := uint64(0), uint64(0)
		for k := range 20 {
			on := uint64(0)
			if k%3 != 0 {
				on = 1
			}
			samples = append(samples, []uint64{on, low, high & 0x3f})
			low, high = low+on*step, high+on*0x10
		}
		return read(t, string(write(t, top, Options{}, samples...)))
	}
	opts := DiffOptions{Rename: func(name string) string {
		if strings.HasSuffix(name, ".clk") {
			return "" // the bench's clock is half a period late
		}
		return name
	}}
	for k := range uint64(20) {
		opts.Times = append(opts.Times, 2*k)
	}
	d, err := Diff(ours(1), theirs, opts)
	require.NoError(t, err)
	require.Nil(t, d)

	d, err = Diff(ours(2), theirs, opts)
	require.NoError(t, err)
	require.NotNil(t, d, "a counter that counts by two")
	require.Equal(t, "tb.count", d.Signal)
	require.Equal(t, uint64(4), d.TimeA)
	require.Equal(t, uint64(4000), d.TimeB)
}

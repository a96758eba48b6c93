package waves

import (
	"fmt"
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
			"tb.b at #2: 5, not 7"},
		{"the first in time, not in order", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b11 a #8", DiffOptions{Signals: []string{"tb.a", "tb.b"}},
			"tb.b at #2: 5, not 7"},
		{"the first in time and in order", "1ns", "#0 b0 a b0 b #1 b1 b #2 b1 a b101 b #4 b11 a #8", DiffOptions{Signals: []string{"tb.b", "tb.a"}},
			"tb.b at #1: 0, not 1"},
		{"a glitch", "1ns", "#0 b0 a b0 b #1 b1 b #2 b1 a b101 b #4 b10 a #8", DiffOptions{},
			"tb.b at #1: 0, not 1"},
		{"one signal", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b11 a #8", DiffOptions{Signals: []string{"tb.a"}},
			"tb.a at #4: 2, not 3"},
		{"an unknown bit", "1ns", "#0 b0 a bx b #2 b1 a b101 b #4 b10 a #8", DiffOptions{},
			"tb.b at #0: 0, not x"},
		{"late", "1ns", "#0 b0 a b0 b #3 b1 a b101 b #4 b10 a #8", DiffOptions{},
			"tb.a at #2: 1, not 0"},
		{"late by less than a unit", "100ps", "#0 b0 a b0 b #21 b1 a b101 b #40 b10 a #80", DiffOptions{},
			"tb.a at #2 (#20): 1, not 0"},
		{"more at the end", "1ns", base[:len(base)-1] + "7 b0 b #8", DiffOptions{},
			"tb.b at #7: 5, not 0"},
		{"before the begin", "1ns", "#0 b0 a b0 b #1 b1 b #2 b1 a b101 b #4 b10 a #8", DiffOptions{From: 2}, ""},
		{"from the begin on", "1ns", "#0 b0 a b0 b #2 b1 a b111 b #4 b10 a #8", DiffOptions{From: 3},
			"tb.b at #3: 5, not 7"},
		{"after the end", "1ns", "#0 b0 a b0 b #2 b1 a b101 b #4 b11 a #8", DiffOptions{End: 4}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d, err := Diff(wave(t, "1ns", base), wave(t, tc.timescale, tc.changes), tc.opts)
			require.NoError(t, err)
			require.Equal(t, "time", d.Unit)
			if tc.want == "" {
				require.Nil(t, d.First)
				return
			}
			require.NotNil(t, d.First)
			at := fmt.Sprintf("at #%d", d.First.TimeA)
			if d.First.TimeB != d.First.TimeA {
				at += fmt.Sprintf(" (#%d)", d.First.TimeB)
			}
			require.Equal(t, tc.want, fmt.Sprintf("%s %s: %s, not %s", d.First.Signal, at, d.First.A.Text(Hex), d.First.B.Text(Hex)))
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
		{a, DiffOptions{Signals: []string{"tb.c"}}, `no signal "tb.c"`},
		{a, DiffOptions{Clock: "clk", ByTime: true}, "ByTime and Clock exclude each other"},
		{a, DiffOptions{Clock: "clk"}, "no signal clk"},
		{a, DiffOptions{From: 9, End: 9}, "no time to compare"},
		{other, DiffOptions{}, "tb.a is 8 bits in the first wave and 9 bits in the second"},
		{unscaled, DiffOptions{Signals: []string{"tb.a"}}, "one wave has a time scale and the other has none"},
		{unscaled, DiffOptions{}, "the second wave has no signal tb.b"},
		{other, DiffOptions{Signals: []string{"tb.b"}}, "the second wave has no signal tb.b"},
	} {
		_, err := Diff(a, tc.b, tc.opts)
		require.ErrorContains(t, err, tc.want)
	}
}

// clocked is a file with a counter that is i in cycle i; it begins the given
// number of units before the first edge.
func clocked(t *testing.T, top, timescale string, before, half, cycles int, count func(i int) int) *File {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "$timescale %s $end\n%s$scope module tb $end $var wire 1 ! clk $end $var reg 8 a count $end $upscope $end\n", timescale, top)
	b.WriteString(strings.Repeat("$upscope $end\n", strings.Count(top, "$scope")) + "$enddefinitions $end\n#0 0! b0 a\n")
	for i := range cycles {
		begin := before + 2*half*i
		// The value settles within the cycle, after a glitch.
		fmt.Fprintf(&b, "#%d 1! b11111111 a\n#%d 0! b%b a\n", begin, begin+half, count(i))
	}
	fmt.Fprintf(&b, "#%d\n", before+2*half*cycles)
	return read(t, b.String())
}

func TestDiffOfCycles(t *testing.T) {
	same := func(i int) int { return i + 1 }
	ours := clocked(t, "", "1ns", 5, 1, 20, same)
	for _, b := range []*File{
		ours,
		clocked(t, "", "1ps", 700, 500, 20, same),
		clocked(t, "$scope module TOP $end\n", "1ns", 1, 5, 20, same),
	} {
		for _, pair := range [][2]*File{{ours, b}, {b, ours}} {
			d, err := Diff(pair[0], pair[1], DiffOptions{})
			require.NoError(t, err)
			require.Equal(t, &Comparison{Unit: "cycle", Signals: 1, Columns: 21, LastA: 20, LastB: 20}, d)
		}
	}

	byTwo := clocked(t, "", "1ps", 700, 500, 20, func(i int) int { return i + 1 + i/7 })
	d, err := Diff(ours, byTwo, DiffOptions{})
	require.NoError(t, err)
	require.Equal(t, &Difference{Signal: "tb.count", Number: 8, TimeA: 20, TimeB: 8699, A: NewValue(8, 8), B: NewValue(8, 9)}, d.First)
	d, err = Diff(ours, byTwo, DiffOptions{End: 8})
	require.NoError(t, err)
	require.Nil(t, d.First)

	d, err = Diff(ours, clocked(t, "", "1ns", 5, 1, 12, same), DiffOptions{})
	require.NoError(t, err)
	require.Equal(t, &Comparison{Unit: "cycle", Signals: 1, Columns: 13, LastA: 20, LastB: 12}, d, "no difference, but one ends before the other")

	unclocked := read(t, "$scope module tb $end $var reg 8 a count $end $upscope $end $enddefinitions $end #0 b0 a #1\n")
	_, err = Diff(ours, ours, DiffOptions{Signals: []string{"clk"}})
	require.ErrorContains(t, err, "no signal to compare")
	_, err = Diff(ours, unclocked, DiffOptions{Signals: []string{"count"}})
	require.ErrorContains(t, err, "the second wave: no signal clk")
}

// Our wave of a counter is compared with the one from Icarus.
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
	d, err := Diff(ours(1), theirs, DiffOptions{})
	require.NoError(t, err)
	require.Equal(t, "cycle", d.Unit)
	require.Nil(t, d.First)

	d, err = Diff(ours(2), theirs, DiffOptions{})
	require.NoError(t, err)
	require.NotNil(t, d.First, "a counter that counts by two")
	require.Equal(t, "tb.count", d.First.Signal)
}

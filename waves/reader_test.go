package waves

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// declared is a head with an 8-bit `!`, a 1-bit `"` and a real `#`.
const declared = `$timescale 1ns $end
$scope module tb $end
$var reg 8 ! count [7:0] $end
$var wire 1 " go $end
$var real 64 # level $end
$upscope $end
$enddefinitions $end
`

func TestReaderRefusals(t *testing.T) {
	inScope := func(s string) string {
		return "$scope module tb $end\n" + s + "\n$upscope $end $enddefinitions $end\n#0\n"
	}
	for _, tc := range []struct{ name, vcd, want string }{
		{"empty", "", "line 1: no $enddefinitions; this is not a VCD"},
		{"another file", "PK\x03\x04", "line 1: the byte 0x03 is not allowed in a VCD"},
		{"no declarations", "#0\n", `line 1: "#0" among the declarations; $enddefinitions is missing`},
		{"no enddefinitions", strings.Replace(declared, "$enddefinitions $end", "#0 1\"", 1), `line 7: "#0" among the declarations; $enddefinitions is missing`},
		{"cut in a declaration", declared[:60], "line 3: the file ends inside $var; it was cut off"},
		{"cut between declarations", declared[:strings.Index(declared, "$upscope")], "line 6: the file ends before $enddefinitions; it was cut off"},
		{"cut after the declarations", declared, "line 8: the file ends before the first time; it was cut off"},
		{"cut in a comment", "$comment and so", "line 1: the file ends inside $comment; it was cut off"},
		{"cut in dumpvars", declared + "#0\n$dumpvars\nb0 !\n", "line 11: the file ends inside $dumpvars; it was cut off"},
		{"cut in a time", declared + "#0\n#1", `line 9: the file ends inside or right after "#1" without a new line; it was cut off`},
		{"cut before an identifier", declared + "#0\nb101\n", "line 10: the file ends between a value and its identifier; it was cut off"},
		{"cut in an identifier", declared + "#0\nb101 !", `line 9: the file ends inside or right after "!" without a new line; it was cut off`},
		{"unknown keyword", "$attrbegin misc $end", `line 1: unknown keyword "$attrbegin" among the declarations`},
		{"late declaration", declared + "#0\n$var wire 1 % x $end\n", `line 9: unknown keyword "$var" among the value changes`},
		{"time scale", "$timescale 5 ns $end", `line 1: the time scale "5ns" is not 1, 10 or 100 of s, ms, us, ns, ps or fs`},
		{"two time scales", "$timescale 1ns $end\n$timescale 1ns $end", "line 2: a second $timescale"},
		{"no time scale in it", "$timescale $end", "line 1: $timescale without its unit"},
		{"scope type", "$scope box s $end", `line 1: unknown scope type "box"`},
		{"scope without name", "$scope module $end", "line 1: $scope without its name"},
		{"scope not ended", "$scope module tb\n$var", `line 2: "$var" in $scope, where $end must stand`},
		{"upscope", "$upscope $end", "line 1: $upscope without an open scope"},
		{"scope left open", "$scope module tb $end\n$enddefinitions $end", `line 2: $enddefinitions inside scope "tb"; $upscope is missing`},
		{"deep", strings.Repeat("$scope module u $end\n", 1001), "line 1001: more than 1000 scopes inside each other"},
		{"long name", "$scope module " + strings.Repeat("u", 1025) + " $end", "line 1: the name of a $scope has 1025 characters; at most 1024 are read"},
		{"variable type", inScope("$var box 1 ! a $end"), `line 2: unknown variable type "box"`},
		{"zero width", inScope("$var wire 0 ! a $end"), `line 2: the width "0" is not a number from 1 to 1048576`},
		{"negative width", inScope("$var wire -1 ! a $end"), `line 2: the width "-1" is not a number`},
		{"huge width", inScope("$var wire 1048577 ! a $end"), `line 2: the width "1048577" is not a number`},
		{"no name", inScope("$var wire 1 ! $end"), "line 2: $var without its name"},
		{"range and width", inScope("$var wire 8 ! a [8:0] $end"), `line 2: "a" is 8 bits, but its range [8:0] is 9`},
		{"range", inScope("$var wire 8 ! a [seven:0] $end"), `line 2: the index "seven" of "a" is not a number`},
		{"range open", inScope("$var wire 8 ! a [7:0 $end"), `line 2: "[7:0" after "a" is not an index`},
		{"two names", inScope("$var wire 8 ! a b $end"), `line 2: "b" after "a" is not an index`},
		{"two ranges", inScope("$var wire 8 ! a [7:0] [7:0] $end"), `line 2: "a" has something after its bit range`},
		{"identifier of two widths", inScope("$var wire 8 ! a $end\n$var wire 9 ! b $end"), `line 3: identifier "!" is declared with 8 bits and here with 9 bits`},
		{"identifier of two types", inScope("$var real 64 ! a $end\n$var wire 1 ! b $end"), `line 3: identifier "!" is declared with a real and here with 1 bit`},
		{"name twice", inScope("$var wire 8 ! a $end\n$var wire 8 % a $end"), `line 3: variable "a" is declared twice in scope "tb"`},
		{"no scope", "$var wire 8 ! a $end", `line 1: variable "a" is outside of every scope`},
		{"unknown identifier", declared + "#0\n1%\n", `line 9: unknown identifier "%"; no $var declares it`},
		{"unknown identifier of a vector", declared + "#0\nb1 %\n", `line 9: unknown identifier "%"`},
		{"value without identifier", declared + "#0\n1\n", `line 9: the value "1" without an identifier`},
		{"time backward", declared + "#7\n#3\n", "line 9: the time #3 comes after #7; time runs backward"},
		{"time not a number", declared + "#1e3\n", `line 8: "#1e3" is not a time`},
		{"time below 0", declared + "#-1\n", `line 8: "#-1" is not a time`},
		{"time beyond 64 bits", declared + "#99999999999999999999999\n", `line 8: the time "#99999999999999999999999" is beyond 9223372036854775807`},
		{"time beyond 63 bits", declared + "#9223372036854775808\n", "is beyond 9223372036854775807"},
		{"too wide", declared + "#0\nb000000000 !\n", "line 9: a vector value of 9 bits for 8 bits"},
		{"scalar for a vector", declared + "#0\n1!\n", `line 9: the scalar value "1!" for 8 bits`},
		{"vector for a real", declared + "#0\nb1 #\n", "line 9: a vector value of 1 bit for a real"},
		{"string for a vector", declared + "#0\nsIDLE !\n", "line 9: a string value for 8 bits"},
		{"scalar for a string", inScope("$var string 0 ! a $end") + "#0\n1!\n", `the scalar value "1!" for a string`},
		{"identifier of a string and a wire", inScope("$var string 0 ! a $end\n$var wire 1 ! b $end"), `line 3: identifier "!" is declared with a string and here with 1 bit`},
		{"real for a vector", declared + "#0\nr1 !\n", "line 9: a real value for 8 bits"},
		{"bad real", declared + "#0\nr1..5 #\n", `line 9: "r1..5" is not a real number`},
		{"bad digit", declared + "#0\nb12 !\n", `line 9: "b12" has the digit '2'; only 0, 1, x and z are digits`},
		{"no digits", declared + "#0\nb !\n", "line 9: a vector value without digits"},
		{"bad value", declared + "#0\nu\"\n", `line 9: "u\"" is neither a time nor a value`},
		{"not ASCII", declared + "#0\n1é\n", "line 9: the byte 0xc3 is not allowed in a VCD"},
		{"NUL", declared + "#0\n1\x00\n", "line 9: the byte 0x00 is not allowed in a VCD"},
		{"end alone", declared + "#0\n$end\n", "line 9: $end without a command"},
		{"dumps nested", declared + "#0\n$dumpvars\n$dumpall\n", "line 10: $dumpall inside $dumpvars; its $end is missing"},
		{"endless word", declared + "#0\nb" + strings.Repeat("0", 3<<20), "line 9: a word of more than 1048577 characters"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(tc.vcd))
			require.ErrorContains(t, err, "waves: VCD line ")
			require.ErrorContains(t, err, tc.want)
		})
	}
}

// Other tools write strings, reals without a width and events: strings are skipped
// and keep their names, the others are signals.
func TestReadSkipsStrings(t *testing.T) {
	f := read(t, "$scope module tb $end $var string 0 ! state $end $var wire 1 \" clk $end $var string 8 # note $end "+
		"$var real 0 $ level $end $var realtime 64 % at $end $var event 1 & done $end $upscope $end $enddefinitions $end\n"+
		"#0\n$dumpvars\nsIDLE !\n1\"\ns #\nr0.5 $\nr1 %\n$end\n#1\nSBUSY\\x20now !\n1&\n#2\n0\"\n")
	var signals, texts []string
	for _, s := range f.Signals() {
		signals = append(signals, s.Path())
	}
	for _, s := range f.Texts() {
		texts = append(texts, s.Path())
	}
	require.Equal(t, []string{"tb.clk", "tb.level", "tb.at", "tb.done"}, signals)
	require.Equal(t, []string{"tb.state", "tb.note"}, texts)

	d, err := f.Diagram(View{Signals: []string{"*"}})
	require.NoError(t, err)
	require.Len(t, d.Rows, 4)
	_, err = f.Diagram(View{Signals: []string{"state"}})
	require.EqualError(t, err, `waves: "state" is a variable of type string, which is not read; choose signals`)
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.vcd")
	_, err := ReadFile(path)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(path, []byte(declared+"#0 1\"\n#4\n"), 0o666))
	f, err := ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, uint64(4), f.End)
	require.NoError(t, os.WriteFile(path, []byte(declared), 0o666))
	_, err = ReadFile(path)
	require.EqualError(t, err, "waves: "+path+": line 8: the file ends before the first time; it was cut off")
}

func TestReadFileHasALimit(t *testing.T) {
	vcd := declared + "#0 1\"\n#4\n"
	_, err := readFile("x.vcd", strings.NewReader(vcd), int64(len(vcd)))
	require.NoError(t, err)
	_, err = readFile("x.vcd", strings.NewReader(vcd), int64(len(vcd)-1))
	require.EqualError(t, err, fmt.Sprintf("waves: x.vcd has more than %d bytes; write fewer signals or cycles", len(vcd)-1))
}

func TestReaderErrorsOfTheDisk(t *testing.T) {
	broken := errors.New("broken")
	for n := range len(declared) {
		_, err := Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(declared[:n]))))
		require.Error(t, err)
	}
	_, err := Read(iotest.ErrReader(broken))
	require.ErrorIs(t, err, broken)
}

func TestEveryCutOfAWaveThatIsNotAtATimeIsRefused(t *testing.T) {
	vcd := string(write(t, job(), Options{}, jobSamples...))
	for n := range len(vcd) {
		f, err := Read(strings.NewReader(vcd[:n]))
		if err == nil {
			// Only a whole change or time at the end of a line can be the end.
			require.Equal(t, byte('\n'), vcd[n-1], "cut at %d", n)
			require.Less(t, f.End, uint64(8))
		}
	}
}

func TestReaderTakesAnyPieces(t *testing.T) {
	vcd := string(write(t, job(), Options{}, jobSamples...))
	whole := read(t, vcd)
	bytewise, err := Read(iotest.OneByteReader(strings.NewReader(vcd)))
	require.NoError(t, err)
	d, err := Diff(whole, bytewise, DiffOptions{ByTime: true})
	require.NoError(t, err)
	require.Nil(t, d.First)
}

func TestReaderTokenLongerThanItsBuffer(t *testing.T) {
	const width = 300_000
	digits := "1" + strings.Repeat("01z0", width/4-1) + "x01"
	f := read(t, "$scope module tb $end $var wire 300000 ! a $end $upscope $end $enddefinitions $end\n#0 b"+digits+" !\n#1\n")
	require.Equal(t, digits, f.Find("tb.a").At(0).String())
}

func TestFourStateValues(t *testing.T) {
	f := read(t, declared+"#0 bX ! x\" #1 b0 ! z\" #2 bz1 ! #3 b0x ! r-2.5e3 # #4 b11111111 ! 1\" #5 bz ! #5 b10 !\n")
	count, go1, level := f.Find("tb.count"), f.Find("tb.go"), f.Find("tb.level")
	for time, want := range []string{"xxxxxxxx", "00000000", "zzzzzzz1", "0000000x", "11111111", "00000010", "00000010"} {
		assert.Equal(t, want, count.At(uint64(time)).String(), "#%d", time)
	}
	n, known := count.At(4).Uint64()
	assert.True(t, known)
	assert.Equal(t, uint64(255), n)
	_, known = count.At(3).Uint64()
	assert.False(t, known)
	assert.False(t, count.At(2).Known())
	assert.Equal(t, byte('z'), count.At(2).Bit(7))
	assert.Equal(t, byte('1'), count.At(2).Bit(0))
	assert.Equal(t, byte('0'), count.At(4).Bit(0)-1)
	assert.Equal(t, "z", go1.At(3).String())
	assert.Equal(t, 3, go1.Len())
	assert.False(t, level.At(2).Known(), "before its first change")
	r, ok := level.At(9).Real()
	assert.True(t, ok)
	assert.Equal(t, -2500.0, r)
	assert.Equal(t, count.At(0), f.Find("tb.count").At(0), "values compare with ==")
	assert.NotEqual(t, count.At(0), count.At(1))
}

func TestWideValueAsNumber(t *testing.T) {
	f := read(t, string(write(t, job(), Options{}, jobSamples...)))
	v := f.Find("tb.dut.wide").At(2)
	_, ok := v.Uint64()
	assert.False(t, ok, "70 bits")
	n, ok := v.Big()
	assert.True(t, ok)
	assert.Equal(t, "2a8000000000000000", n.Text(16))
}

func TestARepeatedValueIsNoChange(t *testing.T) {
	f := read(t, declared+"#0 b1 ! #1 b01 ! #2 b1 ! b10 ! b1 ! #3 b11 !\n#4\n")
	count := f.Find("tb.count")
	require.Equal(t, 2, count.Len())
	at, _ := count.Change(1)
	require.Equal(t, uint64(3), at)
}

func TestAnEventThatRepeatsIsAChange(t *testing.T) {
	f := read(t, "$scope module tb $end $var event 1 ! ready $end $upscope $end $enddefinitions $end\n#2 1! #5 1! #7 1!\n#8\n")
	require.Equal(t, 3, f.Find("tb.ready").Len())
}

func TestTypesOfSystemVerilog(t *testing.T) {
	f := read(t, "$scope interface bus $end $scope struct s $end $var logic 4 ! a [3:0] $end $var shortreal 32 \" r $end $upscope $end $upscope $end $enddefinitions $end\n#0 b1x ! r0.5 \"\n#1\n")
	assert.Equal(t, "001x", f.Find("bus.s.a").At(0).String())
	level, ok := f.Find("bus.s.r").At(0).Real()
	assert.True(t, ok)
	assert.Equal(t, 0.5, level)
}

func TestNamesWithIndices(t *testing.T) {
	f := read(t, `$scope module \a.b $end
$var reg 4 ! mem[3] [3:0] $end
$var reg 4 " \esc[3] [3:0] $end
$var reg 4 # near[3:0] $end
$var reg 1 $ bit [5] $end
$var reg 4 % up [0:3] $end
$scope module gen[0] $end $var reg 1 & q $end $upscope $end
$upscope $end
$enddefinitions $end
#0
`)
	for _, name := range []string{"a.b.mem[3]", "a.b.esc[3]", "a.b.near", "a.b.bit[5]", "a.b.up", "a.b.gen[0].q"} {
		s := f.Find(name)
		require.NotNil(t, s, name)
		require.Equal(t, name, s.Path())
	}
	require.Nil(t, f.Find("a.b"))
	require.Nil(t, f.Find("a.b.mem"))
	require.Equal(t, "a.b.gen[0]", path(f.tops[0], f.tops[0].inner[0].name))
}

const counter = `
module dut(input wire clk, input wire [7:0] a, output reg [7:0] count);
  reg [3:0] mem [0:1];
  real level;
  wire [0:3] rev = a[3:0];
  always @(posedge clk) begin count <= count + a; mem[0] <= a[3:0]; level = level + 0.5; end
  initial begin count = 8'h0; level = 0.5; mem[0] = 4'hf; mem[1] = 4'bxz01; end
  function [3:0] same(input [3:0] x); same = x; endfunction
endmodule
module tb;
  reg clk = 0; reg [7:0] a; wire [7:0] count; event ev; integer k;
  dut dut(.clk(clk), .a(a), .count(count));
  initial begin
    $dumpfile("t.vcd"); $dumpvars(0, tb, dut.mem[0], dut.mem[1]);
    for (k = 0; k < 3; k = k + 1) begin a = k + 1; #1; clk = 1; #1; clk = 0; end
    ->ev; #1 $dumpoff; #5 a = 9; #1 $dumpon; #1 $dumpall; #1 $finish;
  end
endmodule
`

func TestReadsIcarus(t *testing.T) {
	iverilog, vvp := tool(t, "iverilog"), tool(t, "vvp")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "t.v"), []byte(counter), 0o666))
	for _, args := range [][]string{{iverilog, "-g2005", "-o", "t", "t.v"}, {vvp, "t"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	vcd, err := os.ReadFile(filepath.Join(dir, "t.vcd"))
	require.NoError(t, err)
	f := read(t, string(vcd))
	require.Equal(t, "1s", f.Timescale)
	count := f.Find("tb.dut.count")
	for time, want := range []uint64{0, 1, 1, 3, 3, 6, 6} {
		n, known := count.At(uint64(time)).Uint64()
		require.True(t, known)
		require.Equal(t, want, n, "#%d", time)
	}
	assert.Equal(t, "xxxxxxxx", count.At(8).String(), "$dumpoff")
	assert.Equal(t, "00000110", count.At(f.End).String(), "$dumpon")
	assert.Equal(t, "00000000000000000000000000000011", f.Find("tb.k").At(6).String())
	level, ok := f.Find("tb.dut.level").At(6).Real()
	assert.True(t, ok)
	assert.Equal(t, 2.0, level)
	assert.Equal(t, "xz01", f.Find("tb.dut.mem[1]").At(0).String())
	assert.Equal(t, "1111", f.Find("tb.dut.mem[0]").At(0).String())
	assert.Equal(t, "event", f.Find("tb.ev").Type)
	assert.NotNil(t, f.Find("tb.dut.same.x"))
}

// TestReadsVerilator reads a wave as Verilator 5.006 writes it; building one
// takes too long to do here.
func TestReadsVerilator(t *testing.T) {
	vcd, err := os.ReadFile("testdata/verilator.vcd")
	require.NoError(t, err)
	f := read(t, string(vcd))
	assert.Equal(t, "1ns", f.Timescale)
	n, known := f.Find("TOP.tb.u.count").At(25).Uint64()
	assert.True(t, known)
	assert.Equal(t, uint64(3), n)
	big, known := f.Find("TOP.tb.u.wide").At(55).Big()
	assert.True(t, known)
	assert.Equal(t, int64(6*0x1234567), big.Int64())
	assert.Equal(t, "0010", f.Find("TOP.tb.u.mem[0]").At(25).String())
	assert.Equal(t, "1", f.Find("TOP.tb.u.gen[1].q").At(5).String())
	assert.Same(t, f.Find("TOP.tb.clk").trace, f.Find("TOP.tb.u.clk").trace)
}

func BenchmarkRead(b *testing.B) {
	vcd := declared + "#0\n" + strings.Repeat("b10101010 !\nb1 !\n1\"\n0\"\n", 25_000)
	b.SetBytes(int64(len(vcd)))
	for b.Loop() {
		read(b, vcd)
	}
}

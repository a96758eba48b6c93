package waves

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func view(t *testing.T, f *File, v View) string {
	t.Helper()
	d, err := f.Diagram(v)
	require.NoError(t, err)
	return text(t, d)
}

func jobWave(t *testing.T) *File {
	return read(t, string(write(t, job(), Options{}, jobSamples...)))
}

func TestViewOfOurWave(t *testing.T) {
	state := map[string]*Enum{"tb.dut.state": job().Scopes[0].Vars[3].Enum}
	assert.Equal(t, `
cycle  0   1   2   3
start ▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁
out   │0      │ff │80
clk   ▔▔▁▁▔▔▁▁▔▔▁▁▔▔▁▁
`, view(t, jobWave(t), View{}), "the outermost scope")
	assert.Equal(t, `
cycle         1  2  3
state        │busy │done
queue.mem[0] │3
`, view(t, jobWave(t), View{Signals: []string{"state", "queue.mem[0]"}, Enums: state, From: 1}))
	assert.Equal(t, `
cycle         2   3
count        │ff │80
queue.ptr.wr │1  │7
`, view(t, jobWave(t), View{Signals: []string{"count", "ptr.wr"}, From: 2, End: 4}))
}

func TestViewLeavesOutWhatDoesNotChange(t *testing.T) {
	var samples [][]uint64
	for i := range 30 {
		v := uint64(0)
		if i >= 10 {
			v = 1
		}
		if i >= 12 {
			v = 2
		}
		samples = append(samples, []uint64{v})
	}
	w := read(t, string(write(t, &Scope{Name: "tb", Vars: []*Var{{Name: "clk", Width: 1, Kind: Clock}, {Name: "a", Width: 2}}}, Options{}, samples...)))
	assert.Equal(t, `
cycle  0  // 9   10  11  12 // 29
clk   ▔▔▁▁//▔▔▁▁▔▔▁▁▔▔▁▁▔▔▁▁//▔▔▁▁
a     │0  //│0  │1      │2  //│2
`, view(t, w, View{Cut: 2}))
	assert.Equal(t, `
cycle  11  12 // 20
clk   ▔▔▁▁▔▔▁▁//▔▔▁▁
a     │1  │2  //│2
`, view(t, w, View{Cut: 5, From: 11, End: 21}))
	assert.Contains(t, view(t, w, View{Cut: 20}), " 28  29\n")
	assert.Equal(t, `
cycle  10  11  12 // 14
clk   ▔▔▁▁▔▔▁▁▔▔▁▁//▔▔▁▁
a     │1      │2  //│2
`, view(t, w, View{Cut: 1, From: 10, End: 15}), "two are not cut")
}

func TestViewByTime(t *testing.T) {
	f := read(t, declared+"#0 b1 ! 0\"\n#20 b10 ! #23 b11 ! #60 1\"\n#64\n")
	assert.Equal(t, `
time   0  20 23 60
count │1 │2 │3
go    ▁▁▁▁▁▁▁▁▁▔▔▔
level │x
`, view(t, f, View{}), "there is no clk")
	assert.Equal(t, `
time  4   6
out  │ff │80
`, view(t, jobWave(t), View{ByTime: true, Signals: []string{"tb.out"}, From: 1}))
	_, err := jobWave(t).Diagram(View{ByTime: true, Clock: "clk"})
	assert.EqualError(t, err, "waves: ByTime and Clock exclude each other")
}

func TestAnEventIsHighInTheCyclesInWhichItOccurs(t *testing.T) {
	f := read(t, "$scope module t $end $var wire 1 ! clk $end $var event 1 e done $end $upscope $end $enddefinitions $end\n"+
		"#0 1! #1 0! #2 1! 1e #3 0! 1e #4 1! #5 0! #6 1! #7 0! 1e #8\n")
	assert.Equal(t, `
cycle  0  1  2  3
done  ▁▁▁▔▔▔▁▁▁▔▔▔
`, view(t, f, View{Signals: []string{"done"}}))
}

func TestViewOfVerilator(t *testing.T) {
	vcd, err := os.ReadFile("testdata/verilator.vcd")
	require.NoError(t, err)
	assert.Equal(t, `
cycle   0   1        2        3        4        5
clk    ▁▁▁▁▔▔▔▔▔▁▁▁▁▔▔▔▔▔▁▁▁▁▔▔▔▔▔▁▁▁▁▔▔▔▔▔▁▁▁▁▔▔▔▔▔▁▁▁▁
count  │0  │1       │2       │3       │4       │5
mem[0] │0           │1       │2       │3       │4
r      │0  │0.25    │0.5     │0.75    │1       │1.25
wide   │0  │1234567 │2468ace │369d035 │48d159c │5b05b03
`, view(t, read(t, string(vcd)), View{Signals: []string{"u.clk", "count", "mem[0]", "u.r", "wide"}}))
}

func TestViewRefusals(t *testing.T) {
	f := jobWave(t)
	for want, v := range map[string]View{
		`waves: no signal "cuont"`:                                    {Signals: []string{"count", "cuont"}},
		"waves: from cycle 3 to 2: the first comes after the last":    {From: 3, End: 3},
		"waves: nothing to show from cycle 4 on; the wave has 0 to 3": {From: 4},
		"waves: no signal clock":                                      {Clock: "clock"},
		"waves: the clock tb.out is 8 bits; a clock has 1 bit":        {Clock: "out"},
	} {
		_, err := f.Diagram(v)
		assert.EqualError(t, err, want)
	}
	_, err := read(t, declared+"#0 0\"\n#9\n").Diagram(View{Clock: "go"})
	assert.EqualError(t, err, "waves: the clock tb.go has no whole cycle; show the wave by time, or name another clock")
	_, err = read(t, declared+"#0\n#9\n").Diagram(View{})
	assert.EqualError(t, err, "waves: the signals have no values; there is nothing to show")
}

// A cycle ends where the next edge comes. The time before the first edge is a
// cycle; a remainder that is too short is not.
func TestCyclesOfAClock(t *testing.T) {
	for _, tc := range []struct {
		name, changes string
		want          []cycle
	}{
		{"ours", "#0 1! #1 0! #2 1! #3 0! #4", []cycle{{0, 0, 1, false}, {1, 2, 3, false}}},
		{"one cycle", "#0 1! #1 0! #2", []cycle{{0, 0, 1, false}}},
		{"ours, a late window", "#40 1! #45 0! #50 1! #55 0! #60", []cycle{{4, 40, 49, false}, {5, 50, 59, false}}},
		{"one late cycle", "#40 1! #45 0! #50", []cycle{{4, 40, 49, false}}},
		{"a window at an odd time", "#41 1! #46 0! #51 1! #55 0! #61", []cycle{{0, 41, 50, false}, {1, 51, 60, false}}},
		{"a test bench's clock", "#0 0! #5 1! #10 0! #15 1! #20 0! #25 1! #25", []cycle{{0, 0, 4, true}, {1, 5, 14, false}, {2, 15, 24, false}}},
		{"the end between edges", "#0 0! #5 1! #10 0! #15 1! #20 0! #24", []cycle{{0, 0, 4, true}, {1, 5, 14, false}}},
		{"a whole cycle at the end", "#0 0! #5 1! #10 0! #15 1! #20 0! #25", []cycle{{0, 0, 4, true}, {1, 5, 14, false}, {2, 15, 24, false}}},
		{"unknown at first", "#0 x! #7 1! #8 0! #9 1! #10 0! #11", []cycle{{0, 0, 6, true}, {1, 7, 8, false}, {2, 9, 10, false}}},
		{"never high", "#0 0! #100", nil},
		{"never anything", "#0 #100", nil},
	} {
		f := read(t, "$scope module t $end $var wire 1 ! clk $end $upscope $end $enddefinitions $end\n"+tc.changes+"\n")
		clk, err := f.clock("clk")
		require.NoError(t, err)
		assert.Equal(t, tc.want, f.cycles(clk), tc.name)
	}
}

func TestTwoClocksOfOneName(t *testing.T) {
	f := read(t, "$scope module t $end $scope module a $end $var wire 1 ! clk $end $upscope $end $scope module b $end $var wire 1 \" clk $end $upscope $end $upscope $end $enddefinitions $end\n#0 1! 0\"\n#1\n")
	_, err := f.clock("clk")
	assert.EqualError(t, err, "waves: t.a.clk and t.b.clk are two clocks; name one")
	clk, err := f.clock("b.clk")
	require.NoError(t, err)
	assert.Equal(t, "t.b.clk", clk.Path())
}

func TestMatch(t *testing.T) {
	f := jobWave(t)
	for pattern, want := range map[string]string{
		"count":         "tb.dut.count",
		"clk":           "tb.clk",
		"dut.clk":       "tb.dut.clk",
		"tb.*":          "tb.start tb.out tb.clk",
		"queue.*":       "tb.dut.queue.mem[0] tb.dut.queue.mem[1] tb.dut.queue.full[0] tb.dut.queue.in",
		"queue.**":      "tb.dut.queue.mem[0] tb.dut.queue.mem[1] tb.dut.queue.full[0] tb.dut.queue.in tb.dut.queue.ptr.wr",
		"mem[?]":        "tb.dut.queue.mem[0] tb.dut.queue.mem[1]",
		"*":             "tb.start tb.out tb.clk",
		"s*":            "tb.start",
		"dut.s*":        "tb.dut.start tb.dut.state",
		"**.*r":         "tb.dut.queue.ptr.wr",
		"**wr":          "tb.dut.queue.ptr.wr",
		"tb.dut":        "",
		"ut.count":      "",
		"":              "",
		"tb.**.queue.*": "tb.dut.queue.mem[0] tb.dut.queue.mem[1] tb.dut.queue.full[0] tb.dut.queue.in",
	} {
		var got []string
		for _, s := range f.Match(pattern) {
			got = append(got, s.Path())
		}
		assert.Equal(t, want, strings.Join(got, " "), pattern)
	}
}

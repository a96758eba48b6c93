package waves

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/golden"
)

// streamsWave has a stream with two fields, one without a ready, one without data, and bits that only look like parts of one.
func streamsWave(t *testing.T) *File {
	kind := &Enum{Name: "kind", Width: 1, States: []State{{"READ", 0}, {"WRITE", 1}}}
	bit := func(name string) *Var { return &Var{Name: name, Width: 1} }
	top := &Scope{Name: "tb", Vars: []*Var{
		{Name: "clk", Width: 1, Kind: Clock},
		bit("job_valid"), bit("job_ready"), {Name: "job_data_kind", Width: 1, Enum: kind}, {Name: "job_data_at", Width: 8},
		bit("mark_valid"), {Name: "mark_data", Width: 12},
		bit("go_valid"), bit("go_ready"),
		bit("line_valid"), bit("still"),
	}, Scopes: []*Scope{{Name: "inner", Vars: []*Var{bit("job_valid"), bit("job_ready"), bit("mark")}}}}
	return read(t, string(write(t, top, Options{},
		// job: valid ready kind at; mark: valid data; go: valid ready; line, still; inner: job valid ready, mark
		[]uint64{0, 1, 1, 0x12, 0, 0, 0, 0, 1, 1, 0, 0, 0},
		[]uint64{1, 0, 1, 0x12, 1, 0xabc, 1, 1, 0, 1, 0, 0, 0},
		[]uint64{1, 0, 1, 0x12, 1, 0xabc, 1, 1, 0, 1, 0, 0, 0},
		[]uint64{1, 1, 1, 0x12, 0, 0xabc, 1, 0, 0, 1, 0, 0, 0},
		[]uint64{1, 1, 1, 0x12, 0, 0xabc, 1, 0, 0, 1, 0, 0, 0},
		[]uint64{1, 1, 0, 0x34, 0, 0xabc, 0, 0, 0, 1, 0, 0, 0},
		[]uint64{0, 0, 0, 0x34, 0, 0xabc, 0, 0, 0, 1, 0, 0, 0},
		[]uint64{1, 0, 0, 0x56, 0, 0xabc, 0, 0, 0, 1, 0, 0, 0},
	)))
}

var kinds = map[string]*Enum{"tb.job_data_kind": {Name: "kind", Width: 1, States: []State{{"READ", 0}, {"WRITE", 1}}}}

func TestAStreamIsOneRow(t *testing.T) {
	f := streamsWave(t)
	assert.Equal(t, `
cycle         0   1    2    3         4         5        6   7
clk          ▔▔▁▁▔▔▔▁▁▔▔▔▁▁▔▔▔▔▔▁▁▁▁▁▔▔▔▔▔▁▁▁▁▁▔▔▔▔▔▁▁▁▁▔▔▁▁▔▔▔▔▔▁▁▁▁
job{kind at} ▁▁▁▁░░░░░░░░░░│WRITE 12 │WRITE 12 │READ 34 ▁▁▁▁░READ 56░
mark         ▁▁▁▁│abc │abc ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
go           ▁▁▁▁│    │    ░░░░░░░░░░░░░░░░░░░░▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
line_valid   ▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
still        ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
`, view(t, f, View{Streams: true, Enums: kinds}), "a taken beat counts each time, and waits before it is taken")
}

func TestStreamsOfAFile(t *testing.T) {
	f := streamsWave(t)
	assert.Equal(t, []string{"tb.job", "tb.mark", "tb.go", "tb.inner.job"}, f.Streams())
	for pattern, want := range map[string]string{
		"tb.job": `waves: no signal "tb.job", but a stream of that name; choose job_valid and its other signals, or show streams`,
		"line":   `waves: no signal "line"`, // line_valid has neither ready nor data
	} {
		_, err := f.Diagram(View{Signals: []string{pattern}})
		assert.EqualError(t, err, want)
	}
}

func TestChosenPartsOfStreams(t *testing.T) {
	f := streamsWave(t)
	named := func(list ...string) string {
		d, err := f.Diagram(View{Streams: true, Signals: list})
		require.NoError(t, err)
		var rows []string
		for _, r := range d.Rows {
			rows = append(rows, r.head())
		}
		return fmt.Sprint(rows)
	}
	assert.Equal(t, "[job{at}]", named("job_valid", "job_data_at"))
	assert.Equal(t, "[job{at}]", named("job_data_at", "job_ready"), "its place is that of its first part")
	assert.Equal(t, "[job{kind at}]", named("job_ready"), "all of its data")
	assert.Equal(t, "[job{kind at} go]", named("job", "go"), "by name")
	assert.Equal(t, "[mark job{kind at}]", named("mark", "job*"), "a stream outside comes before a signal inside")
	assert.Equal(t, "[job_data_at line_valid]", named("job_data_at", "line_valid"), "data alone is a signal")
	assert.Equal(t, "[job]", named("inner.job"))
	_, err := f.Diagram(View{Streams: true, Signals: []string{"line"}})
	require.EqualError(t, err, `waves: no signal "line"`, "line_valid is no stream")
	_, err = f.Diagram(View{Streams: true, ByTime: true})
	require.ErrorContains(t, err, "streams are shown in the cycles of a clock")
}

func TestAStreamWhoseStateIsUnknown(t *testing.T) {
	f := read(t, `$timescale 1ns $end $scope module tb $end
$var wire 1 c clk $end $var wire 1 v in_valid $end $var wire 1 r in_ready $end $var wire 4 d in_data $end
$upscope $end $enddefinitions $end
#0 1c xv xr b1x d #5 0c #10 1c 1v #15 0c #20 1c 1r #25 0c #30 1c 0v xr #35 0c #40 1c zv #45 0c #50 1c
`)
	assert.Equal(t, `
cycle  0  1  2  3  4
in    ▒▒▒▒▒▒│X ▁▁▁▒▒▒
`, view(t, f, View{Streams: true, Signals: []string{"in"}}))
}

func TestRowsAtRestAreLeftOut(t *testing.T) {
	f := streamsWave(t)
	assert.Equal(t, `
cycle       1   2   3
clk        ▔▔▁▁▔▔▁▁▔▔▁▁
job_ready  ▁▁▁▁▁▁▁▁▔▔▔▔
mark_valid ▔▔▔▔▔▔▔▔▁▁▁▁
go_ready   ▔▔▔▔▔▔▔▔▁▁▁▁

7 rows are at rest and left out
`, view(t, f, View{Changing: true, From: 1, End: 4}))
	d, err := f.Diagram(View{Changing: true, Streams: true, From: 3, End: 5})
	require.NoError(t, err)
	assert.Equal(t, `
cycle         3         4
clk          ▔▔▔▔▔▁▁▁▁▁▔▔▔▔▔▁▁▁▁▁
job{kind at} │WRITE 12 │WRITE 12
go           ░░░░░░░░░░░░░░░░░░░░

3 rows are at rest and left out
`, view(t, f, View{Changing: true, Streams: true, From: 3, End: 5, Enums: kinds}), "a stream that moves equal beats, or waits, is not at rest")
	assert.Equal(t, 3, d.Resting)
	_, err = f.Diagram(View{Changing: true, Signals: []string{"clk", "still"}})
	require.EqualError(t, err, "waves: nothing changes from cycle 0 to 7; show another part, or the rows at rest too")
}

// A row that is left out does not give its scope to the next one.
func TestWhatChangesKeepsItsScope(t *testing.T) {
	bit := func(name string) *Var { return &Var{Name: name, Width: 1} }
	f := read(t, string(write(t, &Scope{Name: "tb", Vars: []*Var{bit("still"), bit("moves")}, Scopes: []*Scope{
		{Name: "inner", Vars: []*Var{bit("still"), bit("moves")}}}}, Options{}, []uint64{0, 0, 0, 0}, []uint64{0, 1, 0, 1})))
	d, err := f.Diagram(View{Changing: true, Signals: []string{"still", "moves", "inner.*"}})
	require.NoError(t, err)
	var rows []string
	for _, r := range d.Rows {
		rows = append(rows, r.Scope+"."+r.Name)
	}
	assert.Equal(t, []string{".moves", "inner.moves"}, rows)
}

func TestRowsBeyondTheLimitAreCounted(t *testing.T) {
	top := &Scope{Name: "tb", Vars: []*Var{{Name: "clk", Width: 1, Kind: Clock}}}
	first, second := make([]uint64, 40), make([]uint64, 40)
	for i := range 40 {
		top.Vars = append(top.Vars, &Var{Name: fmt.Sprintf("s%d", i), Width: 1})
		second[i] = uint64(i) & 1
	}
	f := read(t, string(write(t, top, Options{}, first, second)))
	d, err := f.Diagram(View{})
	require.NoError(t, err)
	assert.Equal(t, []int{24, 0, 17}, []int{len(d.Rows), d.Resting, d.Beyond})
	d, err = f.Diagram(View{Changing: true})
	require.NoError(t, err)
	assert.Equal(t, []int{21, 20, 0}, []int{len(d.Rows), d.Resting, d.Beyond}, "what is left out makes room")
}

func TestACutKeepsEveryTakenBeat(t *testing.T) {
	top := &Scope{Name: "tb", Vars: []*Var{
		{Name: "clk", Width: 1, Kind: Clock}, {Name: "a_valid", Width: 1}, {Name: "a_ready", Width: 1}, {Name: "a_data", Width: 4}}}
	var samples [][]uint64
	for i := range 20 {
		valid := uint64(0)
		if i >= 8 && i < 12 {
			valid = 1
		}
		samples = append(samples, []uint64{valid, 1, 7})
	}
	f := read(t, string(write(t, top, Options{}, samples...)))
	assert.Equal(t, `
cycle  0 // 7  8  9  10 11 12// 19
a     ▁▁▁//▁▁▁│7 │7 │7 │7 ▁▁▁//▁▁▁
`, view(t, f, View{Streams: true, Signals: []string{"a"}, Cut: 2}))
}

func TestSVGOfStreams(t *testing.T) {
	d, err := streamsWave(t).Diagram(View{Streams: true, Changing: true, Enums: kinds, Title: "Streams"})
	require.NoError(t, err)
	svg := picture(t, d)
	golden.Check(t, "testdata/streams.svg", svg)
	assert.Contains(t, element(t, svg, "desc"), "; job: idle, offered WRITE 12 from 1, taken WRITE 12 from 3, taken READ 34 from 5, idle from 6, offered READ 56 from 7")
	assert.Contains(t, svg, ">1 row is at rest and left out</text>")
}

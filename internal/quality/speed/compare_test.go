package speed

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/internal/table"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// small are designs of every kind that a C++ compiler takes in a second or two.
func small() []Design {
	list := []struct {
		name string
		new  func() (hdl.Component, error)
	}{
		{"lfsr", func() (hdl.Component, error) { return newLFSRBank(9), nil }},
		{"crossbar", func() (hdl.Component, error) { return newCrossbar(3), nil }},
		{"fir", func() (hdl.Component, error) { return newFIR(8), nil }},
		{"fma", func() (hdl.Component, error) { return newFMABank(1), nil }},
		{"sha256", func() (hdl.Component, error) { return newSHABank(1), nil }},
		{"rv32i", func() (hdl.Component, error) { return newRV32I(sortProgram()), nil }},
		{"idle", func() (hdl.Component, error) { return newIdle(8), nil }},
		{"memory", func() (hdl.Component, error) { return newMemories(2, 6), nil }},
		{"mesh", func() (hdl.Component, error) { return newMesh(200), nil }},
	}
	var designs []Design
	for _, x := range list {
		designs = append(designs, Design{Name: x.name, New: x.new})
	}
	return designs
}

// Our engines agree about all ports of every design of the suite in every cycle; no
// checksum stands still, and no state of a design is unread.
func TestEnginesAgreeAboutTheSuite(t *testing.T) {
	long.NotShort(t)
	for _, d := range Suite(blocks.All()) {
		if d.Large {
			continue
		}
		b, err := d.elaborate()
		require.NoError(t, err)
		assert.Empty(t, b.Notes, d.Name)
		digests := map[uint64][]string{}
		for _, e := range sim.Engines() {
			if d.Name == "mesh_30000" && e.Name() == sim.Reference().Name() {
				continue // it takes long, and mesh_10000 has the same cells
			}
			p, err := sim.Compile(b.Top, sim.WithEngine(e))
			require.NoError(t, err)
			s := p.New(sim.WithDigest())
			port, err := p.Port("checksum")
			require.NoError(t, err)
			seen := map[uint64]bool{}
			for range 5 {
				require.NoError(t, s.Tick(100))
				seen[s.Get(port)] = true
			}
			assert.Greater(t, len(seen), 3, "%s: the checksum stands still", d.Name)
			digests[s.Digest()] = append(digests[s.Digest()], e.Name())
		}
		assert.Len(t, digests, 1, "%s: %v", d.Name, digests)
	}
}

// The small designs do the same in Icarus and Verilator, cycle by cycle.
func TestOutsideSimulatorsAgree(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	var replays []*replay.Bench
	for _, d := range small() {
		c, err := d.New()
		require.NoError(t, err)
		tb := bench.New(t, c, bench.Record())
		tb.Ticks(400)
		b, err := replay.New(tb.Recording(), verilog.Options{})
		require.NoError(t, err)
		replays = append(replays, b)
		result, err := replay.Icarus(t.Context(), b, false)
		require.NoError(t, err)
		assert.NoError(t, result.Err())
	}
	list, err := replay.Verilator(t.Context(), false, replays...)
	require.NoError(t, err)
	for _, result := range list {
		assert.NoError(t, result.Err())
	}
}

// One small design goes through our engines, with waves and without, and Verilator and
// Icarus without. One build of Verilator takes as long as all else here.
func TestComparisonHasEveryEngine(t *testing.T) {
	long.NotShort(t)
	rows := []string{"verilator", "icarus"}
	for _, e := range sim.Engines() {
		rows = append(rows, e.Name(), e.Name()+vcdSuffix)
	}
	compareSmall(t, rows)
}

// One small design goes through everything that is installed.
func TestLongComparisonHasEveryRow(t *testing.T) {
	long.Only(t)
	compareSmall(t, nil)
}

// compareSmall checks the given rows of a small design, nil for all, of the engines
// that are installed.
func compareSmall(t *testing.T, rows []string) {
	options := Options{Quick: true, Designs: small()[:1], runSeconds: 0.01, rows: rows}
	last, whole := 0, 0
	options.Progress = func(done, total int) {
		assert.Greater(t, done, last)
		last, whole = done, total
	}
	r, err := Compare(context.Background(), options)
	require.NoError(t, err)
	assert.Positive(t, whole)
	assert.Equal(t, whole, last)
	have := map[string]Row{}
	for _, row := range r.Rows {
		have[row.Engine] = row
	}
	wanted := 0
	check := func(e engine, name string) Row {
		row, ran := have[name]
		err := e.available()
		want := err == nil && (rows == nil || slices.Contains(rows, name)) && (e.waves || name == e.name)
		require.Equal(t, want, ran, name)
		if err != nil {
			require.ErrorIs(t, err, eda.ErrMissingTool)
			assert.Contains(t, strings.Join(r.Notes, "\n"), e.name+" is left out")
		}
		if !ran {
			return Row{}
		}
		wanted++
		assert.Equal(t, options.rounds(options.Designs[0]), row.Runs, name)
		assert.Positive(t, row.Build, name)
		assert.LessOrEqual(t, row.Low, row.Rate)
		assert.LessOrEqual(t, row.Rate, row.High)
		assert.Equal(t, e.ours, row.Ours)
		return row
	}
	for _, e := range options.engines() {
		assert.Zero(t, check(e, e.name).VCD, e.name)
		if traced := check(e, e.name+vcdSuffix); traced.Engine != "" {
			assert.Positive(t, traced.VCD, e.name)
		}
	}
	assert.Len(t, r.Rows, wanted, "other rows")
}

func TestComparisonEndsWhenInterrupted(t *testing.T) {
	long.NotShort(t)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	t.Setenv("TMPDIR", t.TempDir())
	results, err := Compare(ctx, Options{Designs: small()[:1]})
	assert.EqualError(t, err, "interrupted")
	assert.Empty(t, results.Rows)
	assert.Equal(t, "0 of 1 designs are compared", results.Notes[len(results.Notes)-1])
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left)
}

// A run of a process reads like one in place: the log of Work is the same but
// for the times.
func TestWorkLogsEveryStop(t *testing.T) {
	text, err := json.Marshal(job{Design: "mesh_1000", Engine: "reference", Limits: limits{Cycles: 200}})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, Work(nil, string(text), &out))
	log, err := readLog(&out, limits{}, func() {})
	require.NoError(t, err)
	var at []uint64
	for _, s := range log.stops {
		at = append(at, s.cycles)
	}
	assert.Equal(t, []uint64{10, 20, 50, 100, 200}, at)
	assert.Positive(t, log.build)

	d, err := Find(nil, "mesh_1000")
	require.NoError(t, err)
	c, err := d.New()
	require.NoError(t, err)
	tb := bench.New(t, c, bench.Engine(sim.Reference()))
	tb.Ticks(199) // after one of reset
	assert.Equal(t, fmt.Sprintf("%016x", tb.Get(c.(*mesh).Checksum)), log.last().checksum)

	assert.ErrorContains(t, Work(nil, "nonsense", io.Discard), "POSEDGE_SPEED_JOB is not a job")
	assert.ErrorContains(t, Work(nil, `{"Design":"nope"}`, io.Discard), `no design "nope"`)
	assert.ErrorContains(t, Work(nil, `{"Design":"rv32i","Engine":"nope"}`, io.Discard), `no engine "nope"`)
}

func TestUnequalChecksumsEndTheComparison(t *testing.T) {
	c := checks{design: "d", seen: map[uint64]checked{}}
	log := func(sums ...string) *runLog {
		l := &runLog{}
		at := uint64(0)
		for _, s := range sums {
			at = nextStop(at)
			l.stops = append(l.stops, stop{cycles: at, checksum: s, seconds: 1})
		}
		return l
	}
	require.NoError(t, c.check("a", log("1", "2", "3")))
	assert.Equal(t, "a", c.seen[50].by, "nobody else came so far")
	require.NoError(t, c.check("a"+vcdSuffix, log("1", "2", "3")))
	assert.Equal(t, "a", c.seen[50].by, "the same engine again")
	require.NoError(t, c.check("b", log("1", "2")))
	assert.Empty(t, c.seen[20].by)
	assert.EqualError(t, c.check("c", log("1", "7")), "d: after 20 cycles c has the checksum 7, and a 2")
}

// The end of the longest run is reached by a second engine, and a checksum that
// is wrong only there is found.
func TestEndOfTheLongestRunIsChecked(t *testing.T) {
	model := func(name string, cycles uint64, final string) *entrant {
		e := &entrant{name: name}
		e.run = func(_ context.Context, l limits) (*runLog, error) {
			log := &runLog{}
			for at := nextStop(0); at <= max(cycles, l.Cycles); at = nextStop(at) {
				s := stop{cycles: at, checksum: fmt.Sprint(at), seconds: float64(at) / 1e6}
				if at == 100 {
					s.checksum = final
				}
				log.stops = append(log.stops, s)
			}
			return log, nil
		}
		return e
	}
	for final, wrong := range map[string]bool{"100": false, "101": true} {
		c := comparison{Options: Options{}}
		k := &checks{design: "d", seen: map[uint64]checked{}}
		list := []*entrant{model("fast", 100, "100"), model("slow", 50, final)}
		for _, e := range list {
			require.NoError(t, e.enter(context.Background(), limits{}, k))
		}
		assert.Equal(t, wrong, c.settle(context.Background(), list, k) != nil)
	}
}

// A run that the machine held up does not make the next ones shorter.
func TestRunsAreAsLongAsTheLongest(t *testing.T) {
	e := &entrant{}
	assert.Zero(t, e.longest())
	for _, cycles := range []uint64{50, 1000, 20} {
		e.logs = append(e.logs, &runLog{stops: []stop{{cycles: 10}, {cycles: cycles}}})
	}
	assert.EqualValues(t, 1000, e.longest())
}

func TestStopsAreOneTwoFive(t *testing.T) {
	var got []uint64
	for n := nextStop(0); n <= 2000; n = nextStop(n) {
		got = append(got, n)
	}
	assert.Equal(t, []uint64{10, 20, 50, 100, 200, 500, 1000, 2000}, got)
	n := uint64(0)
	for n < lastStop {
		n = nextStop(n)
	}
	assert.EqualValues(t, lastStop, n, "the last stop is one")
}

func TestRunsEndWhenTimeAndCyclesAreOver(t *testing.T) {
	l := limits{Seconds: 2, Cycles: 100}
	assert.False(t, l.over(50, 3))
	assert.False(t, l.over(200, 1))
	assert.True(t, l.over(100, 2))
	assert.True(t, l.over(lastStop, 0))
}

func TestBadLogsAreErrors(t *testing.T) {
	for _, text := range []string{"", "nonsense", "10 123 1.0", "10 0000000000000000 -1", "ten 0000000000000000 1", "10 0000000000000000",
		"build x\n10 0000000000000000 1", "10 0000000000000000 1\nvcd 1 x"} {
		_, err := readLog(strings.NewReader(text), limits{}, func() {})
		assert.Error(t, err, "%q", text)
	}
}

// A simulator that has no clock is timed as it speaks, and told when it is enough.
func TestLogsWithoutTimesAreTimed(t *testing.T) {
	enough := 0
	log, err := readLog(strings.NewReader("start\n10 00000000000000ff\n20 0000000000000001\n"), limits{Cycles: 10}, func() { enough++ })
	require.NoError(t, err)
	assert.Equal(t, 1, enough)
	assert.EqualValues(t, 10, log.last().cycles, "what comes after the limit is not read")
}

// What talks nonsense without an end is ended.
func TestProcessThatTalksNonsenseIsEnded(t *testing.T) {
	if _, err := exec.LookPath("yes"); err != nil {
		t.Skip(err)
	}
	_, err := converse(t.Context(), command(t.Context(), t.TempDir(), "yes"), limits{})
	assert.EqualError(t, err, `yes: unexpected line "y" of a run`)

	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err = converse(ctx, command(ctx, t.TempDir(), "sh", "-c", "yes; exit 1"), limits{})
	assert.EqualError(t, err, `sh: unexpected line "y" of a run`, "what a script has started goes on")
}

func TestProcessThatFailsSaysWhy(t *testing.T) {
	_, err := converse(t.Context(), command(t.Context(), "", "sh", "-c", "echo 10 0000000000000000 1; echo broken >&2; exit 3"), limits{})
	assert.EqualError(t, err, "sh: exit status 3: broken")
	_, err = converse(t.Context(), command(t.Context(), "", "sh", "-c", "echo broken >&2; exit 3"), limits{})
	assert.EqualError(t, err, "sh: exit status 3: broken", "before it said anything")
}

// results are made up: ours builds in 10 ms and Verilator in 5 s.
func results() *Results {
	return &Results{
		Rows: []Row{
			{Design: "a<b", Engine: "compiled", Nodes: 1000, Build: 0.01, Rate: 1e6, Low: 0.9e6, High: 1.1e6, Runs: 5, Ours: true},
			{Design: "a<b", Engine: "compiled-vcd", Nodes: 1000, Build: 0.02, Rate: 4e5, Low: 4e5, High: 4e5, Runs: 5, Ours: true, VCD: 2e8},
			{Design: "a<b", Engine: "verilator", Nodes: 1000, Build: 5, Rate: 1.6e6, Low: 1.6e6, High: 1.6e6, Runs: 5, Flags: "-Os"},
			{Design: "a<b", Engine: "verilator-vcd", Nodes: 1000, Build: 6, Rate: 2e5, Low: 2e5, High: 2e5, Runs: 5, VCD: 1e8},
			{Design: "a<b", Engine: "verilator-flatten", Nodes: 1000, Build: 5, Rate: 2e6, Low: 2e6, High: 2e6, Runs: 5, Flags: "--flatten -O2"},
			{Design: "b", Engine: "compiled", Nodes: 300, Build: 0.003, Rate: 8e6, Low: 8e6, High: 8e6, Runs: 5, Ours: true},
			{Design: "b", Engine: "verilator", Nodes: 300, Build: 4, Rate: 1e6, Low: 1e6, High: 1e6, Runs: 5},
			{Design: "b", Engine: "icarus", Nodes: 300, Build: 0.01, Rate: 123.4, Low: 120, High: 130, Runs: 5},
		},
		Notes: []string{"cxxrtl is left out: it is not there"},
	}
}

func TestCSVHasTheFiveColumns(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, results().WriteCSV(&b))
	assert.Equal(t, `design,engine,nodes,build_seconds,cycles_per_second
a<b,compiled,1000,0.010000,1000000.0
a<b,compiled-vcd,1000,0.020000,400000.0
a<b,verilator,1000,5.000000,1600000.0
a<b,verilator-vcd,1000,6.000000,200000.0
a<b,verilator-flatten,1000,5.000000,2000000.0
b,compiled,300,0.003000,8000000.0
b,verilator,300,4.000000,1000000.0
b,icarus,300,0.010000,123.4
`, b.String())
}

func TestTableNamesTheLosers(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, results().WriteTable(table.Wide(&b, 150)))
	text := b.String()
	assert.Contains(t, text, "compiled: 10.0 ms to compile 1000 nodes; against the best Verilator: 2.00x in the geometric mean (0.50x to 8.00x), "+
		"first 10 000 cycles 250x to 944x sooner, with a VCD 2.00x (2.00x); behind on a<b 0.50x\n")
	assert.Contains(t, text, "note: cxxrtl is left out: it is not there\n")
	// 4.99 s of building are made up for at half the speed after that many cycles.
	assert.Regexp(t, `│ a<b +│ compiled +│ .* │ +1\.0e\+07 │`, text)
	assert.Regexp(t, `│ b +│ compiled +│ .* │ +never │`, text)
	assert.Regexp(t, `-10 \+10 %`, text)
}

// A table without Verilator has no ratios, and still comes out.
func TestTableWithoutVerilator(t *testing.T) {
	r := &Results{Rows: results().Rows[:1]}
	var b bytes.Buffer
	require.NoError(t, r.WriteTable(table.Wide(&b, 150)))
	assert.Contains(t, b.String(), "│                 – │")
	assert.NotContains(t, b.String(), "NaN")
	assert.Contains(t, b.String(), "compiled: 10.0 ms to compile 1000 nodes\n")
	b.Reset()
	require.NoError(t, r.WriteSVG(&b))
	assert.NotContains(t, b.String(), "NaN")
}

func TestBreakEven(t *testing.T) {
	ours := Row{Build: 1, Rate: 100}
	assert.InDelta(t, 200, breakEven(ours, []Row{{Build: 2, Rate: 200}}), 1e-9, "1 s later, 1/200 s a cycle sooner")
	assert.InDelta(t, 150, breakEven(ours, []Row{{Build: 2, Rate: 200}, {Build: 2, Rate: 300}}), 1e-9)
	assert.True(t, math.IsInf(breakEven(ours, []Row{{Build: 2, Rate: 50}}), 1))
	assert.Zero(t, breakEven(ours, []Row{{Build: 0.5, Rate: 200}}))
	assert.Zero(t, breakEven(ours, []Row{{Build: 0.5, Rate: 50}}), "sooner at first")
	assert.True(t, math.IsNaN(breakEven(ours, nil)))
}

func TestPlotIsWellFormedAndTheSameForEqualFigures(t *testing.T) {
	var first, second bytes.Buffer
	require.NoError(t, results().WriteSVG(&first))
	require.NoError(t, results().WriteSVG(&second))
	assert.Equal(t, first.String(), second.String())

	count := map[string]int{}
	d := xml.NewDecoder(&first)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			count[e.Name.Local]++
		}
	}
	assert.Equal(t, 1, count["svg"])
	assert.Equal(t, 6, count["polyline"], "a curve for each engine and design without waves")
	assert.Equal(t, 1, count["circle"], "Verilator becomes first on one design")
}

func TestFiguresHaveThreeDigits(t *testing.T) {
	for want, s := range map[string]float64{"1.50 µs": 1.5e-6, "12.3 ms": 0.01234, "1.00 s": 1, "600 s": 600, "27.8 h": 1e5} {
		assert.Equal(t, want, duration(s))
	}
	for want, x := range map[string]float64{"1.23 M": 1.234e6, "45.6 k": 45600, "789": 789} {
		assert.Equal(t, want, rate(x))
	}
}

func TestMedian(t *testing.T) {
	assert.InDelta(t, 3, median([]float64{9, 1, 3}), 0)
	assert.InDelta(t, 2, median([]float64{9, 1, 1, 3}), 0)
}

func TestNothingIsLeftBehind(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("PATH", "")
	_, err := Compare(context.Background(), Options{Quick: true, Designs: small()[:1], runSeconds: 0.01})
	require.NoError(t, err)
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left)
}

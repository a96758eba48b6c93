package bench_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/hdl"
	"posedge/hdl/sim"
)

// gate counts what it lets pass, in two copies; one of its two instances is
// never opened.
type gate struct {
	Open hdl.In
	Hits hdl.Out
}

func newGate() *gate { return &gate{Open: hdl.Input(2), Hits: hdl.Output(8)} }

func (g *gate) Describe(m *hdl.Module) {
	hits := m.Reg("hits_count", 8)
	for i := range 2 {
		m.If(g.Open.Bit(i), func() { hits.Set(hits.Add(1)) })
	}
	m.If(hdl.Const(1, 0), func() { hits.Set(7) })
	m.Cover("opened", g.Open.Ne(0))
	g.Hits.Set(hits)
}

type gates struct {
	Open hdl.In
	A, B hdl.Out
}

func (g *gates) Describe(m *hdl.Module) {
	a, b := hdl.Instance(m, "left", newGate()), hdl.Instance(m, "right", newGate())
	a.Open.Set(hdl.Cat(hdl.Const(1, 0), g.Open))
	b.Open.Set(0)
	g.A.Set(a.Hits)
	g.B.Set(b.Hits)
}

func newGates() *gates {
	return &gates{Open: hdl.Input(1), A: hdl.Output(8), B: hdl.Output(8)}
}

func TestInstancesAndCopiesAreOnePoint(t *testing.T) {
	cov := bench.NewCoverage(nil)
	g := newGates()
	tb := bench.New(t, g, bench.Cover(cov))
	assert.Equal(t, []string{"cover gate.opened at coverage_test.go:34", "if at coverage_test.go:31", "implicit else of the If at coverage_test.go:31",
		"implicit else of the If at coverage_test.go:33"}, cov.Missing(), "reset does not count")
	tb.Ticks(3)
	assert.Equal(t, []string{"cover gate.opened at coverage_test.go:34", "if at coverage_test.go:31"}, cov.Missing())
	tb.Set(g.Open, 1)
	tb.Ticks(2)
	assert.Empty(t, cov.Missing())
	cov.Require(t)
	report := cov.String()
	assert.Regexp(t, `gate +│ +1 of 1 │ +3 of 3 │`, report)
	assert.Regexp(t, `cover gate.opened │ coverage_test.go:34 │ +2 │ +4 │`, report)
	assert.Contains(t, report, "not possible in this design: if at coverage_test.go:33\n")
}

// crossing has two lights.
type crossing struct {
	Car hdl.In
	Go  hdl.Out
}

func (c *crossing) Describe(m *hdl.Module) {
	a, b := hdl.Instance(m, "a", examples.NewTraffic()), hdl.Instance(m, "b", examples.NewTraffic())
	a.Car.Set(c.Car)
	b.Car.Set(c.Car.And(a.Stop))
	c.Go.Set(hdl.Cat(a.Go, b.Go))
	for _, x := range []*examples.Traffic{a, b} {
		hdl.Unused(x.Stop)
		hdl.Unused(x.Yellow)
	}
}

func TestTheReportSaysInHowManyInstances(t *testing.T) {
	cov := &bench.Coverage{}
	c := &crossing{Car: hdl.Input(1), Go: hdl.Output(2)}
	tb := bench.New(t, c, bench.Cover(cov))
	tb.Ticks(3)
	assert.Regexp(t, `state RED of traffic.light +│ traffic.go:\d+ │ +6 │ +│ +2 of 2 │`, cov.String())
	assert.Regexp(t, `state GREEN of traffic.light +│ traffic.go:\d+ │ +0 │ +│ +0 of 2 │`, cov.String())
	tb.Set(c.Car, 1)
	tb.Ticks(2)
	assert.Regexp(t, `state GREEN of traffic.light +│ traffic.go:\d+ │ +2 │ +│ +2 of 2 │`, cov.String())
}

func TestEachInstanceAndCopyCanBeAPoint(t *testing.T) {
	cov := bench.NewCoverage(nil)
	cov.PerInstance = true
	g := newGates()
	tb := bench.New(t, g, bench.Cover(cov))
	tb.Set(g.Open, 1)
	tb.Ticks(2)
	missing := strings.Join(cov.Missing(), "\n")
	assert.Contains(t, missing, "implicit else of the If at coverage_test.go:31 in left")
	report := cov.String()
	assert.Contains(t, report, "not possible in this design: cover right.opened at coverage_test.go:34\n")
	assert.Contains(t, report, "not possible in this design: if at coverage_test.go:31 in left, copy 2\n", "the second copy")
}

func TestRequireNamesWhatIsMissing(t *testing.T) {
	light := func(r bench.Reporter, cov *bench.Coverage, car uint64) *bench.TB {
		c := examples.NewTraffic()
		tb := bench.New(r, c, bench.Cover(cov))
		tb.Set(c.Car, car)
		tb.Ticks(5)
		return tb
	}
	var cov *bench.Coverage
	said := mistake(t, func(r bench.Reporter) {
		cov = bench.NewCoverage(r)
		light(r, cov, 1)
		cov.Require(r, "YELLOW", "implicit else of the If")
	})
	assert.Regexp(t, `^never reached:\n  if at traffic.go:\d+$`, said)
	assert.Contains(t, cov.String(), "never: transition YELLOW -> RED of traffic.light at traffic.go:")
	assert.NotContains(t, cov.String(), "RED -> YELLOW", "no Goto leads there")

	// An exception must be missing from the runs; a report without runs is a mistake.
	assert.Contains(t, mistake(t, func(r bench.Reporter) { light(r, cov, 0); cov.Require(r, "BLUE", "YELLOW", "light", "lse", "if") }), `"BLUE"`)
	assert.Contains(t, mistake(t, func(r bench.Reporter) { bench.NewCoverage(r).Require(r) }), "bench.Cover")
	assert.Contains(t, mistake(t, func(r bench.Reporter) { light(r, cov, 0); cov.Require(r, "") }), "an exception of Require is empty")
	line := regexp.MustCompile(`traffic.go:\d`).FindString(said) // whose number goes on
	assert.Contains(t, mistake(t, func(r bench.Reporter) { cov.Require(r, "YELLOW", "implicit else of the If", line) }), "never reached:\n  if at traffic.go:")
}

// Runs add up, even ones that have ended.
func TestRunsOfOneDesignAddUp(t *testing.T) {
	cov := bench.NewCoverage(t)
	hits := func(state string) uint64 {
		for _, p := range cov.Points() {
			if p.Kind == sim.State && p.Name == state {
				return p.Hits
			}
		}
		return 0
	}
	for seed := range 3 {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			tb := bench.New(t, examples.NewTraffic(), bench.Cover(cov))
			tb.Ticks(7)
			assert.EqualValues(t, 10*seed+7, hits("RED"))
			assert.EqualValues(t, 10*seed+7, hits("RED"), "asking does not count")
			require.NoError(t, tb.Sim().Restore(tb.Sim().Snapshot()), "counts stay")
			tb.Ticks(3)
			assert.EqualValues(t, 10*seed+10, hits("RED"))
		})
		assert.EqualValues(t, 10*seed+10, hits("RED"))
	}
}

// Every engine counts the same, even with waves.
func TestEnginesAgreeOnCoverage(t *testing.T) {
	var reports []string
	for _, e := range sim.Engines() {
		for _, waves := range []bool{false, true} {
			cov := bench.NewCoverage(t)
			opts := []bench.Option{bench.Cover(cov), bench.Engine(e), bench.Seed(3)}
			if waves {
				opts = append(opts, bench.VCD(t.TempDir()+"/x.vcd"))
			}
			tb := bench.New(t, examples.NewTraffic(), opts...)
			tb.Random(500)
			assert.Empty(t, cov.Missing())
			reports = append(reports, cov.String())
		}
	}
	for _, r := range reports {
		assert.Equal(t, reports[0], r)
	}
}

func TestTogglesRiseAndFall(t *testing.T) {
	var reports []string
	for _, e := range sim.Engines() {
		cov := bench.NewCoverage(nil)
		cov.Toggles = true
		c := examples.NewCounter(70)
		tb := bench.New(t, c, bench.Cover(cov), bench.Engine(e))
		missing := func(name string) bool {
			i := slices.IndexFunc(cov.Points(), func(p bench.CoveredPoint) bool { return p.Kind == sim.Toggle && p.Name == name })
			return cov.Points()[i].Hits == 0
		}
		tb.Tick()
		tb.Set(c.Enable, 1)
		tb.Ticks(2)
		assert.True(t, missing("enable"), "it has risen")
		assert.True(t, missing("value[0]"), "it has risen")
		tb.Set(c.Enable, 0)
		tb.Ticks(2)
		assert.False(t, missing("enable"))
		assert.False(t, missing("value[0]"), "2 is 10")
		assert.True(t, missing("value[1]"))
		tb.Reset()
		tb.Tick()
		assert.True(t, missing("value[1]"), "it fell in reset")
		assert.True(t, missing("value[69]"))
		reports = append(reports, cov.String())
		assert.Equal(t, []string{"toggle of counter.value[69:1] at counter.go:13"}, cov.Missing())
		assert.Regexp(t, `counter │ +- │ +2 of 2 │ +- │ +- │ +2 of 71 │`, cov.String())
	}
	assert.Equal(t, reports[0], reports[len(reports)-1])
}

// steady has a bit that is constant.
type steady struct {
	A hdl.In
	Q hdl.Out
}

func (s *steady) Describe(m *hdl.Module) { s.Q.Set(hdl.Cat(hdl.Const(1, 1), s.A)) }

func TestATogglingBitDoesBothAndAConstantIsNotAsked(t *testing.T) {
	cov := bench.NewCoverage(nil)
	cov.Toggles = true
	c := &steady{A: hdl.Input(1), Q: hdl.Output(2)}
	tb := bench.New(t, c, bench.Cover(cov))
	tb.Set(c.A, 1)
	tb.Ticks(2)
	tb.Set(c.A, 0)
	tb.Tick()
	assert.Len(t, cov.Missing(), 2, "to fall is half of it")
	tb.Set(c.A, 1)
	tb.Tick()
	assert.Empty(t, cov.Missing())
	assert.Contains(t, cov.String(), "not possible in this design: toggle of steady.q[1] at")
}

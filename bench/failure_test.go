package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/waves"
)

// fakeTest is a test that fails on purpose.
type fakeTest struct {
	dir      string
	cleanups []func()
	failed   bool
	log      strings.Builder
}

func (f *fakeTest) Helper()                         {}
func (f *fakeTest) Cleanup(c func())                { f.cleanups = append(f.cleanups, c) }
func (f *fakeTest) Failed() bool                    { return f.failed }
func (f *fakeTest) Logf(format string, args ...any) { fmt.Fprintf(&f.log, format+"\n", args...) }
func (f *fakeTest) Errorf(format string, args ...any) {
	f.failed = true
	f.Logf(format, args...)
}
func (f *fakeTest) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	panic(f)
}

// end runs the cleanups as package testing does, the last first.
func (f *fakeTest) end() {
	for len(f.cleanups) > 0 {
		last := len(f.cleanups) - 1
		c := f.cleanups[last]
		f.cleanups = f.cleanups[:last]
		c()
	}
}

// ArtifactDir is made when first asked for; if there is no folder to keep it
// in, its own Cleanup removes it.
func (f *fakeTest) ArtifactDir() string {
	if f.dir == "" {
		dir, err := os.MkdirTemp("", "artifacts")
		if err != nil {
			panic(err)
		}
		f.dir = dir
		f.Cleanup(func() { os.RemoveAll(dir) })
	}
	return f.dir
}

func traffic(f *fakeTest, opts ...bench.Option) {
	light := examples.NewTraffic()
	tb := bench.New(f, light, opts...)
	tb.Ticks(1500)
	tb.Set(light.Car, 1)
	tb.Ticks(5)
	tb.Set(light.Car, 0)
	if tb.Get(light.Go) != 0 {
		f.Errorf("it is green")
	}
}

// The benches that may have caused a failure show their last cycles: not ones
// that were fine, last used before it or made after it.
func TestOnlyTheBenchesOfTheFailureShowTheirLastCycles(t *testing.T) {
	shows := func(run func(f *fakeTest)) (names []string) {
		f := &fakeTest{}
		run(f)
		f.end()
		assert.NoDirExists(t, f.dir)
		for _, m := range regexp.MustCompile(`(?m)^(\w+), the last cycles`).FindAllStringSubmatch(f.log.String(), -1) {
			names = append(names, m[1])
		}
		return names
	}
	counter := func(f *fakeTest) *bench.TB {
		tb := bench.New(f, examples.NewCounter(8))
		tb.Ticks(10)
		return tb
	}
	assert.Equal(t, []string{"traffic"}, shows(func(f *fakeTest) {
		counter(f)
		traffic(f)
	}), "the first was fine")
	assert.Equal(t, []string{"traffic"}, shows(func(f *fakeTest) {
		traffic(f)
		counter(f)
	}), "the second was made after the failure")
	assert.Equal(t, []string{"traffic", "counter"}, shows(func(f *fakeTest) {
		tb := counter(f)
		light := bench.New(f, examples.NewTraffic())
		light.Tick()
		tb.Tick()
		f.Errorf("they differ")
	}), "both were in use")
	assert.Equal(t, []string{"counter"}, shows(func(f *fakeTest) {
		tb := counter(f)
		bench.New(f, examples.NewTraffic()).Tick()
		defer func() { recover() }()
		tb.Get("value")
	}), "a bench that ends the test says so")
}

func TestAFailureShowsItsLastCycles(t *testing.T) {
	f := &fakeTest{dir: t.TempDir()}
	traffic(f, bench.Show("car", "light", "timer.count"))
	f.end()
	_, text, _ := strings.Cut(f.log.String(), "more of them):\n")
	assert.Equal(t, strings.TrimLeft(`
cycle        1495 1496 1497 1498 1499 1500 1501 1502 1503 1504 1505 1506
car         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁
light       │RED                               │GREEN
timer.count │0                                      │1   │2   │3   │4
`, "\n"), strings.TrimRight(text, "\n")+"\n")

	file, err := os.Open(filepath.Join(f.dir, "traffic.vcd"))
	require.NoError(t, err)
	defer file.Close()
	w, err := waves.Read(file)
	require.NoError(t, err)
	light := w.Find("traffic_tb.dut.light")
	require.NotNil(t, light)
	v, _ := light.At(2*1506 + 1).Uint64()
	assert.EqualValues(t, examples.Green, v)
	assert.FileExists(t, filepath.Join(f.dir, "traffic.gtkw"))
}

func TestASuccessLeavesNothing(t *testing.T) {
	f := &fakeTest{dir: t.TempDir()}
	tb := bench.New(f, examples.NewCounter(8))
	tb.Ticks(10)
	f.end()
	entries, err := os.ReadDir(f.dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
	assert.Empty(t, f.log.String())
}

func TestAFailureOfManyBenchesShowsAFew(t *testing.T) {
	f := &fakeTest{dir: t.TempDir()}
	var list []*bench.TB
	for range 6 {
		list = append(list, bench.New(f, examples.NewCounter(8)))
	}
	for _, tb := range list {
		tb.Tick()
	}
	f.Errorf("they differ")
	f.end()
	files, err := filepath.Glob(filepath.Join(f.dir, "*.vcd"))
	require.NoError(t, err)
	assert.Len(t, files, 3)
}

// Signals that Show does not find are refused before the run, not when the waves are needed.
func TestSignalsThatAreNotThereAreRefused(t *testing.T) {
	err := bench.Run(func(r bench.Reporter) { bench.New(r, examples.NewTraffic(), bench.Show("car", "timer.cont")) })
	assert.EqualError(t, err, `bench.Show: traffic has no signal "timer.cont": did you mean timer.count?`)
	err = bench.Run(func(r bench.Reporter) { bench.New(r, examples.NewTraffic(), bench.Show("none.*")) })
	assert.EqualError(t, err, `bench.Show: traffic has no signal "none.*"`)
	err = bench.Run(func(r bench.Reporter) { bench.Prove(r, examples.NewTraffic(), bench.Show("carr")) })
	assert.EqualError(t, err, `bench.Show: traffic has no signal "carr": did you mean car?`)
}

// The rows follow the order of the names and patterns.
func TestShowKeepsTheOrderGiven(t *testing.T) {
	f := &fakeTest{dir: t.TempDir()}
	traffic(f, bench.Show("timer.*", "light", "ca?", "light"))
	f.end()
	var rows []string
	_, picture, _ := strings.Cut(f.log.String(), "more of them):\n")
	for line := range strings.Lines(picture) {
		if name, _, named := strings.Cut(line, " "); named {
			rows = append(rows, name)
		}
	}
	require.Greater(t, len(rows), 4)
	assert.Equal(t, "cycle", rows[0])
	last := len(rows) - 1
	assert.Equal(t, []string{"light", "car"}, rows[last-1:])
	for _, name := range rows[1 : last-1] {
		assert.True(t, strings.HasPrefix(name, "timer."), name)
	}
}

package bench_test

import (
	"fmt"
	"os"
	"path/filepath"
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

// ArtifactDir is made when first asked for, and without a folder to keep it goes
// in a Cleanup of its own.
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

func TestEveryBenchOfAFailedTestShowsItsLastCycles(t *testing.T) {
	f := &fakeTest{}
	traffic(f)
	traffic(f)
	f.end()
	assert.Equal(t, 2, strings.Count(f.log.String(), "traffic, the last cycles"), f.log.String())
	assert.NoDirExists(t, f.dir)
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
	for range 6 {
		traffic(f)
	}
	f.end()
	list, err := filepath.Glob(filepath.Join(f.dir, "*.vcd"))
	require.NoError(t, err)
	assert.Len(t, list, 3)
}

func TestSignalsThatAreNotThereAreNamed(t *testing.T) {
	f := &fakeTest{dir: t.TempDir()}
	traffic(f, bench.Show("carr"))
	f.end()
	assert.Contains(t, f.log.String(), `bench.Show: traffic has no signal "carr"`)
}

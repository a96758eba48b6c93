package bench_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
	"posedge/hdl"
)

// A second goroutine that uses a bench while the first is in one of its cycles gets an
// error; an agent's function, which also runs within the first one's cycle, does not.
func TestABenchIsForOneGoroutine(t *testing.T) {
	uses := map[string]func(tb *bench.TB, d *examples.Decimator){
		"Tick":  func(tb *bench.TB, _ *examples.Decimator) { tb.Tick() },
		"Ticks": func(tb *bench.TB, _ *examples.Decimator) { tb.Ticks(2) },
		"Set":   func(tb *bench.TB, d *examples.Decimator) { tb.Set(d.Out.Ready, 1) },
		"Get":   func(tb *bench.TB, d *examples.Decimator) { tb.Get(d.Out.Valid) },
		"Peek":  func(tb *bench.TB, _ *examples.Decimator) { tb.Peek("count") },
		"until": func(tb *bench.TB, d *examples.Decimator) { tb.RunUntil(d.Out.Valid, 5) },
	}
	for name, use := range uses {
		d := examples.NewDecimator(8)
		var second error
		first := bench.Run(func(r bench.Reporter) {
			other := &split{Reporter: r}
			tb := bench.New(other, d)
			in := bench.Drive(tb, d.In, 0)
			in.Send(1)
			in.When(func() bool {
				tb.Get(d.Out.Valid) // the same goroutine
				done := make(chan struct{})
				go func() {
					defer close(done)
					second = bench.Run(func(r bench.Reporter) {
						other.Reporter = r
						use(tb, d)
					})
				}()
				<-done
				other.Reporter = r
				return true
			})
			tb.Tick()
		})
		require.NoError(t, first, name)
		assert.EqualError(t, second, "two goroutines use the bench of decimator at once; a bench is for one goroutine: "+
			"make one for each, or let agents (When, Each) do what happens side by side", name)
	}
}

// split is a reporter that stands for two.
type split struct{ bench.Reporter }

// One cycle at a time is as random as many at once.
func TestRandomGoesOn(t *testing.T) {
	run := func(calls, cycles int) []uint64 {
		c := &adder{X: hdl.Input(8), Y: hdl.Input(8), Sum: hdl.Output(8)}
		tb := bench.New(t, c)
		var sums []uint64
		for range calls {
			tb.Random(cycles)
			sums = append(sums, tb.Get(c.Sum))
		}
		return sums
	}
	single := run(40, 1)
	different := map[uint64]bool{}
	for _, s := range single {
		different[s] = true
	}
	assert.Greater(t, len(different), 15)
	assert.Equal(t, single[39:], run(1, 40))
}

type adder struct {
	X, Y hdl.In
	Sum  hdl.Out
}

func (a *adder) Describe(*hdl.Module) { a.Sum.Set(a.X.Add(a.Y)) }

func TestNoNegativeNumberOfCycles(t *testing.T) {
	for _, opts := range [][]bench.Option{nil, {bench.Record()}, {bench.VCD(filepath.Join(t.TempDir(), "x.vcd"))}} {
		err := bench.Run(func(r bench.Reporter) { bench.New(r, examples.NewCounter(8), opts...).Ticks(-3) })
		assert.ErrorContains(t, err, "-3")
	}
}

// A panic of the user's code leaves waves that are complete, and no temporary file.
func TestAPanicLeavesCompleteWaves(t *testing.T) {
	dir := t.TempDir()
	assert.PanicsWithValue(t, "the lamp burns", func() {
		_ = bench.Run(func(r bench.Reporter) {
			bench.New(r, examples.NewCounter(8), bench.VCD(filepath.Join(dir, "x.vcd"))).Ticks(5)
			panic("the lamp burns")
		})
	})
	temporary, err := filepath.Glob(filepath.Join(dir, "*.tmp"))
	require.NoError(t, err)
	assert.Empty(t, temporary)
	vcd, err := os.ReadFile(filepath.Join(dir, "x.vcd"))
	require.NoError(t, err)
	assert.True(t, bytes.Contains(vcd, []byte("#10")))
}

func TestPeekLoadAndSnapshotsAreFatal(t *testing.T) {
	tb := bench.New(t, examples.NewCounter(8))
	tb.Ticks(3)
	before := tb.Snapshot()
	tb.Ticks(2)
	tb.Restore(before)
	assert.Equal(t, before, tb.Snapshot())
	err := bench.Run(func(r bench.Reporter) { bench.New(r, examples.NewCounter(8)).Peek("coun") })
	assert.ErrorContains(t, err, `"coun"`)
	err = bench.Run(func(r bench.Reporter) { bench.New(r, examples.NewCounter(8)).Load("mem", 0, 1) })
	assert.ErrorContains(t, err, `"mem"`)
}

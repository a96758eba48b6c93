package bench_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/docs/examples"
)

// decimator is a bench around a small component with streams.
func decimator(r bench.Reporter, opts ...bench.Option) (*bench.TB, *examples.Decimator) {
	d := examples.NewDecimator(8)
	return bench.New(r, d, opts...), d
}

// What makes no sense ends the run with one line that says what to do instead.
func TestNonsenseIsRefused(t *testing.T) {
	on := func(f func(tb *bench.TB, d *examples.Decimator)) func(bench.Reporter) {
		return func(r bench.Reporter) { f(decimator(r)) }
	}
	with := func(opt bench.Option) func(bench.Reporter) {
		return func(r bench.Reporter) { decimator(r, opt) }
	}
	outside := func(tools bench.Tools, runs ...*bench.TB) func(bench.Reporter) {
		return func(r bench.Reporter) { bench.Outside(r, tools, runs...) }
	}
	never := func() bool { return false }
	for want, f := range map[string]func(bench.Reporter){
		"the design is nil; make it with hdl.Elaborate":                                                       func(r bench.Reporter) { bench.NewDesign(r, nil) },
		"a bench is given a nil option; leave it out":                                                         with(nil),
		`bench.VCD has no path; name a file, such as "run.vcd", or leave the option out`:                      with(bench.VCD("")),
		"bench.Memories(-1): it is the most words that a memory in the waves may have; write 0 for no memory": with(bench.Memories(-1)),
		"bench.Cover has a nil Coverage; make one with bench.NewCoverage, or leave the option out":            with(bench.Cover(nil)),
		"a proof is given a nil option; leave it out":                                                         func(r bench.Reporter) { bench.Prove(r, examples.NewCounter(8), nil) },
		"Outside has no tools of the number 0; choose bench.Simulators, bench.Synthesis or bench.AllTools":    outside(0),
		"Outside has no tools of the number 64; choose bench.Simulators, bench.Synthesis or bench.AllTools":   outside(64),
		"Outside has nothing to check; give it benches made with the option Record":                           outside(bench.AllTools),
		"run 0 of Outside is nil; give it benches made with the option Record":                                outside(bench.AllTools, nil),
		"cycle 1: the number of cycles of Random is -1; it is at least 0":                                     on(func(tb *bench.TB, _ *examples.Decimator) { tb.Random(-1) }),
		"cycle 1: the limit of Until is -1; it is at least 0":                                                 on(func(tb *bench.TB, _ *examples.Decimator) { tb.Until(-1, "it", never) }),
		"cycle 1: Until needs a function that says when the end has happened, not nil":                        on(func(tb *bench.TB, _ *examples.Decimator) { tb.Until(1, "the end", nil) }),
		"cycle 1: the limit of RunUntil is -1; it is at least 0":                                              on(func(tb *bench.TB, _ *examples.Decimator) { tb.RunUntil("out_valid", -1) }),
		"cycle 1: the limit of Drain is -1; it is at least 0":                                                 on(func(tb *bench.TB, d *examples.Decimator) { bench.Drive(tb, d.In, 0).Drain(-1) }),
		"cycle 1: the limit of Wait is -1; it is at least 0":                                                  on(func(tb *bench.TB, d *examples.Decimator) { bench.Collect[int](tb, d.Out, 0).Wait(0, -1) }),
		"cycle 1: the number of beats of Wait is -1; it is at least 0":                                        on(func(tb *bench.TB, d *examples.Decimator) { bench.Collect[int](tb, d.Out, 0).Wait(-1, 1) }),
	} {
		t.Run(want, func(t *testing.T) { assert.EqualError(t, bench.Run(f), want) })
	}
}

// Waves that cannot be written are told before the run, and leave no file.
func TestWavesThatCannotBeWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("file", nil, 0o666))
	require.NoError(t, os.Mkdir("folder.vcd", 0o777))
	for path, want := range map[string]string{
		"no/such/x.vcd": "waves: cannot create no/such/x.vcd: no such file or directory",
		"file/x.vcd":    "waves: cannot create file/x.vcd: not a directory",
		"folder.vcd":    "waves: folder.vcd is a folder; name a file in it",
	} {
		assert.EqualError(t, bench.Run(func(r bench.Reporter) { decimator(r, bench.VCD(path)) }), want)
	}
	left, err := os.ReadDir(".")
	require.NoError(t, err)
	assert.Len(t, left, 2)
}

// Behind Close, what would move or change a bench is refused, with and without waves; it can be read.
func TestAClosedBenchCanOnlyBeRead(t *testing.T) {
	t.Chdir(t.TempDir())
	changes := map[string]func(tb *bench.TB, d *examples.Decimator){
		"Tick":     func(tb *bench.TB, _ *examples.Decimator) { tb.Tick() },
		"Ticks":    func(tb *bench.TB, _ *examples.Decimator) { tb.Ticks(4) },
		"Random":   func(tb *bench.TB, _ *examples.Decimator) { tb.Random(2) },
		"Reset":    func(tb *bench.TB, _ *examples.Decimator) { tb.Reset() },
		"RunUntil": func(tb *bench.TB, _ *examples.Decimator) { tb.RunUntil("in_ready", 5) },
		"Until":    func(tb *bench.TB, _ *examples.Decimator) { tb.Until(5, "it", func() bool { return false }) },
		"Set":      func(tb *bench.TB, d *examples.Decimator) { tb.Set(d.Out.Ready, 1) },
		"Load":     func(tb *bench.TB, _ *examples.Decimator) { tb.Load("mem", 0, 1) },
		"Restore":  func(tb *bench.TB, _ *examples.Decimator) { tb.Restore(tb.Snapshot()) },
		"Drive":    func(tb *bench.TB, d *examples.Decimator) { bench.Drive(tb, d.In, 0) },
		"Collect":  func(tb *bench.TB, d *examples.Decimator) { bench.Collect[int](tb, d.Out, 0) },
	}
	for _, opts := range [][]bench.Option{nil, {bench.VCD("x.vcd"), bench.Record()}} {
		for name, change := range changes {
			err := bench.Run(func(r bench.Reporter) {
				tb, d := decimator(r, opts...)
				tb.Ticks(2)
				tb.Close()
				change(tb, d)
			})
			assert.EqualError(t, err, "cycle 3: the bench of decimator is closed: after Close it can only be read; call Close last", name)
		}
		tb, d := decimator(t, opts...)
		tb.Ticks(2)
		tb.Close()
		tb.Close()
		assert.Zero(t, tb.Get(d.Out.Valid))
		assert.Zero(t, tb.GetBig(d.Out.Valid).Sign())
		assert.Zero(t, tb.Peek("count"))
		assert.EqualValues(t, 3, tb.Cycle())
		if opts != nil {
			assert.Len(t, tb.Recording().Stimulus, 3)
		}
	}
}

// A limit of n cycles lets n cycles end, and looks once more.
func TestUntilLooksBehindItsLastCycle(t *testing.T) {
	for limit := range 4 {
		tb := bench.New(t, examples.NewCounter(8))
		began := tb.Cycle()
		tb.Until(limit, "the cycle", func() bool { return tb.Cycle() == began+uint64(limit) })
		assert.EqualValues(t, limit, tb.Cycle()-began)
	}
	err := bench.Run(func(r bench.Reporter) {
		bench.New(r, examples.NewCounter(8)).Until(2, "it", func() bool { return false })
	})
	assert.EqualError(t, err, "cycle 3: it did not happen within 2 cycles")
}

// Subtests, which have goroutines of their own, share a bench by turns.
func TestSubtestsShareABench(t *testing.T) {
	c := examples.NewCounter(8)
	tb := bench.New(t, c)
	tb.Set(c.Enable, 1)
	for n := range uint64(3) {
		t.Run("", func(t *testing.T) {
			assert.Equal(t, n, tb.Get(c.Value))
			tb.Tick()
		})
	}
	assert.EqualValues(t, 3, tb.Get(c.Value))
}

package bench_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// alarm counts while Run is 1; Done is 1 at 100, the inner signal early at 60.
type alarm struct {
	Run  hdl.In
	Done hdl.Out
}

func newAlarm() *alarm { return &alarm{Run: hdl.Input(1), Done: hdl.Output(1)} }

func (a *alarm) Describe(m *hdl.Module) {
	count := m.Reg("count", 8)
	m.If(a.Run, func() { count.Set(count.Add(1)) })
	hdl.Unused(m.Named("early", count.Eq(60)))
	a.Done.Set(count.Eq(100))
}

// However the cycles pass — in one call of the engine, one by one for a recording
// or a digest, into a wave — they are the same.
func TestRunUntilASignal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.vcd")
	for _, options := range [][]bench.Option{nil, {bench.Digest()}, {bench.Record()}, {bench.VCD(path)}} {
		a := newAlarm()
		tb := bench.New(t, a, options...)
		tb.Set(a.Run, 1)
		assert.Equal(t, 60, tb.RunUntil("early", 1000))
		assert.Zero(t, tb.RunUntil("early", 0))
		assert.Equal(t, 40, tb.RunUntil(a.Done, 40))
		assert.EqualValues(t, 101, tb.Cycle(), "one of them in reset")
		assert.EqualValues(t, 1, tb.Get(a.Done))
		tb.Ticks(256)
		assert.EqualValues(t, 1, tb.Get(a.Done))
		tb.Close()
	}
}

func TestRunUntilWithAgents(t *testing.T) {
	f := lib.NewFIFO(hdl.Width(8), 2)
	tb := bench.New(t, f)
	in := bench.Drive(tb, f.Push, 0)
	in.Send(1, 2, 3, 4, 5)
	tb.RunUntil(f.Pop.Valid, 10)
	assert.Equal(t, 1, in.Passed())
}

func TestRunUntilSaysWhatDidNotHappen(t *testing.T) {
	for want, run := range map[string]func(tb *bench.TB, a *alarm){
		"cycle 51: done did not become 1 within 50 cycles":    func(tb *bench.TB, a *alarm) { tb.RunUntil(a.Done, 50) },
		"cycle 6: early did not become 1 within 5 cycles":     func(tb *bench.TB, a *alarm) { tb.RunUntil("early", 5) },
		"count has 8 bits; a run ends at a signal of one bit": func(tb *bench.TB, a *alarm) { tb.RunUntil("count", 5) },
		"cannot tick -3 cycles":                               func(tb *bench.TB, a *alarm) { tb.Ticks(-3) },
		"the limit of RunUntil is -1":                         func(tb *bench.TB, a *alarm) { tb.RunUntil(a.Done, -1) },
	} {
		for _, options := range [][]bench.Option{nil, {bench.Record()}} {
			assert.Contains(t, mistake(t, func(r bench.Reporter) {
				a := newAlarm()
				tb := bench.New(r, a, options...)
				tb.Set(a.Run, 1)
				run(tb, a)
			}), want)
		}
	}
}

// Many cycles in one call give the same waves as one call per cycle.
func TestWavesDoNotDependOnHowTicksAreGrouped(t *testing.T) {
	wave := func(run func(tb *bench.TB)) string {
		path := filepath.Join(t.TempDir(), "run.vcd")
		a := newAlarm()
		tb := bench.New(t, a, bench.VCD(path))
		tb.Set(a.Run, 1)
		run(tb)
		tb.Close()
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		return string(text)
	}
	one := wave(func(tb *bench.TB) {
		for range 3000 {
			tb.Tick()
		}
	})
	assert.Equal(t, one, wave(func(tb *bench.TB) { tb.Ticks(3000) }))
	assert.Equal(t, one, wave(func(tb *bench.TB) {
		tb.Ticks(3000 - tb.RunUntil("early", 60))
	}))
}

func TestADigestIsAskedFor(t *testing.T) {
	assert.Contains(t, mistake(t, func(r bench.Reporter) { bench.New(r, newAlarm()).Digest() }),
		"the bench has no digest; make it with the option Digest")
	a, b := bench.New(t, newAlarm(), bench.Digest()), bench.New(t, newAlarm(), bench.Record())
	a.Ticks(10)
	b.Ticks(10)
	assert.Equal(t, a.Digest(), b.Digest())
	b.Tick()
	assert.NotEqual(t, a.Digest(), b.Digest())
}

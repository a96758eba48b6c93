package command

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/hdl"
)

type wideBlinker struct {
	blinker
	More hdl.Out
}

func (b *wideBlinker) Describe(m *hdl.Module) {
	b.blinker.Describe(m)
	b.More.Set(b.Enable)
}

// What is exported and checked is the run of what the variant makes, and long enough.
func TestARecordingIsOfWhatTheVariantMakes(t *testing.T) {
	exercise := func(x hdl.Component, cycles int) func(r bench.Reporter, seed uint64, _ int, opts ...bench.Option) *bench.TB {
		return func(r bench.Reporter, seed uint64, _ int, opts ...bench.Option) *bench.TB {
			tb := bench.New(r, x, opts...)
			tb.Random(cycles)
			return tb
		}
	}
	wide := &wideBlinker{blinker{Enable: hdl.Input(1), Lamp: hdl.Output(1)}, hdl.Output(1)}
	short, _ := newBlinker(lamp{})
	for want, f := range map[string]func(r bench.Reporter, seed uint64, cycles int, opts ...bench.Option) *bench.TB{
		"Exercise ran another design, wide_blinker, than New makes, blinker": exercise(wide, 30),
		"Exercise ran 6 cycles, not at least the 20":                         exercise(short, 5),
		"Exercise returns no bench":                                          func(bench.Reporter, uint64, int, ...bench.Option) *bench.TB { return nil },
		"Exercise panics at command/guard_test.go:": func(bench.Reporter, uint64, int, ...bench.Option) *bench.TB {
			panic("the lamp burns")
		},
	} {
		v := blinkerBlock().Variants[0]
		v.Exercise = f
		_, err := record(v, 20)
		assert.ErrorContains(t, err, want)
	}
}

// A function of a block that ends its goroutine, as a test's FailNow does, has not succeeded.
func TestEndingTheGoroutineIsAnError(t *testing.T) {
	b := blinkerBlock()
	b.Scenarios = b.Scenarios[:1]
	b.Scenarios[0].Run = func(*bench.TB, *unit.Env) error { runtime.Goexit(); return nil }
	var out, err bytes.Buffer
	assert.Equal(t, exitFailed, run(t.Context(), []unit.Block{b}, []string{"run", "blinker"}, &out, &err))
	assert.Contains(t, err.String(), "blinker blink: a function of the block ended its goroutine")
	b.Variants[0].New = func() (hdl.Component, error) { runtime.Goexit(); return nil, nil }
	assert.Equal(t, exitFailed, run(t.Context(), []unit.Block{b}, []string{"list"}, &out, &err))
}

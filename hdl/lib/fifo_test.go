package lib_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// fifoForms are the forms of a queue with their latencies.
var fifoForms = []struct {
	name    string
	options []lib.FIFOOption
	latency int
}{
	{"asynchronous", nil, 1},
	{"registered", []lib.FIFOOption{lib.RegisteredOutput()}, 2},
	{"block", []lib.FIFOOption{lib.BlockRAM()}, 2},
	{"block_registered", []lib.FIFOOption{lib.BlockRAM(), lib.RegisteredOutput()}, 3},
	{"fall_through", []lib.FIFOOption{lib.FallThrough()}, 0},
}

var fifoDepths = []int{1, 2, 3, 4, 5, 8, 13}

func fifo(depth int, options []lib.FIFOOption) passage {
	f := lib.NewFIFO(hdl.Width(12), depth, options...)
	return passage{f, f.Push, f.Pop}
}

func TestFIFOKeepsBeatsInOrder(t *testing.T) {
	for _, form := range fifoForms {
		for _, depth := range fifoDepths {
			t.Run(fmt.Sprintf("%s/%d", form.name, depth), func(t *testing.T) {
				t.Parallel()
				passes(t, func() passage { return fifo(depth, form.options) })
			})
		}
	}
}

func TestLatencyAndThroughputOfFIFOs(t *testing.T) {
	for _, form := range fifoForms {
		for _, depth := range fifoDepths {
			latency, beats := speed(t, fifo(depth, form.options))
			assert.Equal(t, form.latency, latency, "%s of depth %d", form.name, depth)
			want := 120
			if depth <= form.latency {
				want = 120 * depth / (form.latency + 1)
			}
			assert.Equal(t, want, beats, "%s of depth %d", form.name, depth)
		}
	}
}

// The level counts every beat that went in and did not come out, wherever it is,
// and the queue takes exactly depth of them.
func TestFIFOFillsToItsDepth(t *testing.T) {
	for _, form := range fifoForms {
		for _, depth := range fifoDepths {
			f := lib.NewFIFO(hdl.Width(8), depth, form.options...)
			tb := bench.New(t, f)
			tb.Set(f.Push.Valid, 1)
			for i := range depth {
				assert.EqualValues(t, i, tb.Get(f.Level), "%s", form.name)
				assert.EqualValues(t, 1, tb.Get(f.Push.Ready), "%s of depth %d takes beat %d", form.name, depth, i)
				tb.Tick()
			}
			tb.Ticks(3)
			assert.EqualValues(t, depth, tb.Get(f.Level), "%s", form.name)
			assert.EqualValues(t, 0, tb.Get(f.Push.Ready), "%s of depth %d is full", form.name, depth)

			tb.Set(f.Push.Valid, 0)
			tb.Set(f.Pop.Ready, 1)
			tb.Ticks(depth)
			assert.EqualValues(t, 0, tb.Get(f.Level), "%s: a beat a cycle comes out", form.name)
			assert.EqualValues(t, 0, tb.Get(f.Pop.Valid), "%s is empty", form.name)
		}
	}
}

func TestFIFOsThatCannotBeBuilt(t *testing.T) {
	refused(t, lib.NewFIFO(hdl.Width(8), 0), "FIFO: a queue has at least 1 entry, not 0")
	refused(t, lib.NewFIFO(hdl.Width(8), 4, lib.FallThrough(), lib.RegisteredOutput()), "leave out FallThrough or RegisteredOutput")
	refused(t, lib.NewFIFO(hdl.Width(8), 4, lib.FallThrough(), lib.BlockRAM()), "leave out FallThrough or BlockRAM")
}

func TestWavesOfFIFOs(t *testing.T) {
	for _, form := range fifoForms {
		f := lib.NewFIFO(hdl.Width(8), 3, form.options...)
		picture(t, "fifo_"+form.name, f, func(tb *bench.TB) {
			offer(tb, passage{f, f.Push, f.Pop}, 0xa0, "00000111")
			tb.Set(f.Push.Valid, 0)
			for _, ready := range "1111110110" {
				tb.Set(f.Pop.Ready, ready-'0')
				tb.Tick()
			}
		}, "push_*", "pop_*", "level")
	}
}

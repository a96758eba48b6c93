package bench_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// lines runs a queue with a driver and a monitor as given, and returns what valid
// at the sink and ready at the source were in each cycle after the reset.
func lines(t *testing.T, cycles int, set func(in *bench.Driver, out *bench.Monitor[uint8])) (valid, ready string) {
	f := lib.NewFIFO(hdl.Width(8), 16)
	tb := bench.New(t, f)
	in := bench.Drive(tb, f.Push, 0)
	out := bench.Collect[uint8](tb, f.Pop, 0)
	set(in, out)
	for i := range 20 {
		in.Send(i)
	}
	digit := map[uint64]string{0: "0", 1: "1"}
	for range cycles {
		ready += digit[tb.Get(f.Pop.Ready)]
		tb.Tick()
		valid += digit[tb.Get(f.Push.Valid)]
	}
	return valid, ready
}

func TestDriversAndMonitorsFollowPatterns(t *testing.T) {
	valid, ready := lines(t, 9, func(in *bench.Driver, out *bench.Monitor[uint8]) {
		in.Pattern("1101_0")
		out.Pattern("10 0")
	})
	assert.Equal(t, "110101101", valid)
	assert.Equal(t, "100100100", ready)

	valid, ready = lines(t, 9, func(in *bench.Driver, out *bench.Monitor[uint8]) {
		in.Bursts(3, 2)
		out.Bursts(1, 1)
	})
	assert.Equal(t, "111001110", valid)
	assert.Equal(t, "101010101", ready)
}

// Back-pressure may come from the test: here it has room for three beats.
func TestAMonitorIsReadyWhenTheTestSaysSo(t *testing.T) {
	f := lib.NewFIFO(hdl.Width(8), 4)
	tb := bench.New(t, f)
	in := bench.Drive(tb, f.Push, 0)
	out := bench.Collect[uint8](tb, f.Pop, 0)
	room := 3
	out.When(func() bool { return out.Passed() < room })
	in.Send(1, 2, 3, 4, 5, 6)
	tb.Ticks(20)
	assert.Equal(t, []uint8{1, 2, 3}, out.Beats())
	assert.Zero(t, in.Waiting(), "three of them wait in the queue")
	room = 6
	out.Wait(6, 20)
	assert.Equal(t, []uint8{1, 2, 3, 4, 5, 6}, out.Beats())
}

func TestDrainAndWaitEnd(t *testing.T) {
	f := lib.NewFIFO(hdl.Width(8), 4)
	tb := bench.New(t, f)
	in := bench.Drive(tb, f.Push, 0.5)
	out := bench.Collect[uint8](tb, f.Pop, 0.5)
	in.Send(1, 2, 3, 4, 5, 6)
	in.Drain(100)
	require.Equal(t, 6, in.Passed())
	out.Wait(6, 100)
	out.Wait(6, 0)

	stuck := func(end func(in *bench.Driver, out *bench.Monitor[uint8])) string {
		return mistake(t, func(r bench.Reporter) {
			f := lib.NewFIFO(hdl.Width(8), 4)
			tb := bench.New(r, f)
			in := bench.Drive(tb, f.Push, 0)
			out := bench.Collect[uint8](tb, f.Pop, 0)
			out.When(func() bool { return false })
			in.Send(1, 2, 3, 4, 5, 6)
			end(in, out)
		})
	}
	assert.Equal(t, "cycle 31: 2 beats for push did not pass within 30 cycles",
		stuck(func(in *bench.Driver, _ *bench.Monitor[uint8]) { in.Drain(30) }))
	assert.Equal(t, "cycle 31: 0 beats of pop passed within 30 cycles, not 1",
		stuck(func(_ *bench.Driver, out *bench.Monitor[uint8]) { out.Wait(1, 30) }))
	for _, text := range []string{"", "000", "12"} {
		assert.Contains(t, stuck(func(in *bench.Driver, _ *bench.Monitor[uint8]) { in.Pattern(text) }), "a pattern is 1 (go) and 0 (pause)")
	}
	assert.Contains(t, stuck(func(_ *bench.Driver, out *bench.Monitor[uint8]) { out.Bursts(0, 3) }), "at least 1 cycle")
}

// In a reset cycle no beat passes, and a waiting one may go away.
func TestAResetEmptiesStreamsWithoutAMistake(t *testing.T) {
	f := lib.NewFIFO(hdl.Width(8), 4)
	tb := bench.New(t, f)
	in := bench.Drive(tb, f.Push, 0)
	out := bench.Collect[uint8](tb, f.Pop, 0)
	room := 0
	out.When(func() bool { return out.Passed() < room })
	in.Send(1, 2)
	tb.Ticks(5)
	in.Send(3)
	tb.Tick()
	assert.EqualValues(t, 1, tb.Get(f.Pop.Valid))
	tb.Reset()
	room = 9
	tb.Ticks(5)
	assert.Equal(t, []uint8{3}, out.Beats(), "1 and 2 were in the queue, 3 was offered in the cycle of reset")
}

// fickle offers a beat in one cycle of four and does not wait for ready.
type fickle struct{ Out hdl.Source[hdl.Bits] }

func (f *fickle) Describe(m *hdl.Module) {
	n := m.Reg("n", 2)
	n.Set(n.Add(1))
	f.Out.Send(n.Eq(2), n)
	hdl.Unused(f.Out.Ready)
}

func TestAMonitorCatchesABeatThatGoesAway(t *testing.T) {
	assert.Equal(t, "cycle 4: out breaks the rule of streams: out_valid fell before the beat offered since cycle 3 had passed",
		mistake(t, func(r bench.Reporter) {
			c := &fickle{hdl.NewSource(hdl.Width(2))}
			tb := bench.New(r, c)
			bench.Collect[uint8](tb, c.Out, 0).When(func() bool { return false })
			tb.Ticks(10)
		}))
}

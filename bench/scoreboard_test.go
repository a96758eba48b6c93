package bench_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl/lib"
)

// queued is a bench around a queue of points, with a driver and a monitor.
func queued(r bench.Reporter) (*bench.TB, *bench.Driver, *bench.Monitor[wideValue]) {
	f := lib.NewFIFO(point(), 4)
	tb := bench.New(r, f, bench.Seed(4))
	return tb, bench.Drive(tb, f.Push, 0.2), bench.Collect[wideValue](tb, f.Pop, 0.2)
}

type wideValue struct {
	X uint16
	Y big.Int
}

func at(x uint16, y int64) wideValue { return wideValue{X: x, Y: *big.NewInt(y)} }

// ptr is a beat as Send takes it: a big.Int inside needs an address.
func ptr(x uint16, y int64) *wideValue {
	v := at(x, y)
	return &v
}

func TestScoreboardsPassWhatComesAsExpected(t *testing.T) {
	for _, name := range []string{"in order", "multiset", "by key"} {
		t.Run(name, func(t *testing.T) {
			tb, in, out := queued(t)
			beats := []wideValue{at(1, 0), at(2, 7), at(1, 0), at(3, 1)}
			type scoreboard interface {
				Expect(...wideValue)
				Drain(int)
				Waiting() int
				Seen() int
			}
			var s scoreboard
			switch name {
			case "in order":
				s = bench.NewScoreboard(out)
				s.Expect(beats...)
			case "multiset":
				s = bench.NewUnordered(out, nil)
				s.Expect(beats[3], beats[0], beats[2], beats[1])
			case "by key":
				s = bench.NewUnordered(out, func(p wideValue) any { return p.X })
				s.Expect(beats[3], beats[0], beats[2], beats[1])
			}
			for _, b := range beats {
				in.Send(&b)
			}
			assert.Equal(t, 4, s.Waiting())
			s.Drain(100)
			assert.Equal(t, 4, s.Seen())
			assert.Len(t, out.Beats(), 4, "the monitor keeps them as well")
			tb.Ticks(10)
		})
	}
}

func TestScoreboardsNameTheFirstDifference(t *testing.T) {
	byX := func(p wideValue) any { return p.X }
	wide := new(big.Int).Lsh(big.NewInt(1), 70)
	for name, c := range map[string]struct {
		want string
		run  func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue])
	}{
		"value": {`^cycle \d+: beat 1 of pop: Y is 5, not 0x400000000000000000\n  got      {X:2 Y:5}\n  expected {X:2 Y:0x400000000000000000}$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				s := bench.NewScoreboard(out)
				s.Expect(at(1, 4), wideValue{2, *wide})
				in.Send(ptr(1, 4), ptr(2, 5))
				s.Drain(50)
			}},
		"too many": {`^cycle \d+: beat 1 of pop is {X:2 Y:5}, and no more were expected$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewScoreboard(out).Expect(at(1, 4))
				in.Send(ptr(1, 4), ptr(2, 5))
				tb.Ticks(50)
			}},
		"leftovers": {`^2 expected beats of pop did not come by cycle 51, when the test ended; the first is beat 1, {X:2 Y:5}$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewScoreboard(out).Expect(at(1, 4), at(2, 5), at(3, 6))
				in.Send(ptr(1, 4))
				tb.Ticks(50)
			}},
		"drain": {`^cycle 21: an expected beat of pop did not come within 20 cycles; the first is beat 0, {X:2 Y:5}$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				s := bench.NewScoreboard(out)
				s.Expect(at(2, 5))
				s.Drain(20)
			}},
		"not of the stream": {`^cycle 1: expected beat of pop: pop_data_x is 12 bits, the value 5000 does not fit$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewScoreboard(out).Expect(at(5000, 5))
			}},
		"unknown": {`^cycle \d+: beat 0 of pop is unknown: nobody expects {X:9 Y:5}; expected are {X:1 Y:4}$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewUnordered(out, nil).Expect(at(1, 4))
				in.Send(ptr(9, 5))
				tb.Ticks(50)
			}},
		"duplicate": {`^cycle \d+: beat 1 of pop is a duplicate: {X:1 Y:4} came in cycle \d+ already and is not expected again$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewUnordered(out, nil).Expect(at(1, 4), at(2, 4))
				in.Send(ptr(1, 4), ptr(1, 4))
				tb.Ticks(50)
			}},
		"missing": {`^an expected beat of pop did not come by cycle 51, when the test ended; the first is {X:2 Y:4} \(key 2\)$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewUnordered(out, byX).Expect(at(2, 4), at(1, 4))
				in.Send(ptr(1, 4))
				tb.Ticks(50)
			}},
		"order within a key": {`^cycle \d+: beat 1 of pop, key 1: Y is 6, not 5\n  got      {X:1 Y:6}\n  expected {X:1 Y:5}$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewUnordered(out, byX).Expect(at(1, 5), at(1, 6), at(2, 0))
				in.Send(ptr(2, 0), ptr(1, 6), ptr(1, 5))
				tb.Ticks(50)
			}},
		"key": {`^cycle 1: the key of {X:1 Y:5} is a \[\]int, which Go cannot compare$`,
			func(tb *bench.TB, in *bench.Driver, out *bench.Monitor[wideValue]) {
				bench.NewUnordered(out, func(wideValue) any { return []int{1} }).Expect(at(1, 5))
			}},
	} {
		said := mistake(t, func(r bench.Reporter) {
			tb, in, out := queued(r)
			c.run(tb, in, out)
		})
		assert.Regexp(t, c.want, said, name)
	}
}

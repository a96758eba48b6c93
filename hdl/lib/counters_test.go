package lib_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

func TestSaturatingCounterStopsAtItsEnds(t *testing.T) {
	inEngines(t, func(t *testing.T, engine bench.Option) {
		for _, limit := range []int{1, 2, 3, 5, 8, 100} {
			c := lib.NewSaturatingCounter(limit)
			tb := bench.New(t, c, engine)
			rng := rand.New(rand.NewPCG(uint64(limit), 0))
			want, low, high := 0, 0, 0
			for k := range 2000 {
				up, down := rng.IntN(2), rng.IntN(2)
				if phase := k / 250 % 2; rng.IntN(4) > 0 { // runs to both ends
					up, down = 1-phase, phase
				}
				tb.Set(c.Up, up)
				tb.Set(c.Down, down)
				assert.EqualValues(t, want, tb.Get(c.Value), "limit %d", limit)
				tb.Tick()
				next := want + up - down
				if next < 0 {
					low++
				}
				if next > limit {
					high++
				}
				want = min(max(next, 0), limit)
			}
			assert.NotZero(t, low)
			assert.NotZero(t, high)
		}
	})
	refused(t, lib.NewSaturatingCounter(0), "the limit of a saturating counter is at least 1, not 0")
}

func TestEdgeDetectorComparesWithTheCycleBefore(t *testing.T) {
	inEngines(t, func(t *testing.T, engine bench.Option) {
		e := lib.NewEdgeDetector(8)
		tb := bench.New(t, e, engine)
		before := uint8(0)
		for _, v := range numbers(200, 8) {
			now := uint8(v)
			tb.Set(e.In, now)
			assert.EqualValues(t, now&^before, tb.Get(e.Rise))
			assert.EqualValues(t, before&^now, tb.Get(e.Fall))
			assert.EqualValues(t, now^before, tb.Get(e.Either))
			before = now
			tb.Tick()
		}
	})
}

func TestWavesOfCounters(t *testing.T) {
	c := lib.NewSaturatingCounter(3)
	picture(t, "saturating_counter", c, func(tb *bench.TB) {
		play(tb, map[*hdl.In]string{&c.Up: "0111110111000000", &c.Down: "0000000100111110"})
	}, "up", "down", "value")

	e := lib.NewEdgeDetector(1)
	picture(t, "edge_detector", e, func(tb *bench.TB) {
		play(tb, map[*hdl.In]string{&e.In: "00111010000"})
	}, "in", "rise", "fall", "either")
}

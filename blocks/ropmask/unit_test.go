package ropmask_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
)

// configs are the units that are built and tested.
func configs() []ropmask.Config {
	var list []ropmask.Config
	for _, e := range []ropmask.Embodiment{ropmask.PerTarget, ropmask.PackedOnce} {
		for _, lanes := range []int{1, 2, 4, 8} {
			list = append(list, ropmask.NewConfig(lanes, e))
		}
	}
	return list
}

func eachConfig(t *testing.T, f func(t *testing.T, c ropmask.Config)) {
	for _, c := range configs() {
		t.Run(fmt.Sprintf("%d lanes %v", c.Lanes, c.Embodiment), func(t *testing.T) {
			t.Parallel()
			f(t, c)
		})
	}
}

// harness drives a unit and holds it against the model.
type harness struct {
	*bench.TB
	unit    *ropmask.Unit
	model   ropmask.Model
	driver  *bench.Driver
	targets [ropmask.Targets]*bench.Monitor[ropmask.TargetValue]
	want    [ropmask.Targets][]ropmask.TargetValue
	results []ropmask.Result
	beats   []int // of each pixel
}

func newHarness(t testing.TB, c ropmask.Config, gap, stall float64, opts ...bench.Option) *harness {
	u, err := ropmask.New(c)
	require.NoError(t, err)
	h := &harness{TB: bench.New(t, u, opts...), unit: u, model: ropmask.Model{Embodiment: c.Embodiment, Default: c.Default}}
	h.driver = bench.Drive(h.TB, u.Pixels, gap)
	for i := range h.targets {
		h.targets[i] = bench.Collect[ropmask.TargetValue](h.TB, u.Targets[i], stall)
	}
	return h
}

func (h *harness) pixel(t testing.TB, s ropmask.State, vectors []ropmask.Vector) ropmask.Result {
	r, err := h.model.Pixel(s, vectors)
	require.NoError(t, err)
	for _, w := range r.Writes {
		h.want[w.Target] = append(h.want[w.Target], w.Value())
	}
	h.results = append(h.results, r)
	h.beats = append(h.beats, len(vectors))
	for _, b := range ropmask.Beats(s, vectors) {
		h.driver.Send(b)
	}
	return r
}

// finish runs until everything has come out, and compares.
func (h *harness) finish(t testing.TB, limit int) {
	written := func() int {
		n := 0
		for _, m := range h.targets {
			n += len(m.Beats())
		}
		return n
	}
	writes, sent, conventional := 0, 0, 0
	for _, r := range h.results {
		writes += len(r.Writes)
		sent += len(r.Sent)
		conventional += r.Conventional
	}
	h.Until(limit, "the last write", func() bool { return h.driver.Waiting() == 0 && written() >= writes })
	h.Ticks(100) // nothing may come after
	for i, m := range h.targets {
		require.Equal(t, len(h.want[i]), len(m.Beats()), "writes of target %d", i)
		for k, w := range h.want[i] {
			require.Equal(t, w, m.Beats()[k], "write %d of target %d", k, i)
		}
	}
	assert.EqualValues(t, sent, h.Get(h.unit.Sent), "components sent")
	assert.EqualValues(t, conventional, h.Get(h.unit.Conventional), "components that a conventional shader sends")
}

func TestRandomPixelsComeOutAsTheModelSays(t *testing.T) {
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		rng := rand.New(rand.NewPCG(uint64(c.Lanes), uint64(c.Embodiment)))
		h := newHarness(t, c, 0.3, 0.3, bench.PowerOn(7))
		for range 400 {
			s := ropmask.RandomState(rng)
			h.pixel(t, s, ropmask.RandomPixel(rng, s))
		}
		h.finish(t, 40000)
	})
}

func TestADefaultColourOfItsOwn(t *testing.T) {
	c := ropmask.NewConfig(4, ropmask.PackedOnce)
	c.Default = ropmask.Color{1, 2, 3, 4}
	rng := rand.New(rand.NewPCG(1, 2))
	h := newHarness(t, c, 0, 0.5)
	for range 100 {
		s := ropmask.RandomState(rng)
		h.pixel(t, s, ropmask.RandomPixel(rng, s))
	}
	h.finish(t, 10000)
}

// A pixel takes max(1, ceil(n/lanes), writes) cycles and the next follows
// without a bubble, whatever the mixture; the vectors come in one a cycle.
func TestPixelsFollowWithoutABubble(t *testing.T) {
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 99))
			h := newHarness(t, c, 0, 0)
			var few []ropmask.State // a mixture of very different pixels
			for range 1 + seed*2 {
				few = append(few, ropmask.RandomState(rng))
			}
			cycles := 0
			for i := range 120 {
				s := few[i%len(few)]
				vectors := generated(rng, s)
				r := h.pixel(t, s, vectors)
				cycles += max(len(vectors), r.Cycles(c.Lanes))
			}
			start := h.Cycle()
			done := -1
			for range cycles + 1000 {
				h.Tick()
				n := 0
				for i, m := range h.targets {
					n += len(m.Beats()) - len(h.want[i])
				}
				if n == 0 && h.driver.Waiting() == 0 {
					done = int(h.Cycle() - start)
					break
				}
			}
			require.NotEqual(t, -1, done, "seed %d: not done", seed)
			// The latency of the first pixel comes on top: its vectors, and its
			// way through bank, crossbar and window; and the last one's writes.
			assert.LessOrEqual(t, done, cycles+8+8+8, "seed %d: %d pixels", seed, len(h.results))
		}
	})
}

// generated returns just the vectors that the state generates, so that the
// input does not hold the pixel up; a pixel has at least one.
func generated(rng *rand.Rand, s ropmask.State) []ropmask.Vector {
	var list []ropmask.Vector
	for _, v := range ropmask.RandomPixel(rng, s) {
		if s.Generates(v.Index) != 0 {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		list = append(list, ropmask.Vector{})
	}
	return list
}

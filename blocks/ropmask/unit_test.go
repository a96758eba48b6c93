package ropmask_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/hdl"
	"posedge/internal/long"
)

// eachConfig tests every unit that is built.
func eachConfig(t *testing.T, f func(t *testing.T, c ropmask.Config)) {
	for _, e := range []isa.Embodiment{isa.PerTarget, isa.PackedOnce} {
		for _, lanes := range []int{1, 2, 4, 8} {
			t.Run(fmt.Sprintf("%d lanes %v", lanes, e), func(t *testing.T) {
				t.Parallel()
				f(t, ropmask.NewConfig(lanes, e))
			})
		}
	}
}

func TestDescriptionLeavesNothingUnread(t *testing.T) {
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		u, err := ropmask.New(c)
		require.NoError(t, err)
		d, err := hdl.Elaborate(u)
		require.NoError(t, err)
		assert.Empty(t, d.Notes)
	})
}

func TestParametersThatCannotBeBuiltAreRefused(t *testing.T) {
	_, err := ropmask.New(ropmask.NewConfig(3, isa.PerTarget))
	assert.EqualError(t, err, "ropmask: 3 lanes cannot be built; choose 1, 2, 4 or 8")
	for _, half := range []hdl.Component{
		ropmask.NewPixelShader(ropmask.NewConfig(3, isa.PerTarget)),
		ropmask.NewRasterOps(ropmask.NewConfig(3, isa.PerTarget)),
	} {
		_, err = hdl.Elaborate(half)
		assert.ErrorContains(t, err, "3 lanes cannot be built")
	}
	_, err = ropmask.New(ropmask.NewConfig(4, 2))
	assert.EqualError(t, err, "ropmask: there is no embodiment 2; use PerTarget or PackedOnce")
}

// The harness compares every write, its order at each target, and the counters
// with the model; power-on is random, so nothing depends on unreset registers.
func TestRandomPixelsComeOutAsTheModelSays(t *testing.T) {
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		h := stimulus.Exercise(t, c, 7, 3000, bench.PowerOn(7))
		assert.Greater(t, len(h.Results), 100)
	})
}

// Vectors that the output map enables but that do not arrive count as not generated: the registers show nothing of an
// earlier pixel.
func TestVectorsThatDoNotArrive(t *testing.T) {
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		rng := rand.New(rand.NewPCG(9, uint64(c.Lanes)))
		h := stimulus.NewHarness(t, c, 0.1, 0.1, bench.PowerOn(3))
		for range 200 {
			s := stimulus.State(rng)
			vectors := stimulus.Pixel(rng, s)
			h.Send(s, vectors[:1+rng.IntN(len(vectors))])
		}
		h.Finish(40000)
	})
}

func TestAnotherDefaultColour(t *testing.T) {
	c := ropmask.NewConfig(4, isa.PackedOnce)
	c.Default = isa.Color{1, 2, 3, 4}
	stimulus.Exercise(t, c, 1, 1000)
	assert.Equal(t, "l1_per_target", ropmask.NewConfig(1, isa.PerTarget).Name())
	other := ropmask.NewConfig(1, isa.PerTarget)
	other.Default = isa.Color{1, 2, 3, 0xffffffff}
	assert.Equal(t, "l1_per_target_default_00000001_00000002_00000003_ffffffff", other.Name(), "two default colours are two modules")
}

// A target that is never ready stops the unit; nothing is lost when it goes on.
func TestBackPressureFromOneTargetLosesNothing(t *testing.T) {
	c := ropmask.NewConfig(4, isa.PackedOnce)
	rng := rand.New(rand.NewPCG(3, 4))
	h := stimulus.NewHarness(t, c, 0, 0.95)
	for range 60 {
		s := stimulus.State(rng)
		h.Send(s, stimulus.Pixel(rng, s))
	}
	h.Finish(60 * 8 * 40)
}

// A pixel takes max(1, ceil(n/lanes), writes) cycles and the next follows
// without a bubble, whatever the mixture; one vector comes in per cycle.
func TestPixelsFollowWithoutABubble(t *testing.T) {
	long.NotShort(t)
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		for seed := range uint64(5) {
			rng := rand.New(rand.NewPCG(seed, 99))
			h := stimulus.NewHarness(t, c, 0, 0)
			var few []model.State // a mixture of very different pixels
			for range 1 + seed*3 {
				few = append(few, stimulus.State(rng))
			}
			cycles := 0
			for i := range 80 {
				s := few[i%len(few)]
				vectors := generated(rng, s)
				r := h.Send(s, vectors)
				cycles += max(len(vectors), r.Cycles(c.Lanes))
			}
			start := h.Cycle()
			h.Until(cycles+1000, "the last write", h.Done)
			// A latency is added that does not grow with the number of pixels: the first
			// one's way through, and the last one's writes.
			assert.LessOrEqual(t, int(h.Cycle()-start), cycles+24, "seed %d: %d pixels", seed, len(h.Results))
		}
	})
}

// Pixels of one kind pass at exactly the rate of the formula.
func TestEachKindOfPixelPassesAtItsRate(t *testing.T) {
	long.NotShort(t)
	eachConfig(t, func(t *testing.T, c ropmask.Config) {
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 5))
			s := stimulus.State(rng)
			vectors := generated(rng, s)
			var at []uint64
			h := stimulus.NewHarness(t, c, 0, 0)
			h.OnWrite = func(int, model.TargetWrite) { at = append(at, h.Cycle()) }
			var r model.Result
			for range 40 {
				r = h.Send(s, vectors)
			}
			h.Finish(5000)
			if n := len(r.Writes); n > 0 {
				first, last := at[20*n-1], at[39*n-1]
				assert.EqualValues(t, 19*max(len(vectors), r.Cycles(c.Lanes)), last-first, "seed %d: %d beats, %d components, %d writes", seed, len(vectors), len(r.Sent), n)
			}
		}
	})
}

// generated returns just the vectors that the state generates, so that the
// input does not hold the pixel up; a pixel has at least one.
func generated(rng *rand.Rand, s model.State) []model.Vector {
	var list []model.Vector
	for _, v := range stimulus.Pixel(rng, s) {
		if s.Generates(v.Index) != 0 {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		list = append(list, model.Vector{})
	}
	return list
}

// The first write comes three cycles after the pixel's last vector: one cycle
// each for registers, crossbar and window.
func TestTheFirstWriteComesThreeCyclesAfterTheLastVector(t *testing.T) {
	h := stimulus.NewHarness(t, ropmask.NewConfig(4, isa.PackedOnce), 0, 0)
	var at []uint64
	h.OnWrite = func(int, model.TargetWrite) { at = append(at, h.Cycle()) }
	k := kind(t, "one vector to all", "1110", "1111 1111", toAll)
	h.Send(k.state, k.vectors)
	h.Until(50, "the vector's passing", func() bool { return h.Get(h.Unit.Pixels.Valid) == 1 })
	passed := h.Cycle()
	h.Finish(100)
	assert.EqualValues(t, 3, at[0]-passed)
}

package stimulus_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/stimulus"
)

// changes counts the bits that have switched so far.
func changes(tb *bench.TB) (n uint64) {
	for _, x := range tb.Activity().Instances() {
		n += x.Total()
	}
	return n
}

// switches counts the bits that switch in a bench's unit in 100 cycles, after 20 in which it comes to rest.
func switches(tb *bench.TB) uint64 {
	tb.Ticks(20)
	before := changes(tb)
	tb.Ticks(100)
	return changes(tb) - before
}

// A unit without a request inside switches no bits, whatever earlier requests have left in it.
func TestAnIdleUnitSwitchesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	counts := bench.CountActivity()
	r := stimulus.NewRaster(t, stimulus.Pace{}, counts)
	d := stimulus.NewDepth(t, 16, 16, stimulus.Pace{}, counts)
	x := stimulus.NewTexture(t, 256, stimulus.Pace{}, counts)
	s := units.TextureState{Width: 16, Height: 16, Bilinear: true}
	x.Store(rng)
	x.Bind(s)
	for range 3 {
		for range 4 {
			r.Send(stimulus.RasterRequest(rng))
			d.Send(stimulus.DepthRequest(rng, 16, 16))
			x.Send(stimulus.TextureRequest(rng, s))
		}
		r.Drain()
		d.Drain()
		x.Drain()
		assert.Zero(t, switches(r.TB), "raster")
		assert.Zero(t, switches(d.TB), "depth")
		assert.Zero(t, switches(x.TB), "texture")
	}
	assert.Greater(t, changes(r.TB), uint64(1000))
}

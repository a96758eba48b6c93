package fixedtest

import (
	"posedge/bench"
	"posedge/blocks/ioarbiter/raster"
)

// RasterHarness is a bench around a raster unit.
type RasterHarness = Harness[raster.RequestValue, raster.ResponseValue]

// NewRaster makes the bench of a raster unit.
func NewRaster(r bench.Reporter, pace Pace, opts ...bench.Option) *RasterHarness {
	u := raster.New()
	return New[raster.RequestValue, raster.ResponseValue](r, u, u.State, u.In, u.Out, &raster.Model{}, pace, opts...)
}

// Raster runs random requests, at least n, with random states.
func Raster(r bench.Reporter, seed uint64, n int, pace Pace, opts ...bench.Option) *RasterHarness {
	h := NewRaster(r, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	for sent := 0; sent < n; {
		state := raster.RandomState(rng).Words()
		h.Set(words(rng, state[:])...)
		for range 1 + rng.IntN(40) {
			h.Send(raster.RandomRequest(rng))
			sent++
		}
	}
	h.Drain()
	return h
}

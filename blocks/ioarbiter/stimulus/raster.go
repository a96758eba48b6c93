package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/raster"
)

// RasterState returns a random state: without a scissor, with one in the first tiles, which may be empty, or with any.
func RasterState(rng *rand.Rand) units.RasterState {
	s := units.RasterState{Scissor: rng.IntN(2) == 0}
	bound := func() uint16 {
		if rng.IntN(6) == 0 {
			return uint16(rng.Uint32())
		}
		return uint16(rng.IntN(6 * units.TileSide))
	}
	s.X0, s.Y0, s.X1, s.Y1 = bound()/2, bound()/2, bound(), bound()
	return s
}

// RasterRequest returns a random request. It favours the corner cases: triangles about as large as a tile and around
// it, corners at pixel centres and in line with each other, triangles without area, and coordinates at the limits and
// beyond.
func RasterRequest(rng *rand.Rand) model.RasterRequest {
	r := model.RasterRequest{Rectangle: rng.IntN(4) == 0}
	tile := func() uint8 {
		if rng.IntN(8) == 0 {
			return uint8(rng.Uint32())
		}
		return uint8(rng.IntN(4))
	}
	r.TileX, r.TileY = tile(), tile()
	const one = 1 << units.Fraction
	near := func(tile uint8) int32 {
		return int32(tile)*units.TileSide*one + rng.Int32N(3*units.TileSide*one) - units.TileSide*one
	}
	kind := rng.IntN(8)
	coordinate := func(tile uint8) int32 {
		switch kind {
		case 0, 1: // at centres of pixels
			return near(tile)&^(one-1) + one/2
		case 2: // at halves and corners
			return near(tile) &^ (one/2 - 1)
		case 3: // anywhere
			return rng.Int32N(2*units.MaxCorner*one+1) - units.MaxCorner*one
		case 4: // at the limits
			limit := int32(units.MaxCorner*one) * (2*rng.Int32N(2) - 1)
			return [...]int32{limit, limit - limit/units.MaxCorner/one, near(tile)}[rng.IntN(3)]
		}
		return near(tile)
	}
	var v [3]struct{ X, Y int32 }
	for k := range v {
		v[k].X, v[k].Y = coordinate(r.TileX), coordinate(r.TileY)
	}
	switch rng.IntN(10) {
	case 0:
		v[rng.IntN(3)].X = v[rng.IntN(3)].X
	case 1:
		v[rng.IntN(3)].Y = v[rng.IntN(3)].Y
	case 2: // usually without area
		v[rng.IntN(3)] = v[rng.IntN(3)]
	case 3: // on a line
		k := rng.Int32N(5) - 2
		if kind != 3 && kind != 4 {
			v[2].X, v[2].Y = v[0].X+k*(v[1].X-v[0].X), v[0].Y+k*(v[1].Y-v[0].Y)
		}
	case 4: // out of range, often by as little as possible
		beyond := [...]int32{units.MaxCorner*one + 1, -units.MaxCorner*one - 1, rng.Int32(), -rng.Int32() - 1}[rng.IntN(4)]
		if k := rng.IntN(3); rng.IntN(2) == 0 {
			v[k].X = beyond
		} else {
			v[k].Y = beyond
		}
	case 5: // all three in one point
		if rng.IntN(4) == 0 {
			v[1], v[2] = v[0], v[0]
		}
	}
	for k, x := range v {
		r.Vertices[k] = model.Vertex{X: uint32(x.X), Y: uint32(x.Y)}
	}
	return r
}

// RasterHarness is a bench around a raster unit.
type RasterHarness = Harness[model.RasterRequest, model.RasterResponse]

// NewRaster makes the bench of a raster unit.
func NewRaster(r bench.Reporter, pace Pace, opts ...bench.Option) *RasterHarness {
	u := raster.New()
	return New[model.RasterRequest, model.RasterResponse](r, u, u.State, u.In, u.Out, &model.Raster{}, pace, opts...)
}

// Raster sends at least n random requests with random states.
func Raster(r bench.Reporter, seed uint64, n int, pace Pace, opts ...bench.Option) *RasterHarness {
	h := NewRaster(r, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	for sent := 0; sent < n; {
		h.Set(words(rng, RasterState(rng).Words())...)
		for range 1 + rng.IntN(40) {
			h.Send(RasterRequest(rng))
			sent++
		}
	}
	h.Drain()
	return h
}

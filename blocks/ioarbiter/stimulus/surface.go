package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/surface"
)

// SurfaceState returns a random state, often one that protects nothing.
func SurfaceState(rng *rand.Rand) units.SurfaceState {
	return units.SurfaceState{Protect: uint8(rng.Uint32()&rng.Uint32()) & (1<<units.Channels - 1)}
}

// SurfaceRequest returns a random request, mostly inside a surface of width by height pixels.
func SurfaceRequest(rng *rand.Rand, width, height int) model.SurfaceRequest {
	r := model.SurfaceRequest{
		X: uint8(rng.IntN(width/units.QuadSide + 1)), Y: uint8(rng.IntN(height/units.QuadSide + 1)),
		Mask: []uint16{0, 1<<16 - 1, uint16(rng.Uint32()), uint16(rng.Uint32())}[rng.IntN(4)],
		Fill: rng.IntN(3) == 0,
	}
	if rng.IntN(20) == 0 {
		r.X, r.Y = uint8(rng.Uint32()), uint8(rng.Uint32())
	}
	for k := range r.Colours {
		r.Colours[k] = rng.Uint32()
	}
	return r
}

// SurfaceHarness is a bench around a surface unit. The pixels read out must equal the model's.
type SurfaceHarness struct {
	*Harness[model.SurfaceRequest, model.SurfaceResponse]
	Unit  *surface.Surface
	Model *model.Surface

	scans   *bench.Driver
	scanned *bench.Scoreboard[model.SurfaceRow]
}

// NewSurface makes the bench of a surface unit of width by height pixels.
func NewSurface(r bench.Reporter, width, height int, pace Pace, opts ...bench.Option) *SurfaceHarness {
	u, err := surface.New(width, height)
	if err != nil {
		r.Fatalf("%v", err)
	}
	m := model.NewSurface(width, height)
	h := &SurfaceHarness{
		Harness: New[model.SurfaceRequest, model.SurfaceResponse](r, u, u.State, u.In, u.Out, m, pace, opts...), Unit: u, Model: m,
	}
	h.scans = bench.Drive(h.TB, u.Scan, pace.Gap)
	h.scanned = bench.NewScoreboard(bench.Collect[model.SurfaceRow](h.TB, u.Scanned, pace.Stall))
	return h
}

// Look waits for all responses, and reads pixels.
func (h *SurfaceHarness) Look(list ...model.SurfaceScan) {
	h.Drain()
	for _, s := range list {
		h.scans.Send(s)
		h.scanned.Expect(h.Model.Scan(s))
	}
	h.scanned.Drain(wait * (len(list) + 1))
}

// LookAtAll reads the whole surface.
func (h *SurfaceHarness) LookAtAll() {
	var list []model.SurfaceScan
	for y := range h.Model.Height {
		for x := range h.Model.Width / units.QuadSide {
			list = append(list, model.SurfaceScan{X: uint8(x), Y: uint8(y)})
		}
	}
	h.Look(list...)
}

// Surface sends at least n random requests with random states; it reads some pixels in between, and all at the end.
func Surface(r bench.Reporter, width, height int, seed uint64, n int, pace Pace, opts ...bench.Option) *SurfaceHarness {
	h := NewSurface(r, width, height, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	for sent := 0; sent < n; {
		h.Set(words(rng, SurfaceState(rng).Words())...)
		for range 1 + rng.IntN(40) {
			h.Send(SurfaceRequest(rng, width, height))
			sent++
		}
		for range rng.IntN(4) {
			h.Look(model.SurfaceScan{X: uint8(rng.IntN(width/units.QuadSide + 1)), Y: uint8(rng.IntN(min(height+1, 256)))})
		}
	}
	h.LookAtAll()
	return h
}

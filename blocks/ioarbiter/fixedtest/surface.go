package fixedtest

import (
	"posedge/bench"
	"posedge/blocks/ioarbiter/surface"
)

// SurfaceHarness is a bench around a surface unit. What is read out must be what the model has.
type SurfaceHarness struct {
	*Harness[surface.RequestValue, surface.ResponseValue]
	Unit  *surface.Surface
	Model *surface.Model

	scans   *bench.Driver
	scanned *bench.Scoreboard[surface.RowValue]
}

// NewSurface makes the bench of a surface unit of so many pixels.
func NewSurface(r bench.Reporter, width, height int, pace Pace, opts ...bench.Option) *SurfaceHarness {
	u, err := surface.New(width, height)
	if err != nil {
		r.Fatalf("%v", err)
	}
	m := surface.NewModel(width, height)
	h := &SurfaceHarness{
		Harness: New[surface.RequestValue, surface.ResponseValue](r, u, u.State, u.In, u.Out, m, pace, opts...), Unit: u, Model: m,
	}
	h.scans = bench.Drive(h.TB, u.Scan, pace.Gap)
	h.scanned = bench.NewScoreboard(bench.Collect[surface.RowValue](h.TB, u.Scanned, pace.Stall))
	return h
}

// Look reads pixels when all requests are answered.
func (h *SurfaceHarness) Look(list ...surface.ScanValue) {
	h.Drain()
	for _, s := range list {
		h.scans.Send(s)
		h.scanned.Expect(h.Model.Scan(s))
	}
	h.scanned.Drain(wait * (len(list) + 1))
}

// LookAtAll reads the whole surface.
func (h *SurfaceHarness) LookAtAll() {
	var list []surface.ScanValue
	for y := range h.Model.Height {
		for x := range h.Model.Width / surface.Side {
			list = append(list, surface.ScanValue{X: uint8(x), Y: uint8(y)})
		}
	}
	h.Look(list...)
}

// Surface runs random requests, at least n, with random states, and looks at pixels between them and at all in the end.
func Surface(r bench.Reporter, width, height int, seed uint64, n int, pace Pace, opts ...bench.Option) *SurfaceHarness {
	h := NewSurface(r, width, height, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	for sent := 0; sent < n; {
		state := surface.RandomState(rng).Words()
		h.Set(words(rng, state[:])...)
		for range 1 + rng.IntN(40) {
			h.Send(surface.RandomRequest(rng, width, height))
			sent++
		}
		for range rng.IntN(4) {
			h.Look(surface.ScanValue{X: uint8(rng.IntN(width/surface.Side + 1)), Y: uint8(rng.IntN(min(height+1, 256)))})
		}
	}
	h.LookAtAll()
	return h
}

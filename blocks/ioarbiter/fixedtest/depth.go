package fixedtest

import (
	"posedge/bench"
	"posedge/blocks/ioarbiter/depth"
)

// DepthHarness is a bench around a depth unit.
type DepthHarness struct {
	*Harness[depth.RequestValue, depth.ResponseValue]
	Buffer *depth.Model

	places *bench.Driver
	rows   *bench.Scoreboard[depth.RowValue]
}

// NewDepth makes the bench of a depth unit with a buffer of that size.
func NewDepth(r bench.Reporter, width, height int, pace Pace, opts ...bench.Option) *DepthHarness {
	u, err := depth.New(width, height)
	if err != nil {
		r.Fatalf("%v", err)
	}
	model := depth.NewModel(width, height)
	h := &DepthHarness{Buffer: model}
	h.Harness = New[depth.RequestValue, depth.ResponseValue](r, u, u.State, u.In, u.Out, model, pace, opts...)
	h.places = bench.Drive(h.TB, u.Scan, pace.Gap)
	h.rows = bench.NewScoreboard(bench.Collect[depth.RowValue](h.TB, u.Scanned, pace.Stall))
	return h
}

// Dump reads the whole buffer, when all requests are answered; it must be the model's.
func (h *DepthHarness) Dump() {
	h.Drain()
	for row := range h.Buffer.Height {
		for column := range h.Buffer.Width / depth.Side {
			h.scan(depth.PlaceValue{Column: column, Row: row})
		}
	}
	h.rows.Drain(wait * h.rows.Waiting())
}

func (h *DepthHarness) scan(p depth.PlaceValue) {
	h.places.Send(p)
	h.rows.Expect(h.Buffer.Row(p))
}

// Depth runs random requests, at least n, with random states. Rows of tiles that no request is to are read meanwhile, and
// the whole buffer at the end.
func Depth(r bench.Reporter, width, height int, seed uint64, n int, pace Pace, opts ...bench.Option) *DepthHarness {
	h := NewDepth(r, width, height, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	for sent := 0; sent < n; {
		state := depth.RandomState(rng).Words()
		h.Set(words(rng, state[:])...)
		quiet := rng.IntN(width / depth.Side)
		if quiet > 0 {
			for range rng.IntN(5) {
				h.scan(depth.PlaceValue{Column: quiet, Row: rng.IntN(height)})
			}
		}
		for range 1 + rng.IntN(40) {
			if x := depth.RandomRequest(rng, width, height); quiet == 0 || int(x.TileX) != quiet {
				h.Send(x)
				sent++
			}
		}
		h.Drain()
		h.rows.Drain(wait * (h.rows.Waiting() + 1))
	}
	h.Dump()
	return h
}

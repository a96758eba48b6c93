package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
)

// DepthState returns a random state.
func DepthState(rng *rand.Rand) units.DepthState {
	return units.DepthState{Function: units.DepthFunction(rng.IntN(8)), Write: rng.IntN(4) > 0, Clear: uint16(rng.IntN(4)) * uint16(rng.IntN(units.MaxDepth)/3)}
}

// DepthRequest returns a request to a buffer of width by height pixels. It favours the corner cases: depths equal to
// those in the buffer, planes that are clamped inside a tile, the steepest slopes, the same tile again, and tiles just
// outside.
func DepthRequest(rng *rand.Rand, width, height int) model.DepthRequest {
	tile := func(pixels int) uint8 {
		if rng.IntN(16) == 0 {
			return uint8([...]int{pixels / units.TileSide, rng.IntN(256)}[rng.IntN(2)])
		}
		return uint8(rng.IntN(pixels / units.TileSide))
	}
	r := model.DepthRequest{TileX: tile(width), TileY: tile(height), Mask: rng.Uint64(), Clear: rng.IntN(8) == 0}
	switch rng.IntN(4) {
	case 0, 1:
		r.Mask = ^uint64(0)
	case 2:
		r.Mask |= rng.Uint64()
	}
	around := func(n int32) uint32 { return uint32(rng.Int32N(2*n+1) - n) }
	const greatest = units.MaxDepth << units.Fraction
	switch rng.IntN(5) {
	case 0: // few depths
		r.A, r.B, r.C = around(64), around(64), around(1024)
	case 1: // one depth
		r.C = uint32(rng.IntN(4)) << units.Fraction
	case 2: // across the whole range
		r.A, r.B, r.C = around(greatest/16), around(greatest/16), around(greatest)
	case 3: // near the greatest depth
		r.A, r.B, r.C = around(64), around(64), greatest+around(1024)
	case 4:
		r.A, r.B, r.C = rng.Uint32(), rng.Uint32(), rng.Uint32()
		for _, x := range []*uint32{&r.A, &r.B, &r.C} {
			switch rng.IntN(4) {
			case 0:
				*x = 1 << 31
			case 1:
				*x = 1<<31 - 1
			}
		}
	}
	return r
}

// DepthHarness is a bench around a depth unit.
type DepthHarness struct {
	*Harness[model.DepthRequest, model.DepthResponse]
	Buffer *model.Depth

	places *bench.Driver
	rows   *bench.Scoreboard[model.DepthRow]
}

// NewDepth makes the bench of a depth unit with a buffer of width by height pixels.
func NewDepth(r bench.Reporter, width, height int, pace Pace, opts ...bench.Option) *DepthHarness {
	u, err := depth.New(width, height)
	if err != nil {
		r.Fatalf("%v", err)
	}
	h := &DepthHarness{Buffer: model.NewDepth(width, height)}
	h.Harness = New[model.DepthRequest, model.DepthResponse](r, u, u.State, u.In, u.Out, h.Buffer, pace, opts...)
	h.places = bench.Drive(h.TB, u.Scan, pace.Gap)
	h.rows = bench.NewScoreboard(bench.Collect[model.DepthRow](h.TB, u.Scanned, pace.Stall))
	return h
}

// Dump waits for all responses, reads the whole buffer, and compares it with the model's.
func (h *DepthHarness) Dump() {
	h.Drain()
	for row := range h.Buffer.Height {
		for column := range h.Buffer.Width / units.TileSide {
			h.scan(model.DepthPlace{Column: column, Row: row})
		}
	}
	h.rows.Drain(wait * h.rows.Waiting())
}

func (h *DepthHarness) scan(p model.DepthPlace) {
	h.places.Send(p)
	h.rows.Expect(h.Buffer.Row(p))
}

// Depth sends at least n random requests with random states. Meanwhile it reads rows of tiles that no request touches, and
// the whole buffer at the end.
func Depth(r bench.Reporter, width, height int, seed uint64, n int, pace Pace, opts ...bench.Option) *DepthHarness {
	h := NewDepth(r, width, height, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	for sent := 0; sent < n; {
		h.Set(words(rng, DepthState(rng).Words())...)
		quiet := rng.IntN(width / units.TileSide)
		if quiet > 0 {
			for range rng.IntN(5) {
				h.scan(model.DepthPlace{Column: quiet, Row: rng.IntN(height)})
			}
		}
		for range 1 + rng.IntN(40) {
			if x := DepthRequest(rng, width, height); quiet == 0 || int(x.TileX) != quiet {
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

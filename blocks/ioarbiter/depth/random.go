package depth

import "math/rand/v2"

// RandomState returns a state.
func RandomState(rng *rand.Rand) State {
	return State{Function(rng.IntN(8)), rng.IntN(4) > 0, uint16(rng.IntN(4)) * uint16(rng.IntN(MaxDepth)/3)}
}

// RandomRequest returns a request to a buffer of so many pixels in a row and so many rows. It favours what matters: depths
// that meet those in the buffer, planes that are clamped inside of a tile, the greatest steepness, the same tile once
// more, and tiles just outside.
func RandomRequest(rng *rand.Rand, width, height int) RequestValue {
	tile := func(pixels int) uint8 {
		if rng.IntN(16) == 0 {
			return uint8([...]int{pixels / Side, rng.IntN(256)}[rng.IntN(2)])
		}
		return uint8(rng.IntN(pixels / Side))
	}
	r := RequestValue{TileX: tile(width), TileY: tile(height), Mask: rng.Uint64(), Clear: rng.IntN(8) == 0}
	switch rng.IntN(4) {
	case 0, 1:
		r.Mask = ^uint64(0)
	case 2:
		r.Mask |= rng.Uint64()
	}
	around := func(n int32) uint32 { return uint32(rng.Int32N(2*n+1) - n) }
	const greatest = MaxDepth << fraction
	switch rng.IntN(5) {
	case 0: // few depths
		r.A, r.B, r.C = around(64), around(64), around(1024)
	case 1: // one depth
		r.C = uint32(rng.IntN(4)) << fraction
	case 2: // from one end to the other
		r.A, r.B, r.C = around(greatest/16), around(greatest/16), around(greatest)
	case 3: // near the greatest
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

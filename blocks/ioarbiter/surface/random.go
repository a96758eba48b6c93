package surface

import "math/rand/v2"

// RandomState returns a state: often one that protects nothing.
func RandomState(rng *rand.Rand) State {
	return State{uint8(rng.Uint32()&rng.Uint32()) & (1<<channels - 1)}
}

// RandomRequest returns a request that is mostly within a surface of so many pixels.
func RandomRequest(rng *rand.Rand, width, height int) RequestValue {
	r := RequestValue{
		X: uint8(rng.IntN(width/Side + 1)), Y: uint8(rng.IntN(height/Side + 1)),
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

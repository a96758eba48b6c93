package texture

import "math/rand/v2"

var sizes = []uint16{1, 2, 3, 5, 7, 8, 13, 16, 31, 64, 100, 255, 256}

// RandomState returns a state: mostly of a texture within a memory of so many texels, often at its very end.
func RandomState(rng *rand.Rand, texels int) State {
	s := State{
		Width: sizes[rng.IntN(len(sizes))], Height: sizes[rng.IntN(len(sizes))],
		Bilinear: rng.IntN(2) == 0, WrapU: Wrap(rng.IntN(4)), WrapV: Wrap(rng.IntN(4)),
	}
	switch room := texels - int(s.Width)*int(s.Height); {
	case rng.IntN(30) == 0:
		s.Width = []uint16{0, 257, 1<<15 + 8}[rng.IntN(3)]
	case rng.IntN(30) == 0:
		s.Height = []uint16{0, 300, 1<<15 + 8}[rng.IntN(3)]
	case rng.IntN(30) == 0:
		s.Base = rng.Uint32()
	case room < 0:
	case rng.IntN(3) == 0:
		s.Base = uint32(room + rng.IntN(2)) // the last place, or the first past it
	default:
		s.Base = uint32(rng.IntN(room + 1))
	}
	return s
}

// randomCoordinate is near the texture, a corner of the range, or anything.
func randomCoordinate(rng *rand.Rand, n uint16) uint32 {
	switch rng.IntN(4) {
	case 0:
		return rng.Uint32()
	case 1:
		return []uint32{0, 127, 128, 255, 256, 1<<31 - 1, 1 << 31, 1<<31 + 127, 1<<31 - 129, 1<<32 - 1, 1<<32 - 128, 1<<32 - 129}[rng.IntN(12)]
	}
	return uint32(rng.IntN(3*256*int(n)+512) - 256*int(n) - 256)
}

// RandomRequest returns a request that favours what matters with a state: the texture and what is around it, and the ends of
// the coordinates' range, also within a quad.
func RandomRequest(rng *rand.Rand, s State) RequestValue {
	step := func() uint32 {
		if rng.IntN(4) == 0 {
			return rng.Uint32()
		}
		return uint32(rng.IntN(1025) - 512)
	}
	return RequestValue{
		U: randomCoordinate(rng, s.Width), V: randomCoordinate(rng, s.Height),
		DUDX: step(), DVDX: step(), DUDY: step(), DVDY: step(), Quad: rng.IntN(3) == 0,
	}
}

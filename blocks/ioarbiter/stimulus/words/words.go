// Package words draws random words of requests and responses. It imports nothing, so that the tests inside the hardware's
// package can use it.
package words

import (
	"math"
	"math/rand/v2"
)

// Random draws a random word: a number near the limits of the formats, a small integer or any pattern.
func Random(rng *rand.Rand) uint32 {
	switch rng.IntN(6) {
	case 0:
		return rng.Uint32()
	case 1:
		list := []float64{0, math.Inf(1), 65504, 65519.99, 65520, 1 << 23, 8388607.5, 8388608, math.Ldexp(1, -14), math.Ldexp(1, -24), math.Ldexp(1, -25), math.Ldexp(1.5, -25), 0.001953125, 0.005859375, 2049, 2051}
		return math.Float32bits(float32(list[rng.IntN(len(list))])) ^ rng.Uint32N(2)<<31
	case 2:
		return 0x7f800000 | rng.Uint32N(3)<<21 | rng.Uint32N(2)<<31
	case 3:
		return rng.Uint32() >> rng.IntN(32)
	}
	return math.Float32bits(float32(math.Ldexp(2*rng.Float64()-1, rng.IntN(60)-30)))
}

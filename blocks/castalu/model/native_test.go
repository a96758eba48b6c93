package model

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/isa"
	"posedge/hdl/lib/float/ref"
	"posedge/internal/long"
)

// The host's floating point gives the bits of exact rational numbers, rounded once.
func TestNativeFloatsAreThoseOfTheReference(t *testing.T) { compareNativeFloats(t, 7, 8000) }

func TestLongNativeFloatsAreThoseOfTheReference(t *testing.T) {
	long.Only(t)
	compareNativeFloats(t, 9, 400_000)
}

func compareNativeFloats(t *testing.T, seed uint64, n int) {
	rng := rand.New(rand.NewPCG(7, seed))
	edges := []float32{0, 1, -1, 0.5, 3, 1e-38, 1e-40, 1e-45, 3.4e38, 0.1, float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN())}
	operand := func() isa.Code {
		switch rng.IntN(4) {
		case 0:
			return isa.Code(rng.Uint32())
		case 1:
			x := math.Float32bits(edges[rng.IntN(len(edges))])
			return isa.Code(x + uint32(rng.IntN(3)) - 1)
		case 2: // few bits, so that ties occur
			return isa.Code(math.Float32bits(float32(rng.IntN(1<<12)-1<<11) / float32(int(1)<<rng.IntN(24))))
		}
		return isa.Code(math.Float32bits(rng.Float32()*2 - 1))
	}
	f, m := ref.Binary32, ref.Mode{}
	for range n {
		a, b, c := operand(), operand(), operand()
		if rng.IntN(32) == 0 {
			b = a ^ signBit(isa.FP32)
		}
		if rng.IntN(4) == 0 { // a sum that nearly cancels
			c = isa.Code(math.Float32bits(float32(-float64(isa.Float32(a))*float64(isa.Float32(b))))) + isa.Code(rng.IntN(3))
		}
		x, y, z := uint64(a), uint64(b), uint64(c)
		require.EqualValues(t, f.Add(x, y, m), fp32Add(a, b), "%#x + %#x", a, b)
		require.EqualValues(t, f.Sub(x, y, m), fp32Sub(a, b), "%#x - %#x", a, b)
		require.EqualValues(t, f.Mul(x, y, m), fp32Mul(a, b), "%#x * %#x", a, b)
		require.EqualValues(t, f.Div(x, y, m), fp32Div(a, b), "%#x / %#x", a, b)
		require.EqualValues(t, f.Rcp(x, m), fp32Div(unitValue(isa.FP32), a), "1 / %#x", a)
		require.EqualValues(t, f.Sqrt(x, m), fp32Sqrt(a), "the root of %#x", a)
		require.EqualValues(t, f.Rsqrt(x, m), fp32Rsqrt(a), "1 by the root of %#x", a)
		require.EqualValues(t, f.FMA(x, y, z, m), fp32FMA(a, b, c), "%#x * %#x + %#x", a, b, c)
		require.EqualValues(t, f.Min(x, y, m), fp32Min(a, b), "the lesser of %#x, %#x", a, b)
		require.EqualValues(t, f.Max(x, y, m), fp32Max(a, b), "the greater of %#x, %#x", a, b)
		require.EqualValues(t, f.Compare(x, y, m), fp32Order(a, b), "%#x, %#x", a, b)
	}
}

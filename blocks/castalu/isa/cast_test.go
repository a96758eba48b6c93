package isa

import (
	"math"
	"math/rand/v2"
	"posedge/hdl/lib/float/ref"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNativeCastsAreThoseOfTheReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	decided := 0
	for range 60_000 {
		from, to := Format(1+rng.IntN(NumFormats-1)), Format(1+rng.IntN(NumFormats-1))
		x := rng.Uint32()
		switch rng.IntN(3) {
		case 0:
			x = math.Float32bits(rng.Float32()*2.2 - 1.1)
		case 1:
			x = uint32(int32(x) >> rng.IntN(32))
		}
		x &= 1<<widthOf(from) - 1
		if got, ok := castNative(from, to, x); ok {
			decided++
			want := Extend(to, uint32(ref.Cast(References[from], References[to], uint64(x), ref.Mode{})))
			require.Equal(t, want, got, "%#x from %v to %v", x, from, to)
		}
	}
	require.Greater(t, decided, 20_000, "casts that need no rational numbers")
}

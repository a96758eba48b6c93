package speed

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/unit/harness"
	"posedge/hdl/lib/float/ref"
)

func TestMultiplyAddsAreThoseOfTheReference(t *testing.T) {
	const units, n = 2, 400
	b := newFMABank(units)
	got := checksumAfter(t, b, &b.Checksum, n)

	noise := func(x uint64) uint64 {
		x ^= x << 13
		x ^= x >> 7
		return x ^ x<<17
	}
	near := func(x uint64, at int) uint64 {
		x >>= at
		return x&(1<<31) | 7<<27 | x&(1<<27-1)
	}
	var x, y, c [units]uint64
	var results [units][]uint64
	for i := range units {
		x[i], y[i] = harness.Seed(2*i), harness.Seed(2*i+1)
	}
	var want harness.Sum
	for cycle := range n {
		var all uint64
		for i := range units {
			addend := c[i]
			if y[i]>>40&1 == 1 {
				addend = near(y[i], 0)
			}
			mode := ref.Mode{TowardZero: y[i]>>41&1 == 1, Flush: y[i]>>42&1 == 1}
			results[i] = append(results[i], ref.Binary32.FMA(near(x[i], 0), near(x[i], 32), addend, mode))
			if cycle >= fmaStages {
				c[i] = results[i][cycle-fmaStages]
				all ^= c[i] << (5 * i % 33)
			}
			x[i], y[i] = noise(x[i]), noise(y[i])
		}
		want.Fold(all)
	}
	assert.Equal(t, uint64(want), got)
}

package texture

import (
	"posedge/blocks/ioarbiter/isa/units"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The integer part of a number times a reciprocal is the quotient. The critical numbers are those where the quotient
// grows, and the largest of them most of all.
func TestReciprocalsGiveExactQuotients(t *testing.T) {
	const most = 1 << (numberBits - 1)
	for n := uint64(1); n <= units.MaxTextureSide; n++ {
		reciprocal := reciprocal(n)
		assert.Less(t, reciprocal, uint64(1)<<(inverse+1), n)
		for q := most/n + 1; q > 0 && q+2000 > most/n; q-- {
			for _, k := range []uint64{q*n - 1, q * n} {
				if k <= most && k*reciprocal>>inverse != k/n {
					t.Fatalf("%d/%d is %d, not %d", k, n, k/n, k*reciprocal>>inverse)
				}
			}
		}
	}
}

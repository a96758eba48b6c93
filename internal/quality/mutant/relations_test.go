package mutant

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
)

// Faults that show only where operands are equal, constant or parts of one value are
// noticed within 50 random designs, on average of 20 starts.
func TestLongRelatedOperandsAreNoticedSoon(t *testing.T) {
	long.Only(t)
	for _, m := range relationMutants {
		got, err := Run(t.Context(), "../../..", m)
		require.NoError(t, err)
		assert.Equal(t, "TestFaultIsNoticedSoon", got.Test, m.Name)
	}
}

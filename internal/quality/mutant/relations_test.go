package mutant_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/internal/long"
	"posedge/internal/quality/mutant"
)

// Faults that show only where operands are equal, constant or parts of one value are
// noticed within as many random designs as their suites say, on average of 20 starts.
func TestLongRelatedOperandsAreNoticedSoon(t *testing.T) {
	long.Only(t)
	ran := 0
	for _, m := range all(t) {
		if !strings.Contains(m.Suites[0].String(), "FaultIsNoticedSoon") {
			continue
		}
		ran++
		got, err := mutant.Run(t.Context(), root, m)
		require.NoError(t, err)
		assert.Equal(t, "TestFaultIsNoticedSoon", got.Test, m.Name)
	}
	assert.Greater(t, ran, 5)
}

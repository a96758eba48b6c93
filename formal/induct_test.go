package formal

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An and of inputs 0 and 1, of which the second is tied; a latch and an output that are the tied input.
func TestInputsAreTiedHigh(t *testing.T) {
	second := func(input int) bool { return input == 1 }
	text, err := tieHigh([]byte("aig 4 2 1 2 1\n5 0\n8\n4\n\x04\x02i0 x\n"), second)
	require.NoError(t, err)
	assert.Equal(t, "aig 4 2 1 2 1\n0 0\n8\n1\n\x06\x01i0 x\n", string(text))
	_, err = tieHigh([]byte("aag 1 1 0 0 0\n2\n"), second)
	assert.ErrorContains(t, err, "no binary AIGER file")
	_, err = tieHigh([]byte("aig 4 2 1 2 1\n5"), second)
	assert.ErrorContains(t, err, "ends early")
}

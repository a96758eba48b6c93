package shaders

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/stimulus"
	"posedge/internal/long"
)

// Several random shaders at a time are in the memory of the processor, which has one lane and one math function unit for all
// types.
func TestRandomShadersOnTheProcessorAreTheModels(t *testing.T) {
	long.NotShort(t)
	arithmetic := stimulus.MustModel(t)
	h := stimulus.NewProcessor(t, castalu.NewConfig(1, castalu.Shared), &isa.Program{}, arithmetic, 0.2, 0.2)
	require.NoError(t, Random(h, 2, 20, 16))
	assert.Equal(t, 20*16, h.Done)
	assert.Less(t, h.Killed, 5*16)
	assert.Zero(t, h.Get(h.P.Fault))
}

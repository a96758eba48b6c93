package isa

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func masks(t *testing.T, text string) Masks {
	t.Helper()
	m, err := ParseMasks(text)
	require.NoError(t, err)
	return m
}

func TestWordsHaveThePublishedEncoding(t *testing.T) {
	assert.Equal(t, uint32(0x0FAC6888), CtSelectWord(8, IdentitySelect()))
	assert.Equal(t, uint32(0x1111), CtWriteWord(AllComponents))
	assert.Equal(t, uint32(0x0101), CtWriteWord(masks(t, "1010")[0]))
	assert.Equal(t, uint32(0x0D9), OutputMapWord(masks(t, "1001 1011 0000")))
	assert.Equal(t, uint32(0xF0000000), OutputMapWord(Masks{7: AllComponents}))
}

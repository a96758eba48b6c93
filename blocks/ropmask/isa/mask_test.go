package isa

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMasksPrintRedFirst(t *testing.T) {
	assert.Equal(t, "1110", Mask(0b0111).String())
	assert.Equal(t, "0001", Mask(1<<A).String())
	for m := range AllComponents + 1 {
		back, err := parseMask(m.String())
		require.NoError(t, err)
		assert.Equal(t, m, back)
	}
}

func TestMasksPrintAsManyAsAsked(t *testing.T) {
	masks, err := ParseMasks("1000 1010")
	require.NoError(t, err)
	assert.Equal(t, "1000 1010 0000", masks.First(3))
	assert.Equal(t, "", masks.First(-1))
	assert.Equal(t, masks.String(), masks.First(9))
	assert.Equal(t, "1000 1010 0000 0000 0000 0000 0000 0000", masks.String())
}

func TestBadMasksAreRefused(t *testing.T) {
	for text, message := range map[string]string{
		"":      "has 0 characters",
		"11100": "has 5 characters",
		"1120":  `has '2' as digit 3`,
		"RGB ":  `has 'R' as digit 1`,
	} {
		_, err := parseMask(text)
		assert.ErrorContains(t, err, message)
	}
	_, err := ParseMasks("1111 11")
	assert.ErrorContains(t, err, "mask 1: ")
	_, err = ParseMasks("0 0 0 0 0 0 0 0 0")
	assert.ErrorContains(t, err, "9 masks given")
}

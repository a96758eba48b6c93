package isa_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/ropmask/isa"
)

func TestFormatsSayWhatTheyAre(t *testing.T) {
	for _, x := range []struct {
		format                         isa.Format
		name, mask                     string
		bits                           int
		integer, normalised, blendable bool
	}{
		{isa.NoFormat, "none", "0000", 0, false, false, false},
		{isa.RGBA32F, "RGBA32F", "1111", 128, false, false, true},
		{isa.RGBA16F, "RGBA16F", "1111", 64, false, false, true},
		{isa.RG16F, "RG16F", "1100", 32, false, false, true},
		{isa.R32F, "R32F", "1000", 32, false, false, true},
		{isa.RGBA8, "RGBA8", "1111", 32, false, true, true},
		{isa.RG8, "RG8", "1100", 16, false, true, true},
		{isa.RGB10A2, "RGB10A2", "1111", 32, false, true, true},
		{isa.RGBA8UI, "RGBA8UI", "1111", 32, true, false, false},
		{isa.RGBA32UI, "RGBA32UI", "1111", 128, true, false, false},
		{10, "format 10", "0000", 0, false, false, false},
	} {
		f := x.format
		assert.Equal(t, x.name, f.String())
		assert.Equal(t, x.mask, f.Mask().String(), x.name)
		assert.Equal(t, x.bits, f.Bits(), x.name)
		assert.Equal(t, []bool{x.integer, x.normalised, x.blendable}, []bool{f.Integer(), f.Normalised(), f.Blendable()}, x.name)
		assert.Equal(t, x.bits > 0, isa.AllFormats.Has(f), x.name)
	}
}

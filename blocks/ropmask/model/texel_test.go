package model_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/hdl/lib/float/ref"
)

// The hardware is held to the model with each value as a destination.
func TestEveryStoredValueIsReadExactly(t *testing.T) {
	for h := range uint32(1 << 16) {
		got := model.Decode(isa.RG16F, model.Texel{h | h<<16})
		want := uint32(ref.Cast(ref.Binary16, ref.Binary32, uint64(h), ref.Mode{}))
		require.Equal(t, isa.Color{want, want, 0, fp(1)}, got, "%04x", h)
	}
	for n := range uint32(1 << 10) {
		ten := uint32(ref.Cast(ref.Norm{Width: 10}, ref.Binary32, uint64(n), ref.Mode{}))
		two := uint32(ref.Cast(ref.Norm{Width: 2}, ref.Binary32, uint64(n&3), ref.Mode{}))
		require.Equal(t, isa.Color{ten, ten, ten, two}, model.Decode(isa.RGB10A2, model.Texel{n | n<<10 | n<<20 | n<<30}))
		eight := uint32(ref.Cast(ref.Norm{Width: 8}, ref.Binary32, uint64(n&0xff), ref.Mode{}))
		require.Equal(t, isa.Color{eight, eight, 0, fp(1)}, model.Decode(isa.RG8, model.Texel{n&0xff | n&0xff<<8}))
	}
	assert.Equal(t, isa.Color{7, 8, 9, 10}, model.Decode(isa.RGBA8UI, model.Texel{0x0a090807}))
	assert.Equal(t, isa.Color{7, 0, 0, fp(1)}, model.Decode(isa.R32F, model.Texel{7}))
}

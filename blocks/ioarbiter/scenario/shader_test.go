package scenario

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/hdl"
	"posedge/internal/long"
)

// Two processors share one texture unit; the scenario compares each pixel with castalu's machine.
func TestProcessorsShadeByTheTextureUnit(t *testing.T) {
	long.NotShort(t)
	const side = 16
	out, pictures := runPictures(t, 1, shader(side))
	assert.Regexp(t, `│ textured +│ +1 │ +208 │ +208 │`, out, "a call for each pixel of the sphere")
	assert.Regexp(t, `│ layers +│ +2 │ +256 │ +512 │`, out, "and two for each of the square")
	require.Contains(t, pictures, "shader.png")
	p := pictures["shader.png"]
	assert.Equal(t, image.Rect(0, 0, 2*256+3*8, 256+2*8), p.Bounds())
	assert.Equal(t, uint64(0xea9226e9baa50e25), digest(t, p))
}

// An image is sampled as its state demands: texels are exact, mirrored in u and clamped in v.
func TestImagesAreSampledInTheirState(t *testing.T) {
	s, err := newSampled(20, 20, units.TextureState{WrapU: units.Mirror, WrapV: units.Clamp}, markAt)
	require.NoError(t, err)
	at := func(x, y int) [4]uint8 { return s.Fetch(int32(x)<<8+3, int32(y)<<8+250) }
	for x := range 20 {
		for y := range 20 {
			c := markAt(x, y)
			want := [4]uint8{c.R, c.G, c.B, c.A}
			assert.Equal(t, want, at(x, y))
			assert.Equal(t, want, at(39-x, y), "mirrored")
			assert.Equal(t, want, at(-1-x, y), "mirrored")
		}
		assert.Equal(t, at(x, 0), at(x, -7), "clamped")
		assert.Equal(t, at(x, 19), at(x, 26), "clamped")
	}
	assert.Len(t, s.texels(), 400)
	assert.Equal(t, rgba(markAt(9, 9)), s.texels()[9*20+9])
}

func TestNothingIsLeftUnreadWithProcessors(t *testing.T) {
	long.NotShort(t)
	p, err := newProcessors(variant(2).Config, castalu.NewConfig(4, castalu.Separate), ioarbiter.Stores{Texels: 256, Width: 16, Height: 16})
	require.NoError(t, err)
	d, err := hdl.Elaborate(p)
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
}

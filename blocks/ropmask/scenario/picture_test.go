package scenario

import (
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/unit"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func patterns(values ...float32) isa.Color {
	var c isa.Color
	for k, v := range values {
		c[k] = math.Float32bits(v)
	}
	return c
}

func TestEachPictureShowsItsComponents(t *testing.T) {
	for _, c := range []struct {
		name string
		show func(isa.Color) color.RGBA
		in   isa.Color
		want color.RGBA
	}{
		{"albedo", showAlbedo, patterns(1, 0.25, 0, 0.5), color.RGBA{255, 128, 0, 255}},
		{"albedo out of range", showAlbedo, patterns(7, -3, float32(math.Inf(1))), color.RGBA{255, 0, 255, 255}},
		{"normal to the viewer", showNormal, patterns(0, 0, 9, 9), color.RGBA{128, 128, 255, 255}},
		{"normal to the left", showNormal, patterns(-1, 0), color.RGBA{0, 128, 128, 255}},
		{"normal up", showNormal, patterns(0, 1), color.RGBA{128, 255, 128, 255}},
		{"normal too long", showNormal, patterns(1, 1), color.RGBA{255, 255, 128, 255}},
		{"near", showDepth, patterns(0, 1, 1, 1), color.RGBA{255, 255, 255, 255}},
		{"far", showDepth, patterns(1, 0, 0, 0), color.RGBA{0, 0, 0, 255}},
		{"mask", showMask, patterns(1, 1, 1, 0.2), color.RGBA{51, 51, 51, 255}},
		{"mask of NaN", showMask, isa.Color{isa.A: 0x7fc00000}, color.RGBA{0, 0, 0, 255}},
		{"normal of NaN", showNormal, isa.Color{0xffffffff, 0xffffffff}, color.RGBA{128, 128, 255, 255}},
	} {
		assert.Equal(t, c.want, c.show(c.in), c.name)
	}
}

// pointInTheMask is a G-buffer of 4×4 pixels whose mask is set in pixel 6: column 2 of row 1.
func pointInTheMask() (g gBuffer) {
	for t := range g {
		g[t] = make([]isa.Color, 16)
	}
	g[3][6] = patterns(0, 0, 0, 1)
	return g
}

func TestPicturesAreWrittenAsPNG(t *testing.T) {
	e := &unit.Env{Dir: t.TempDir()}
	require.NoError(t, pointInTheMask().writePictures(e, 4))
	require.Len(t, e.Files, 5)
	assert.Equal(t, filepath.Join(e.Dir, "gbuffer.png"), e.Files[4])
	entries, err := os.ReadDir(e.Dir)
	require.NoError(t, err)
	assert.Len(t, entries, 5)

	decoded := func(name string) image.Image {
		file, err := os.Open(filepath.Join(e.Dir, name))
		require.NoError(t, err)
		defer file.Close()
		p, err := png.Decode(file)
		require.NoError(t, err)
		return p
	}
	at := func(p image.Image, x, y int) color.Color { return color.RGBAModel.Convert(p.At(x, y)) }
	mask := decoded("gbuffer_mask.png")
	assert.Equal(t, image.Pt(4, 4), mask.Bounds().Size())
	assert.Equal(t, grey(255), at(mask, 2, 1))
	assert.Equal(t, grey(0), at(mask, 1, 1))

	sheet := decoded("gbuffer.png")
	assert.Equal(t, image.Pt(8+2*(2*4+8), 8+2*(2*4+8)), sheet.Bounds().Size())
	for y := range 2 {
		for x := range 2 {
			assert.Equal(t, grey(255), at(sheet, 24+2*2+x, 24+2*1+y))
		}
	}
	assert.Equal(t, grey(0), at(sheet, 24+3, 24+2))
	assert.Equal(t, color.RGBA{24, 26, 30, 255}, at(sheet, 23, 24), "the frame")
	assert.Equal(t, grey(255), at(sheet, 8, 24), "the depth, bottom left, is near")
	assert.Equal(t, color.RGBA{128, 128, 255, 255}, at(sheet, 24, 8), "the normal, top right")
}

func TestPictureThatCannotBeWrittenLeavesNoFile(t *testing.T) {
	e := &unit.Env{Dir: t.TempDir()}
	require.NoError(t, os.Mkdir(filepath.Join(e.Dir, "gbuffer_normal.png"), 0o755)) // a folder is in the way
	assert.ErrorContains(t, pointInTheMask().writePictures(e, 4), "gbuffer_normal.png")
	assert.Len(t, e.Files, 1)
	entries, err := os.ReadDir(e.Dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "the first picture and the folder")

	assert.ErrorContains(t, pointInTheMask().writePictures(&unit.Env{Dir: filepath.Join(e.Dir, "none")}, 4), "gbuffer_albedo.png")
	assert.Error(t, gBuffer{}.writePictures(&unit.Env{Dir: t.TempDir()}, 0), "an image without pixels cannot be a PNG file")
}

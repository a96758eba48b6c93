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

func one(c isa.Color) *buffer {
	b := newBuffer(1, 1)
	b.Write(0, isa.AllComponents, c)
	return b
}

func TestBufferKeepsComponentsOutsideTheMask(t *testing.T) {
	b := newBuffer(2, 1)
	b.Write(1, 0b1111, isa.Color{1, 2, 3, 4})
	b.Write(1, 0b1010, isa.Color{5, 6, 7, 8})
	assert.Equal(t, []isa.Color{{}, {1, 6, 3, 8}}, b.Pixels)
}

func TestEachPictureShowsItsComponents(t *testing.T) {
	for _, c := range []struct {
		name string
		show func(*buffer) *image.RGBA
		in   isa.Color
		want color.RGBA
	}{
		{"albedo", albedoPicture, patterns(1, 0.25, 0, 0.5), color.RGBA{255, 128, 0, 255}},
		{"albedo out of range", albedoPicture, patterns(7, -3, float32(math.Inf(1))), color.RGBA{255, 0, 255, 255}},
		{"normal to the viewer", normalPicture, patterns(0, 0, 9, 9), color.RGBA{128, 128, 255, 255}},
		{"normal to the left", normalPicture, patterns(-1, 0), color.RGBA{0, 128, 128, 255}},
		{"normal up", normalPicture, patterns(0, 1), color.RGBA{128, 255, 128, 255}},
		{"normal too long", normalPicture, patterns(1, 1), color.RGBA{255, 255, 128, 255}},
		{"near", depthPicture, patterns(0, 1, 1, 1), color.RGBA{255, 255, 255, 255}},
		{"far", depthPicture, patterns(1, 0, 0, 0), color.RGBA{0, 0, 0, 255}},
		{"mask", maskPicture, patterns(1, 1, 1, 0.2), color.RGBA{51, 51, 51, 255}},
		{"not a number", maskPicture, isa.Color{isa.A: 0x7fc00000}, color.RGBA{0, 0, 0, 255}},
		{"not a number", normalPicture, isa.Color{0xffffffff, 0xffffffff}, color.RGBA{128, 128, 255, 255}},
	} {
		assert.Equal(t, c.want, c.show(one(c.in)).RGBAAt(0, 0), c.name)
	}
}

func TestPicturesHaveTheRowsOfTheBuffer(t *testing.T) {
	b := newBuffer(3, 2)
	b.Write(5, 1<<isa.A, patterns(0, 0, 0, 1))
	picture := maskPicture(b)
	assert.Equal(t, image.Pt(3, 2), picture.Bounds().Size())
	assert.Equal(t, uint8(255), picture.RGBAAt(2, 1).R)
	assert.Zero(t, picture.RGBAAt(1, 1).R)
}

func TestContactSheetShowsThePicturesInRows(t *testing.T) {
	shades := []uint8{10, 20, 30}
	var pictures []*image.RGBA
	for _, v := range shades {
		p := image.NewRGBA(image.Rect(0, 0, 2, 1))
		p.SetRGBA(1, 0, grey(v))
		pictures = append(pictures, p)
	}
	sheet := contactSheet(2, 3, pictures...)
	assert.Equal(t, image.Pt(8+2*(6+8), 8+2*(3+8)), sheet.Bounds().Size())
	for i, left := range []int{8, 22, 8} {
		top := 8 + i/2*11
		assert.Equal(t, shades[i], sheet.RGBAAt(left+5, top+2).R)
		assert.Zero(t, sheet.RGBAAt(left+2, top+2).R)
	}
	assert.True(t, contactSheet(0, 1, pictures...).Bounds().Empty())
	assert.True(t, contactSheet(2, 1).Bounds().Empty())
}

func TestPicturesAreWrittenAsPNG(t *testing.T) {
	dir := t.TempDir()
	g := newGBuffer(4, 4)
	g.Mask.Write(6, isa.AllComponents, patterns(0, 0, 0, 1))
	paths, err := writePictures(dir, g.Pictures())
	require.NoError(t, err)
	require.Len(t, paths, 5)
	assert.Equal(t, filepath.Join(dir, "gbuffer.png"), paths[4])

	file, err := os.Open(filepath.Join(dir, "gbuffer_mask.png"))
	require.NoError(t, err)
	defer file.Close()
	back, err := png.Decode(file)
	require.NoError(t, err)
	assert.Equal(t, color.RGBA{255, 255, 255, 255}, color.RGBAModel.Convert(back.At(2, 1)))
	assert.Equal(t, color.RGBA{0, 0, 0, 255}, color.RGBAModel.Convert(back.At(1, 1)))

	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 5)
}

func TestPictureThatCannotBeWrittenLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	pictures := newGBuffer(2, 2).Pictures()
	require.NoError(t, os.Mkdir(filepath.Join(dir, pictures[1].Name), 0o755)) // a folder is in the way
	paths, err := writePictures(dir, pictures)
	assert.ErrorContains(t, err, "picture gbuffer_normal.png: ")
	assert.Len(t, paths, 1)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 2, "the first picture and the folder")

	_, err = writePictures(filepath.Join(dir, "none"), pictures)
	assert.ErrorContains(t, err, "picture gbuffer_albedo.png: ")
	_, err = writePictures(t.TempDir(), newGBuffer(0, 0).Pictures())
	assert.Error(t, err, "an image without pixels cannot be a PNG file")
}

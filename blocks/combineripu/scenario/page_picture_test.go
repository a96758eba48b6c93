package scenario

import (
	"image"
	"image/draw"
	"image/png"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu"
	"posedge/blocks/unit"
)

// formulas is what the formulas of the combiners make of tiles.
func formulas(tiles []tile) (d drawing) {
	for _, t := range tiles {
		for _, p := range t.pixels {
			d.colours = append(d.colours, combineripu.Combine(&t.words, combineripu.MaxStages, p))
		}
	}
	return d
}

// The page shows the pictures of bump, cel, fog and mosaic at full size; that the hardware draws the same is what these
// compare when they run.
func TestThePageHasThePictures(t *testing.T) {
	t.Parallel()
	const file = "../../../docs/combineripu.png"
	var list []*image.RGBA
	for _, p := range []painting{bumpPainting(), celPainting(), fogPainting()} {
		tiles := rows(p.scene.pixels(pictureSide, p.places), pictureSide, p.words)
		list = append(list, formulas(tiles).picture(tiles, pictureSide))
	}
	tiles := cutMosaic(pictureSide)[1]
	list = append(list, formulas(tiles).picture(tiles, pictureSide))
	want := beside(2, list...)
	if *update {
		require.NoError(t, unit.WritePNG(file, want))
	}
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	shown, err := png.Decode(f)
	require.NoError(t, err)
	got := image.NewRGBA(shown.Bounds())
	draw.Draw(got, got.Bounds(), shown, image.Point{}, draw.Src)
	assert.True(t, want.Bounds() == got.Bounds() && string(want.Pix) == string(got.Pix), "docs/combineripu.png is not what is drawn: make it again with go test ./blocks/combineripu/scenario -run ThePageHas -update")
}

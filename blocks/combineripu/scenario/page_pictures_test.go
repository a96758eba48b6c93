package scenario

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/unit"
	"posedge/internal/docpage"
	"posedge/internal/long"
	"posedge/internal/table"
)

const page = "../../../docs/combineripu.md"

// formulas is what the formulas of the combiners make of tiles.
func formulas(tiles []tile) (d drawing) {
	for _, t := range tiles {
		for _, p := range t.pixels {
			d.colours = append(d.colours, model.Combine(&t.words, isa.MaxStages, p))
		}
	}
	return d
}

// The page shows the pictures of bump, cel, fog and mosaic at full size. When the scenarios run, they compare the
// hardware's pictures with these.
func TestThePageHasThePicture(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	const file = "../../../docs/combineripu.png"
	var list []*image.RGBA
	for _, p := range []painting{bumpPainting(), celPainting(), fogPainting()} {
		tiles := rows(p.scene.pixels(pictureSide, p.places), pictureSide, p.words)
		list = append(list, formulas(tiles).picture(tiles, pictureSide))
	}
	tiles := cutMosaic(pictureSide)[1]
	list = append(list, formulas(tiles).picture(tiles, pictureSide))
	want := unit.Beside(2, list...)
	if *update {
		require.NoError(t, unit.WritePNG(file, want))
	}
	got := docpage.Picture(t, file)
	assert.True(t, want.Bounds() == got.Bounds() && string(want.Pix) == string(got.Pix), "docs/combineripu.png is not what is drawn: make it again with go test ./blocks/combineripu/scenario -run ThePageHas -update")
}

// The pictures of the page, pixel by pixel, and its figures are what the scenarios make.
func TestLongThePageHasThePictures(t *testing.T) {
	long.Only(t)
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, name := range []string{"bump", "cel", "fog", "mosaic", "sheet"} {
		b := Block()
		s, err := b.Scenario(name)
		require.NoError(t, err)
		var out bytes.Buffer
		e := &unit.Env{Out: table.Wide(&out, 200), Variant: b.Variants[0], Seed: 1, Dir: t.TempDir()}
		require.NoError(t, e.Run(s, nil))
		require.Len(t, e.Files, 1)
		shown := "combineripu-" + name + ".png"
		assert.Contains(t, string(content), "]("+shown+")")
		shown = filepath.Join("..", "..", "..", "docs", shown)
		if *update {
			drawn, err := os.ReadFile(e.Files[0])
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(shown, drawn, 0o666))
		}
		assert.Equal(t, docpage.Picture(t, e.Files[0]), docpage.Picture(t, shown), "POSEDGE_LONG=1 go test ./blocks/combineripu/scenario -run ThePageHas -update makes %s again", shown)
		if name != "mosaic" {
			continue
		}
		docpage.Check(t, page, *update, "POSEDGE_LONG=1 go test ./blocks/combineripu/scenario -run ThePageHas -update writes it again", []string{docpage.Markdown(out.String())}, nil)
	}
}

package scenario

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/internal/docpage"
	"posedge/internal/table"
)

// draws runs a demonstration that draws a picture, and returns its text and the picture.
func draws(t *testing.T, demo unit.Demo[combineripu.Config]) (text string, p *image.RGBA) {
	t.Helper()
	var out bytes.Buffer
	b := unit.Of[combineripu.Config]{
		Variants:  []unit.VariantOf[combineripu.Config]{{Config: combineripu.NewConfig(2)}},
		Scenarios: []unit.ScenarioOf[combineripu.Config]{{Demo: demo}},
	}.Block()
	e := &unit.Env{Out: table.Wide(&out, 200), Variant: b.Variants[0], Seed: 1, Dir: t.TempDir()}
	require.NoError(t, e.Run(b.Scenarios[0], nil))
	require.Len(t, e.Files, 1)
	return out.String(), docpage.Picture(t, e.Files[0])
}

// The picture by the programs is that by the formulas.
func TestAPaintingIsThatOfTheFormulas(t *testing.T) {
	t.Parallel()
	for _, x := range []painting{bumpPainting(), celPainting(), fogPainting()} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			const side = 12
			text, p := draws(t, x.paint(side))
			assert.Regexp(t, `│ +144 │ +[0-9]+ │ +[0-9]+\.[0-9][0-9] │ +1 │`, text)
			require.Equal(t, 2*2*side+3*unit.PictureFrame, p.Bounds().Dx())
			shades := map[color.Color]bool{}
			for y := range 2 * side {
				for n := range 2 * side {
					at := func(k int) color.Color {
						return p.At(unit.PictureFrame+k*(2*side+unit.PictureFrame)+n, unit.PictureFrame+y)
					}
					shades[at(0)] = true
					assert.Equal(t, at(1), at(0))
				}
			}
			assert.Greater(t, len(shades), 10)
		})
	}
}

// The chick has three tones of its colour, an outline, and is brightest towards the light.
func TestCelHasThreeTonesAndAnOutline(t *testing.T) {
	w := celWords()
	require.Equal(t, -1, model.Translate(&w, isa.MaxStages).Illegal)
	towards := func(light, view float64) model.Colour {
		z := vector{z: 1}
		return model.Combine(&w, isa.MaxStages, model.Pixel{
			Primary: pointing(z.times(light)), Secondary: pointing(z.times(view)),
			Texture: [4]model.Values{pointing(z), {200, 100, 50, 255}},
		})
	}
	bright, middle, dark, line := model.Colour{200, 100, 50, 255}, model.Colour{153, 65, 37, 255}, model.Colour{83, 33, 28, 255}, model.Colour{49, 34, 60, 255}
	for _, x := range []struct {
		light, view float64
		want        model.Colour
	}{
		{1, 1, bright}, {0.51, 1, bright}, {0.49, 1, middle}, {0.13, 1, middle}, {0.1, 1, dark}, {-1, 1, dark},
		{1, 0.37, bright}, {1, 0.34, line}, {-1, 0.34, line}, {1, -1, line},
	} {
		assert.Equal(t, x.want, towards(x.light, x.view), "light %v, view %v", x.light, x.view)
	}
}

// Every tile has another look than the one before, all programs are legal, and the tiles make up the picture.
func TestEachTileHasAnotherProgram(t *testing.T) {
	const side = 32
	for k, tiles := range cutMosaic(side) {
		seen, last := map[int]bool{}, -1
		pixels := map[[2]int]bool{}
		for _, x := range tiles {
			assert.NotEqual(t, last, x.look)
			seen[x.look], last = true, x.look
			assert.Equal(t, -1, model.Translate(&x.words, isa.MaxStages).Illegal, "%s", looks()[x.look].name)
			for _, p := range x.pixels {
				pixels[[2]int{p.X, p.Y}] = true
			}
		}
		assert.Len(t, pixels, side*side)
		if k == 0 {
			assert.Len(t, seen, len(looks()))
		}
	}
}

// Two program states save at least a quarter of the time on tiles of 8 pixels, even if the driver loads only the words
// that differ.
func TestTwoSetsSaveAQuarterOnSmallTiles(t *testing.T) {
	t.Parallel()
	tiles := cutMosaic(32)[0]
	var rates []float64
	for _, sets := range []int{1, 2} {
		d, err := renderWith(combineripu.NewConfig(sets), (*testbench.System).Become, tiles, func(int) {})
		require.NoError(t, err)
		rates = append(rates, d.rate())
	}
	assert.LessOrEqual(t, rates[1]/rates[0], 0.75, "%.2f and %.2f cycles a pixel", rates[0], rates[1])
}

// A cell of the sheet is what its mapping and its output make of the ramps.
func TestSheetShowsMappingsAndOutputs(t *testing.T) {
	t.Parallel()
	const mappings = 2
	text, p := draws(t, drawSheet(mappings))
	assert.Contains(t, text, "│ 2 │ 1 - max(0, e)      │ 2x             │")
	cell := image.Pt(sheetWidth*sheetScale.X+unit.PictureFrame, sheetStrip+sheetGap+sheetHeight*sheetScale.Y+2*unit.PictureFrame)
	begin := image.Pt(2*unit.PictureFrame+longest(sheetMappings[:])*unit.LetterWidth, unit.PictureFrame+unit.LineHeight) // beyond the labels
	at := func(row, column, x, y int) color.RGBA {
		return color.RGBAModel.Convert(p.At(begin.X+column*cell.X+x*sheetScale.X, begin.Y+row*cell.Y+y)).(color.RGBA)
	}
	const left, right, product = 0, sheetWidth - 1, sheetStrip + sheetGap
	warm, cool, black := color.RGBA{255, 176, 64, 255}, color.RGBA{64, 152, 255, 255}, color.RGBA{0, 0, 0, 255}
	assert.Equal(t, black, at(0, 0, left, 0), "max(0, -1)")
	assert.Equal(t, warm, at(0, 0, right, 0), "max(0, 1)")
	assert.Equal(t, color.RGBA{32, 76, 128, 255}, at(0, 4, left, 0), "max(0, -1) - 1/2")
	assert.Equal(t, warm, at(1, 0, left, 0), "1 - max(0, -1)")
	assert.Equal(t, black, at(1, 0, right, 0), "1 - max(0, 1)")
	assert.Equal(t, warm, at(0, 0, right, product), "max(0, 1) times 1")
	assert.Equal(t, cool, at(0, 0, right, product+sheetScale.Y*(sheetHeight-1)), "max(0, 1) times -1")
}

package scenario

import (
	"fmt"
	"image"
	"strconv"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
)

// The side of the mosaic in the picture, and of those that are timed.
const (
	mosaicSide   = 96
	measuredSide = 32
)

// mosaicSizes are the tiles: 8 pixels and 64.
var mosaicSizes = []image.Point{{4, 2}, {8, 8}}

// measurement is a way of drawing a mosaic whose time is measured.
type measurement struct {
	what   string
	load   driver
	stored bool
}

var measurements = []measurement{
	{"all words", (*testbench.System).All, false},
	{"all words; the shader stores programs", (*testbench.System).All, true},
	{"words that differ", (*testbench.System).Become, false},
}

// mosaic draws a mosaic of small tiles and one of large ones, and times both with 1, 2 and 4 program states.
func mosaic(s *testbench.System, e *unit.Env, c combineripu.Config) error {
	const side, measured = mosaicSide, measuredSide
	total, done := len(mosaicSizes)*(side*side+len(measurements)*len(sets)*measured*measured), 0
	step := func(entered int) { e.Step(done+entered, total) }
	var pictures []*image.RGBA
	for _, tiles := range cutMosaic(side) {
		pictures = append(pictures, render(s, (*testbench.System).All, tiles, step).picture(tiles, side))
		done += side * side
	}
	var rows [][]string
	for _, x := range measurements {
		for _, tiles := range cutMosaic(measured) {
			c.Stored = x.stored
			row, err := compareSets(c, x.load, tiles, step)
			if err != nil {
				return err
			}
			done += len(sets) * measured * measured
			rows = append(rows, append([]string{x.what, strconv.Itoa(len(tiles[0].pixels))}, row...))
		}
	}
	e.Table([]string{"the driver loads", "pixels a tile", "loads a tile", "1 set", "2 sets", "4 sets", "2 to 1", "4 to 1"}, "LRRRRRRR", rows)
	fmt.Fprintln(e.Out, "cycles a pixel with 1, 2 and 4 program states, and their ratios to that with 1")
	e.Result("another program for every %s pixels: %s, %s and %s cycles a pixel with 1, 2 and 4 program states", rows[0][1], rows[0][3], rows[0][4], rows[0][5])
	return write(e, "mosaic", unit.Beside(4, pictures...))
}

// sets are the numbers of program states that are compared.
var sets = [...]int{1, 2, 4}

// compareSets measures tiles with each number of program states: loads a tile, cycles a pixel, and their ratios to the first.
func compareSets(c combineripu.Config, load driver, tiles []tile, step func(int)) (row []string, err error) {
	var drawings []drawing
	for _, c.Sets = range sets {
		d, err := renderWith(c, load, tiles, step)
		if err != nil {
			return nil, err
		}
		drawings = append(drawings, d)
	}
	row = []string{fmt.Sprintf("%.1f", float64(drawings[0].loads)/float64(len(tiles)))}
	for _, d := range drawings {
		row = append(row, d.perPixel())
	}
	for _, d := range drawings[1:] {
		row = append(row, fmt.Sprintf("%.2f", d.rate()/drawings[0].rate()))
	}
	return row, nil
}

// cutMosaic is a mosaic of each size of tiles.
func cutMosaic(side int) (list [][]tile) {
	pixels := scene(mosaicScene).pixels(side, 2)
	for _, size := range mosaicSizes {
		list = append(list, mosaicTiles(pixels, side, size))
	}
	return list
}

// picture is that of a drawing of tiles.
func (d drawing) picture(tiles []tile, side int) *image.RGBA {
	colours, n := make([]model.Colour, side*side), 0
	for _, t := range tiles {
		for _, p := range t.pixels {
			colours[p.Y*side+p.X] = d.colours[n]
			n++
		}
	}
	return picture(colours, side)
}

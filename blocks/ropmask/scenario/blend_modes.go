package scenario

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/blocks/unit"
)

// The sheet of blend modes has a tile of tileSize×tileSize pixels for each equation. Add, subtract and reverse subtract
// each have a square of tiles: the factor of the source varies from top to bottom, that of the destination from left to
// right. Min and max have one tile each.
const (
	tileSize    = 8
	tilePixels  = tileSize * tileSize
	factors     = int(isa.OneMinusSecondAlpha) + 1
	sheetFormat = isa.RGBA8
)

// sheetEquations are the equations of the tiles in order.
func sheetEquations() []isa.Equation {
	var list []isa.Equation
	for f := isa.Add; f <= isa.ReverseSubtract; f++ {
		for s := range factors {
			for d := range factors {
				list = append(list, isa.Equation{Function: f, Source: isa.Factor(s), Destination: isa.Factor(d)})
			}
		}
	}
	return append(list, isa.Equation{Function: isa.Min}, isa.Equation{Function: isa.Max})
}

// sheetInput returns the colours that are blended at a pixel of each tile: a source from red to yellow whose alpha grows
// downwards, a second source, and a destination from blue to cyan whose alpha grows to the right. All are multiples of 1/16,
// which are exact in fp32.
func sheetInput(pixel int) (source, second, destination isa.Color) {
	at := func(n int) uint32 { return bitsOf(float32(2*n+1) / (2 * tileSize)) }
	x, y := at(pixel%tileSize), at(pixel/tileSize)
	back := at(tileSize - 1 - pixel%tileSize)
	source = isa.Color{bitsOf(1), x, bitsOf(0.125), y}
	second = isa.Color{y, bitsOf(0.5), back, bitsOf(0.75)}
	destination = isa.Color{bitsOf(0.0625), back, bitsOf(0.875), x}
	return source, second, destination
}

// sheetConfig has one target, with a tile for each equation.
func sheetConfig(c ropmask.Config, equations []isa.Equation) ropmask.FramebufferConfig {
	return storing(c, len(equations)*tilePixels, sheetFormat)
}

// drawBlendModes blends the sheet and returns the texels, tile after tile.
func drawBlendModes(h *stimulus.FramebufferHarness, equations []isa.Equation, step func(done, total int)) []model.Texel {
	h.Reporter().Helper()
	send := func(tile, pixel int, s model.State, vectors ...model.Vector) {
		h.SendPaced(uint32(tile*tilePixels+pixel), s, vectors)
	}
	one, two := state("1111", "1111", "", 1), state("1111 1111", "1111", "", 1)
	h.Bind(0, sheetFormat, isa.Blend{})
	for tile := range equations {
		for pixel := range tilePixels {
			_, _, destination := sheetInput(pixel)
			send(tile, pixel, one, model.Vector{Color: destination})
		}
	}
	for tile, equation := range equations {
		blend := isa.Blend{Enable: true, Color: equation, Alpha: equation}
		h.Bind(0, sheetFormat, blend)
		for pixel := range tilePixels {
			source, second, _ := sheetInput(pixel)
			if blend.TakesSecond() {
				send(tile, pixel, two, model.Vector{Color: source}, model.Vector{Index: 1, Color: second})
			} else {
				send(tile, pixel, one, model.Vector{Color: source})
			}
		}
		step(tile, len(equations))
	}
	return h.Texels(0, len(equations)*tilePixels)
}

// Dimensions of the sheet in pixels.
const (
	tileScale   = 3
	tileEdge    = tileSize * tileScale
	tilePitch   = tileEdge + 2
	squareSide  = factors*tilePitch - 2
	sheetGap    = 10
	rowLabels   = 31 * unit.LetterWidth // "13 one minus second alpha"
	sideLabels  = 14 * unit.LetterWidth // "second source"
	sheetTop    = sheetGap + 2*unit.LineHeight
	squareLeft  = sheetGap + rowLabels
	sideLeft    = squareLeft + 3*(squareSide+sheetGap)
	sheetWidth  = sideLeft + tileEdge + sheetGap + sideLabels
	sheetHeight = sheetTop + squareSide + sheetGap
)

// blendSheet arranges the tiles: three squares side by side, to their right min and max, and below those the inputs: source,
// second source and destination.
func blendSheet(texels []model.Texel) *image.RGBA {
	sheet := unit.Background(sheetWidth, sheetHeight)
	tile := func(left, top int, at func(pixel int) isa.Color) {
		for y := range tileEdge {
			for x := range tileEdge {
				c := at(y/tileScale*tileSize + x/tileScale)
				sheet.SetRGBA(left+x, top+y, color.RGBA{level(number(c[0])), level(number(c[1])), level(number(c[2])), 255})
			}
		}
	}
	for i := range len(texels) / tilePixels {
		left, top := sideLeft, sheetTop+(i-3*factors*factors)*tilePitch
		if f, n := i/(factors*factors), i%(factors*factors); f < 3 {
			left, top = squareLeft+f*(squareSide+sheetGap)+n%factors*tilePitch, sheetTop+n/factors*tilePitch
		}
		tile(left, top, func(pixel int) isa.Color { return model.Decode(sheetFormat, texels[i*tilePixels+pixel]) })
	}
	for i := range 3 {
		tile(sideLeft, sheetTop+(factors-3+i)*tilePitch, func(pixel int) isa.Color {
			source, second, destination := sheetInput(pixel)
			return [...]isa.Color{source, second, destination}[i]
		})
	}
	labelSheet(sheet)
	return sheet
}

// labelSheet writes the names of the squares, the factors of the source beside the rows, and the numbers of the
// destination's factors above the columns.
func labelSheet(sheet *image.RGBA) {
	const middle = (tileEdge - unit.LineHeight) / 2
	unit.Label(sheet, image.Pt(sheetGap, sheetTop-2*unit.LineHeight), "row: factor of the source,")
	unit.Label(sheet, image.Pt(sheetGap, sheetTop-unit.LineHeight), "column: of the destination")
	for f := range factors {
		unit.Label(sheet, image.Pt(sheetGap, sheetTop+f*tilePitch+middle), fmt.Sprintf("%2d %v", f, isa.Factor(f)))
	}
	for k, name := range []string{"add", "subtract", "reverse subtract"} {
		left := squareLeft + k*(squareSide+sheetGap)
		unit.Label(sheet, image.Pt(left, sheetTop-2*unit.LineHeight), name)
		for f := range factors {
			unit.Label(sheet, image.Pt(left+f*tilePitch+(tileEdge-2*unit.LetterWidth)/2, sheetTop-unit.LineHeight), fmt.Sprintf("%2d", f))
		}
	}
	side := func(row int, name string) {
		unit.Label(sheet, image.Pt(sideLeft+tileEdge+unit.LetterWidth, sheetTop+row*tilePitch+middle), name)
	}
	side(0, "min")
	side(1, "max")
	side(factors-3, "source")
	side(factors-2, "second source")
	side(factors-1, "destination")
}

func newSheetUnit(c ropmask.FramebufferConfig) (*ropmask.Framebuffer, error) {
	return ropmask.NewFramebuffer(sheetConfig(c.Config, sheetEquations()))
}

func blendModes(tb *bench.TB, u *ropmask.Framebuffer, e *unit.Env, c ropmask.FramebufferConfig) error {
	h := stimulus.DriveFramebuffer(tb, u, sheetConfig(c.Config, sheetEquations()), 0, 0)
	texels := drawBlendModes(h, sheetEquations(), e.Step)
	if err := e.WritePicture("blend_modes.png", blendSheet(texels)); err != nil {
		return err
	}
	fmt.Fprintln(e.Out, "squares: add, subtract, reverse subtract; the factor of the source downwards, of the destination to the right")
	var rows [][]string
	for f := range factors {
		rows = append(rows, []string{strconv.Itoa(f), isa.Factor(f).String()})
	}
	e.Table([]string{"row, column", "factor"}, "RL", rows)
	fmt.Fprintln(e.Out, "on the right: min, max; below: source, second source, destination")
	printTotals(e, h.Results, cycles{"cycles", h.Cycle()})
	e.Result("%d blend equations of functions and factors, each of %d pixels, in %d cycles", len(sheetEquations()), len(h.Results)/len(sheetEquations()), h.Cycle())
	return nil
}

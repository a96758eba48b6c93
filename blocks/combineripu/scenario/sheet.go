package scenario

import (
	"fmt"
	"image"
	"strings"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
)

// The parts of a cell of the sheet: a row of pixels for MOV, and behind it rows for MUL; with them the enlargement.
const (
	sheetWidth  = 32
	sheetHeight = 12
	sheetStrip  = 6 // the height of MOV's row in the picture
	sheetGap    = 3 // between MOV and MUL
)

var sheetScale = image.Pt(2, 3)

// sheetMappings and sheetOutputs are the rows and columns of the sheet.
var (
	sheetMappings = [...]string{"max(0, e)", "1 - max(0, e)", "2 max(0, e) - 1", "1 - 2 max(0, e)", "max(0, e) - 1/2", "1/2 - max(0, e)", "e", "-e"}
	sheetOutputs  = [...]string{"x", "2x", "4x", "x/2", "x - 1/2", "2(x - 1/2)", "4(x - 1/2)", "(x - 1/2)/2"}
)

// sheetWords are a stage that moves or multiplies with a mapping and an output, and a second one that negates the
// result: the final combiner shows positive values in one colour and negative ones in another.
func sheetWords(mapping, output int, multiply bool) isa.Words {
	a, b := uint32(mapping<<5)|uint32(isa.Primary), uint32(isa.UnsignedInvert)<<5
	if multiply {
		b = uint32(isa.SignedIdentity)<<5 | uint32(isa.Secondary)
	}
	w := isa.StateOf(0x102, 0x0c01000f, 0x0d023080,
		isa.StageWords{InRGB: a<<24 | b<<16, InAlpha: isa.ResetInAlpha, OutRGB: uint32(output&3)<<16 | uint32(output>>2)<<15 | 0xc00},
		isa.StageWords{InRGB: 0xec200000, InAlpha: isa.ResetInAlpha, OutRGB: 0xd00})
	w.FinalConstants = [2]uint32{argb(hex(0xffb040), 1), argb(hex(0x4098ff), 1)}
	return w
}

// sheetTiles are two tiles for each cell: MOV and MUL.
func sheetTiles(mappings int) (list []tile) {
	ramp := func(n, of int) int {
		return (2*model.One*n+(of-1)/2)/(of-1) - model.One
	}
	for mapping := range mappings {
		for output := range sheetOutputs {
			for _, height := range []int{1, sheetHeight} {
				t := tile{words: sheetWords(mapping, output, height > 1)}
				for y := range height {
					for x := range sheetWidth {
						e := ramp(x, sheetWidth)
						p := model.Pixel{X: x, Y: y, Primary: model.Values{e, e, e, e}}
						if height > 1 {
							e = ramp(height-1-y, height)
							p.Secondary = model.Values{e, e, e, e}
						}
						t.pixels = append(t.pixels, p)
					}
				}
				list = append(list, t)
			}
		}
	}
	return list
}

// sheetPicture arranges the cells.
func sheetPicture(d drawing) *image.RGBA {
	const pixels = sheetWidth * (1 + sheetHeight)
	cell := image.Pt(sheetWidth*sheetScale.X, sheetStrip+sheetGap+sheetHeight*sheetScale.Y)
	rows := len(d.colours) / pixels / len(sheetOutputs)
	left, top := 2*unit.PictureFrame+longest(sheetMappings[:])*unit.LetterWidth, unit.PictureFrame+unit.LineHeight
	all := unit.Background(left+len(sheetOutputs)*(cell.X+unit.PictureFrame), top+rows*(cell.Y+2*unit.PictureFrame))
	for n, output := range sheetOutputs {
		unit.Label(all, image.Pt(left+n*(cell.X+unit.PictureFrame), unit.PictureFrame/2), strings.ReplaceAll(output, " - ", "-"))
	}
	for n := range rows {
		unit.Label(all, image.Pt(unit.PictureFrame, top+n*(cell.Y+2*unit.PictureFrame)+(cell.Y-unit.LineHeight)/2), sheetMappings[n])
	}
	for n := range rows * len(sheetOutputs) {
		at := image.Pt(left+n%len(sheetOutputs)*(cell.X+unit.PictureFrame), top+n/len(sheetOutputs)*(cell.Y+2*unit.PictureFrame))
		c := d.colours[n*pixels:][:pixels]
		unit.Enlarge(all, at, picture(c[:sheetWidth], sheetWidth), image.Pt(sheetScale.X, sheetStrip))
		unit.Enlarge(all, at.Add(image.Pt(0, sheetStrip+sheetGap)), picture(c[sheetWidth:], sheetWidth), sheetScale)
	}
	return all
}

// longest is the length of the longest of some words.
func longest(words []string) int {
	n := 0
	for _, w := range words {
		n = max(n, len(w))
	}
	return n
}

// drawSheet shows every input mapping with every output, on ramps from −1 to 1.
func drawSheet(mappings int) unit.Demo[combineripu.Config] {
	return onSystem(func(s *testbench.System, e *unit.Env, _ combineripu.Config) error {
		total := mappings * len(sheetOutputs) * sheetWidth * (1 + sheetHeight)
		d := render(s, (*testbench.System).Become, sheetTiles(mappings), func(done int) { e.Step(done, total) })
		var legend [][]string
		for k := range sheetMappings {
			legend = append(legend, []string{fmt.Sprint(k + 1), sheetMappings[k], sheetOutputs[k]})
		}
		e.Table([]string{"", "row: input mapping", "column: output"}, "RLL", legend)
		fmt.Fprintln(e.Out, strings.TrimSpace(`
Each cell: above, MOV of a ramp from -1 at the left to 1 at the right; below, MUL of it by a ramp from -1 at the bottom to 1 at
the top, which is not mapped. What is positive is orange, what is negative blue. A bias with a scale of 4 or 1/2 is illegal in GL,
and is calculated all the same.`))
		d.write(e)
		return write(e, "sheet", sheetPicture(d))
	})
}

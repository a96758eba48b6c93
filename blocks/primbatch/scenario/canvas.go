package scenario

import (
	"image"
	"image/color"
	"math"

	"posedge/blocks/primbatch/model"
)

// canvas is a black picture on which fragments are drawn.
type canvas struct{ *image.RGBA }

func newCanvas(width, height int) canvas {
	c := canvas{image.NewRGBA(image.Rect(0, 0, width, height))}
	for k := range c.Pix {
		if k%4 == 3 {
			c.Pix[k] = 255
		}
	}
	return c
}

// Colours of fragments.
var (
	white = color.RGBA{236, 240, 241, 255}
	grey  = color.RGBA{70, 78, 86, 255}
	amber = color.RGBA{244, 172, 69, 255}
	red   = color.RGBA{231, 76, 60, 255}
	blue  = color.RGBA{84, 153, 199, 255}
)

// draw draws fragments, each in the colour that tint returns for it.
func (c canvas) draw(list []model.Fragment, tint func(model.Fragment) color.RGBA) canvas {
	for _, f := range list {
		c.SetRGBA(int(int16(f.X)), int(int16(f.Y)), tint(f))
	}
	return c
}

// line draws a line, one pixel wide.
func (c canvas) line(from, to image.Point, tint color.RGBA) {
	n := max(abs(to.X-from.X), abs(to.Y-from.Y), 1)
	for k := range n + 1 {
		at := func(a, b int) int { return a + int(math.Round(float64((b-a)*k)/float64(n))) }
		c.SetRGBA(at(from.X, to.X), at(from.Y, to.Y), tint)
	}
}

func abs(x int) int { return max(x, -x) }

// all returns the same colour for every fragment.
func all(tint color.RGBA) func(model.Fragment) color.RGBA {
	return func(model.Fragment) color.RGBA { return tint }
}

// lit returns the set of pixels with fragments.
func lit(list []model.Fragment) map[image.Point]bool {
	m := map[image.Point]bool{}
	for _, f := range list {
		m[image.Pt(int(int16(f.X)), int(int16(f.Y)))] = true
	}
	return m
}

// dots is a row of pixels as text, # for those that are lit.
func dots(lit map[image.Point]bool, y, width int) string {
	row := make([]byte, width)
	for x := range row {
		row[x] = '.'
		if lit[image.Pt(x, y)] {
			row[x] = '#'
		}
	}
	return string(row)
}

// apart draws the differences between two lists of fragments: extra pixels red, missing ones blue. Common pixels are grey.
func apart(width, height int, want, got []model.Fragment) (c canvas, different int) {
	c = newCanvas(width, height)
	a, b := lit(want), lit(got)
	for p := range a {
		if b[p] {
			c.SetRGBA(p.X, p.Y, grey)
		} else {
			c.SetRGBA(p.X, p.Y, blue)
			different++
		}
	}
	for p := range b {
		if !a[p] {
			c.SetRGBA(p.X, p.Y, red)
			different++
		}
	}
	return c, different
}

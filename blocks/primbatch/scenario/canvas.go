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

// draw draws fragments; tint gives a fragment's colour.
func (c canvas) draw(list []model.Fragment, tint func(model.Fragment) color.RGBA) canvas {
	for _, f := range list {
		c.SetRGBA(int(int16(f.X)), int(int16(f.Y)), tint(f))
	}
	return c
}

// line draws a line, one pixel wide.
func (c canvas) line(from, to point, tint color.RGBA) {
	n := max(abs(to.x-from.x), abs(to.y-from.y), 1)
	for k := range n + 1 {
		at := func(a, b int) int { return a + int(math.Round(float64((b-a)*k)/float64(n))) }
		c.SetRGBA(at(from.x, to.x), at(from.y, to.y), tint)
	}
}

func abs(x int) int { return max(x, -x) }

// all is the same tint for every fragment.
func all(tint color.RGBA) func(model.Fragment) color.RGBA {
	return func(model.Fragment) color.RGBA { return tint }
}

// lit returns the set of pixels that have fragments.
func lit(list []model.Fragment) map[point]bool {
	m := map[point]bool{}
	for _, f := range list {
		m[point{int(int16(f.X)), int(int16(f.Y))}] = true
	}
	return m
}

// apart draws the differences between two lists of fragments: extra pixels red, missing ones blue. Common pixels are grey.
func apart(width, height int, want, got []model.Fragment) (c canvas, different int) {
	c = newCanvas(width, height)
	a, b := lit(want), lit(got)
	for p := range a {
		if b[p] {
			c.SetRGBA(p.x, p.y, grey)
		} else {
			c.SetRGBA(p.x, p.y, blue)
			different++
		}
	}
	for p := range b {
		if !a[p] {
			c.SetRGBA(p.x, p.y, red)
			different++
		}
	}
	return c, different
}

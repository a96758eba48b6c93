package drawing

import (
	"image"
	"image/color"
	"math"
	"slices"

	"posedge/blocks/castalu/model"
)

// Picture is colours in fp32, row by row from the top left.
type Picture struct {
	Width, Height int
	Colors        [][4]float32
	Drawn         []bool // pixels with a colour; the others are transparent
	Cycles        uint64
	Killed        int
}

// NewPicture makes a transparent picture.
func NewPicture(width, height int) *Picture {
	return &Picture{Width: width, Height: height, Colors: make([][4]float32, width*height), Drawn: make([]bool, width*height)}
}

// Set takes a pixel's colour from the first vector of a result.
func (p *Picture) Set(at int, e model.Ended) {
	if e.Killed {
		p.Killed++
		return
	}
	p.Drawn[at] = true
	for k, bits := range e.Vectors[0] {
		p.Colors[at][k] = math.Float32frombits(bits)
	}
}

// Image is the picture in 8 bits per component.
func (p *Picture) Image() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, p.Width, p.Height))
	for at, c := range p.Colors {
		var b [4]uint8
		for k, x := range c {
			b[k] = To8(x)
		}
		img.SetNRGBA(at%p.Width, at/p.Width, color.NRGBA{b[0], b[1], b[2], b[3]})
	}
	return img
}

// Minus is the distance of two pictures of the same size, component by component, as an opaque
// picture. The distance of alpha counts for each of the others. It is infinite where only one
// picture has a colour, and where a component is not a number.
func (p *Picture) Minus(q *Picture) *Picture {
	out := NewPicture(p.Width, p.Height)
	for at := range out.Colors {
		var d [4]float32
		for k := range d {
			d[k] = float32(math.Abs(float64(p.Colors[at][k] - q.Colors[at][k])))
			if p.Drawn[at] != q.Drawn[at] || d[k] != d[k] {
				d[k] = float32(math.Inf(1))
			}
		}
		out.Colors[at] = [4]float32{max(d[0], d[3]), max(d[1], d[3]), max(d[2], d[3]), 1}
		out.Drawn[at] = true
	}
	return out
}

// Brightest is the greatest finite red, green or blue component.
func (p *Picture) Brightest() float64 {
	most := 0.0
	for _, c := range p.Colors {
		for _, x := range c[:3] {
			if finite(x) {
				most = max(most, float64(x))
			}
		}
	}
	return most
}

// finite reports whether a component is a finite number.
func finite(x float32) bool { return x-x == 0 }

// Numbers reports whether all red, green and blue components are finite numbers.
func (p *Picture) Numbers() bool {
	return !slices.ContainsFunc(p.Colors, func(c [4]float32) bool { return !finite(c[0]) || !finite(c[1]) || !finite(c[2]) })
}

// Times multiplies red, green and blue.
func (p *Picture) Times(scale float64) *Picture {
	out := NewPicture(p.Width, p.Height)
	copy(out.Drawn, p.Drawn)
	for at, c := range p.Colors {
		for k := range 3 {
			out.Colors[at][k] = float32(float64(c[k]) * scale)
		}
		out.Colors[at][3] = c[3]
	}
	return out
}

// To8 is a component in 8 bits; NaN is 0.
func To8(x float32) uint8 {
	if !(x > 0) {
		return 0
	}
	return uint8(math.RoundToEven(float64(min(x, 1)) * 255))
}

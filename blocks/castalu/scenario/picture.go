package scenario

import (
	"image"
	"image/color"
	"math"

	"posedge/blocks/castalu/model"
)

// Picture is colours in fp32, row by row from the top left.
type Picture struct {
	width, height int
	colors        [][4]float32
	drawn         []bool // pixels with a colour; the others are transparent
	cycles        uint64
	killed        int
}

// NewPicture makes a transparent picture.
func NewPicture(width, height int) *Picture {
	return &Picture{width: width, height: height, colors: make([][4]float32, width*height), drawn: make([]bool, width*height)}
}

// Set takes a pixel's colour from the first vector of a result.
func (p *Picture) Set(at int, e model.Ended) {
	if e.Killed {
		p.killed++
		return
	}
	p.drawn[at] = true
	for k, bits := range e.Vectors[0] {
		p.colors[at][k] = math.Float32frombits(bits)
	}
}

// Image is the picture in 8 bits per component.
func (p *Picture) Image() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, p.width, p.height))
	for at, c := range p.colors {
		var b [4]uint8
		for k, x := range c {
			b[k] = to8(x)
		}
		img.SetNRGBA(at%p.width, at/p.width, color.NRGBA{b[0], b[1], b[2], b[3]})
	}
	return img
}

// minus is the distance of two pictures of the same size, component by component, as an opaque
// picture. The distance of alpha counts for each of the others. It is infinite where only one
// picture has a colour, and where a component is not a number.
func (p *Picture) minus(q *Picture) *Picture {
	out := NewPicture(p.width, p.height)
	for at := range out.colors {
		var d [4]float32
		for k := range d {
			d[k] = float32(math.Abs(float64(p.colors[at][k] - q.colors[at][k])))
			if p.drawn[at] != q.drawn[at] || d[k] != d[k] {
				d[k] = float32(math.Inf(1))
			}
		}
		out.colors[at] = [4]float32{max(d[0], d[3]), max(d[1], d[3]), max(d[2], d[3]), 1}
		out.drawn[at] = true
	}
	return out
}

// brightest is the greatest finite red, green or blue component.
func (p *Picture) brightest() float64 {
	most := 0.0
	for _, c := range p.colors {
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

// numbers reports whether all red, green and blue components are finite numbers.
func (p *Picture) numbers() bool {
	for _, c := range p.colors {
		if !finite(c[0]) || !finite(c[1]) || !finite(c[2]) {
			return false
		}
	}
	return true
}

// times multiplies red, green and blue.
func (p *Picture) times(scale float64) *Picture {
	out := NewPicture(p.width, p.height)
	copy(out.drawn, p.drawn)
	for at, c := range p.colors {
		for k := range 3 {
			out.colors[at][k] = float32(float64(c[k]) * scale)
		}
		out.colors[at][3] = c[3]
	}
	return out
}

// to8 is a component in 8 bits; NaN is 0.
func to8(x float32) uint8 {
	if !(x > 0) {
		return 0
	}
	return uint8(math.RoundToEven(float64(min(x, 1)) * 255))
}

package scenario

import (
	"image"
	"image/color"
	"math"

	"posedge/blocks/castalu"
)

// picture is colours in fp32, row by row from the top left.
type picture struct {
	width, height int
	colors        [][4]float32
	cycles        uint64
	killed        int
}

func newPicture(width, height int) *picture {
	return &picture{width: width, height: height, colors: make([][4]float32, width*height)}
}

// set takes a pixel's colour from the first vector of a result.
func (p *picture) set(at int, e castalu.Ended) {
	if e.Killed {
		p.killed++
		return
	}
	for k, bits := range e.Vectors[0] {
		p.colors[at][k] = math.Float32frombits(bits)
	}
}

// image is the picture in 8 bits a component.
func (p *picture) image() *image.NRGBA {
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

// to8 is a component in 8 bits; NaN is 0.
func to8(x float32) uint8 {
	if !(x > 0) {
		return 0
	}
	return uint8(math.RoundToEven(float64(min(x, 1)) * 255))
}

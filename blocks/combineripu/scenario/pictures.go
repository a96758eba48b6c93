package scenario

import (
	"image"
	"image/color"

	"posedge/blocks/combineripu"
	"posedge/blocks/unit"
)

// differenceScale is how many times as bright as a difference its picture is.
const differenceScale = 32

// picture shows colours, row by row from the top left. Alpha is left out: nothing behind the picture is to be seen.
func picture(colours []combineripu.Colour, width int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, len(colours)/width))
	for at, c := range colours {
		p.SetRGBA(at%width, at/width, color.RGBA{c[0], c[1], c[2], 255})
	}
	return p
}

// difference is that of two pictures of one size, brightened. That of alpha counts for each of the others. Black is
// returned as true: the pictures are equal.
func difference(a, b []combineripu.Colour) (list []combineripu.Colour, black bool) {
	black = true
	for at := range a {
		var d [4]int
		for k := range d {
			d[k] = max(int(a[at][k]), int(b[at][k])) - min(int(a[at][k]), int(b[at][k]))
		}
		black = black && d == [4]int{}
		level := func(k int) uint8 { return uint8(min(max(d[k], d[3])*differenceScale, 255)) }
		list = append(list, combineripu.Colour{level(0), level(1), level(2), 255})
	}
	return list, black
}

// write writes a picture to the environment's folder, if there is one.
func write(e *unit.Env, name string, p *image.RGBA) error {
	return e.WritePicture("combineripu_"+name+".png", p)
}

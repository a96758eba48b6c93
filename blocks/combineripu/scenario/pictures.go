package scenario

import (
	"image"
	"image/color"
	"image/draw"
	"path/filepath"

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

const frame = 8

// background is a dark picture of that size.
func background(width, height int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(p, p.Bounds(), image.NewUniform(color.RGBA{24, 26, 30, 255}), image.Point{}, draw.Src)
	return p
}

// beside puts pictures beside each other, each pixel so many times as large, with a dark frame.
func beside(scale int, pictures ...*image.RGBA) *image.RGBA {
	width, height := frame, 0
	for _, p := range pictures {
		width += p.Bounds().Dx()*scale + frame
		height = max(height, p.Bounds().Dy()*scale)
	}
	all := background(width, height+2*frame)
	left := frame
	for _, p := range pictures {
		enlarge(all, image.Pt(left, frame), p, image.Pt(scale, scale))
		left += p.Bounds().Dx()*scale + frame
	}
	return all
}

// enlarge draws a picture with larger pixels.
func enlarge(on *image.RGBA, at image.Point, p *image.RGBA, scale image.Point) {
	size := p.Bounds().Size()
	for y := range size.Y * scale.Y {
		for x := range size.X * scale.X {
			on.SetRGBA(at.X+x, at.Y+y, p.RGBAAt(x/scale.X, y/scale.Y))
		}
	}
}

// write writes a picture to the environment's folder, if there is one.
func write(e *unit.Env, name string, p *image.RGBA) error {
	if e.Dir == "" {
		return nil
	}
	path := filepath.Join(e.Dir, "combineripu_"+name+".png")
	if err := unit.WritePNG(path, p); err != nil {
		return err
	}
	e.Files = append(e.Files, path)
	return nil
}

package scenario

import (
	"image"
	"image/color"
	"math"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/unit"
)

// gBuffer has the colours of each of the G-buffer's targets, as fp32 bit patterns, row by row from the top left.
type gBuffer [len(gbufferTargets)][]isa.Color

// picture shows a square of pixels.
func picture(pixels []isa.Color, size int, show func(isa.Color) color.RGBA) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, size, size))
	for i, c := range pixels {
		p.SetRGBA(i%size, i/size, show(c))
	}
	return p
}

// writePictures draws each target, and a sheet with all four, whose pixels are twice as large.
func (g gBuffer) writePictures(e *unit.Env, size int) error {
	const scale = 2
	pitch := scale*size + unit.PictureFrame
	sheet := unit.Background(unit.PictureFrame+2*pitch, unit.PictureFrame+2*pitch)
	for t, target := range gbufferTargets {
		p := picture(g[t], size, target.show)
		if err := e.WritePicture("gbuffer_"+target.name+".png", p); err != nil {
			return err
		}
		unit.Enlarge(sheet, image.Pt(t%2*pitch, t/2*pitch).Add(image.Pt(unit.PictureFrame, unit.PictureFrame)), p, image.Pt(scale, scale))
	}
	return e.WritePicture("gbuffer.png", sheet)
}

// showAlbedo shows R, G and B as linear colour.
func showAlbedo(c isa.Color) color.RGBA {
	return color.RGBA{display(c[isa.R]), display(c[isa.G]), display(c[isa.B]), 255}
}

// showNormal shows X and Y of a unit normal, from -1 to 1, as red and green, and Z, which points to the viewer and is
// computed from them, as blue.
func showNormal(c isa.Color) color.RGBA {
	x, y := number(c[isa.R]), number(c[isa.G])
	z := math.Sqrt(max(0, 1-float64(x*x)-float64(y*y))) // the conversions round each product: the same on every machine
	return color.RGBA{level((x + 1) / 2), level((y + 1) / 2), level((z + 1) / 2), 255}
}

// showDepth shows R as grey, white where it is near.
func showDepth(c isa.Color) color.RGBA { return grey(level(1 - number(c[isa.R]))) }

// showMask shows A as grey.
func showMask(c isa.Color) color.RGBA { return grey(level(number(c[isa.A]))) }

func grey(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }

// number is the value of an fp32 bit pattern, and 0 for a NaN.
func number(pattern uint32) float64 {
	x := float64(math.Float32frombits(pattern))
	if math.IsNaN(x) {
		return 0
	}
	return x
}

// level is the byte for a value clamped to 0 to 1.
func level(x float64) uint8 { return uint8(math.Round(255 * min(max(x, 0), 1))) }

// display is the byte for a linear value, with a square root for the display's gamma.
func display(pattern uint32) uint8 { return level(math.Sqrt(max(0, number(pattern)))) }

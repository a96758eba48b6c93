package scenario

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"path/filepath"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/unit"
)

// buffer is the memory of one render target: fp32 bit patterns, row by row
// from the top left.
type buffer struct {
	Width, Height int
	Pixels        []isa.Color
}

// newBuffer returns a buffer with every component of every pixel 0. A width or
// height below 0 counts as 0.
func newBuffer(width, height int) *buffer {
	width, height = max(width, 0), max(height, 0)
	return &buffer{Width: width, Height: height, Pixels: make([]isa.Color, width*height)}
}

// Write stores the components of the mask in pixel i and leaves the others as
// they were.
func (b *buffer) Write(i int, mask isa.Mask, c isa.Color) {
	for k := range c {
		if mask.Has(k) {
			b.Pixels[i][k] = c[k]
		}
	}
}

// gBuffer holds the four render targets of the G-buffer scenario: the colour
// in R, G, B of Albedo, the X and Y of the normal in R, G of Normal, the depth
// in R of Depth and the sphere's coverage in A of Mask.
type gBuffer struct {
	Albedo, Normal, Depth, Mask *buffer
}

// newGBuffer returns four cleared targets.
func newGBuffer(width, height int) gBuffer {
	return gBuffer{
		Albedo: newBuffer(width, height),
		Normal: newBuffer(width, height),
		Depth:  newBuffer(width, height),
		Mask:   newBuffer(width, height),
	}
}

// namedPicture is an image with the name of its file.
type namedPicture struct {
	Name  string
	Image *image.RGBA
}

// Pictures turns the targets into a picture each, and all of them into one:
// gbuffer_albedo.png, gbuffer_normal.png, gbuffer_depth.png, gbuffer_mask.png
// and gbuffer.png. A component that is not a number shows as 0.
func (g gBuffer) Pictures() []namedPicture {
	albedo, normal := albedoPicture(g.Albedo), normalPicture(g.Normal)
	depth, mask := depthPicture(g.Depth), maskPicture(g.Mask)
	return []namedPicture{
		{"gbuffer_albedo.png", albedo},
		{"gbuffer_normal.png", normal},
		{"gbuffer_depth.png", depth},
		{"gbuffer_mask.png", mask},
		{"gbuffer.png", contactSheet(2, 2, albedo, normal, depth, mask)},
	}
}

// albedoPicture shows R, G, B as linear colour.
func albedoPicture(b *buffer) *image.RGBA {
	return b.picture(func(c isa.Color) color.RGBA {
		return color.RGBA{display(c[isa.R]), display(c[isa.G]), display(c[isa.B]), 255}
	})
}

// normalPicture shows X and Y of a unit normal as red and green, -1 black and 1
// full, and as blue its Z towards the viewer, computed from the two.
func normalPicture(b *buffer) *image.RGBA {
	return b.picture(func(c isa.Color) color.RGBA {
		x, y := number(c[isa.R]), number(c[isa.G])
		z := math.Sqrt(max(0, 1-float64(x*x)-float64(y*y))) // rounded products: alike on every machine
		return color.RGBA{level((x + 1) / 2), level((y + 1) / 2), level((z + 1) / 2), 255}
	})
}

// depthPicture shows R as grey, near white and far black.
func depthPicture(b *buffer) *image.RGBA {
	return b.picture(func(c isa.Color) color.RGBA { return grey(level(1 - number(c[isa.R]))) })
}

// maskPicture shows A as grey.
func maskPicture(b *buffer) *image.RGBA {
	return b.picture(func(c isa.Color) color.RGBA { return grey(level(number(c[isa.A]))) })
}

// contactSheet puts pictures of one size beside each other, in rows of the
// given length, each pixel scale times as large, with a dark frame. It returns
// an empty image if there is nothing to show.
func contactSheet(columns, scale int, pictures ...*image.RGBA) *image.RGBA {
	if columns < 1 || scale < 1 || len(pictures) == 0 {
		return image.NewRGBA(image.Rectangle{})
	}
	const frame = 8
	columns = min(columns, len(pictures))
	rows := (len(pictures) + columns - 1) / columns
	size := pictures[0].Bounds().Size().Mul(scale)
	sheet := image.NewRGBA(image.Rect(0, 0, frame+columns*(size.X+frame), frame+rows*(size.Y+frame)))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(color.RGBA{24, 26, 30, 255}), image.Point{}, draw.Src)
	for i, picture := range pictures {
		left, top := frame+i%columns*(size.X+frame), frame+i/columns*(size.Y+frame)
		for y := range size.Y {
			for x := range size.X {
				sheet.SetRGBA(left+x, top+y, picture.RGBAAt(x/scale, y/scale))
			}
		}
	}
	return sheet
}

// writePictures writes the pictures as PNG files into a folder that exists,
// and returns their paths in order. A picture that cannot be written leaves no
// file behind.
func writePictures(dir string, pictures []namedPicture) ([]string, error) {
	var paths []string
	for _, p := range pictures {
		path := filepath.Join(dir, p.Name)
		if err := unit.WritePNG(path, p.Image); err != nil {
			return paths, fmt.Errorf("picture %s: %w", p.Name, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func (b *buffer) picture(show func(isa.Color) color.RGBA) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, b.Width, b.Height))
	for i, c := range b.Pixels {
		picture.SetRGBA(i%b.Width, i/b.Width, show(c))
	}
	return picture
}

func grey(v uint8) color.RGBA { return color.RGBA{v, v, v, 255} }

// number returns the value of an fp32 bit pattern, 0 if it is not a number.
func number(pattern uint32) float64 {
	x := float64(math.Float32frombits(pattern))
	if math.IsNaN(x) {
		return 0
	}
	return x
}

// level returns the byte for a value from 0 to 1; others are clamped.
func level(x float64) uint8 { return uint8(math.Round(255 * min(max(x, 0), 1))) }

// display is level after the curve of a display, taken as a square root.
func display(pattern uint32) uint8 { return level(math.Sqrt(max(0, number(pattern)))) }

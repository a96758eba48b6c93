// Package texture is castalu's small texture unit: images with 8 bits per component, and
// their bilinear samples, both exactly as the unit computes them and in real arithmetic.
package texture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math"
	"os"
)

// MaxSide is the greatest width and height of an image, in texels.
const MaxSide = 256

// Image is an image with 8 bits per component: red, green, blue and alpha, which is not
// premultiplied. It repeats in both directions, and the centre of its first texel is at
// (½, ½). It implements [posedge/blocks/castalu/compiler/flow.Image].
type Image struct {
	width, height int
	texels        [][4]uint8 // row by row from the top left
}

// New makes an image of the texels that texel returns; it returns an error if the unit cannot
// read an image of that size.
func New(width, height int, texel func(x, y int) [4]uint8) (*Image, error) {
	if err := check(width, height); err != nil {
		return nil, err
	}
	m := &Image{width: width, height: height}
	for y := range height {
		for x := range width {
			m.texels = append(m.texels, texel(x, y))
		}
	}
	return m, nil
}

func check(width, height int) error {
	if min(width, height) < 1 || max(width, height) > MaxSide {
		return fmt.Errorf("an image of %dx%d texels cannot be read; width and height are 1 to %d", width, height, MaxSide)
	}
	return nil
}

// From copies a picture.
func From(picture image.Image) (*Image, error) {
	b := picture.Bounds()
	return New(b.Dx(), b.Dy(), func(x, y int) [4]uint8 {
		c := color.NRGBAModel.Convert(picture.At(b.Min.X+x, b.Min.Y+y)).(color.NRGBA)
		return [4]uint8{c.R, c.G, c.B, c.A}
	})
}

// Read reads a PNG file.
func Read(path string) (*Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := png.DecodeConfig(f)
	if err != nil { // perhaps from reading a folder
		var place *fs.PathError
		if errors.As(err, &place) {
			return nil, err
		}
		return nil, fmt.Errorf("%s is not a PNG file: %w", path, err)
	}
	if err := check(head.Width, head.Height); err != nil { // before memory is allocated for it
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if _, err := f.Seek(0, 0); err != nil {
		return nil, err
	}
	picture, err := png.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s is not a whole PNG file: %w", path, err)
	}
	return From(picture)
}

// Checkerboard is the image of a sampler without one: 64×64 texels in squares of 8×8.
func Checkerboard() *Image {
	m, err := New(64, 64, func(x, y int) [4]uint8 {
		if (x/8+y/8)%2 == 0 {
			return [4]uint8{244, 232, 208, 255} // ivory
		}
		return [4]uint8{38, 84, 124, 255} // slate blue
	})
	if err != nil {
		panic(err)
	}
	return m
}

// Size is the number of texels in a row and in a column.
func (m *Image) Size() (width, height int) { return m.width, m.height }

func (m *Image) texel(x, y int) [4]uint8 { return m.texels[y*m.width+x] }

// around returns the texel at (x, y), the next one in its row, and the two below them.
func (m *Image) around(x, y int) [4][4]uint8 {
	right, below := (x+1)%m.width, (y+1)%m.height
	return [4][4]uint8{m.texel(x, y), m.texel(right, y), m.texel(x, below), m.texel(right, below)}
}

// Fetch is the bilinear sample as the texture unit computes it. The coordinates are in
// texels, 24.8. Each component is the sum of four texels by their exact weights, which
// together are 2^16, rounded to the nearest; half-way values go up.
func (m *Image) Fetch(u, v int32) [4]uint8 {
	const half = 1 << 7 // of a texel
	x, fx := place(int64(u)-half, m.width)
	y, fy := place(int64(v)-half, m.height)
	weights := [4]uint32{(256 - fx) * (256 - fy), fx * (256 - fy), (256 - fx) * fy, fx * fy}
	var out [4]uint8
	texels := m.around(x, y)
	for k := range out {
		sum := uint32(1 << 15)
		for n, t := range texels {
			sum += weights[n] * uint32(t[k])
		}
		out[k] = uint8(sum >> 16)
	}
	return out
}

// place is the texel of a coordinate in 24.8, and the distance past it in 1/256.
func place(at int64, side int) (texel int, behind uint32) {
	n := int64(side)
	return int(((at>>8)%n + n) % n), uint32(at & 255)
}

// At is the bilinear sample at texel coordinates in real arithmetic, from 0 to 1. A
// coordinate that is not a finite number counts as 0.
func (m *Image) At(u, v float64) (out [4]float64) {
	x, fx := placeOf(u-0.5, m.width)
	y, fy := placeOf(v-0.5, m.height)
	texels := m.around(x, y)
	for k := range out {
		upper := float64(texels[0][k])*(1-fx) + float64(texels[1][k])*fx
		lower := float64(texels[2][k])*(1-fx) + float64(texels[3][k])*fx
		out[k] = (upper*(1-fy) + lower*fy) / 255
	}
	return out
}

func placeOf(at float64, side int) (texel int, behind float64) {
	if math.IsNaN(at) || math.IsInf(at, 0) {
		at = 0
	}
	whole := math.Floor(at)
	n := float64(side)
	return int(math.Mod(math.Mod(whole, n)+n, n)), at - whole
}

// Range is the least and the greatest value of each component.
func (m *Image) Range() (low, high [4]float64) {
	for k := range low {
		low[k] = 1
		for _, t := range m.texels {
			x := float64(t[k]) / 255
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return low, high
}

// Slope is the greatest difference of each component between a texel and the next one in its
// row and in its column, where the first texel follows the last.
func (m *Image) Slope() (u, v [4]float64) {
	for y := range m.height {
		for x := range m.width {
			around := m.around(x, y)
			for k, at := range around[0] {
				difference := func(n int) float64 { return math.Abs(float64(around[n][k])-float64(at)) / 255 }
				u[k], v[k] = max(u[k], difference(1)), max(v[k], difference(2))
			}
		}
	}
	return u, v
}

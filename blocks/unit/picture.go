package unit

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"path/filepath"

	"posedge/internal/atomicfile"
)

// WritePNG writes a picture to a file, whose folder exists. A picture that cannot be
// written leaves no file behind.
func WritePNG(path string, picture image.Image) error {
	return write(path, func(w io.Writer) error { return png.Encode(w, picture) })
}

// write makes a file that is there complete, or, also if the drawing panics, not at all.
func write(path string, draw func(w io.Writer) error) error {
	f, err := atomicfile.Create(path)
	if err != nil {
		return err
	}
	drawn := false
	defer func() {
		if !drawn {
			f.Discard()
		}
	}()
	if err := draw(f); err != nil {
		return err
	}
	drawn = true
	return f.Commit()
}

// WritePicture writes a picture to the environment's folder, if there is one. The file's name begins with the unit's.
func (e *Env) WritePicture(name string, p image.Image) error {
	return e.WriteSVG(name, func(w io.Writer) error { return png.Encode(w, p) })
}

// WriteSVG writes a drawing to the environment's folder, if there is one. The file's name begins with the unit's. A drawing
// that cannot be written leaves no file behind.
func (e *Env) WriteSVG(name string, draw func(w io.Writer) error) error {
	if e.Dir == "" {
		return nil
	}
	if name != filepath.Base(name) {
		return fmt.Errorf("a scenario writes the file %q; give it a name without a folder", name)
	}
	path := filepath.Join(e.Dir, name)
	if err := write(path, draw); err != nil {
		return err
	}
	e.Files = append(e.Files, path)
	return nil
}

// PictureFrame is the width of the dark frame around pictures that stand beside each other.
const PictureFrame = 8

// Background is a dark picture of that size.
func Background(width, height int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(p, p.Bounds(), image.NewUniform(color.RGBA{24, 26, 30, 255}), image.Point{}, draw.Src)
	return p
}

// Beside puts pictures beside each other with a dark frame, and enlarges each pixel to scale × scale.
func Beside(scale int, pictures ...*image.RGBA) *image.RGBA {
	width, height := PictureFrame, 0
	for _, p := range pictures {
		width += p.Bounds().Dx()*scale + PictureFrame
		height = max(height, p.Bounds().Dy()*scale)
	}
	all := Background(width, height+2*PictureFrame)
	left := PictureFrame
	for _, p := range pictures {
		Enlarge(all, image.Pt(left, PictureFrame), p, image.Pt(scale, scale))
		left += p.Bounds().Dx()*scale + PictureFrame
	}
	return all
}

// Enlarge draws a picture with larger pixels.
func Enlarge(on *image.RGBA, at image.Point, p *image.RGBA, scale image.Point) {
	size := p.Bounds().Size()
	for y := range size.Y * scale.Y {
		for x := range size.X * scale.X {
			on.SetRGBA(at.X+x, at.Y+y, p.RGBAAt(x/scale.X, y/scale.Y))
		}
	}
}

package unit

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"posedge/internal/text"
)

// The width of a label's letter, and the height of its line.
const (
	LetterWidth = 7
	LineHeight  = 15
)

// labelColour is light on [Background].
var labelColour = color.RGBA{200, 205, 212, 255}

// Label writes a line of ASCII; at is its upper left corner.
func Label(on draw.Image, at image.Point, line string) {
	d := font.Drawer{Dst: on, Src: image.NewUniform(labelColour), Face: basicfont.Face7x13, Dot: fixed.P(at.X, at.Y+basicfont.Face7x13.Ascent)}
	d.DrawString(line)
}

// Panel is a picture with a caption.
type Panel struct {
	Caption string // ASCII
	Picture *image.RGBA
}

// Captioned puts pictures beside each other as [Beside] does, each with its caption below it.
func Captioned(scale int, panels ...Panel) *image.RGBA {
	pictures := make([]*image.RGBA, len(panels))
	captions := make([][]string, len(panels))
	lines := 0
	for i, p := range panels {
		pictures[i] = p.Picture
		captions[i] = text.Wrap(p.Caption, "", "", max(1, p.Picture.Bounds().Dx()*scale/LetterWidth))
		lines = max(lines, len(captions[i]))
	}
	beside := Beside(scale, pictures...)
	size := beside.Bounds().Size()
	all := Background(size.X, size.Y+lines*LineHeight)
	draw.Draw(all, beside.Bounds(), beside, image.Point{}, draw.Src)
	left := PictureFrame
	for i, p := range panels {
		for k, line := range captions[i] {
			Label(all, image.Pt(left, size.Y-2+k*LineHeight), line)
		}
		left += p.Picture.Bounds().Dx()*scale + PictureFrame
	}
	return all
}

package scenario

import (
	"image"
	"image/color"

	"posedge/blocks/combineripu/model"
	"posedge/blocks/unit"
)

// picture shows colours, row by row from the top left. It drops alpha, so that the picture is opaque.
func picture(colours []model.Colour, width int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, len(colours)/width))
	for at, c := range colours {
		p.SetRGBA(at%width, at/width, color.RGBA{c[0], c[1], c[2], 255})
	}
	return p
}

// write writes a picture to the environment's folder, if there is one.
func write(e *unit.Env, name string, p *image.RGBA) error {
	return e.WritePicture("combineripu_"+name+".png", p)
}

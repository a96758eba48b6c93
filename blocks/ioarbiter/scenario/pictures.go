package scenario

import (
	"image"
	"image/color"

	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/unit"
)

// rgba is a colour in the surface unit's format: RGBA8, red lowest.
func rgba(c color.RGBA) uint32 {
	return uint32(c.R) | uint32(c.G)<<8 | uint32(c.B)<<16 | uint32(c.A)<<24
}

// colourPicture shows the colours of a surface of the given width, without alpha.
func colourPicture(colours []uint32, width int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, width, len(colours)/width))
	for at, c := range colours {
		p.SetRGBA(at%width, at/width, color.RGBA{uint8(c), uint8(c >> 8), uint8(c >> 16), 255})
	}
	return p
}

// depthPicture shows depths as shades of grey: the nearest is white, the maximum depth black, and the farthest of the
// other depths a dark grey.
func depthPicture(depths []uint16, width int) *image.RGBA {
	const far, farthest = units.MaxDepth, 40
	near, last := far, 0
	for _, z := range depths {
		if z < far {
			near, last = min(near, int(z)), max(last, int(z))
		}
	}
	p := image.NewRGBA(image.Rect(0, 0, width, len(depths)/width))
	for at, z := range depths {
		v := 0
		if z < far {
			v = 255 - (255-farthest)*(int(z)-near)/max(last-near, 1)
		}
		p.SetRGBA(at%width, at/width, color.RGBA{uint8(v), uint8(v), uint8(v), 255})
	}
	return p
}

// A picture is an image with the name of its file.
type picture struct {
	name  string
	image *image.RGBA
}

// write writes pictures to the environment's folder, if there is one.
func write(e *unit.Env, list ...picture) error {
	for _, p := range list {
		if err := e.WritePicture("ioarbiter_"+p.name, p.image); err != nil {
			return err
		}
	}
	return nil
}

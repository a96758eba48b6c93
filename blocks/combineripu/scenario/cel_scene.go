package scenario

import (
	"math"

	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
)

// CelTones is TEXTURE1 in three tones, by the light from PRIMARY on the normal map in TEXTURE0, and an outline where
// the normal turns away from the viewer, who is in the direction of SECONDARY. The colour constants are the tones; the
// alpha of a constant moves the threshold of the next stage away from ½.
func CelTones(dark, middle, bright, outline uint32) isa.Words {
	const mux = 0x4c00
	return isa.StateOf(0x11104, 0xc, 0x1980,
		// SPARE0 is the light, SPARE1 how far the normal faces the viewer, both also in alpha.
		isa.StageWords{InRGB: 0x48444845, InAlpha: isa.ResetInAlpha, OutRGB: 0xc30cd},
		isa.StageWords{InRGB: 0x01090209, InAlpha: 0xdc301130, OutRGB: mux, OutAlpha: 0xc00, Constants: [2]uint32{middle, bright}},
		isa.StageWords{InRGB: 0x01090c20, InAlpha: 0xdd301130, OutRGB: mux, OutAlpha: 0xc00, Constants: [2]uint32{dark}},
		isa.StageWords{InRGB: 0x01200c20, InAlpha: isa.ResetInAlpha, OutRGB: mux, Constants: [2]uint32{outline}})
}

// The thresholds of [celWords]: of the light for the middle tone, and of the view for the outline.
const (
	celShade   = 30
	celOutline = 90
)

// celWords are the words of the picture.
func celWords() isa.Words {
	return CelTones((128-celOutline)<<24|0x6a5590, (128-celShade)<<24|0xc3a7bd, 0xffffffff, 0xff31223c)
}

// A part of the chick is a sphere with a colour.
type part struct {
	sphere
	colour shade
}

// chick is a list of its parts.
func chick() []part {
	yellow, orange, white, black := hex(0xffd23c), hex(0xff8a2a), hex(0xffffff), hex(0x2a2030)
	return []part{
		{sphere{vector{0, -0.3, 0}, 0.5}, yellow},
		{sphere{vector{0, 0.36, 0.2}, 0.37}, yellow},
		{sphere{vector{-0.47, -0.22, 0.1}, 0.2}, hex(0xffb92e)},
		{sphere{vector{0.47, -0.22, 0.1}, 0.2}, hex(0xffb92e)},
		{sphere{vector{-0.15, 0.43, 0.5}, 0.1}, white},
		{sphere{vector{0.15, 0.43, 0.5}, 0.1}, white},
		{sphere{vector{-0.13, 0.43, 0.58}, 0.055}, black},
		{sphere{vector{0.13, 0.43, 0.58}, 0.055}, black},
		{sphere{vector{0, 0.27, 0.56}, 0.1}, orange},
		{sphere{vector{-0.2, -0.79, 0.2}, 0.13}, orange},
		{sphere{vector{0.2, -0.79, 0.2}, 0.13}, orange},
		{sphere{vector{0, 0.75, 0.15}, 0.08}, orange},
	}
}

// celScene is a chick of spheres on a floor. A small sphere's view vector is shorter, so that its outline is as wide as that of a
// large one.
func celScene(x, y float64) model.Pixel {
	list := chick()
	light, toViewer := vector{-0.5, 0.62, 0.6}.unit(), vector{z: 1}
	n, length := -1, 0.0
	from := vector{x, y, 4}
	for k, p := range list {
		if l, ok := p.hit(from, vector{z: -1}); ok && (n < 0 || l < length) {
			n, length = k, l
		}
	}
	p := model.Pixel{Primary: pointing(toViewer), Secondary: pointing(toViewer)}
	if n < 0 {
		p.Texture = [4]model.Values{pointing(toViewer), coloured(celGround(x, y), 1)}
		if dx, dy := (x-0.16)/0.62, (y+0.86)/0.13; times(dx, dx)+times(dy, dy) < 1 {
			p.Primary = pointing(toViewer.times(0.3)) // in the shadow
		}
		return p
	}
	s := list[n]
	const width = 0.035 // of an outline
	rim := max(1-width/s.radius, 0)
	view := celOutline / 255. / math.Sqrt(1-times(rim, rim))
	p.Primary, p.Secondary = pointing(light), pointing(toViewer.times(min(view, 1)))
	p.Texture = [4]model.Values{pointing(s.normal(from.plus(vector{z: -length}))), coloured(s.colour, 1)}
	return p
}

// celGround is the sky and the floor.
func celGround(x, y float64) shade {
	if y < -0.62 {
		return hex(0xbfe3a0)
	}
	if dx, dy := x+0.62, y-0.6; times(dx, dx)+times(dy, dy) < 0.04 {
		return hex(0xfff3b8)
	}
	return hex(0x9ad6f0)
}

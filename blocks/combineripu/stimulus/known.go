package stimulus

import (
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
)

// State is a program state with a pixel.
type State struct {
	Name   string
	Words  isa.Words
	Pixel  model.Pixel
	Colour model.Colour // what the pixel becomes; zeros where that is not stated
}

// KnownStates are program states whose programs are known. Their order does not change.
func KnownStates() []State {
	return []State{
		{
			Name: "reset", Words: isa.ResetWords(),
			Pixel:  model.Pixel{Primary: model.Values{200, 100, 50, 128}, Secondary: model.Values{30, 60, 90}, Fog: model.Values{120, 140, 160, 192}},
			Colour: model.Colour{203, 155, 145, 128},
		},
		{
			Name: "swap", Words: isa.StateOf(0x101, 0x04050000, 0x1580,
				isa.StageWords{InRGB: 0xc520c420, InAlpha: 0xd530d430, OutRGB: 0x45, OutAlpha: 0x45}),
			Pixel:  model.Pixel{Primary: model.Values{200, -100, 50, 40}, Secondary: model.Values{128, 64, 255, 90}},
			Colour: model.Colour{100, 0, 50, 40},
		},
		{
			Name: "bump", Words: Bump(),
			Pixel: model.Pixel{Primary: model.Values{200, 150, 230}, Secondary: model.Values{170, 190, 220},
				Texture: [4]model.Values{{128, 128, 255}, {180, 90, 40, 255}}},
			Colour: model.Colour{215, 143, 102, 255},
		},
		{Name: "cel", Words: Cel(0, 0)},
	}
}

// Bump is a normal map in TEXTURE0 and a colour in TEXTURE1: diffuse light from PRIMARY, and the fourth power of the
// highlight, whose half vector is SECONDARY.
func Bump() isa.Words {
	return isa.StateOf(0x102, 0x0c20000f, 0x0d0d1980,
		isa.StageWords{InRGB: 0x48444845, InAlpha: isa.ResetInAlpha, OutRGB: 0x30cd},
		isa.StageWords{InRGB: 0x0c090d0d, InAlpha: isa.ResetInAlpha, OutRGB: 0xcd})
}

// Cel is TEXTURE1 in one of two tones, by the light from PRIMARY on the normal map in TEXTURE0.
func Cel(dark, bright uint32) isa.Words {
	return isa.StateOf(0x11102, 0xc, 0x1980,
		isa.StageWords{InRGB: 0x48440000, InAlpha: isa.ResetInAlpha, OutRGB: 0x820c0},
		isa.StageWords{InRGB: 0x01090209, InAlpha: isa.ResetInAlpha, OutRGB: 0x4c00, Constants: [2]uint32{dark, bright}})
}

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
	Colour model.Colour // what the pixel becomes; zeros if not stated
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

// Cel is TEXTURE1 in one of two tones, chosen by the light from PRIMARY on the normal map in TEXTURE0.
func Cel(dark, bright uint32) isa.Words {
	return isa.StateOf(0x11102, 0xc, 0x1980,
		isa.StageWords{InRGB: 0x48440000, InAlpha: isa.ResetInAlpha, OutRGB: 0x820c0},
		isa.StageWords{InRGB: 0x01090209, InAlpha: isa.ResetInAlpha, OutRGB: 0x4c00, Constants: [2]uint32{dark, bright}})
}

// IllegalWord is a state word that means nothing, alone in the reset state.
type IllegalWord struct {
	What, Does string // the kind of mistake, and what hardware makes of it
	Offset     int
	Word       uint32
	Like       uint32 // the legal word that has the same program; 0 if there is none
}

// IllegalWords are one word for each kind of mistake.
func IllegalWords() []IllegalWord {
	return []IllegalWord{
		{"CONTROL: no stage", "no stage runs: the final combiner reads the pixel's values", isa.OffsetControl, 0x100, 0},
		{"CONTROL: more than 8 stages", "8 stages run", isa.OffsetControl, 0x10f, 0x108},
		{"a general stage's input: register 6 or 7", "reads ZERO; the mapping is kept", isa.OffsetInRGB, 0x04260000, 0x04200000},
		{"a general stage's input: register E or F", "reads ZERO; the mapping is kept", isa.OffsetInAlpha, 0x142e1010, 0x14201010},
		{"a general stage's input: FOG with usage ALPHA", "FOG's alpha is read", isa.OffsetInRGB, 0x04130000, 0},
		{"a destination that cannot be written", "the result is discarded", isa.OffsetOutRGB, 0x00000cd3, 0x00000cd0},
		{"two equal destinations", "the first of SUM, CD and AB that has it is written; the others are discarded", isa.OffsetOutRGB, 0x00000ccd, 0x00000c0d},
		{"a dot product in the alpha portion", "is ignored", isa.OffsetOutAlpha, 0x00002c00, 0x00000c00},
		{"a bias with ×4 or ×½", "is computed, bias first", isa.OffsetOutRGB, 0x00028c00, 0},
		{"FINAL0: register 6 or 7", "reads ZERO", isa.OffsetFinal0, 0x13060300, 0x13000300},
		{"FINAL0: the sum as A", "reads ZERO", isa.OffsetFinal0, 0x0e040300, 0x00040300},
		{"FINAL0: the alpha of E or F", "reads ZERO", isa.OffsetFinal0, 0x131e0300, 0x13000300},
		{"FINAL1: register 6, 7, E or F", "reads ZERO", isa.OffsetFinal1, 0x0e0d1c80, 0x000d1c80},
		{"FINAL0, FINAL1: a mapping above 1", "only its lowest bit is used", isa.OffsetFinal0, 0x53cec3c0, 0x130e0300},
	}
}

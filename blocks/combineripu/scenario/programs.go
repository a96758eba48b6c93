package scenario

import (
	"fmt"
	"io"
	"strings"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/unit"
)

// A State is a program state with a name and a pixel to try it on.
type State struct {
	Name  string
	What  string
	Words isa.Words
	Pixel model.Pixel
}

// states are the program states of [programs], by name.
func states() []State {
	return []State{
		{
			"reset", "the state after a reset: primary colour, specular colour and fog", isa.ResetWords(),
			model.Pixel{Primary: model.Values{200, 100, 50, 128}, Secondary: model.Values{30, 60, 90},
				Fog: model.Values{120, 140, 160, 192}},
		},
		{
			"swap", "primary and secondary change places, which takes a temporary",
			stateOf(0x101, 0x04050000, 0x1580, isa.StageWords{InRGB: 0xc520c420, InAlpha: 0xd530d430, OutRGB: 0x45, OutAlpha: 0x45}),
			model.Pixel{Primary: model.Values{200, -100, 50, 40}, Secondary: model.Values{128, 64, 255, 90}},
		},
		{
			"bump", "a normal map: diffuse light on a texture, and a highlight to the fourth power", Bump(),
			model.Pixel{Primary: model.Values{200, 150, 230}, Secondary: model.Values{170, 190, 220},
				Texture: [4]model.Values{{128, 128, 255}, {180, 90, 40, 255}}},
		},
		{
			"cel", "two tones of a texture, by the light on a normal map", Cel(0xff606060, 0xffffffff),
			model.Pixel{Primary: model.Values{200, 150, 230},
				Texture: [4]model.Values{{128, 128, 255}, {180, 90, 40, 255}}},
		},
	}
}

// stateOf is the reset state with other words.
func stateOf(control, final0, final1 uint32, stages ...isa.StageWords) isa.Words {
	w := isa.ResetWords()
	w.Control, w.Final = control, [2]uint32{final0, final1}
	copy(w.Stages[:], stages)
	return w
}

const resetInAlpha = 0x14301010

// Bump is a normal map in TEXTURE0 and a colour in TEXTURE1: diffuse light from PRIMARY, and the fourth power of the
// highlight, whose half vector is SECONDARY.
func Bump() isa.Words {
	return stateOf(0x102, 0x0c20000f, 0x0d0d1980,
		isa.StageWords{InRGB: 0x48444845, InAlpha: resetInAlpha, OutRGB: 0x30cd},
		isa.StageWords{InRGB: 0x0c090d0d, InAlpha: resetInAlpha, OutRGB: 0xcd})
}

// Cel is TEXTURE1 in one of two tones, by the light from PRIMARY on the normal map in TEXTURE0.
func Cel(dark, bright uint32) isa.Words {
	return stateOf(0x11102, 0xc, 0x1980,
		isa.StageWords{InRGB: 0x48440000, InAlpha: resetInAlpha, OutRGB: 0x820c0},
		isa.StageWords{InRGB: 0x01090209, InAlpha: resetInAlpha, OutRGB: 0x4c00, Constants: [2]uint32{dark, bright}})
}

// programs shows what four program states become.
func programs(e *unit.Env, c combineripu.Config) error {
	list := states()
	var s *System
	err := e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
		s = NewSystem(r, c, Delays{}, opts...)
		for _, x := range list {
			s.Become(x.Words)
			s.Pixel(x.Pixel)
			s.Drain()
		}
		return s.TB
	})
	if err != nil {
		return err
	}
	for k, x := range list {
		fmt.Fprintf(e.Out, "%s: %s\n", x.Name, x.What)
		if err := writeProgram(e.Out, c, x.Words); err != nil {
			return err
		}
		c := s.Want[k]
		fmt.Fprintf(e.Out, "  %s -> %d %d %d %d\n\n", inputText(x.Pixel), c[0], c[1], c[2], c[3])
	}
	e.Result("%d program states become programs; the pixel of each has the colour of the combiners' formulas", s.Left())
	return nil
}

// writeProgram writes the listing of a program state, and which registers it takes.
func writeProgram(w io.Writer, c combineripu.Config, words isa.Words) error {
	p := model.Translate(&words, c.Stages)
	table, count := p.Table(c.Remap)
	for _, i := range p.Instructions {
		fmt.Fprintf(w, "  %s\n", i)
	}
	var registers []string
	for code, number := range table {
		if code == int(isa.Result) {
			registers = append(registers, "R0")
		} else if p.Used>>code&1 != 0 {
			registers = append(registers, fmt.Sprintf("R%d %v", number, isa.Register(code)))
		}
	}
	_, err := fmt.Fprintf(w, "  %d instructions; %d registers, %d pixels at a time: %s\n", len(p.Instructions), count, min(64/count, 32), strings.Join(registers, ", "))
	return err
}

// inputText is what a pixel brings that is not 0: "PRI 200 100 50 128".
func inputText(p model.Pixel) string {
	var list []string
	add := func(r isa.Register, v model.Values) {
		if v != (model.Values{}) {
			list = append(list, fmt.Sprintf("%v %d %d %d %d", r, v[0], v[1], v[2], v[3]))
		}
	}
	add(isa.Primary, p.Primary)
	add(isa.Secondary, p.Secondary)
	add(isa.Fog, p.Fog)
	for k, v := range p.Texture {
		add(isa.Texture0+isa.Register(k), v)
	}
	return strings.Join(list, ", ")
}

package scenario

import (
	"fmt"
	"io"
	"strings"

	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
)

// A State is a program state with a name, and a pixel for it to shade.
type State struct {
	Name  string
	What  string
	Words isa.Words
	Pixel model.Pixel
}

// states are the program states of [programs].
func states() []State {
	what := map[string]string{
		"reset": "the state after a reset: primary colour, specular colour and fog",
		"swap":  "primary and secondary change places, which takes a temporary",
		"bump":  "a normal map: diffuse light on a texture, and a highlight to the fourth power",
		"cel":   "two tones of a texture, by the light on a normal map",
	}
	var list []State
	for _, k := range stimulus.KnownStates() {
		s := State{k.Name, what[k.Name], k.Words, k.Pixel}
		if k.Name == "cel" {
			s.Words = stimulus.Cel(0xff606060, 0xffffffff)
			s.Pixel = model.Pixel{Primary: model.Values{200, 150, 230}, Texture: [4]model.Values{{128, 128, 255}, {180, 90, 40, 255}}}
		}
		list = append(list, s)
	}
	return list
}

// programs shows the programs of four states.
func programs(s *testbench.System, e *unit.Env, c combineripu.Config) error {
	list := states()
	for _, x := range list {
		s.Become(x.Words)
		s.Pixel(x.Pixel)
		s.Drain()
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

// writeProgram writes the listing of a program state, and the registers that it uses.
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

// inputText is a pixel's values that are not 0: "PRI 200 100 50 128".
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

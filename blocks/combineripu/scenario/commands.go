package scenario

import (
	"flag"
	"fmt"
	"io"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/internal/table"
	"posedge/internal/text"
)

// commands are "posedge combineripu run".
func commands() []unit.Command {
	return []unit.Command{{
		Name: "run", Arguments: "FILE [-variant V]",
		Summary: "runs register loads and pixels, and prints the programs and the colours",
		Text: `
Sends register loads and pixels to the simulated unit with its shader, in the order of
the lines of FILE. For each program state that has pixels it prints the program, its
registers, and the colour of each pixel, red, green, blue and alpha, both from the
hardware and by the formulas of the register combiners. The lines of FILE:

  260 14301010    loads a word into the register at an offset, both hexadecimal
  pixel primary 200 100 50 128 fog 1 2 3 4
                  a pixel: primary, secondary, fog, texture0, texture1, texture2 and
                  texture3, those that are not 0, each with red, green, blue and alpha
                  from -255 to 255; 255 is 1.0

Text after // or # is ignored. The first state is that after a reset;
docs/combineripu.md has the offsets. FILE may be - for the standard input.

example:
  echo 'pixel primary 200 100 50 128 secondary 30 60 90 0' | posedge combineripu run -`,
		Setup: func(f *flag.FlagSet) func(*unit.Call) error {
			variant := f.String("variant", "", "`name` of the variant; default the first that list shows")
			return func(c *unit.Call) error { return runFile(c, *variant) }
		},
	}}
}

// runFile runs the lines of a file.
func runFile(c *unit.Call, variant string) error {
	v, err := describe().Variant(variant)
	if err != nil {
		return unit.Wrongf("%v", err)
	}
	name, source, err := c.Source()
	if err != nil {
		return err
	}
	lines, err := parse(name, source)
	if err != nil {
		return err
	}
	var written error
	err = bench.Run(func(r bench.Reporter) {
		s := testbench.NewSystem(r, v.Config, testbench.Delays{})
		written = run(s, v.Config, c.Out, lines, c.Progress)
		s.Close()
	})
	if err == nil {
		err = written
	}
	return err
}

// run sends the lines to a system of that configuration, and prints each program state's program and colours.
func run(s *testbench.System, c combineripu.Config, w io.Writer, lines []line, progress func(done, total int)) error {
	var list []program
	dirty := true
	for _, l := range lines {
		if l.pixel == nil {
			known := s.Words.At(l.offset)
			if known == nil {
				fmt.Fprintf(w, "line %d: the offset %x is not a combiner's; the load changes nothing\n", l.number, l.offset)
			}
			dirty = dirty || known != nil && *known != l.word
			s.LoadRegister(l.offset, l.word)
			continue
		}
		if dirty {
			list, dirty = append(list, program{words: s.Words}), false
		}
		p := &list[len(list)-1]
		p.lines = append(p.lines, l)
		s.Pixel(*l.pixel)
	}
	if dirty { // loads without pixels: they have a program too, which nothing runs
		list = append(list, program{words: s.Words})
	}
	var colours []model.Colour
	s.Leave = func(_ int, colour model.Colour) {
		colours = append(colours, colour)
		progress(len(colours), len(s.Want))
	}
	s.Drain()
	first := -1 // the offset of the first illegal word
	for k, p := range list {
		if k > 0 {
			fmt.Fprintln(w)
		}
		illegal, err := p.write(w, k+1, c, colours, s.Want)
		if err != nil {
			return err
		}
		if first < 0 && len(p.lines) > 0 {
			first = illegal
		}
		colours, s.Want = colours[len(p.lines):], s.Want[len(p.lines):]
	}
	flag, offset := s.Get(s.System.Illegal) != 0, int(s.Get(s.System.IllegalOffset))
	switch {
	case flag != (first >= 0), flag && offset != first:
		s.Reporter().Fatalf("the flag of illegal words is %v with the offset %x; the first such offset is %d", flag, offset, first)
	case flag:
		fmt.Fprintf(w, "\nthe hardware flags an illegal word at offset %x\n", offset)
	}
	return nil
}

// A program is a program state with the lines of its pixels.
type program struct {
	words isa.Words
	lines []line
}

// write prints a program and the colours of its pixels, which are the first of those given. It returns the offset of
// the first illegal word, or −1.
func (p program) write(w io.Writer, number int, c combineripu.Config, hardware, formulas []model.Colour) (illegal int, err error) {
	many := text.Count(len(p.lines), "pixel")
	if len(p.lines) == 0 {
		many = "no pixels: the hardware has not generated it"
	}
	fmt.Fprintf(w, "program %d, for %s\n", number, many)
	if err := writeProgram(w, c, p.words); err != nil {
		return 0, err
	}
	illegal = model.Translate(&p.words, c.Stages).Illegal
	if illegal >= 0 {
		fmt.Fprintf(w, "  illegal: %s = %08x, at %x\n", isa.WordName(illegal), *p.words.At(illegal), illegal)
	}
	if len(p.lines) == 0 {
		return illegal, nil
	}
	var rows [][]string
	for k, l := range p.lines {
		brings := inputText(*l.pixel)
		if brings == "" {
			brings = "zeros"
		}
		rows = append(rows, []string{fmt.Sprint(l.number), brings, colourText(hardware[k]), colourText(formulas[k])})
	}
	return illegal, table.Write(w, []string{"line", "pixel", "hardware", "formulas"}, "RLLL", rows)
}

// colourText is "200 100 50 128".
func colourText(c model.Colour) string {
	return fmt.Sprintf("%d %d %d %d", c[0], c[1], c[2], c[3])
}

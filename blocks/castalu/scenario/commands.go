package scenario

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
	"posedge/internal/lines"
)

// commands are "posedge castalu asm", "disasm", "run", "compile" and "render".
func commands() []unit.Command {
	return []unit.Command{
		{
			Name: "asm", Arguments: "FILE",
			Summary: "assembles a program and prints its words in hexadecimal",
			Text: `
Reads a program in the text form that docs/castalu.md describes, and prints its words
for $readmemh: 32 hexadecimal digits on each line, with the address and the instruction
in a comment. Constants are printed as comments before the words. Mistakes are reported
with line and column, at most ten. FILE may be - for the standard input.

example:
  posedge castalu asm shader.s > shader.hex`,
			Setup: func(*flag.FlagSet) func(*unit.Call) error { return assemble },
		},
		{
			Name: "disasm", Arguments: "FILE",
			Summary: "prints the instructions of words in hexadecimal",
			Text: `
Reads words of 32 hexadecimal digits, one on each line, and prints their instructions
in the text form. The rest of a line after // is ignored. An illegal word is printed as
a comment with the reason. FILE may be - for the standard input.

example:
  posedge castalu disasm shader.hex`,
			Setup: func(*flag.FlagSet) func(*unit.Call) error { return disassemble },
		},
		{
			Name: "run", Arguments: "FILE.s -size WxH -o DIR [-entry LABEL]",
			Summary: "runs a program for every pixel of a picture and writes it as PNG",
			Text: `
Runs a program on the simulated processor, once for each pixel of a picture. Register
r0 contains, in fp32, the pixel's x and y, counted from the top left, and the width and
height of the picture in z and w. The first vector of the result is the pixel's colour:
red, green, blue and alpha in fp32 from 0 to 1. A killed pixel is transparent. The
program begins at the label of -entry, or at its first instruction. A register that is
read before it is written contains what an earlier pixel left there. Requests go to a
unit for tests, which replies with numbers derived from the words it receives.

FILE may be - for the standard input. The picture is DIR/FILE.png, or DIR/picture.png
for the standard input.

example:
  posedge castalu run shader.s -size 128x128 -o pictures`,
			Setup: func(f *flag.FlagSet) func(*unit.Call) error {
				size := f.String("size", "", "width and height of the picture, `WxH`, 128x128 for example")
				dir := f.String("o", "", "`folder` for the picture; made if missing")
				entry := f.String("entry", "", "`label` at which the program begins")
				return func(c *unit.Call) error { return shade(c, *size, *dir, *entry) }
			},
		},
		compileCommand(),
		renderCommand(),
	}
}

func program(c *unit.Call) (*isa.Program, string, error) {
	name, source, err := c.Source()
	if err != nil {
		return nil, "", err
	}
	p, err := isa.Assemble(name, source)
	if err == nil && len(p.Words) == 0 {
		err = fmt.Errorf("%s: there is no instruction in it; the shortest program is: end r0, 1", name)
	}
	return p, name, err
}

func assemble(c *unit.Call) error {
	p, _, err := program(c)
	if err != nil {
		return err
	}
	return p.WriteHex(c.Out)
}

func disassemble(c *unit.Call) error {
	name, source, err := c.Source()
	if err != nil {
		return err
	}
	var text bytes.Buffer
	err = lines.ReadHex(name, source, isa.WordBits/8, func(b []byte) {
		word := isa.Word{High: binary.BigEndian.Uint64(b), Low: binary.BigEndian.Uint64(b[8:])}
		if i, err := isa.Decode(word); err != nil {
			fmt.Fprintf(&text, "// %v has no meaning: %v\n", word, err)
		} else {
			fmt.Fprintln(&text, i)
		}
	})
	if err != nil {
		return err
	}
	_, err = text.WriteTo(c.Out)
	return err
}

// maxSide is the greatest width and height of a picture.
const maxSide = 4096

// shade runs a program for each pixel and writes the picture.
func shade(c *unit.Call, size, dir, entry string) error {
	p, name, err := program(c)
	if err != nil {
		return err
	}
	width, height, err := parseSize(size)
	if err != nil {
		return err
	}
	start := 0
	if entry != "" {
		at, ok := p.Entry(entry)
		if !ok {
			return unit.Wrongf("there is no label %s in %s; known labels: %s", entry, name, labels(p))
		}
		start = at
	}
	if !slices.ContainsFunc(p.Code[start:], func(i isa.Instruction) bool { return i.Op == isa.End }) {
		return fmt.Errorf("%s: the program does not end: there is no end behind its first instruction", name)
	}
	config := castalu.NewConfig(4, castalu.Separate)
	config.Words = max(config.Words, len(p.Words))
	config.Constants = max(config.Constants, len(p.Constants))
	if err := config.Check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if dir == "" {
		return unit.Wrongf("-o DIR is missing: the folder for the picture")
	}
	if err := c.Folder("o", dir); err != nil {
		return err
	}
	path := filepath.Join(dir, pictureName(name)+".png")
	if err := noFolder(path); err != nil {
		return err
	}
	picture, err := draw(c, config, p, start, width, height)
	if err != nil {
		return err
	}
	if err := unit.WritePNG(path, picture.Image()); err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%d pixels in %d cycles, %.2f each; %d killed\nwrote %s\n", width*height, picture.Cycles, float64(picture.Cycles)/float64(width*height), picture.Killed, path)
	return nil
}

// noFolder refuses the path of a picture if it is a folder.
func noFolder(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return unit.Wrongf("-o: the picture is to be %s, which is a folder", path)
	}
	return nil
}

// pictureName is the name of a program's or a shader's picture, without .png.
func pictureName(program string) string {
	if program == unit.StandardInput {
		return "picture"
	}
	name := filepath.Base(program)
	return strings.TrimSuffix(strings.TrimSuffix(name, ".s"), ".frag")
}

func labels(p *isa.Program) string {
	var list []string
	for _, e := range p.Entries {
		list = append(list, e.Name)
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

func parseSize(text string) (width, height int, err error) {
	if text == "" {
		return 0, 0, unit.Wrongf("-size WxH is missing: the width and height of the picture, 128x128 for example")
	}
	w, h, ok := strings.Cut(text, "x")
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if !ok || errW != nil || errH != nil || width < 1 || height < 1 || width > maxSide || height > maxSide {
		return 0, 0, unit.Wrongf("-size is %q; write width and height, 128x128 for example, at most %d each", text, maxSide)
	}
	return width, height, nil
}

// draw runs the program at start for each pixel.
func draw(c *unit.Call, config castalu.Config, p *isa.Program, start, width, height int) (*drawing.Picture, error) {
	pic := drawing.NewPicture(width, height)
	err := bench.Run(func(r bench.Reporter) {
		h := stimulus.NewProcessor(r, config, p, model.Model{}, 0, 0)
		h.Trusting = true
		paint(h, pic, start, places(pic), func(done int) { c.Progress(done, height) })
		h.Close()
	})
	return pic, err
}

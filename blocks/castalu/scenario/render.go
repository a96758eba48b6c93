package scenario

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/model"
	"posedge/blocks/castalu/stimulus"
	"posedge/blocks/unit"
	"posedge/hdl/sim"
	"posedge/internal/atomicfile"
)

// renderCommand is "posedge castalu render".
func renderCommand() unit.Command {
	return unit.Command{
		Name: "render", Arguments: "FILE.frag -o DIR [-size WxH]",
		Summary: "draws a shader's picture on the processor, in fp32 and transformed, and compares them",
		Text: `
Compiles a fragment shader in fp32 and transformed, as posedge castalu compile does, and
runs both programs on the simulated processor for every pixel of a picture. Writes
DIR/FILE.png, drawn by the transformed program, DIR/FILE_fp32.png, and
DIR/FILE_difference.png, brightened so that the difference is visible. Prints the cost
of both programs, including the bits of signals that changed, and the distance of the
pictures from each other and from the shader in real arithmetic, beside the compiler's
bounds.

Inputs come from the sources that their pragmas name. Pixels beside a sphere are not
computed and stay transparent, like those that the shader discards. FILE may be - for
the standard input; the pictures are then called picture.

examples:
  posedge castalu render lighting.frag -o pictures
  posedge castalu render textured.frag -texture image=brick.png -size 64x64 -o pictures`,
		Setup: func(f *flag.FlagSet) func(*unit.Call) error {
			r := rendering{compilation: compilation{textures: map[string]string{}}}
			r.flags(f)
			f.StringVar(&r.size, "size", "128x128", "width and height of the pictures, `WxH`")
			f.StringVar(&r.dir, "o", "", "`folder` for the pictures; made if missing")
			return r.run
		},
	}
}

// rendering holds the flags of render.
type rendering struct {
	compilation
	size, dir string
}

// run is the command.
func (r *rendering) run(call *unit.Call) error {
	width, height, err := parseSize(r.size)
	if err != nil {
		return err
	}
	if r.dir == "" {
		return unit.Wrongf("-o DIR is missing: the folder for the pictures")
	}
	if err := r.check(); err != nil {
		return err
	}
	shader, err := r.compile(call)
	if err != nil {
		return err
	}
	transformed := &rendered{version: shader.transformed, file: pictureName(shader.name) + ".png"}
	float := &rendered{version: shader.float, file: pictureName(shader.name) + "_fp32.png"}
	file := pictureName(shader.name) + "_difference.png"
	if err := call.Folder("o", r.dir); err != nil {
		return err
	}
	for _, name := range []string{transformed.file, float.file, file} {
		if err := noFolder(filepath.Join(r.dir, name)); err != nil {
			return err
		}
	}
	programs := []*rendered{float, transformed}
	err = render(shader.graph, programs, width, height, func(done int) { call.Progress(done, len(programs)*height) })
	if err != nil {
		return fmt.Errorf("%s: %w", shader.name, err)
	}
	difference, note := visible(transformed.picture.Minus(float.picture))
	files := []string{transformed.file, float.file, file}
	if err := writePictures(r.dir, files, transformed.picture, float.picture, difference); err != nil {
		return err
	}
	var b bytes.Buffer
	sourceless(&b, shader.graph)
	costs(&b, programs)
	distances(&b, shader.graph, transformed, float)
	fmt.Fprintln(&b)
	for k, note := range []string{"", "", note} {
		fmt.Fprintf(&b, "wrote %s%s\n", filepath.Join(r.dir, files[k]), note)
	}
	_, err = call.Out.Write(b.Bytes())
	return err
}

// sourceless names the inputs without a source.
func sourceless(w io.Writer, g *flow.Graph) {
	for _, v := range g.Variables {
		if !v.Uniform && v.Source.Kind == flow.NoSource {
			fmt.Fprintf(w, "note: the input %s is 0 everywhere; #pragma castalu %[1]s = … gives it a source: uv, sphere.normal, sphere.position, random(low, high) or a value\n", v.Name)
		}
	}
}

// rendered is a program with the picture that it drew.
type rendered struct {
	version
	file    string
	picture *drawing.Picture
	changed changed
}

// changed is the number of bits of signals that changed while a picture was drawn: in the whole processor, and in the math
// function units of its lanes.
type changed struct{ all, math uint64 }

// mathUnit is the prefix of the names of math function units in the arithmetic unit.
const mathUnit = "lanes_math_"

func changesOf(a *sim.Activity) (c changed) {
	for _, i := range a.Instances() {
		c.all += i.Total()
		if len(i.Path) > 1 && strings.HasPrefix(i.Path[1], mathUnit) {
			c.math += i.Total()
		}
	}
	return c
}

// render draws the pictures of a shader's programs, one after another on one processor. It calls line with the number of
// lines drawn so far.
func render(g *flow.Graph, programs []*rendered, width, height int, line func(done int)) error {
	config := castalu.NewConfig(4, castalu.Separate)
	for _, p := range programs {
		config.Words = max(config.Words, p.code.Config.Words)
		config.Constants = max(config.Constants, p.code.Config.Constants)
	}
	return bench.Run(func(r bench.Reporter) {
		h := stimulus.NewProcessor(r, config, &isa.Program{}, model.Model{}, 0, 0, bench.CountActivity())
		h.Trusting = true
		h.Machine.Call = drawing.Textures(g.Samplers)
		for k, p := range programs {
			h.Load(p.code.Program)
			before := changesOf(h.Activity())
			p.picture = drawing.NewPicture(width, height)
			paint(h, p.picture, 0, drawing.Shader{Graph: g, Code: p.code}.Pixels(width, height), func(done int) { line(k*height + done) })
			after := changesOf(h.Activity())
			p.changed = changed{after.all - before.all, after.math - before.math}
		}
		h.Close()
	})
}

// visible scales a difference of pictures by the power of two that makes it visible.
func visible(difference *drawing.Picture) (_ *drawing.Picture, note string) {
	greatest := difference.Brightest()
	switch {
	case greatest == 0 && difference.Numbers():
		return difference, ", black: the pictures are equal"
	case greatest == 0:
		return difference, ", which has no scale: colours differ only where they are no finite numbers"
	}
	scale := 1.0
	for scale*2*greatest <= 1 {
		scale *= 2
	}
	return difference.Times(scale), fmt.Sprintf(", %.0f times as bright as the difference", scale)
}

// writePictures writes all of the pictures, under their names, or none.
func writePictures(dir string, names []string, pictures ...*drawing.Picture) error {
	var files []atomicfile.Content
	for k, p := range pictures {
		var b bytes.Buffer
		if err := png.Encode(&b, p.Image()); err != nil {
			return err
		}
		files = append(files, atomicfile.Content{Path: names[k], Data: b.Bytes()})
	}
	return atomicfile.Write(dir, files...)
}

// costs prints the programs' energy, cycles and activity.
func costs(w io.Writer, programs []*rendered) {
	var rows [][]string
	for _, p := range programs {
		pixels := 0
		for _, drawn := range p.picture.Drawn {
			if drawn {
				pixels++
			}
		}
		pixels += p.picture.Killed
		each := func(n uint64, format string) string { return fmt.Sprintf(format, float64(n)/float64(max(pixels, 1))) }
		rows = append(rows, []string{p.name, strconv.Itoa(len(p.code.Program.Code)), strconv.Itoa(p.energy.Units),
			strconv.Itoa(pixels), strconv.Itoa(p.picture.Killed), strconv.FormatUint(p.picture.Cycles, 10), each(p.picture.Cycles, "%.2f"),
			each(p.changed.all, "%.0f"), each(p.changed.math, "%.0f")})
	}
	fmt.Fprintln(w, "programs; units of energy of multiplications and additions as the patent has them; bits of signals that change for a pixel:")
	header := []string{"program", "instructions", "units", "pixels", "killed", "cycles", "cycles a pixel", "bits changed", "in math units"}
	writeTable(w, header, "LRRRRRRRR", rows)
}

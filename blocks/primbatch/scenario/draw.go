package scenario

import (
	"flag"
	"fmt"
	"io"
	"strings"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
)

// commands are "posedge primbatch draw".
func commands() []unit.Command {
	return []unit.Command{{
		Name: "draw", Arguments: "FILE [-whole] [-lines N] [-embodiment four|two] [-png FILE]",
		Summary: "draws points, lines and outlines, and prints the primitives and the pixels",
		Text: `
Draws the primitives of FILE in the simulated unit, and prints each as its number and
the identifiers of its vertices, "#0(0,1)", and then every row of the window that has a
pixel, from the top (y 0): its y, and # for a pixel. Batches draw what the whole draws:
-whole, without the driver, prints the same, and the primitives of dropped batches too.
The lines of FILE:

  window W H            the window's size, 1 to 1024 each, before any begin
  limit E V             the most elements and vertices of a batch; 0: what is built
  provoking first|last  which vertex of a primitive provokes; last if nothing is said
  mode fill|line|point  what is drawn of triangles, quads and polygons: nothing, as the
                        unit does not fill; their edges; their vertices
  stipple FACTOR PATTERN|off
                        the pattern of lines, 0x0000 to 0xffff, bit 0 first, each bit
                        for 1 to 256 pixels
  restart N|off         the index N ends a primitive and begins the next
  cull on|off           batches beyond one side of the window are dropped, with the
                        embodiment four; their primitives are not printed
  begin OP [next]       begins a primitive, such as LINE_STRIP or TRIANGLES, as the
                        first instance or the next
  v X Y [FLAG]          inside, a vertex of the primitive; with FLAG 0 the edge that it
                        begins is not drawn. Outside, a vertex of the list
  n COUNT               inside: the first vertices of the list, in order
  e INDEX…              inside: vertices of the list, the first is 0
  end                   ends the primitive

A primitive has v lines, one n line or e lines. What follows # on a line is ignored. FILE
may be - for the standard input.

example:
  printf '%s\n' 'window 64 16' 'limit 3 3' 'stipple 1 0x00f3' 'begin LINE_STRIP' \
    'v 2 4' 'v 12 4' 'v 30 14' 'v 60 2' end | posedge primbatch draw -`,
		Setup: func(f *flag.FlagSet) func(*unit.Call) error {
			whole := f.Bool("whole", false, "draw without the driver, which cuts primitives into batches")
			lines := f.Int("lines", 2, "`number` of pipeline lines: 1, 2 or 4")
			embodiment := f.String("embodiment", "four", "four split modes, or two of BEGIN and two of END: `four|two`")
			png := f.String("png", "", "`file` for the picture, NAME.png; its folder is made if missing")
			return func(c *unit.Call) error { return drawFile(c, *whole, *lines, *embodiment, *png) }
		},
	}}
}

// drawFile draws the primitives of a file.
func drawFile(c *unit.Call, whole bool, lines int, embodiment, png string) error {
	x := build{Config: primbatch.NewConfig(lines), Whole: whole}
	switch embodiment {
	case "four":
	case "two":
		x.Embodiment = isa.TwoModes
	default:
		return unit.Wrongf("-embodiment: there is no %.40q; choose four or two", embodiment)
	}
	if err := x.Check(); err != nil {
		return unit.Wrongf("-lines: %v", err)
	}
	name, source, err := c.Source()
	if err != nil {
		return err
	}
	d, err := parseDrawing(name, source)
	if err != nil {
		return err
	}
	if png != "" {
		if err := c.File("png", png, ".png"); err != nil {
			return err
		}
	}
	primitives, fragments, err := d.run(x, c.Progress)
	if err != nil {
		return err
	}
	if err := d.print(c.Out, primitives, fragments); err != nil || png == "" {
		return err
	}
	if err := unit.WritePNG(png, newCanvas(d.width, d.height).draw(fragments, all(white))); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "wrote %s\n", png)
	return err
}

// run draws the drawing in a build, and returns its primitives and fragments.
func (d drawing) run(x build, progress func(done, total int)) (primitives []model.Primitive, fragments []model.Fragment, err error) {
	err = bench.Run(func(r bench.Reporter) {
		b := testbench.New(r, x, testbench.Delays{})
		b.Send(d.items...)
		for b.Waiting() > 0 {
			b.Move()
			progress(len(d.items)-b.Waiting(), len(d.items))
		}
		// Lines outside the window take many cycles and make no fragment: a quiet unit may not have drawn everything.
		for want := d.primitives(x); len(b.Primitives) < want; {
			b.Move()
		}
		b.Drain()
		primitives, fragments = b.Primitives, b.Fragments
		b.Close()
	})
	return primitives, fragments, err
}

// primitives is the number of primitives that a build draws, without those of dropped batches.
func (d drawing) primitives(x build) (n int) {
	if x.Whole {
		m := model.New(x.Embodiment, x.Limits())
		m.Take(d.items...)
		return len(m.Primitives)
	}
	twin := model.NewTwin(x.Embodiment, x.Limits())
	twin.Take(d.items...)
	for _, s := range sentBatches(x.Embodiment, twin.Out) {
		n += batchPrimitives(isa.Op(s.word&0xffff), len(s.slots), s.mode)
	}
	return n
}

// print prints primitives and the rows with a pixel.
func (d drawing) print(w io.Writer, primitives []model.Primitive, fragments []model.Fragment) error {
	var text strings.Builder
	for _, p := range primitives {
		fmt.Fprintln(&text, p.Text())
	}
	on := lit(fragments)
	digits := len(fmt.Sprint(d.height - 1))
	for y := range d.height {
		if row := dots(on, y, d.width); strings.Contains(row, "#") {
			fmt.Fprintf(&text, "%*d %s\n", digits, y, row)
		}
	}
	_, err := io.WriteString(w, text.String())
	return err
}

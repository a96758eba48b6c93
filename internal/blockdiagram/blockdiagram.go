// Package blockdiagram draws the block diagrams of units' pages as SVG: boxes at their places, the streams between them,
// and labels. The tests of a unit draw its diagram and check that its parts stand in it.
package blockdiagram

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
)

// Kind is what a box stands for.
type Kind int

// The kinds of boxes.
const (
	Component Kind = iota
	Queue
	Outside // not of the unit
	Frame   // around others, with its name at the left
	Area    // around others, with its name at the top
)

// Box is a box, in pixels; its first line is the name of the instance, if it is one of the unit.
type Box struct {
	Kind       Kind
	X, Y, W, H int
	Lines      []string
}

// Label is a text beside a stream.
type Label struct {
	X, Y int
	Text string
}

// Diagram is a diagram; its height is that of its boxes.
type Diagram struct {
	Title       string
	Description string // for those who cannot see it
	Width       int
	Boxes       []Box
	Paths       []string // of streams, as SVG's path data
	Labels      []Label
}

// Box adds a box.
func (d *Diagram) Box(k Kind, x, y, w, h int, lines ...string) {
	d.Boxes = append(d.Boxes, Box{k, x, y, w, h, lines})
}

// Path adds a stream, as SVG's path data.
func (d *Diagram) Path(format string, a ...any) { d.Paths = append(d.Paths, fmt.Sprintf(format, a...)) }

// Label adds a label.
func (d *Diagram) Label(x, y int, text string) { d.Labels = append(d.Labels, Label{x, y, text}) }

var styles = map[Kind]string{
	Component: `fill="#ddf4ff" stroke="#0969da"`, Queue: `fill="#fff8c5" stroke="#9a6700"`,
	Outside: `fill="#ffffff" stroke="#59636e" stroke-dasharray="4 3"`, Frame: `fill="#f6f8fa" stroke="#59636e"`, Area: `fill="#f6f8fa" stroke="#59636e"`,
}

// SVG is the diagram as SVG.
func (d *Diagram) SVG() string {
	var b strings.Builder
	bottom := 0
	for _, x := range d.Boxes {
		bottom = max(bottom, x.Y+x.H)
	}
	w, h := d.Width, bottom+24
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="12">`+"\n", w, h)
	fmt.Fprintf(&b, "<title>%s</title>\n", d.Title)
	fmt.Fprintf(&b, "<desc>%s</desc>\n", d.Description)
	b.WriteString(`<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="#1f2328"/></marker></defs>` + "\n")
	fmt.Fprintf(&b, `<rect x="0.5" y="0.5" width="%d" height="%d" rx="6" fill="#ffffff" stroke="#d0d7de"/>`+"\n", w-1, h-1)
	fmt.Fprintf(&b, `<text x="16" y="26" font-size="14" font-weight="bold" fill="#1f2328">%s</text>`+"\n<g>\n", d.Title)
	for _, x := range d.Boxes {
		fmt.Fprintf(&b, `<rect x="%d.5" y="%d.5" width="%d" height="%d" rx="4" %s/>`+"\n", x.X, x.Y, x.W, x.H, styles[x.Kind])
	}
	b.WriteString("</g>\n" + `<g stroke="#1f2328" fill="none">` + "\n")
	for _, p := range d.Paths {
		fmt.Fprintf(&b, `<path d="%s" marker-end="url(#arrow)"/>`+"\n", p)
	}
	b.WriteString("</g>\n" + `<g fill="#1f2328" text-anchor="middle">` + "\n")
	for _, x := range d.Boxes {
		for k, line := range x.Lines {
			at, y := x.X+x.W/2, 2*x.Y+x.H-15*(len(x.Lines)-1)+30*k+8 // y in halves
			switch x.Kind {
			case Frame:
				at = x.X + 8 + letters(line)/2
			case Area:
				at, y = x.X+8+letters(line)/2, 2*x.Y+36
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d.%d">%s</text>`+"\n", at, y/2, y%2*5, line)
		}
	}
	b.WriteString("</g>\n" + `<g fill="#59636e">` + "\n")
	for _, l := range d.Labels {
		fmt.Fprintf(&b, `<text x="%d" y="%d">%s</text>`+"\n", l.X, l.Y, l.Text)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// letters is the width of a text in the font, in pixels.
func letters(s string) int { return len([]rune(s)) * 29 / 4 }

// Check checks that the texts have room in their boxes, and that the modules' instances stand in boxes.
func (d *Diagram) Check(t *testing.T, modules ...*ir.Module) {
	t.Helper()
	drawn := map[string]bool{}
	for _, b := range d.Boxes {
		drawn[b.Lines[0]], drawn[strings.Join(b.Lines[:min(2, len(b.Lines))], "")] = true, true
		if b.Kind == Frame || b.Kind == Area {
			continue
		}
		for _, line := range b.Lines {
			assert.LessOrEqual(t, letters(line)+6, b.W, "%q has room in its box", line)
		}
		assert.LessOrEqual(t, 15*len(b.Lines)+4, b.H, "%q have room in their box", b.Lines)
	}
	for _, m := range modules {
		require.NotEmpty(t, m.Instances)
		for _, i := range m.Instances {
			assert.True(t, drawn[i.Name], "%s stands in the diagram", i.Name)
		}
	}
}

package waves

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Measures of an SVG in pixels. Coordinates are whole numbers or halves of them,
// so that lines are sharp.
const (
	svgMargin  = 16
	svgRow     = 30 // height of a row
	svgWave    = 20 // height of a line in it
	svgHeading = 24 // height of a scope's name
	svgTitle   = 30
	svgNumbers = 22 // height of the cycle numbers
	svgSlant   = 4  // of an edge, from left to right
	svgGap     = 24 // where cycles are left out
	svgLeast   = 28 // width of a column
	svgMost    = 92
	svgBeat    = 44 // the same for the data of a stream, which changes in every cycle
	svgColumns = 1000

	// A character of any usual monospaced font is 0.6 times its size wide.
	svgFont  = 12
	svgGlyph = 0.6 * svgFont
	svgSmall = 11
)

// Colours of an SVG. It has its own background, so it looks the same on a dark page.
const (
	svgPaper  = "#ffffff"
	svgBorder = "#d0d7de"
	svgInk    = "#1f2328"
	svgFaint  = "#59636e"
	svgGrid   = "#d8dee4"
	svgLine   = "#30363d"
	svgHigh   = "#e3eefb" // under a bit that is 1
	svgBus    = "#f4f6f8"
	svgWrong  = "#cf222e" // x
	svgWrongs = "#fdeceb"
	svgLoose  = "#bc6c00" // z
)

// svgStates tells states apart; the names do too.
var svgStates = []string{"#dcebfd", "#dff5e3", "#fdf1cd", "#f3e4fb", "#fde4e0", "#daf3f5", "#ece8fd", "#eef5d0"}

// svgPhases are the colours of a stream's beats.
var svgPhases = map[Phase]string{Offered: "#fdf1cd", Taken: "#cfeed6"}

// SVG draws the diagram as a picture for pages: bits as lines, vectors as
// hexagons with their values, states in different colours, a heading for each
// scope, a break where cycles are left out, and streams by their beats. The file needs no other file,
// font or script; equal diagrams give equal bytes. For screen readers it has a
// list of the changes.
func (d *Diagram) SVG(w io.Writer) error {
	drawn, err := d.drawing()
	if err != nil {
		return err
	}
	if len(drawn.columns) > svgColumns {
		return fmt.Errorf("waves: %d columns are too many for an SVG, which has %d at most; choose fewer", len(d.columns), svgColumns)
	}
	_, err = io.WriteString(w, newSVG(drawn).document())
	return err
}

// svg draws one diagram.
type svg struct {
	d     *drawing
	b     strings.Builder
	left  int   // of the columns
	width int   // of a column
	x     []int // where each column begins, and where the last one ends
	y     int   // the top of the next row
	least int   // how far the caption reaches
}

func newSVG(d *drawing) *svg {
	s := &svg{d: d}
	names := glyphs(d.unit())
	for _, r := range d.rows {
		names = max(names, glyphs(r.Name+r.suffix()))
		if r.Scope != "" {
			names = max(names, glyphs(r.Scope))
		}
	}
	s.left = svgMargin + names + 12
	s.width = svgLeast
	for _, c := range d.columns {
		if need := glyphs(fmt.Sprint(c.Number)) + 6; d.Unit != "" {
			s.width = max(s.width, need)
		}
	}
	for _, r := range d.rows {
		most := svgMost
		if r.stream() {
			most = svgBeat
		}
		for _, p := range d.texts(r) {
			n := p.end - p.first
			s.width = max(s.width, min(most, (glyphs(p.text)+svgTextRoom+n-1)/n))
		}
	}
	s.width = (s.width + 3) / 4 * 4
	x := s.left
	for _, c := range d.columns {
		if c.Cut {
			x += svgGap
		}
		s.x = append(s.x, x)
		x += s.width
	}
	s.x = append(s.x, x)
	return s
}

// svgTextRoom is how much wider a hexagon is than the text in it.
const svgTextRoom = 2*svgSlant + 6

// glyphs is the width of a text.
func glyphs(text string) int {
	return int(math.Ceil(float64(utf8.RuneCountInString(text)) * svgGlyph))
}

// end is where column c ends, including the wave of a cut after it.
func (s *svg) end(c int) int {
	if c+1 < len(s.d.columns) && s.d.columns[c+1].Cut {
		return s.x[c+1] - svgGap/2
	}
	return s.x[c] + s.width
}

// begin is the counterpart of end.
func (s *svg) begin(c int) int {
	if s.d.columns[c].Cut {
		return s.x[c] - svgGap/2
	}
	return s.x[c]
}

// open reports whether a row's line continues beyond column c without an edge, as
// it does at the sides of the picture and at cuts.
func (s *svg) open(c int) bool { return c == 0 || c == len(s.d.columns) || s.d.columns[c].Cut }

func (s *svg) printf(format string, args ...any) { fmt.Fprintf(&s.b, format+"\n", args...) }

// document is the whole file. The rows are drawn first, since the grid behind
// them has their height.
func (s *svg) document() string {
	top := svgMargin / 2
	if s.d.Title != "" {
		top += svgTitle
	}
	s.y = top + svgNumbers
	scope := ""
	for _, r := range s.d.rows {
		if r.Scope != scope {
			scope = r.Scope
			s.heading(scope)
		}
		s.row(r)
	}
	bottom := s.y
	s.caption()
	rows := s.b.String()
	s.b.Reset()
	width, height := max(s.x[len(s.x)-1], s.least)+svgMargin, s.y+svgMargin/2
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" `+
		`font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="%d">`,
		width, height, svgFont)
	title := s.d.Title
	if title == "" {
		title = "Timing diagram"
	}
	s.printf("<title>%s</title>", escape(title))
	s.printf("<desc>%s</desc>", escape(s.d.describe()))
	s.printf(`<rect x="0.5" y="0.5" width="%d" height="%d" rx="6" fill="%s" stroke="%s"/>`, width-1, height-1, svgPaper, svgBorder)
	if s.d.Title != "" {
		s.printf(`<text x="%d" y="%d" font-size="14" font-weight="bold" fill="%s">%s</text>`, svgMargin, svgMargin/2+18, svgInk, escape(s.d.Title))
	}
	s.grid(top+svgNumbers, bottom)
	s.numbers(top + svgNumbers - 7)
	s.b.WriteString(rows)
	s.b.WriteString("</svg>\n")
	return s.b.String()
}

func (s *svg) grid(top, bottom int) {
	var path strings.Builder
	for c, x := range s.x {
		fmt.Fprintf(&path, "M%d.5 %dV%d", x, top, bottom)
		if c < len(s.d.columns) && s.d.columns[c].Cut {
			fmt.Fprintf(&path, "M%d.5 %dV%d", x-svgGap, top, bottom)
		}
	}
	s.printf(`<path d="%s" stroke="%s" stroke-dasharray="2 3" fill="none"/>`, &path, svgGrid)
}

// numbers writes the numbers of round columns, as many as have room.
func (s *svg) numbers(y int) {
	s.printf(`<g font-size="%d" fill="%s" text-anchor="middle">`, svgSmall, svgFaint)
	s.printf(`<text x="%d" y="%d" text-anchor="end">%s</text>`, s.left-12, y, escape(s.d.unit()))
	widest := 0
	for _, c := range s.d.columns {
		widest = max(widest, glyphs(fmt.Sprint(c.Number))+4)
	}
	step := uint64(1)
	for i := 0; int(step)*s.width < widest; i++ {
		step = step * []uint64{2, 5, 2}[i%3] / []uint64{1, 2, 1}[i%3] // 1, 2, 5, 10, …
	}
	free := 0 // from here on nothing is written yet
	for c, column := range s.d.columns {
		text := fmt.Sprint(column.Number)
		at, half := s.x[c]+s.width/2, glyphs(text)/2+2
		if !column.Cut && c > 0 && column.Number%step != 0 && s.d.Unit == "" || at-half < free {
			continue
		}
		free = at + half
		s.printf(`<text x="%d" y="%d">%s</text>`, at, y, text)
	}
	s.printf("</g>")
}

// caption is a line below the rows: what the colours of streams mean, and how many rows are left out.
func (s *svg) caption() {
	x, y := svgMargin, s.y+svgHeading-7
	write := func(text string) {
		s.printf(`<text x="%d" y="%d" font-size="%d" fill="%s">%s</text>`, x, y, svgSmall, svgFaint, escape(text))
		x += glyphs(text) + svgMargin
		s.least, s.y = x-svgMargin, y+7
	}
	if slices.ContainsFunc(s.d.rows, func(r drawnRow) bool { return r.stream() }) {
		for _, p := range []Phase{Offered, Taken} {
			s.printf(`<rect x="%d.5" y="%d.5" width="11" height="9" fill="%s" stroke="%s"/>`, x, y-10, svgPhases[p], svgLine)
			x += svgMargin
			write(p.String())
		}
	}
	if left := s.d.resting(); left != "" {
		write(left)
	}
}

func (s *svg) heading(scope string) {
	if scope != "" {
		s.printf(`<text x="%d" y="%d" font-size="%d" font-weight="bold" fill="%s">%s</text>`, svgMargin, s.y+svgHeading-7, svgSmall, svgFaint, escape(scope))
		s.printf(`<path d="M%d %d.5H%d" stroke="%s"/>`, svgMargin, s.y+1, s.x[len(s.x)-1], svgGrid)
	}
	s.y += svgHeading
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a strings.Builder does not fail
	return b.String()
}

// describe lists the values and their changes, the first of each signal where
// there are many.
func (d *drawing) describe() string {
	const limit = 16
	var b strings.Builder
	if n := len(d.columns); n > 0 {
		fmt.Fprintf(&b, "%ss %d to %d", d.unit(), d.columns[0].Number, d.columns[n-1].Number)
	}
	for _, r := range d.rows {
		fmt.Fprintf(&b, "; %s", r.Path())
		last, said := "", 0
		if r.Clock {
			b.WriteString(" is the clock")
		}
		for _, p := range d.said(r) {
			switch {
			case said == limit:
				b.WriteString(", and so on")
			case said > limit || p.first > 0 && p.text == last:
				continue
			case p.first == 0:
				fmt.Fprintf(&b, ": %s", p.text)
			default:
				fmt.Fprintf(&b, ", %s from %d", p.text, d.columns[p.first].Number)
			}
			last = p.text
			said++
		}
	}
	return b.String()
}

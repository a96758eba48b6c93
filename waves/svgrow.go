package waves

import (
	"fmt"
	"strings"
)

// row draws a signal: its name and its line.
func (s *svg) row(r drawnRow) {
	top := s.y + (svgRow-svgWave)/2
	l := lane{s, top, top + svgWave/2, top + svgWave}
	bits := ""
	if suffix := r.suffix(); suffix != "" {
		bits = fmt.Sprintf(`<tspan fill="%s">%s</tspan>`, svgFaint, escape(suffix))
	}
	s.printf(`<text x="%d" y="%d" text-anchor="end" fill="%s">%s%s</text>`, s.left-12, l.mid+4, svgInk, escape(r.Name), bits)
	switch {
	case r.Clock:
		l.clock()
	case r.stream():
		l.stream(s.d.beats(r))
	case r.bit():
		l.line(s.d.spans(r))
	default:
		l.bus(r, s.d.spans(r))
	}
	for c, column := range s.d.columns {
		if column.Cut {
			l.cut(s.x[c] - svgGap/2)
		}
	}
	s.y += svgRow
}

// lane is the place of a row's line: the heights of 1, z and 0.
type lane struct {
	*svg
	top, mid, low int
}

// stroke draws lines.
func (l lane) stroke(path, colour string) {
	if path != "" {
		l.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="1.5" stroke-linejoin="round"/>`, path, colour)
	}
}

// clock rises at each column's start, with an arrow, and falls in its middle.
func (l lane) clock() {
	const half = svgSlant / 2
	var line, arrows strings.Builder
	for c := range l.d.columns {
		x, fall := l.x[c], l.x[c]+l.width/2
		if l.d.columns[c].Still {
			fmt.Fprintf(&line, "M%d %dH%d", x, l.low, l.end(c))
			continue
		}
		switch {
		case c == 0:
			fmt.Fprintf(&line, "M%d %d", x-half, l.low)
		case l.d.columns[c].Cut:
			fmt.Fprintf(&line, "M%d %dH%d", l.begin(c), l.low, x-half)
		default:
			fmt.Fprintf(&line, "H%d", x-half)
		}
		fmt.Fprintf(&line, "L%d %dH%dL%d %d", x+half, l.top, fall-half, fall+half, l.low)
		if c+1 == len(l.d.columns) || l.d.columns[c+1].Cut {
			fmt.Fprintf(&line, "H%d", l.end(c))
		}
		fmt.Fprintf(&arrows, "M%d %dl3.5 6h-7z", x, l.mid-4)
	}
	l.stroke(line.String(), svgLine)
	l.printf(`<path d="%s" fill="%s"/>`, &arrows, svgLine)
}

// level is the height of a bit's line.
func (l lane) level(v Value) int {
	switch v.Bit(0) {
	case '0':
		return l.low
	case '1':
		return l.top
	}
	return l.mid
}

// line draws a bit. A span's line goes from the middle of the edge before it to the
// middle of the edge after it, where the next one begins.
func (l lane) line(spans []span) {
	const half = svgSlant / 2
	var high, known, loose strings.Builder
	for i, p := range spans {
		x0, x1, y := l.begin(p.first), l.end(p.end-1), l.level(p.value)
		in, out := half, half
		y0, y1 := y, y
		if l.open(p.first) {
			in = 0
		} else {
			y0 = (y + l.level(spans[i-1].value)) / 2
		}
		if l.open(p.end) {
			out = 0
		} else {
			y1 = (y + l.level(spans[i+1].value)) / 2
		}
		switch p.value.Bit(0) {
		case 'x':
			l.hexagon(p.first, p.end, svgWrongs, svgWrong)
			l.hatch(x0+2*in, x1-2*out)
			continue
		case 'z':
			fmt.Fprintf(&loose, "M%d %dL%d %dH%dL%d %d", x0, y0, x0+in, y, x1-out, x1, y1)
			continue
		case '1':
			fmt.Fprintf(&high, "M%d %dL%d %dH%dL%d %dz", x0-in, l.low, x0+in, l.top, x1-out, x1+out, l.low)
		}
		if i == 0 || l.open(p.first) || strings.Contains("xz", string(spans[i-1].value.Bit(0))) {
			fmt.Fprintf(&known, "M%d %d", x0, y0)
		}
		fmt.Fprintf(&known, "L%d %dH%dL%d %d", x0+in, y, x1-out, x1, y1)
	}
	if high.Len() > 0 {
		l.printf(`<path d="%s" fill="%s"/>`, &high, svgHigh)
	}
	l.stroke(known.String(), svgLine)
	l.stroke(loose.String(), svgLoose)
}

// bus draws a vector: a hexagon for each value, with as much of the value as fits.
func (l lane) bus(r drawnRow, spans []span) {
	states := map[string]string{}
	if r.Enum != nil {
		for i, s := range r.Enum.States {
			states[s.Name] = svgStates[i%len(svgStates)]
		}
	}
	for _, p := range spans {
		x0, x1 := l.begin(p.first), l.end(p.end-1)
		fill, ink, colour := svgBus, svgInk, svgLine
		if c := states[p.text]; c != "" {
			fill = c
		}
		if r.Width > 0 && !p.value.Known() {
			fill, ink, colour = svgWrongs, svgWrong, svgWrong
		}
		switch p.text {
		case "x":
			if r.Width > 0 {
				l.hexagon(p.first, p.end, fill, colour)
				l.hatch(x0+svgSlant, x1-svgSlant)
				continue
			}
		case "z":
			l.stroke(fmt.Sprintf("M%d %dH%d", x0, l.mid, x1), svgLoose)
			continue
		}
		l.labelled(p.first, p.end, p.text, ink, func() { l.hexagon(p.first, p.end, fill, colour) })
	}
}

// labelled draws a shape across the columns first to end-1 and as much of a text on it as fits; the whole text is its title.
func (l lane) labelled(first, end int, whole, ink string, shape func()) {
	x0, x1 := l.begin(first), l.end(end-1)
	room := int(float64(x1-x0-svgTextRoom+4) / svgGlyph)
	text := whole
	if room < 1 {
		text = ""
	} else {
		text = elide(text, room)
	}
	if text != whole {
		l.printf("<g><title>%s</title>", escape(whole))
	}
	shape()
	if text != "" {
		l.printf(`<text x="%d" y="%d" text-anchor="middle" fill="%s">%s</text>`, (x0+x1)/2, l.mid+4, ink, escape(text))
	}
	if text != whole {
		l.printf("</g>")
	}
}

// hexagon draws the outline of a value, with a tip at each end where it changes.
func (l lane) hexagon(first, end int, fill, colour string) {
	x0, x1 := l.begin(first), l.end(end-1)
	if l.open(first) && l.open(end) {
		l.printf(`<path d="M%d %dH%dV%dH%dz" fill="%s"/>`, x0, l.top, x1, l.low, x0, fill)
		l.stroke(fmt.Sprintf("M%d %dH%dM%d %dH%d", x0, l.top, x1, x0, l.low, x1), colour)
		return
	}
	// From the open end, if there is one, around the other.
	var path string
	switch {
	case l.open(first):
		path = fmt.Sprintf("M%d %dH%dL%d %dL%d %dH%d", x0, l.top, x1-svgSlant, x1, l.mid, x1-svgSlant, l.low, x0)
	case l.open(end):
		path = fmt.Sprintf("M%d %dH%dL%d %dL%d %dH%d", x1, l.top, x0+svgSlant, x0, l.mid, x0+svgSlant, l.low, x1)
	default:
		path = fmt.Sprintf("M%d %dL%d %dH%dL%d %dL%d %dH%dz", x0, l.mid, x0+svgSlant, l.top, x1-svgSlant, x1, l.mid, x1-svgSlant, l.low, x0+svgSlant)
	}
	l.printf(`<path d="%s" fill="%s" stroke="%s" stroke-width="1.5" stroke-linejoin="round"/>`, path, fill, colour)
}

// hatch shades the line from x0 to x1 as unknown.
func (l lane) hatch(x0, x1 int) {
	var path strings.Builder
	for x := x0 - svgWave; x < x1; x += 7 {
		// From (x, low) up to the right, clipped.
		a, b := max(x, x0), min(x+svgWave, x1)
		if a < b {
			fmt.Fprintf(&path, "M%d %dL%d %d", a, l.low-(a-x), b, l.low-(b-x))
		}
	}
	if path.Len() > 0 {
		l.printf(`<path d="%s" stroke="%s" stroke-opacity="0.45"/>`, &path, svgWrong)
	}
}

// cut breaks the line at x: a gap between two curves.
func (l lane) cut(x int) {
	top, low := l.top-3, l.low+3
	curve := func(x int) string {
		return fmt.Sprintf("M%d %dc7 -9 -7 -%d 0 -%d", x, low, low-top-9, low-top)
	}
	l.printf(`<path d="%sh7c-7 9 7 %d 0 %dz" fill="%s"/>`, curve(x-4), low-top-9, low-top, svgPaper)
	l.printf(`<path d="%s%s" fill="none" stroke="%s"/>`, curve(x-4), curve(x+3), svgFaint)
}

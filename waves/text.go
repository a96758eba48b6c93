package waves

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longest is how many characters of a value are shown: enough for 64 bits in
// hexadecimal and a few more. A longer value loses its middle.
const longest = 18

// cutMark is written where cycles are left out.
const cutMark = "//"

// Text draws the diagram with characters: a bit as a line that is high or low, a
// vector by its values where they change. An x is shaded and a z is a line
// in the middle. All columns have the same width, except where a value needs
// more; "//" marks cycles that are left out.
func (d *Diagram) Text(w io.Writer) error {
	drawn, err := d.drawing()
	if err != nil {
		return err
	}
	if len(drawn.rows) == 0 {
		return nil
	}
	name := utf8.RuneCountInString(d.unit())
	for _, r := range drawn.rows {
		name = max(name, utf8.RuneCountInString(r.head()))
	}
	var b strings.Builder
	for first := 0; first == 0 || first < len(drawn.columns); {
		band := drawn.band(first, d.Wrap-name-1)
		if first > 0 {
			b.WriteString("\n")
		}
		band.draw(&b, name)
		first += max(1, len(band.columns))
	}
	if left := d.resting(); left != "" {
		b.WriteString("\n" + left + "\n")
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// head is the name of a row in text, where a vector has no range.
func (r Row) head() string {
	if r.stream() {
		return r.Path() + r.suffix()
	}
	return r.Path()
}

// String is the text, or what is wrong with the diagram.
func (d *Diagram) String() string {
	var b strings.Builder
	if err := d.Text(&b); err != nil {
		return err.Error() + "\n"
	}
	return b.String()
}

// part is the diagram of the columns first to end-1.
func (d *drawing) part(first, end int) *drawing {
	p := *d
	p.columns = slices.Clone(d.columns[first:end])
	p.rows = slices.Clone(d.rows)
	for i, r := range p.rows {
		switch {
		case r.Clock:
		case r.stream():
			p.rows[i].Beats = r.Beats[first:end]
		default:
			p.rows[i].Values, p.rows[i].texts = r.Values[first:end], r.texts[first:end]
		}
	}
	return &p
}

// band is the part from column first on that is at most limit characters wide,
// but at least one column.
func (d *drawing) band(first, limit int) *drawing {
	if d.Wrap == 0 {
		return d.part(first, len(d.columns))
	}
	// A column has at least three characters.
	p := d.part(first, min(len(d.columns), first+max(1, limit/3)))
	for len(p.columns) > 1 {
		total := 0
		for i, w := range p.widths() {
			total += w
			if p.columns[i].Cut {
				total += len(cutMark)
			}
		}
		if total <= limit {
			break
		}
		// Nearly always that is far too wide: go down by steps of the excess.
		p = p.part(0, max(1, min(len(p.columns)-1, len(p.columns)*limit/total+2)))
	}
	return p
}

// widths are the numbers of characters of each column: room for its number, and
// for each value across the columns that it spans.
func (d *drawing) widths() []int {
	base := 3
	for _, c := range d.columns {
		base = max(base, len(strconv.FormatUint(c.Number, 10))+1)
	}
	for _, r := range d.rows {
		if r.Clock {
			base += base % 2 // as long high as low
			break
		}
	}
	width := slices.Repeat([]int{base}, len(d.columns))
	var all []label
	for _, r := range d.rows {
		all = append(all, d.labels(r)...)
	}
	// A value in few columns has little choice of where to grow, so it comes first.
	slices.SortStableFunc(all, func(a, b label) int { return a.end - a.first - (b.end - b.first) })
	for _, s := range all {
		lack := utf8.RuneCountInString(s.text)
		for _, w := range width[s.first:s.end] {
			lack -= w
		}
		for c := s.first; c < s.end && lack > 0; c++ {
			more := (lack + s.end - c - 1) / (s.end - c)
			width[c] += more
			lack -= more
		}
	}
	return width
}

// label is a text across the columns first to end-1.
type label struct {
	first, end int
	text       string
	fill       string // behind the text
}

// labels are the values of a row with the mark before each, where a row has any.
func (d *drawing) labels(r drawnRow) []label {
	var list []label
	switch {
	case r.Clock || r.bit():
	case r.stream():
		limit := longest
		if len(r.Fields) <= rowFields {
			limit = longestFields
		}
		for _, b := range d.beats(r) {
			list = append(list, b.label(limit))
		}
	default:
		for _, s := range d.spans(r) {
			list = append(list, label{s.first, s.end, "│" + elide(s.text, longest) + " ", " "})
		}
	}
	return list
}

// label is a beat in text: a line at the bottom while the stream is idle, shaded
// while it waits, and the data where it is taken. The data of a beat that waits is
// written once, where it is taken, unless that is not shown. Limit is how many
// characters of the data are shown.
func (b beatSpan) label(limit int) label {
	l := label{first: b.first, end: b.end}
	switch {
	case b.Phase == Idle:
		l.fill = bitMark['0']
	case b.Phase == Unclear:
		l.fill = bitMark['x']
	case b.Phase == Taken:
		l.text, l.fill = "│"+elide(b.Data, limit)+" ", " "
	case b.next || b.Data == "":
		l.fill = waitMark
	default:
		l.text, l.fill = waitMark+elide(b.Data, limit)+waitMark, waitMark
	}
	return l
}

// waitMark shades a beat that waits for its ready.
const waitMark = "░"

// longestFields is longest for the few fields of a stream that are named.
const longestFields = 30

// draw appends the diagram without line breaks.
func (d *drawing) draw(b *strings.Builder, name int) {
	width := d.widths()
	line := func(head string, cell func(c int) string) {
		var row strings.Builder
		fmt.Fprintf(&row, "%-*s ", name, head)
		for c, column := range d.columns {
			if column.Cut {
				row.WriteString(cutMark)
			}
			row.WriteString(cell(c))
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	line(d.unit(), func(c int) string { return fmt.Sprintf(" %-*d", width[c]-1, d.columns[c].Number) })
	for _, r := range d.rows {
		head := r.head()
		switch {
		case r.Clock:
			line(head, func(c int) string {
				high := (width[c] + 1) / 2
				if d.columns[c].Still {
					high = 0
				}
				return strings.Repeat("▔", high) + strings.Repeat("▁", width[c]-high)
			})
		case r.bit():
			line(head, func(c int) string { return strings.Repeat(bitMark[r.Values[c].Bit(0)], width[c]) })
		default:
			cells := make([]string, len(d.columns))
			for _, l := range d.labels(r) {
				room := -utf8.RuneCountInString(l.text)
				for _, w := range width[l.first:l.end] {
					room += w
				}
				text := []rune(l.text + strings.Repeat(l.fill, max(0, room)))
				for c := l.first; c < l.end; c++ {
					cells[c], text = string(text[:width[c]]), text[width[c]:]
				}
			}
			line(head, func(c int) string { return cells[c] })
		}
	}
}

var bitMark = map[byte]string{'0': "▁", '1': "▔", 'x': "▒", 'z': "─"}

// elide takes the middle out of a text that is longer than limit characters.
func elide(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	head := limit / 2
	return string(runes[:head]) + "…" + string(runes[len(runes)-(limit-1-head):])
}

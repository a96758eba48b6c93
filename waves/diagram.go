package waves

import (
	"fmt"
	"strconv"
	"strings"
)

// Diagram is a timing diagram: its rows are signals, its columns are cycles with
// the settled values. [Diagram.Text] draws it for a terminal or a golden file,
// [Diagram.SVG] for a page. [File.Diagram] makes one from a wave, [NewDiagram] from
// samples.
type Diagram struct {
	Title   string // of the SVG; the text has none
	Unit    string // what the columns count; "cycle" if empty
	Rows    []Row
	columns []column

	// Last is the last column of the wave, which may be beyond the columns shown.
	Last uint64

	// Resting is the number of rows that [View.Changing] leaves out, and Beyond the
	// number that a view without Signals leaves out because there are too many.
	Resting, Beyond int

	// Wrap breaks the text into bands with lines of at most that many characters;
	// 0 never breaks it.
	Wrap int
}

// column is one cycle of a diagram.
type column struct {
	Number uint64
	// Cut says that cycles between the previous column and this one are left out.
	Cut bool
	// Still says that the clock does not rise at its start: the time before the
	// first edge of a wave.
	Still bool
}

// NewDiagram is a diagram of the caller's own samples, one per cycle, from the
// cycle first on.
func NewDiagram(first uint64, rows ...Row) *Diagram {
	n := 0
	for _, r := range rows {
		n = max(n, len(r.Values))
	}
	return &Diagram{Rows: rows, columns: consecutive(first, n)}
}

// consecutive returns n consecutive columns from first on.
func consecutive(first uint64, n int) []column {
	list := make([]column, n)
	for i := range list {
		list[i].Number = first + uint64(i)
	}
	return list
}

// LastShown is the number of the last column; 0 if there is none.
func (d *Diagram) LastShown() uint64 {
	if len(d.columns) == 0 {
		return 0
	}
	return d.columns[len(d.columns)-1].Number
}

// Row is a signal of a diagram.
type Row struct {
	Scope string // the instance, "queue.ptr"; "" for the outermost
	Name  string
	Width int   // bits; 0 for a real
	Enum  *Enum // names of the values, or nil
	Radix Radix // of values without a name
	// Clock draws a clock that rises at the start of each column; there are no Values.
	Clock bool
	// Values has a value of Width bits for each column.
	Values []Value

	// Beats, if not nil, makes the row a stream. It has a beat for each column and no
	// Values. Fields are the names of the data's parts, or nil.
	Beats  []Beat
	Fields []string
}

// Path is the scope and the name: "queue.wr".
func (r Row) Path() string {
	if r.Scope == "" {
		return r.Name
	}
	return r.Scope + "." + r.Name
}

// bit reports whether a row is drawn as a line, high or low.
func (r Row) bit() bool { return r.Width == 1 && r.Enum == nil && !r.Clock && !r.stream() }

// stream reports whether a row is drawn as a stream.
func (r Row) stream() bool { return r.Beats != nil }

// suffix follows the name: the range of a vector, the fields of a stream. Of many fields there is but the number, since
// names that nobody chose would push the waves aside.
func (r Row) suffix() string {
	switch {
	case len(r.Fields) > rowFields:
		return fmt.Sprintf("{%d fields}", len(r.Fields))
	case len(r.Fields) > 0:
		return "{" + strings.Join(r.Fields, " ") + "}"
	case r.Width > 1:
		return fmt.Sprintf("[%d:0]", r.Width-1)
	}
	return ""
}

// rowFields is how many fields of a stream are named.
const rowFields = 4

// resting says how many rows are left out; "" if none is.
func (d *Diagram) resting() string {
	switch d.Resting {
	case 0:
		return ""
	case 1:
		return "1 row is at rest and left out"
	}
	return fmt.Sprintf("%d rows are at rest and left out", d.Resting)
}

// check compares the rows with the columns.
func (d *Diagram) check() error {
	for i, c := range d.columns {
		if i > 0 && c.Number <= d.columns[i-1].Number {
			return fmt.Errorf("waves: column %d of the diagram is %s %d, which is not after %d", i, d.unit(), c.Number, d.columns[i-1].Number)
		}
	}
	for _, r := range d.Rows {
		switch {
		case r.Clock:
			continue
		case r.stream():
			if len(r.Beats) != len(d.columns) {
				return fmt.Errorf("waves: %s has %d beats for %d columns", r.Path(), len(r.Beats), len(d.columns))
			}
			continue
		}
		if len(r.Values) != len(d.columns) {
			return fmt.Errorf("waves: %s has %d values for %d columns", r.Path(), len(r.Values), len(d.columns))
		}
		for i, v := range r.Values {
			if v.width != r.Width || v.digits == "" {
				return fmt.Errorf("waves: %s is %s, but its value in %s %d is %s", r.Path(), bitCount(r.Width), d.unit(), d.columns[i].Number, bitCount(v.width))
			}
		}
	}
	return nil
}

// drawing is a checked diagram with its values as text, because making a wide
// one takes time.
type drawing struct {
	Diagram
	rows []drawnRow
}

type drawnRow struct {
	Row
	texts []string // of the values
}

func (d *Diagram) drawing() (*drawing, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	out := &drawing{Diagram: *d}
	for _, r := range d.Rows {
		row := drawnRow{Row: r}
		if !r.Clock && !r.stream() {
			show := r.shower()
			row.texts = make([]string, len(r.Values))
			for i, v := range r.Values {
				if i > 0 && v == r.Values[i-1] {
					row.texts[i] = row.texts[i-1]
				} else {
					row.texts[i] = show(v)
				}
			}
		}
		out.rows = append(out.rows, row)
	}
	return out, nil
}

func (d *Diagram) unit() string {
	if d.Unit == "" {
		return "cycle"
	}
	return d.Unit
}

// span is a run of columns, first to end-1, in which a row has one value.
type span struct {
	first, end int
	value      Value
	text       string // the value as shown
}

// spans are the runs of a row. They end at a cut, after which the value is written
// again.
func (d *drawing) spans(r drawnRow) []span {
	var list []span
	if r.Clock {
		return nil
	}
	for i, v := range r.Values {
		if n := len(list) - 1; n >= 0 && list[n].value == v && !d.columns[i].Cut {
			list[n].end++
			continue
		}
		list = append(list, span{i, i + 1, v, r.texts[i]})
	}
	return list
}

// beatSpan is a run of columns, first to end-1, with one beat.
type beatSpan struct {
	first, end int
	Beat
	// next says that the beat is offered and taken in the column behind this span.
	next bool
}

// beats are the runs of a stream. Each beat that is taken is a run of its own. Like
// spans they end at a cut.
func (d *drawing) beats(r drawnRow) []beatSpan {
	var list []beatSpan
	for i, b := range r.Beats {
		whole := !d.columns[i].Cut && len(list) > 0
		if n := len(list) - 1; whole && list[n].Beat == b && b.Phase != Taken {
			list[n].end++
			continue
		} else if whole && b.Phase == Taken && list[n].Phase == Offered && list[n].Data == b.Data {
			list[n].next = true
		}
		list = append(list, beatSpan{first: i, end: i + 1, Beat: b})
	}
	return list
}

// texts are the labels of a row as a picture has them, where the row is not a line.
func (d *drawing) texts(r drawnRow) []label {
	var list []label
	switch {
	case r.bit():
	case r.stream():
		beats := d.beats(r)
		for i, b := range beats {
			l := label{first: b.first, end: b.end, text: b.Data}
			if i > 0 && beats[i-1].next {
				l.first = beats[i-1].first
			}
			if b.next {
				l.text = ""
			}
			list = append(list, l)
		}
	default:
		for _, p := range d.spans(r) {
			list = append(list, label{first: p.first, end: p.end, text: p.text})
		}
	}
	return list
}

// said are the values of a row as a description lists them.
func (d *drawing) said(r drawnRow) []span {
	if !r.stream() {
		return d.spans(r)
	}
	var list []span
	for _, b := range d.beats(r) {
		list = append(list, span{first: b.first, end: b.end, text: b.describe()})
	}
	return list
}

// Radix is the base in which numbers are shown.
type Radix uint8

const (
	Hex Radix = iota
	Decimal
	Binary
)

var radixNames = [...]string{"hex", "dec", "bin"}

// String is "hex", "dec" or "bin".
func (r Radix) String() string {
	if int(r) < len(radixNames) {
		return radixNames[r]
	}
	return "Radix(" + strconv.Itoa(int(r)) + ")"
}

// ParseRadix is the inverse of [Radix.String].
func ParseRadix(name string) (Radix, error) {
	for i, n := range radixNames {
		if n == name {
			return Radix(i), nil
		}
	}
	return 0, fmt.Errorf("waves: no radix %q; use hex, dec or bin", name)
}

// shower returns the function that shows a value of the row by its name or as a
// number.
func (r Row) shower() func(Value) string {
	names := map[uint64]string{}
	if r.Enum != nil {
		for _, s := range r.Enum.States {
			names[s.Value] = s.Name
		}
	}
	return func(v Value) string {
		if n, ok := v.Uint64(); ok {
			if name, ok := names[n]; ok {
				return name
			}
		}
		return v.Text(r.Radix)
	}
}

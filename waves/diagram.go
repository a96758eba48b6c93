package waves

import (
	"fmt"
	"slices"
	"strconv"

	"posedge/internal/frame"
)

// Diagram is a timing diagram: signals as rows, cycles as columns, and in each
// the settled value. [Diagram.Text] draws it for a terminal or a golden file,
// [Diagram.SVG] for a page. [File.Diagram] makes one from a wave; a test may as
// well put its own samples in.
type Diagram struct {
	Title   string // of the SVG; the text has none
	Unit    string // what the columns count; "cycle" if empty
	Columns []Column
	Rows    []Row

	// Last is the last column that the wave has, beyond those that are shown.
	Last uint64

	// Wrap breaks the text into bands of at most so many characters a line;
	// 0 never breaks.
	Wrap int
}

// Column is one cycle of a diagram.
type Column struct {
	Number uint64
	// Cut says that cycles between the column before and this one are left out.
	Cut bool
	// Still says that the clock does not rise at its start: the time before the
	// first edge of a wave.
	Still bool
}

// Cycles are n columns that follow each other from first on.
func Cycles(first uint64, n int) []Column {
	list := make([]Column, n)
	for i := range list {
		list[i].Number = first + uint64(i)
	}
	return list
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

	texts []string // of the values, see [Diagram.shown]
}

// Path is the scope and the name, "queue.wr".
func (r Row) Path() string {
	if r.Scope == "" {
		return r.Name
	}
	return r.Scope + "." + r.Name
}

// bit holds for a row that is drawn as a line, high or low.
func (r Row) bit() bool { return r.Width == 1 && r.Enum == nil && !r.Clock }

// check holds the rows against the columns.
func (d *Diagram) check() error {
	for i, c := range d.Columns {
		if i > 0 && c.Number <= d.Columns[i-1].Number {
			return fmt.Errorf("waves: column %d of the diagram is %s %d, which is not after %d", i, d.unit(), c.Number, d.Columns[i-1].Number)
		}
	}
	for _, r := range d.Rows {
		if r.Clock {
			continue
		}
		if len(r.Values) != len(d.Columns) {
			return fmt.Errorf("waves: %s has %d values for %d columns", r.Path(), len(r.Values), len(d.Columns))
		}
		for i, v := range r.Values {
			if v.width != r.Width || v.digits == "" {
				return fmt.Errorf("waves: %s is %s, but its value in %s %d is %s", r.Path(), bitCount(r.Width), d.unit(), d.Columns[i].Number, bitCount(v.width))
			}
		}
	}
	return nil
}

// shown is the diagram, checked, with the values as texts: a wide one takes time.
func (d *Diagram) shown() (*Diagram, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	s := *d
	s.Rows = slices.Clone(d.Rows)
	for n := range s.Rows {
		r := &s.Rows[n]
		if r.Clock {
			continue
		}
		show := r.shower()
		r.texts = make([]string, len(r.Values))
		for i, v := range r.Values {
			if i > 0 && v == r.Values[i-1] {
				r.texts[i] = r.texts[i-1]
			} else {
				r.texts[i] = show(v)
			}
		}
	}
	return &s, nil
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
	text       string // the value for the reader
}

// spans are the runs of a row that is [Diagram.shown]. They end at a cut, behind which the value stands
// again.
func (d *Diagram) spans(r Row) []span {
	var list []span
	if r.Clock {
		return nil
	}
	for i, v := range r.Values {
		if n := len(list) - 1; n >= 0 && list[n].value == v && !d.Columns[i].Cut {
			list[n].end++
			continue
		}
		list = append(list, span{i, i + 1, v, r.texts[i]})
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

// ParseRadix is the opposite of [Radix.String].
func ParseRadix(name string) (Radix, error) {
	for i, n := range radixNames {
		if n == name {
			return Radix(i), nil
		}
	}
	return 0, fmt.Errorf("waves: no radix %q; there is hex, dec, bin", name)
}

// shower returns the function that shows a value of the row: by its name, or as
// a number. A digit in which every bit is x is "x", in which some are "X"; so it
// is with z, as $display has it (IEEE 1364-2005, 17.1.1.3); a value that is x or z in
// every bit is one letter.
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
		return v.text(r.Radix)
	}
}

func (v Value) text(radix Radix) string {
	switch {
	case v.width > 0 && (v.digits == "x" || v.digits == "z"): // every bit
		return v.digits
	case v.width == 0 || radix == Binary:
		return v.String()
	case radix == Decimal && v.Known():
		n, _ := v.Big()
		return n.String()
	case radix == Decimal:
		return string(v.digit(0, v.width))
	}
	digits := make([]byte, 0, (len(v.digits)+3)/4+1)
	for low := (v.width - 1) / 4 * 4; low >= 0; low -= 4 {
		d := v.digit(low, min(low+4, v.width))
		if d != '0' || len(digits) > 0 || low == 0 {
			digits = append(digits, d)
		}
	}
	return string(digits)
}

// digit is the digit of the bits low to end-1, four at most if they are known.
func (v Value) digit(low, end int) byte {
	x, z, n := 0, 0, 0
	for i := end - 1; i >= low; i-- {
		switch v.Bit(i) {
		case 'x':
			x++
		case 'z':
			z++
		case '0':
			n <<= 1
		default:
			n = n<<1 | 1
		}
	}
	switch {
	case x == end-low:
		return 'x'
	case z == end-low:
		return 'z'
	case x > 0:
		return 'X'
	case z > 0:
		return 'Z'
	}
	return "0123456789abcdef"[n&15]
}

// NewValue is a value of two states: words of 64 bits, the least significant
// first. Bits beyond the width are left out.
func NewValue(width int, words ...uint64) Value {
	if width < 1 || width > MaxWidth {
		panic(fmt.Sprintf("waves: a value of %d bits; a variable has 1 to %d", width, MaxWidth))
	}
	masked := make([]uint64, frame.Words(width))
	copy(masked, words)
	if rest := width % 64; rest != 0 {
		masked[len(masked)-1] &= 1<<rest - 1
	}
	return Value{width, string(appendDigits(nil, masked))}
}

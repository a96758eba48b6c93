package waves

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Row is a signal of a text waveform: a value for each cycle.
type Row struct {
	Name  string
	Width int   // bits
	Enum  *Enum // names of the values, or nil
	// Values has a value for each cycle, in words of 64 bits, the least
	// significant first.
	Values [][]uint64
}

// longest is how many characters of a value are shown; a longer one loses its middle.
const longest = 10

// Text draws rows as a waveform for a terminal: a bit as a line that is high or
// low, a vector by its values where they change, in hexadecimal or by name. The
// first cycle has the number first. Columns are as wide as what stands in them;
// all rows have equally many values.
func Text(w io.Writer, first uint64, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	cycles := len(rows[0].Values)
	name := len("cycle")
	for _, r := range rows {
		if len(r.Values) != cycles {
			return fmt.Errorf("waves: %s has %d values, %s has %d", r.Name, len(r.Values), rows[0].Name, cycles)
		}
		name = max(name, utf8.RuneCountInString(r.Name))
	}
	cells := make([][]string, len(rows))
	width := make([]int, cycles)
	for c := range width {
		width[c] = max(2, len(strconv.FormatUint(first+uint64(c), 10))+1)
	}
	for i, r := range rows {
		cells[i] = r.cells()
		for c, text := range cells[i] {
			width[c] = max(width[c], utf8.RuneCountInString(text)+2)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s ", name, "cycle")
	for c := range width {
		fmt.Fprintf(&b, " %-*d", width[c]-1, first+uint64(c))
	}
	b.WriteString("\n")
	for i, r := range rows {
		fmt.Fprintf(&b, "%-*s ", name, r.Name)
		for c, text := range cells[i] {
			switch {
			case r.Width == 1 && r.Enum == nil && r.Values[c][0] == 1:
				b.WriteString(strings.Repeat("▔", width[c]))
			case r.Width == 1 && r.Enum == nil:
				b.WriteString(strings.Repeat("▁", width[c]))
			case text == "":
				b.WriteString(strings.Repeat(" ", width[c]))
			default:
				b.WriteString("│" + text + strings.Repeat(" ", width[c]-1-utf8.RuneCountInString(text)))
			}
		}
		b.WriteString("\n")
	}
	text := strings.Split(b.String(), "\n")
	for i, line := range text {
		text[i] = strings.TrimRight(line, " ")
	}
	_, err := io.WriteString(w, strings.Join(text, "\n"))
	return err
}

// cells are the texts of a vector where it changes, and empty elsewhere.
func (r Row) cells() []string {
	list := make([]string, len(r.Values))
	if r.Width == 1 && r.Enum == nil {
		return list
	}
	last := ""
	for c, words := range r.Values {
		text := r.value(words)
		if c == 0 || text != last {
			list[c] = elide(text)
		}
		last = text
	}
	return list
}

func (r Row) value(words []uint64) string {
	if r.Enum != nil && len(words) == 1 {
		for _, s := range r.Enum.States {
			if s.Value == words[0] {
				return s.Name
			}
		}
	}
	v := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(words[k]))
	}
	return v.Text(16)
}

func elide(text string) string {
	if len(text) <= longest {
		return text
	}
	return text[:4] + "…" + text[len(text)-longest+5:]
}

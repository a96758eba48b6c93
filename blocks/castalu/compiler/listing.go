package compiler

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"posedge/blocks/castalu/isa"
)

// Listing is the program as text for [isa.Assemble]. A comment beside each instruction gives
// the number and the text of its line in source, the shader's text, which may be empty.
func (c *Code) Listing(source string) string {
	var lines []line
	for k, v := range c.Inputs {
		lines = append(lines, line{comment: fmt.Sprintf("r%d is %s", k, c.graph.Variables[v].Name)})
	}
	for k := range c.Constants {
		lines = append(lines, c.constant(k))
	}
	lines = append(lines, line{})
	shader := strings.Split(source, "\n")
	last := 0
	for k, i := range c.Program.Code {
		note := c.Notes[k]
		l := line{text: "\t" + i.String(), comment: note.Name}
		if n := note.Position.Line; n > 0 {
			text := note.Name
			if n <= len(shader) && source != "" {
				if text = shorten(shader[n-1]); n == last {
					text = "" // it is shown above
				}
			}
			l.comment = strings.TrimSpace(fmt.Sprintf("%d: %s", n, text))
			last = n
		}
		lines = append(lines, l)
	}
	return format(lines)
}

// maxSource is the length to which a listing shortens the shader's lines.
const maxSource = 60

// shorten returns a line without its indentation, cut off if it is long.
func shorten(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if r := []rune(text); len(r) > maxSource {
		text = strings.TrimSpace(string(r[:maxSource-1])) + "…"
	}
	return text
}

// A line of a listing.
type line struct{ text, comment string }

// tab is the width of a tab in the listing.
const tab = 4

// format writes lines with their comments aligned.
func format(lines []line) string {
	width := func(text string) int { return utf8.RuneCountInString(text) + (tab-1)*strings.Count(text, "\t") }
	most := 0
	for _, l := range lines {
		if l.comment != "" {
			most = max(most, width(l.text))
		}
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.text)
		if l.comment != "" {
			if l.text != "" {
				b.WriteString(strings.Repeat(" ", most-width(l.text)+1))
			}
			b.WriteString("// " + l.comment)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// constant declares constant k: as numbers in one format if these give its bits, otherwise
// as bits.
func (c *Code) constant(k int) line {
	f := isa.As(isa.FP32)
	for _, x := range c.Constants[k] {
		if x.Literal || x.Uniform {
			f = x.Format
			break
		}
	}
	var numbers, comments []string
	for n, x := range c.Constants[k] {
		bits := c.Program.Constants[k][n]
		number, exact := decimal(f, bits)
		what := "-"
		switch {
		case x.Uniform:
			v := c.graph.Variables[x.Variable]
			if what = v.Name; v.Width > 1 {
				what += "." + components[x.Component:x.Component+1]
			}
		case x.Literal:
			what, _ = decimal(x.Format, bits)
			if x.Format != f {
				what += ":" + x.Format.String()
				exact = exact && bits == 0
			}
		}
		if !exact {
			number = fmt.Sprintf("0x%08x", bits)
		}
		numbers = append(numbers, number)
		comments = append(comments, what)
	}
	name := fmt.Sprintf("c%d", k)
	if f != isa.As(isa.FP32) {
		name += ":" + f.String()
	}
	return line{fmt.Sprintf(".const %s = %s", name, strings.Join(numbers, ", ")), strings.Join(comments, ", ")}
}

// decimal is a short decimal fraction whose nearest value in the format is bits; false
// if there is none.
func decimal(f isa.Format, bits uint32) (string, bool) {
	var x float64
	switch t, _ := f.Numeric(); t {
	case isa.FP32, isa.FP16:
		x = float64(math.Float32frombits(isa.Cast(f, isa.As(isa.FP32), bits)))
		if t == isa.FP32 {
			x = float64(math.Float32frombits(bits))
		}
	default:
		x = float64(int32(bits)) / float64(int(1)<<t.Bits()-1)
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "0", false
	}
	for digits := 1; digits <= 17; digits++ {
		text := strconv.FormatFloat(x, 'g', digits, 64)
		if y, err := strconv.ParseFloat(text, 64); err == nil {
			if back, ok := f.Nearest(y); ok && back == bits {
				return strconv.FormatFloat(y, 'g', -1, 64), true // 20 and not 2e+01
			}
		}
	}
	return "0", false
}

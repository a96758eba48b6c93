package table

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"posedge/internal/text"
)

// DefaultColumns is how wide a table is where nobody says it, as in a file or a pipe.
const DefaultColumns = 100

// Columns is how many characters fit in a line of the writer: what its method Columns says, if it has one.
func Columns(w io.Writer) int {
	if w, ok := w.(interface{ Columns() int }); ok {
		return w.Columns()
	}
	return DefaultColumns
}

// Wide is w with lines of so many characters.
func Wide(w io.Writer, columns int) io.Writer { return wide{w, columns} }

type wide struct {
	io.Writer
	columns int
}

func (w wide) Columns() int { return w.columns }

// grid is a table that is not drawn yet.
type grid struct {
	header  []string
	columns string // "LR"
	rows    [][]string
}

// fit returns the grid in parts that are at most limit wide, if its words allow it: as it is, or with its widest columns
// broken at spaces, or, if that is not enough, in bands that repeat the first columns. First columns that are wider than
// half of the limit, such as full names of signals, would leave no room for bands: the table is then too wide.
func (g grid) fit(limit int) []grid {
	n := len(g.columns)
	natural, least := make([]int, n), make([]int, n)
	for i := range n {
		natural[i] = g.measure(i, lines)
		least[i] = g.measure(i, strings.Fields)
	}
	if drawnWidth(natural) <= limit {
		return []grid{g}
	}
	keys := g.keys(least, limit)
	if n < 3 || drawnWidth(least) <= limit || drawnWidth(least[:keys]) > limit/2 {
		return []grid{g.broken(shrink(natural, least, limit))}
	}
	if drawnWidth(natural[:keys]) <= limit/2 {
		copy(least, natural[:keys])
	}
	var parts []grid
	for first := keys; first < n; {
		choose := func(list []int) []int { return append(slices.Clone(list[:keys]), list[first:]...) }
		end := first + 1
		for end < n && drawnWidth(choose(least[:end+1])) <= limit {
			end++
		}
		widths := shrink(choose(natural[:end]), choose(least[:end]), limit)
		parts = append(parts, g.band(keys, first, end).broken(widths))
		first = end
	}
	return parts
}

// keys is how many columns say what a row is about: the first, and the texts behind it, while they leave half of the room.
func (g grid) keys(least []int, limit int) int {
	n := 1
	for n < len(least)-1 && g.columns[n] == 'L' && drawnWidth(least[:n+1]) <= limit/2 {
		n++
	}
	return n
}

// band is the key columns and the columns first to end-1.
func (g grid) band(keys, first, end int) grid {
	choose := func(row []string) []string {
		if row == nil {
			return nil
		}
		return append(slices.Clone(row[:keys]), row[first:end]...)
	}
	b := grid{header: choose(g.header), columns: g.columns[:keys] + g.columns[first:end]}
	for _, r := range g.rows {
		b.rows = append(b.rows, choose(r))
	}
	return b
}

// measure is the width of the widest of the parts that split makes of a column's cells. Cells at the right are figures,
// which are not parted from their units.
func (g grid) measure(column int, split func(string) []string) int {
	widest := 0
	add := func(row []string, split func(string) []string) {
		if column < len(row) {
			for _, part := range split(row[column]) {
				widest = max(widest, utf8.RuneCountInString(part))
			}
		}
	}
	add(g.header, split)
	if g.columns[column] == 'R' {
		split = lines
	}
	for _, r := range g.rows {
		add(r, split)
	}
	return widest
}

func lines(cell string) []string { return strings.Split(cell, "\n") }

// drawnWidth is the width of a table with columns so wide: each has a blank on either side, and a line between them.
func drawnWidth(widths []int) int {
	sum := 1
	for _, w := range widths {
		sum += w + 3
	}
	return sum
}

// shrink takes from the widest column that can be narrower until the table fits or none can.
func shrink(widths, least []int, limit int) []int {
	for drawnWidth(widths) > limit {
		widest := -1
		for i, w := range widths {
			if w > least[i] && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		widths[widest]--
	}
	return widths
}

// broken breaks the lines of cells that are wider than their column.
func (g grid) broken(widths []int) grid {
	row := func(cells []string) []string {
		var list []string
		for i, c := range cells {
			list = append(list, breakCell(c, widths[i]))
		}
		return list
	}
	b := grid{header: row(g.header), columns: g.columns}
	for _, r := range g.rows {
		b.rows = append(b.rows, row(r))
	}
	return b
}

func breakCell(cell string, width int) string {
	var out []string
	for _, line := range lines(cell) {
		if utf8.RuneCountInString(line) <= width {
			out = append(out, line)
		} else {
			out = append(out, text.Wrap(line, "", "", width)...)
		}
	}
	return strings.Join(out, "\n")
}

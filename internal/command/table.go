package command

import (
	"fmt"
	"io"
	"strings"

	tables "posedge/internal/table"
)

// table prints rows of cells under a header in capitals, which may be nil. A cell
// may have several lines; numbers are aligned to the right.
func table(w io.Writer, header []string, rows [][]any) error {
	n := len(header)
	if len(rows) > 0 {
		n = len(rows[0])
	}
	columns := []byte(strings.Repeat("L", n))
	cells := make([][]string, len(rows))
	for k, r := range rows {
		for i, x := range r {
			switch x.(type) {
			case int, hundredths:
				columns[i] = 'R'
			}
			cells[k] = append(cells[k], fmt.Sprint(x))
		}
	}
	var capitals []string
	for _, h := range header {
		capitals = append(capitals, strings.ToUpper(h))
	}
	return tables.Write(w, capitals, string(columns), cells)
}

// hundredths is a number with two digits behind its point.
type hundredths float64

func (x hundredths) String() string { return fmt.Sprintf("%.2f", float64(x)) }

package speed

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// WriteCSV writes the rows as comma-separated values: design, engine, nodes,
// build_seconds and cycles_per_second.
func (r *Results) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	_ = c.Write([]string{"design", "engine", "nodes", "build_seconds", "cycles_per_second"})
	for _, row := range r.Rows {
		_ = c.Write([]string{row.Design, row.Engine, strconv.Itoa(row.Nodes), fmt.Sprintf("%.6f", row.Build), fmt.Sprintf("%.1f", row.Rate)})
	}
	c.Flush()
	return c.Error()
}

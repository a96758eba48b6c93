package main

import (
	"fmt"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// table prints rows of cells under a header, which may be nil. A cell may have
// several lines; numbers are aligned to the right.
func table(w io.Writer, header []string, rows [][]any) error {
	columns := len(header)
	if len(rows) > 0 {
		columns = len(rows[0])
	}
	align := make([]tw.Align, columns)
	for i := range align {
		align[i] = tw.AlignLeft
		for _, r := range rows {
			if _, number := r[i].(int); number {
				align[i] = tw.AlignRight
			}
		}
	}
	t := tablewriter.NewTable(w,
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	t.Header(header)
	for _, r := range rows {
		cells := make([]string, len(r))
		for i, x := range r {
			cells[i] = fmt.Sprint(x)
		}
		if err := t.Append(cells); err != nil {
			return err
		}
	}
	return t.Render()
}

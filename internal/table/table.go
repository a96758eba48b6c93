// Package table prints tables for people.
package table

import (
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/tw"
)

// Write prints rows of cells under a header, which may be nil. Columns has a
// letter for each column: "L" aligns it to the left, "R" to the right. A cell may
// have several lines; none is broken.
func Write(w io.Writer, header []string, columns string, rows [][]string) error {
	align := make([]tw.Align, len(columns))
	for i, c := range columns {
		align[i] = tw.AlignLeft
		if c == 'R' {
			align[i] = tw.AlignRight
		}
	}
	var b strings.Builder // the library drops the errors of a writer
	t := tablewriter.NewTable(&b,
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	t.Header(header)
	if err := t.Bulk(rows); err != nil {
		return err
	}
	if err := t.Render(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

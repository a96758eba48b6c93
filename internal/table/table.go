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
// have several lines.
//
// The table is as wide as a line of w, which is what its method Columns() int says, or
// [DefaultColumns]: where it would be wider, its widest cells are broken at spaces, and
// a table whose words are too many for that continues below, with the columns again
// that say what each row is about.
func Write(w io.Writer, header []string, columns string, rows [][]string) error {
	g := grid{header, columns, rows}
	for _, part := range g.fit(Columns(w)) {
		if err := part.write(w); err != nil {
			return err
		}
	}
	return nil
}

func (g grid) write(w io.Writer) error {
	align := make([]tw.Align, len(g.columns))
	for i, c := range g.columns {
		align[i] = tw.AlignLeft
		if c == 'R' {
			align[i] = tw.AlignRight
		}
	}
	var b strings.Builder // the library drops the errors of a writer
	t := tablewriter.NewTable(&b,
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: align}),
	)
	t.Header(g.header)
	if err := t.Bulk(g.rows); err != nil {
		return err
	}
	if err := t.Render(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

package edatest

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Costs is a table of measured costs on a page.
type Costs struct {
	Page   string // its file
	Begin  string // the table's first two lines, which name its columns
	Remake string // how it is written again, for messages
	Update bool   // write the rows that are measured, in place of comparing them
	Rows   []CostRow
}

// CostRow is a row of the table.
type CostRow struct {
	Name    string                    // its first cell
	Quick   bool                      // the tools take a few seconds
	Measure func(t *testing.T) string // the row, "| name | … |"
}

// Check measures the quick rows or the others, compares them with the page's, or writes them there, and checks that the
// page has the table's rows in their order.
func (c Costs) Check(t *testing.T, quick bool) {
	t.Helper()
	Need(t, "yosys")
	content, err := os.ReadFile(c.Page)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(content), c.Begin)
	require.True(t, found, "the page has the table")
	rows := map[string]string{}
	var old []string
	for strings.HasPrefix(rest, "|") {
		var row string
		row, rest, _ = strings.Cut(rest, "\n")
		name, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		rows[name], old = row, append(old, row)
	}
	for _, r := range c.Rows {
		if r.Quick != quick {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			row := r.Measure(t)
			if !c.Update {
				assert.Equal(t, row, rows[r.Name], c.Remake)
			}
			rows[r.Name] = row
		})
	}
	var lines []string
	for _, r := range c.Rows {
		if rows[r.Name] == "" && !c.Update {
			t.Errorf("%s has no row of the %s; %s", c.Page, r.Name, c.Remake)
			continue
		}
		if rows[r.Name] != "" {
			lines = append(lines, rows[r.Name])
		}
	}
	if c.Update {
		require.NoError(t, os.WriteFile(c.Page, []byte(head+c.Begin+strings.Join(lines, "\n")+"\n"+rest), 0o666))
	} else if !t.Failed() {
		assert.Equal(t, lines, old, "the table has other rows, or another order; %s", c.Remake)
	}
}

package unittest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/golden"
	"posedge/internal/long"
)

// logicColumns are the columns of [edatest.FiguresOfLogic].
const logicColumns = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"

// Part is a row of the table of costs; the components' figures stand side by side.
func Part(name string, components ...hdl.Component) edatest.CostPart {
	return edatest.CostPart{Name: name, Components: components}
}

func (p Page) columns() string {
	if p.Columns == "" {
		return logicColumns
	}
	return p.Columns
}

func (p Page) costs(t *testing.T) edatest.Costs {
	list := edatest.Costs{
		Page: p.File(), Begin: p.columns(), Update: golden.Update(), Figures: p.Figures, Parts: p.Costs(t),
		Remake: p.remake("Costs") + " writes it again, with POSEDGE_LONG=1 every row",
	}
	if list.Figures == nil {
		list.Figures = edatest.FiguresOfLogic
	}
	found := false
	for k := range list.Parts {
		list.Parts[k].Quick = list.Parts[k].Name == p.Quick
		found = found || list.Parts[k].Quick
	}
	require.True(t, found, "there is a quick row %q", p.Quick)
	return list
}

// CheckCosts compares the quick row of the table of costs with what Yosys reports now. The test's name has Costs.
func (p Page) CheckCosts(t *testing.T) {
	t.Helper()
	p.costs(t).Check(t, true)
}

// CheckLongCosts compares the other rows, in a long run.
func (p Page) CheckLongCosts(t *testing.T) {
	t.Helper()
	long.Only(t)
	p.costs(t).Check(t, false)
}

// Cost is the figures of a row of the page's table of costs, with 0 for an empty cell.
func (p Page) Cost(t *testing.T, name string) []int {
	t.Helper()
	_, table, found := strings.Cut(p.Text(t), p.columns())
	require.True(t, found, "the page has the table of costs")
	table, _, _ = strings.Cut(table, "\n\n")
	_, row, found := strings.Cut("\n"+table, "\n| "+name+" |")
	require.True(t, found, name)
	row, _, _ = strings.Cut(row, "\n")
	var list []int
	for _, cell := range strings.Split(strings.TrimSuffix(row, "|"), "|") {
		n := 0
		if cell = strings.TrimSpace(cell); cell != "" {
			var err error
			n, err = strconv.Atoi(cell)
			require.NoError(t, err, name)
		}
		list = append(list, n)
	}
	return list
}

// Hundreds is a number from 1000 on, to the next hundred: "12 300".
func Hundreds(n int) string {
	n = (n + 50) / 100 * 100
	return fmt.Sprintf("%d %03d", n/1000, n%1000)
}

// CheckSum checks that the page and the package's description have the text, however its lines are broken.
func (p Page) CheckSum(t *testing.T, want string) {
	t.Helper()
	unbroken := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "\n//", "\n")), " ") }
	assert.Contains(t, unbroken(p.Text(t)), want)
	description, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	assert.Contains(t, unbroken(string(description)), want)
}

package edatest

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/verilog"
)

// Costs is a table of measured costs on a page.
type Costs struct {
	Page    string                // its file
	Begin   string                // the table's first two lines, which name its columns
	Remake  string                // how it is written again, for messages
	Update  bool                  // write the rows that are measured, in place of comparing them
	Figures func(eda.Stats) []int // of a component, in the order of the columns
	Parts   []CostPart
}

// CostPart is a row of the table.
type CostPart struct {
	Name       string          // its first cell
	Components []hdl.Component // their figures stand side by side; nil leaves the cells empty
	Quick      bool            // the tools take a few seconds
	Logic      bool            // without the memories
	Without    []string        // with Logic, the names of modules that are left out too
	ByModule   bool            // one module after the other, see [eda.SynthModules]
}

// FiguresOfLogic are LUT4, flip-flops, carries, block RAMs and levels.
func FiguresOfLogic(s eda.Stats) []int { return []int{s.LUTs, s.FFs, s.Carries, s.BRAMs, s.Levels} }

// measured is the part's row as Yosys has it now, for iCE40.
func (c Costs) measured(t *testing.T, p CostPart) string {
	t.Helper()
	row, began := "| "+p.Name, time.Now()
	for _, x := range p.Components {
		if x == nil {
			row += strings.Repeat(" |", len(c.Figures(eda.Stats{})))
			continue
		}
		d, err := hdl.Elaborate(x)
		require.NoError(t, err)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err)
		var s eda.Stats
		switch {
		case p.ByModule:
			s, err = eda.SynthModules(t.Context(), d.Top.Name, files)
		case p.Logic:
			s, err = eda.SynthLogic(t.Context(), eda.ICE40, d.Top.Name, files, p.Without...)
		default:
			s, err = eda.Synth(t.Context(), eda.ICE40, d.Top.Name, files)
		}
		require.NoError(t, err)
		for _, n := range c.Figures(s) {
			row += fmt.Sprintf(" | %d", n)
		}
	}
	row += " |"
	t.Logf("%s in %.0f s", row, time.Since(began).Seconds())
	return row
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
	for _, p := range c.Parts {
		if p.Quick != quick {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			row := c.measured(t, p)
			if !c.Update {
				assert.Equal(t, row, rows[p.Name], c.Remake)
			}
			rows[p.Name] = row
		})
	}
	var lines []string
	for _, p := range c.Parts {
		if rows[p.Name] == "" && !c.Update {
			t.Errorf("%s has no row of the %s; %s", c.Page, p.Name, c.Remake)
			continue
		}
		if rows[p.Name] != "" {
			lines = append(lines, rows[p.Name])
		}
	}
	if c.Update {
		require.NoError(t, os.WriteFile(c.Page, []byte(head+c.Begin+strings.Join(lines, "\n")+"\n"+rest), 0o666))
	} else if !t.Failed() {
		assert.Equal(t, lines, old, "the table has other rows, or another order; %s", c.Remake)
	}
}

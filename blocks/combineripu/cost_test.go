package combineripu

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write what is measured or drawn from the code in docs again")

const (
	costBegin = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/combineripu -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// part is a row of the table of costs.
type part struct {
	name      string
	component hdl.Component
	quick     bool // Yosys takes a few seconds
}

func parts() []part {
	c := NewConfig(2)
	stored := c
	stored.Stored = true
	var list []part
	for _, sets := range []int{1, 2, 4} {
		list = append(list, part{name: fmt.Sprintf("control storage, %d × 53 words", sets), component: newControlStorage(NewConfig(sets))})
	}
	return append(list, []part{
		{name: "raster state machine", component: newRasterMachine(c, PixelShape())},
		{name: "register allocation, with a plan", component: newAllocator(c)},
		{name: "plan", component: newPlan(c)},
		{name: "instruction emulator, with a plan", component: newEmulator(c)},
		{name: "remap", component: NewRemap(c), quick: true},
		{name: "lane for combiners", component: newOwnLane()},
		{name: "loader", component: newLoader()},
		{name: "instruction processor", component: newInstructionProcessor(c)},
		{name: "instruction processor that stores programs", component: newInstructionProcessor(stored)},
	}...)
}

// measured is the part's row as Yosys has it now.
func (p part) measured(t *testing.T) string {
	d, err := hdl.Elaborate(p.component)
	require.NoError(t, err)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	began := time.Now()
	x, err := eda.Synth(t.Context(), eda.ICE40, d.Top.Name, files)
	require.NoError(t, err)
	row := fmt.Sprintf("| %s | %d | %d | %d | %d | %d |", p.name, x.LUTs, x.FFs, x.Carries, x.BRAMs, x.Levels)
	t.Logf("%s in %.0f s", row, time.Since(began).Seconds())
	return row
}

// The table of costs in docs/combineripu.md is what Yosys reports now: the quick rows in every test run, the others in the
// long one.
func TestCostsAreAsDocumented(t *testing.T) {
	costs().Check(t, true)
}

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costs().Check(t, false)
}

// The page and the package's description have the sums of the rows of a unit with two sets.
func TestSumsOfCostsAreAsDocumented(t *testing.T) {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	_, table, found := strings.Cut(string(content), costBegin)
	require.True(t, found)
	var luts, ffs int
	for _, name := range []string{"control storage, 2 × 53 words", "raster state machine", "register allocation, with a plan", "instruction emulator, with a plan", "remap"} {
		_, row, found := strings.Cut("\n"+table, "\n| "+name+" | ")
		require.True(t, found, name)
		var l, f int
		_, err := fmt.Sscanf(row, "%d | %d |", &l, &f)
		require.NoError(t, err)
		luts, ffs = luts+l, ffs+f
	}
	hundreds := func(n int) string {
		n = (n + 50) / 100 * 100
		return fmt.Sprintf("%d %03d", n/1000, n%1000)
	}
	want := fmt.Sprintf("about %s LUT4 and %s flip-flops of a unit with two program states", hundreds(luts), hundreds(ffs))
	unbroken := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "\n//", "\n")), " ") }
	assert.Contains(t, unbroken(string(content)), want)
	description, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	assert.Contains(t, unbroken(string(description)), want)
}

// costs is the table.
func costs() edatest.Costs {
	c := edatest.Costs{Page: page, Begin: costBegin, Remake: remake, Update: *update}
	for _, p := range parts() {
		c.Rows = append(c.Rows, edatest.CostRow{Name: p.name, Quick: p.quick, Measure: p.measured})
	}
	return c
}

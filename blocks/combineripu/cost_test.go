package combineripu

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

var update = flag.Bool("update", false, "write what is measured or drawn from the code in docs again")

const (
	costBegin = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/combineripu -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// costs is the table in docs/combineripu.md.
func costs() edatest.Costs {
	list := edatest.Costs{Page: page, Begin: costBegin, Remake: remake, Update: *update, Figures: edatest.FiguresOfLogic}
	add := func(name string, c hdl.Component) {
		list.Parts = append(list.Parts, edatest.CostPart{Name: name, Components: []hdl.Component{c}, Quick: name == "remap"})
	}
	c := NewConfig(2)
	stored := c
	stored.Stored = true
	for _, sets := range []int{1, 2, 4} {
		add(fmt.Sprintf("control storage, %d × 53 words", sets), newControlStorage(NewConfig(sets)))
	}
	add("raster state machine", newRasterMachine(c, PixelShape()))
	add("register allocation, with a plan", newAllocator(c))
	add("plan", newPlan(c))
	add("instruction emulator, with a plan", newEmulator(c))
	add("remap", NewRemap(c))
	add("lane for combiners", newOwnLane())
	add("loader", newLoader())
	add("instruction processor", newInstructionProcessor(c))
	add("instruction processor that stores programs", newInstructionProcessor(stored))
	return list
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

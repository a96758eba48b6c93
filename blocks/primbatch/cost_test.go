package primbatch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

const (
	costBegin = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/primbatch -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// costs is the table in docs/primbatch.md.
func costs(t *testing.T) edatest.Costs {
	list := edatest.Costs{Page: page, Begin: costBegin, Remake: remake, Update: *update, Figures: edatest.FiguresOfLogic}
	add := func(name string, c hdl.Component) {
		list.Parts = append(list.Parts, edatest.CostPart{Name: name, Components: []hdl.Component{c}, Quick: name == "distributor, 2 lines"})
	}
	c := NewConfig(2)
	two := c
	two.Embodiment = isa.TwoModes
	unit, err := NewUnit(c)
	require.NoError(t, err)
	add("driver, four split modes", NewDriver(c))
	add("driver, two split modes", NewDriver(two))
	add("of both: table of records", newSlotTable(c))
	add("front end", newFrontEnd(c))
	add("distributor, 2 lines", newDistributor(c))
	add("data assembler", newDataAssembler(c))
	add("primitive assembler", newPrimitiveAssembler(c))
	add("collector, 2 lines", newCollector(c))
	add("outline and stipple", NewOutline(c))
	add("unit, 2 lines", unit)
	return list
}

// The table of costs in docs/primbatch.md is what Yosys reports now: the quick row in every test run, the others in the long
// one.
func TestCostsAreAsDocumented(t *testing.T) {
	costs(t).Check(t, true)
}

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costs(t).Check(t, false)
}

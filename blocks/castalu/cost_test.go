package castalu

import (
	"flag"
	"testing"

	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
)

var update = flag.Bool("update", false, "write the measured rows of the table of costs in docs/castalu.md again")

const (
	page      = "../../docs/castalu.md"
	costBegin = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/castalu -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// costs is the table in docs/castalu.md.
func costs() edatest.Costs {
	unit := func(lanes int, e Embodiment) []hdl.Component {
		u, err := NewUnit(UnitConfig{Lanes: lanes, Embodiment: e, Threads: 28})
		if err != nil {
			panic(err)
		}
		return []hdl.Component{u}
	}
	one := NewConfig(1, Separate)
	return edatest.Costs{Page: page, Begin: costBegin, Remake: remake, Update: *update, Figures: edatest.FiguresOfLogic, Parts: []edatest.CostPart{
		{Name: "casting unit of one element", Components: []hdl.Component{newCastUnit()}},
		{Name: "math function unit, floating point", Components: []hdl.Component{newFloatUnit()}},
		{Name: "math function unit, 24 bits", Components: []hdl.Component{newFixedUnit(24)}},
		{Name: "math function unit, 12 bits", Components: []hdl.Component{newFixedUnit(12)}, Quick: true},
		{Name: "math function units of a lane, separate", Components: []hdl.Component{newMathUnits(Separate)}},
		{Name: "math function unit of a lane, shared", Components: []hdl.Component{newMathUnits(Shared)}},
		{Name: "adder of a dot product", Components: []hdl.Component{newSumUnit()}},
		{Name: "output stage of a lane", Components: []hdl.Component{newOutputUnit()}},
		{Name: "special functions", Components: []hdl.Component{newSpecialUnit()}},
		{Name: "unit with 1 lane, separate", Components: unit(1, Separate)},
		{Name: "unit with 1 lane, shared", Components: unit(1, Shared)},
		{Name: "unit with 4 lanes, separate, module by module", Components: unit(4, Separate), ByModule: true},
		{Name: "processor without its unit and memories", Components: []hdl.Component{newProcessor(one)}, Logic: true, Without: []string{"castalu_unit_" + one.unit().Name()}},
	}}
}

// The table of costs in docs/castalu.md is what Yosys reports now: the quick rows in
// every test run, the others in the long one.
func TestCostsAreAsDocumented(t *testing.T) {
	costs().Check(t, true)
}

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costs().Check(t, false)
}

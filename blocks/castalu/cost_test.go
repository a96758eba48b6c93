package castalu

import (
	"testing"

	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/unittest"
)

// costs are the rows of the table in docs/castalu.md.
func costs(*testing.T) []edatest.CostPart {
	unit := func(lanes int, e Embodiment) hdl.Component {
		u, err := NewUnit(UnitConfig{Lanes: lanes, Embodiment: e, Threads: 28})
		if err != nil {
			panic(err)
		}
		return u
	}
	one := NewConfig(1, Separate)
	return []edatest.CostPart{
		unittest.Part("casting unit of one element", newCastUnit()),
		unittest.Part("math function unit, floating point", newFloatUnit()),
		unittest.Part("math function unit, 24 bits", newFixedUnit(24)),
		unittest.Part("math function unit, 12 bits", newFixedUnit(12)),
		unittest.Part("math function units of a lane, separate", newMathUnits(Separate)),
		unittest.Part("math function unit of a lane, shared", newMathUnits(Shared)),
		unittest.Part("adder of a dot product", newSumUnit()),
		unittest.Part("output stage of a lane", newOutputUnit()),
		unittest.Part("special functions", newSpecialUnit()),
		unittest.Part("unit with 1 lane, separate", unit(1, Separate)),
		unittest.Part("unit with 1 lane, shared", unit(1, Shared)),
		{Name: "unit with 4 lanes, separate, module by module", Components: []hdl.Component{unit(4, Separate)}, ByModule: true},
		{Name: "processor without its unit and memories", Components: []hdl.Component{newProcessor(one)}, Logic: true, Without: []string{"castalu_unit_" + one.unit().Name()}},
	}
}

func TestCostsAreAsDocumented(t *testing.T) { page.CheckCosts(t) }

func TestLongCostsAreAsDocumented(t *testing.T) { page.CheckLongCosts(t) }

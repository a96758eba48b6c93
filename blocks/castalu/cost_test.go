package castalu

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write the measured rows of the table of costs in docs/castalu.md again")

const (
	page      = "../../docs/castalu.md"
	costBegin = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/castalu -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// part is a row of the table of costs.
type part struct {
	name      string
	component hdl.Component
	quick     bool // Yosys takes a few seconds
	logic     bool // without the memories and without the arithmetic unit
}

func parts() []part {
	unit := func(e Embodiment) hdl.Component {
		u, err := NewUnit(UnitConfig{Lanes: 1, Embodiment: e, Threads: 28})
		if err != nil {
			panic(err)
		}
		return u
	}
	return []part{
		{name: "casting unit of one element", component: newCastUnit()},
		{name: "math function unit, floating point", component: newFloatUnit()},
		{name: "math function unit, 24 bits", component: newFixedUnit(24)},
		{name: "math function unit, 12 bits", component: newFixedUnit(12), quick: true},
		{name: "math function units of a lane, separate", component: newMathUnits(Separate)},
		{name: "math function unit of a lane, shared", component: newMathUnits(Shared)},
		{name: "adder of a dot product", component: newSumUnit()},
		{name: "output stage of a lane", component: newOutputUnit()},
		{name: "special functions", component: newSpecialUnit()},
		{name: "unit with 1 lane, separate", component: unit(Separate)},
		{name: "unit with 1 lane, shared", component: unit(Shared)},
		{name: "processor without its unit and memories", component: newProcessor(NewConfig(1, Separate)), logic: true},
	}
}

// measured is the part's row as Yosys has it now.
func (p part) measured(t *testing.T) string {
	d, err := hdl.Elaborate(p.component)
	require.NoError(t, err)
	files, err := verilog.Export(d.Top, verilog.Options{})
	require.NoError(t, err)
	began := time.Now()
	var x eda.Stats
	if p.logic {
		x, err = eda.SynthLogic(t.Context(), eda.ICE40, d.Top.Name, files, "castalu_unit_"+NewConfig(1, Separate).unit().Name())
	} else {
		x, err = eda.Synth(t.Context(), eda.ICE40, d.Top.Name, files)
	}
	require.NoError(t, err)
	row := fmt.Sprintf("| %s | %d | %d | %d | %d | %d |", p.name, x.LUTs, x.FFs, x.Carries, x.BRAMs, x.Levels)
	t.Logf("%s in %.0f s", row, time.Since(began).Seconds())
	return row
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

// costs is the table.
func costs() edatest.Costs {
	c := edatest.Costs{Page: page, Begin: costBegin, Remake: remake, Update: *update}
	for _, p := range parts() {
		c.Rows = append(c.Rows, edatest.CostRow{Name: p.name, Quick: p.quick, Measure: p.measured})
	}
	return c
}

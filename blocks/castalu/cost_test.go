package castalu

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
	costsAreAsDocumented(t, func(p part) bool { return p.quick })
}

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costsAreAsDocumented(t, func(p part) bool { return !p.quick })
}

func costsAreAsDocumented(t *testing.T, which func(part) bool) {
	edatest.Need(t, "yosys")
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(content), costBegin)
	require.True(t, found, "the page has the table")
	rows := map[string]string{}
	var old []string
	for strings.HasPrefix(rest, "|") {
		var row string
		row, rest, _ = strings.Cut(rest, "\n")
		name, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		rows[name], old = row, append(old, row)
	}
	for _, p := range parts() {
		if !which(p) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			row := p.measured(t)
			if !*update {
				assert.Equal(t, row, rows[p.name], remake)
			}
			rows[p.name] = row
		})
	}
	var lines []string
	for _, p := range parts() {
		if rows[p.name] == "" && !*update {
			t.Errorf("docs/castalu.md has no row of the %s; %s", p.name, remake)
			continue
		}
		if rows[p.name] != "" {
			lines = append(lines, rows[p.name])
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(head+costBegin+strings.Join(lines, "\n")+"\n"+rest), 0o666))
	} else if !t.Failed() {
		assert.Equal(t, lines, old, "the table has other rows, or another order; %s", remake)
	}
}

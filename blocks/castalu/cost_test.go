package castalu

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda"
	"posedge/internal/long"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write the table of costs in docs/castalu.md again")

const page = "../../docs/castalu.md"

// parts are the rows of the table of costs.
func parts() []struct {
	name      string
	component hdl.Component
	quick     bool // measured in every test run
} {
	unit := func(lanes int, e Embodiment) hdl.Component {
		u, err := NewUnit(UnitConfig{Lanes: lanes, Embodiment: e, Threads: 28})
		if err != nil {
			panic(err)
		}
		return u
	}
	barrel := NewConfig(1, Separate)
	barrel.copies = asArithmetic
	return []struct {
		name      string
		component hdl.Component
		quick     bool
	}{
		{"casting unit of one element", newCastUnit(), false},
		{"math function unit, floating point", newFloatUnit(), false},
		{"math function unit, 24 bits", newFixedUnit(24), false},
		{"math function unit, 12 bits", newFixedUnit(12), true},
		{"math function units of a lane, separate", newMathUnits(Separate), false},
		{"math function unit of a lane, shared", newMathUnits(Shared), false},
		{"adder of a dot product", newSumUnit(), false},
		{"output stage of a lane", newOutputUnit(), false},
		{"special functions", newSpecialUnit(), false},
		{"unit with 1 lane, separate", unit(1, Separate), false},
		{"unit with 1 lane, shared", unit(1, Shared), false},
		{"processor without arithmetic, components of 1 bit", newProcessor(barrel), false},
	}
}

const costBegin = "| part | LUT4 | FF | carry | BRAM | levels |\n|---|---|---|---|---|---|\n"

// The table of costs in docs/castalu.md is what Yosys says now: the cheap rows in each
// test, all of them in the long one.
func TestCostsAreAsDocumented(t *testing.T) { costsAreAsDocumented(t, false) }

func TestLongCostsAreAsDocumented(t *testing.T) {
	long.Only(t)
	costsAreAsDocumented(t, true)
}

func costsAreAsDocumented(t *testing.T, all bool) {
	if _, err := eda.Find("yosys"); err != nil {
		if os.Getenv("CI") != "" {
			require.NoError(t, err)
		}
		t.Skipf("not tested: %v", err)
	}
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, found := strings.Cut(string(content), costBegin)
	require.True(t, found, "the page has the table")
	rows := map[string]string{}
	for strings.HasPrefix(rest, "|") {
		row, after, _ := strings.Cut(rest, "\n")
		name, _, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		rows[name], rest = row, after
	}
	var lines []string
	for _, p := range parts() {
		row := rows[p.name]
		if p.quick || all {
			d, err := hdl.Elaborate(p.component)
			require.NoError(t, err)
			files, err := verilog.Export(d.Top, verilog.Options{})
			require.NoError(t, err)
			x, err := eda.Synth(t.Context(), eda.ICE40, d.Top.Name, files)
			require.NoError(t, err, p.name)
			made := fmt.Sprintf("| %s | %d | %d | %d | %d | %d |", p.name, x.LUTs, x.FFs, x.Carries, x.BRAMs, x.Levels)
			t.Log(made)
			if !*update {
				assert.Equal(t, made, row, "go test ./blocks/castalu -run Costs -update writes it again, with POSEDGE_LONG=1 every row")
			}
			row = made
		}
		if row != "" {
			lines = append(lines, row)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(head+costBegin+strings.Join(lines, "\n")+"\n"+rest), 0o666))
	}
}

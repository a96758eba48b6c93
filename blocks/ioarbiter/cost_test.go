package ioarbiter

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/internal/long"
	"posedge/verilog"
)

var update = flag.Bool("update", false, "write what is measured or drawn from the code in docs again")

const (
	page      = "../../docs/ioarbiter.md"
	costBegin = "| part | LUT4, 2 SMs | FF | BRAM | levels | LUT4, 8 SMs | FF | BRAM | levels |\n|---|---|---|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/ioarbiter -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// costSide is the side of the stores whose cost is measured, in pixels.
const costSide = 16

// part is a row of the table of costs.
type part struct {
	name  string
	make  func(c Config) hdl.Component
	quick bool // Yosys takes a few seconds
	unit  bool // a fixed-function unit, to which the number of SMs does not matter
}

func parts() []part {
	list := []part{
		{name: "IO arbiter", make: func(c Config) hdl.Component { return newIOArbiter(c) }, quick: true},
		{name: "parameter fetch unit", make: func(c Config) hdl.Component { return newFetchUnit(c) }},
		{name: "state cache", make: func(c Config) hdl.Component { return newStateCache(c) }},
		{name: "request converter", make: func(c Config) hdl.Component { return newRequestConverter(c) }},
		{name: "dispatch", make: func(c Config) hdl.Component { return newDispatch(c) }},
		{name: "macro FIFO, request FIFO: each", make: func(c Config) hdl.Component { return lib.NewFIFO(c.beat(), c.Depth) }},
		{name: "object FIFO", make: func(c Config) hdl.Component { return lib.NewFIFO(object(), 1) }},
		{name: "state FIFO", make: func(c Config) hdl.Component { return lib.NewFIFO(state(), max(1, c.Depth/4)) }},
		{name: "expander", make: func(c Config) hdl.Component { return NewExpander(c) }},
		{name: "bypass", make: func(c Config) hdl.Component { return NewBypass(c) }},
		{name: "fixed function arbiter", make: func(c Config) hdl.Component { return newUnitArbiter(c) }},
	}
	for u, name := range []string{"raster", "texture", "depth", "surface"} {
		list = append(list, part{name: name + " interface", make: func(c Config) hdl.Component { return newInterface(c, u) }})
	}
	list = append(list, []part{
		{name: "response arbiter", make: func(c Config) hdl.Component { return lib.NewRoundRobin(c.result(), len(c.Units)+2) }},
		{name: "response converter", make: func(c Config) hdl.Component { return newResponseConverter(c) }},
		{name: "response FIFO", make: func(c Config) hdl.Component { return lib.NewFIFO(c.delivery(), c.Depth) }},
		{name: "output commit", make: func(c Config) hdl.Component { return newOutputCommit(c) }},
		{name: "raster unit", unit: true, make: func(Config) hdl.Component { return raster.New() }},
		{name: "texture unit, 256 texels", unit: true, make: func(Config) hdl.Component { return must(texture.New(costSide * costSide)) }},
		{name: "depth unit, 16×16", unit: true, make: func(Config) hdl.Component { return must(depth.New(costSide, costSide)) }},
		{name: "surface unit, 16×16", unit: true, make: func(Config) hdl.Component { return must(surface.New(costSide, costSide)) }},
	}...)
	return list
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// measured is the part's row as Yosys has it now.
func (p part) measured(t *testing.T) string {
	row := "| " + p.name
	began := time.Now()
	for _, sms := range []int{2, 8} {
		if p.unit && sms > 2 {
			row += " | | | |"
			continue
		}
		d, err := hdl.Elaborate(p.make(must(NewConfig(sms))))
		require.NoError(t, err)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err)
		x, err := eda.Synth(t.Context(), eda.ICE40, d.Top.Name, files)
		require.NoError(t, err)
		row += fmt.Sprintf(" | %d | %d | %d | %d", x.LUTs, x.FFs, x.BRAMs, x.Levels)
	}
	row += " |"
	t.Logf("%s in %.0f s", row, time.Since(began).Seconds())
	return row
}

// The table of costs in docs/ioarbiter.md is what Yosys reports now: the quick rows in every test run, the others in the
// long one.
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

// The page and the package's description have the sums of the table's rows.
func TestSumsOfCostsAreAsDocumented(t *testing.T) {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	_, table, found := strings.Cut(string(content), costBegin)
	require.True(t, found)
	var connector, units [8]int
	for _, p := range parts() {
		_, row, found := strings.Cut("\n"+table, "\n| "+p.name+" |")
		require.True(t, found, p.name)
		row, _, _ = strings.Cut(row, "\n")
		of, times := &connector, 1
		if p.unit {
			of = &units
		}
		if strings.HasSuffix(p.name, ": each") {
			times = 2
		}
		for k, cell := range strings.Split(row, "|")[:len(connector)] {
			if n, err := strconv.Atoi(strings.TrimSpace(cell)); err == nil {
				of[k] += times * n
			}
		}
	}
	hundreds := func(n int) string {
		n = (n + 50) / 100 * 100
		return fmt.Sprintf("%d %03d", n/1000, n%1000)
	}
	want := fmt.Sprintf("about %s LUT4, %s flip-flops and %d block RAMs of 4 Kbit of a connector for 2 SMs, and %s LUT4 and %s flip-flops of one for 8; its units with 16×16 pixels are %s LUT4 more",
		hundreds(connector[0]), hundreds(connector[1]), connector[2], hundreds(connector[4]), hundreds(connector[5]), hundreds(units[0]))
	unbroken := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "\n//", "\n")), " ") }
	assert.Contains(t, unbroken(string(content)), want)
	description, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	assert.Contains(t, unbroken(string(description)), want)
}

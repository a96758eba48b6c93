package ioarbiter

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

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
)

var update = flag.Bool("update", false, "write what is measured or drawn from the code in docs again")

const (
	page      = "../../docs/ioarbiter.md"
	costBegin = "| part | LUT4, 2 SMs | FF | BRAM | levels | LUT4, 8 SMs | FF | BRAM | levels |\n|---|---|---|---|---|---|---|---|---|\n"
	remake    = "go test ./blocks/ioarbiter -run Costs -update writes it again, with POSEDGE_LONG=1 every row"
)

// costSide is the side of the stores whose cost is measured, in pixels.
const costSide = 16

// costs is the table in docs/ioarbiter.md, of connectors for 2 and 8 SMs.
func costs() edatest.Costs {
	list := edatest.Costs{Page: page, Begin: costBegin, Remake: remake, Update: *update,
		Figures: func(s eda.Stats) []int { return []int{s.LUTs, s.FFs, s.BRAMs, s.Levels} }}
	add := func(name string, components ...hdl.Component) {
		list.Parts = append(list.Parts, edatest.CostPart{Name: name, Components: components, Quick: name == "dispatch"})
	}
	both := func(name string, of func(c Config) hdl.Component) {
		add(name, of(must(NewConfig(2))), of(must(NewConfig(8))))
	}
	both("IO arbiter", func(c Config) hdl.Component { return newIOArbiter(c) })
	both("parameter fetch unit", func(c Config) hdl.Component { return newFetchUnit(c) })
	both("state cache", func(c Config) hdl.Component { return newStateCache(c) })
	both("request converter", func(c Config) hdl.Component { return newRequestConverter(c) })
	both("dispatch", func(c Config) hdl.Component { return newDispatch(c) })
	both("macro FIFO, request FIFO: each", func(c Config) hdl.Component { return lib.NewFIFO(c.shapes().Beat, c.Depth) })
	both("object FIFO", func(c Config) hdl.Component { return lib.NewFIFO(c.shapes().Object, 1) })
	both("state FIFO", func(c Config) hdl.Component { return lib.NewFIFO(c.shapes().State, max(1, c.Depth/4)) })
	both("expander", func(c Config) hdl.Component { return NewExpander(c) })
	both("bypass", func(c Config) hdl.Component { return NewBypass(c) })
	both("fixed function arbiter", func(c Config) hdl.Component { return newUnitArbiter(c) })
	for u, name := range []string{"raster", "texture", "depth", "surface"} {
		both(name+" interface", func(c Config) hdl.Component { return newInterface(c, u) })
	}
	both("response arbiter", func(c Config) hdl.Component { return lib.NewRoundRobin(c.shapes().Result, len(c.Units)+2) })
	both("response converter", func(c Config) hdl.Component { return newResponseConverter(c) })
	both("response FIFO", func(c Config) hdl.Component { return lib.NewFIFO(c.shapes().Delivery, c.Depth) })
	both("output commit", func(c Config) hdl.Component { return newOutputCommit(c) })
	// To fixed-function units the number of SMs does not matter.
	add("raster unit", raster.New(), nil)
	add("texture unit, 256 texels", must(texture.New(costSide*costSide)), nil)
	add("depth unit, 16×16", must(depth.New(costSide, costSide)), nil)
	add("surface unit, 16×16", must(surface.New(costSide, costSide)), nil)
	return list
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
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

// The page and the package's description have the sums of the table's rows.
func TestSumsOfCostsAreAsDocumented(t *testing.T) {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	_, table, found := strings.Cut(string(content), costBegin)
	require.True(t, found)
	var connector, units [8]int
	for _, p := range costs().Parts {
		_, row, found := strings.Cut("\n"+table, "\n| "+p.Name+" |")
		require.True(t, found, p.Name)
		row, _, _ = strings.Cut(row, "\n")
		of, times := &connector, 1
		if p.Components[1] == nil { // a fixed-function unit
			of = &units
		}
		if strings.HasSuffix(p.Name, ": each") {
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

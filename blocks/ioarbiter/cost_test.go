package ioarbiter

import (
	"fmt"
	"strings"
	"testing"

	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/internal/eda/edatest"
	"posedge/internal/unittest"
)

// costSide is the side of the stores whose cost is measured, in pixels.
const costSide = 16

// costs are the rows of the table in docs/ioarbiter.md, of connectors for 2 and 8 SMs.
func costs() []edatest.CostPart {
	var list []edatest.CostPart
	add := func(name string, components ...hdl.Component) {
		list = append(list, unittest.Part(name, components...))
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
	// The fixed-function units do not depend on the number of SMs.
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

func TestCostsAreAsDocumented(t *testing.T) { page.CheckCosts(t) }

func TestLongCostsAreAsDocumented(t *testing.T) { page.CheckLongCosts(t) }

// The page and the package's description have the sums of the table's rows.
func TestSumsOfCostsAreAsDocumented(t *testing.T) {
	var connector, units [8]int
	for _, p := range costs() {
		of, times := &connector, 1
		if p.Components[1] == nil { // a fixed-function unit
			of = &units
		}
		if strings.HasSuffix(p.Name, ": each") {
			times = 2
		}
		for k, n := range page.Cost(t, p.Name) {
			of[k] += times * n
		}
	}
	page.CheckSum(t, fmt.Sprintf("a connector for 2 SMs takes about %s LUT4, %s flip-flops and %d block RAMs of 4 Kbit, and one for 8 SMs %s LUT4 and %s flip-flops; the units with 16×16 pixels add %s LUT4",
		unittest.Hundreds(connector[0]), unittest.Hundreds(connector[1]), connector[2], unittest.Hundreds(connector[4]), unittest.Hundreds(connector[5]), unittest.Hundreds(units[0])))
}

// Package scenario has the demonstrations of primitive batching.
package scenario

import (
	"fmt"
	"strings"

	"posedge/bench"
	"posedge/blocks/primbatch"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/internal/text"
)

// Block is primbatch as the command line knows it.
func Block() unit.Block {
	return unit.Of[build]{
		Name:    "primbatch",
		Patent:  "US9589310",
		Summary: "primitive batching: primitives cut into batches that draw exactly as the whole",
		Latency: "at most n + 6 cycles for a batch of n elements; when streaming, the first item leaves within 4 cycles of the first group",
		Variants: []unit.VariantOf[build]{
			variant("lines2", primbatch.NewConfig(2), false),
			variant("lines1", primbatch.NewConfig(1), false),
			variant("lines4", primbatch.NewConfig(4), false),
			variant("streaming", streaming(2), false),
			variant("alone", primbatch.NewConfig(2), true),
		},
		New: build.Component,
		Exercise: func(r bench.Reporter, x build, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			return testbench.Exercised(r, x, seed, 0, cycles, opts...).TB
		},
		Scenarios: []unit.ScenarioOf[build]{
			{Name: "tables", Summary: "how primitives are cut: split modes, elements and primitives of each batch", Demo: shows(tables), Wave: &unit.Wave{
				Title:   "Batches of a strip go to two pipeline lines by turns, and its primitives leave in order",
				Signals: strings.Split("clk,in_valid,in_data_kind,driver_out_valid,driver_out_data_kind,vertices_0_valid,vertices_0_data_vertex_id,vertices_1_valid,vertices_1_data_vertex_id,primitives_valid,primitives_data_primitive_id", ","),
				From:    1, To: 50,
			}},
			{Name: "wireframe", Summary: "a torus of stippled loops: whole, in batches, and in batches without split modes", Demo: shows(wireframe)},
			{Name: "polygon", Summary: "outlines of polygons with and without marks on interior edges", Demo: shows(polygon)},
			{Name: "reuse", Summary: "vertices that indices save from processing, and those that batches send again", Demo: showsDriver(testbench.Delays{}, reuse)},
			{Name: "cull", Summary: "a viewport that moves over a landscape, whose hidden batches are dropped", Demo: showsDriver(testbench.Delays{}, cull)},
			{Name: "parallel", Summary: "a long strip with one, two and four pipeline lines", Demo: showsDriver(testbench.Delays{Each: parallelEach}, parallel)},
			{Name: "instances", Summary: "instances of indexed strips with a restart", Demo: shows(instances)},
			{Name: "errors", Summary: "mistakes of an application, and how the unit treats them", Demo: shows(errors)},
			{Name: "random", Summary: "random draws with random stalls, compared with whole primitives", Cycles: 20000, Demo: unit.On(build.Component, random)},
		},
		Commands: commands(),
		Speed:    unit.SpeedOf[build]{Summary: "blocks/primbatch, 2 lines, stippled line strips of random lengths", New: newSpeedHarness},
	}.Block()
}

// streaming is the embodiment with two split modes.
func streaming(lines int) primbatch.Config {
	c := primbatch.NewConfig(lines)
	c.Embodiment = isa.TwoModes
	return c
}

func variant(name string, c primbatch.Config, whole bool) unit.VariantOf[build] {
	summary := fmt.Sprintf("%s, batches of %d elements and %d vertices", text.Count(c.Lines, "pipeline line"), c.Elements, c.Vertices)
	if c.Embodiment == isa.TwoModes {
		summary += "; vertices stream through the driver"
	}
	if whole {
		summary = text.Count(c.Lines, "pipeline line") + " without a driver: primitives are drawn whole"
	}
	return unit.VariantOf[build]{Name: name, Summary: summary, Config: build{Config: c, Whole: whole}}
}

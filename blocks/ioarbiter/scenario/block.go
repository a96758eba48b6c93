// Package scenario runs the IO connector with its fixed-function units for posedge run and for its tests.
package scenario

import (
	"fmt"
	"strings"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// Block is ioarbiter as the command line knows it.
func Block() unit.Block {
	return unit.Of[ioarbiter.Config]{
		Name:    "ioarbiter",
		Patent:  "US9019284",
		Summary: "IO connector: processors use fixed-function units by requests in their memories",
		Latency: "a word of a request a cycle; a nearest sample is acknowledged 28 cycles after its grant, 45 if its state is not cached",
		Variants: []unit.VariantOf[ioarbiter.Config]{
			variant(2), variant(5), variant(8),
		},
		New: func(c ioarbiter.Config) (hdl.Component, error) { return stimulus.NewSmallSystem(c) },
		Exercise: func(r bench.Reporter, c ioarbiter.Config, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			return stimulus.ExerciseSystem(r, c, seed, 0, cycles, opts...).TB
		},
		Scenarios: []unit.ScenarioOf[ioarbiter.Config]{
			{Name: "single", Summary: "one request through the sixteen steps of the method, by cycle", Demo: unit.On(stimulus.NewSmallSystem, single), Wave: &unit.Wave{
				Title:   "A request: its block and its state are read, its samples come back and are written",
				Signals: strings.Split("clk,sm_0_requests_valid,sm_0_requests_data_unit,sm_0_reads,connector.io_arbiter_granted_valid,connector.io_arbiter_granted_data_sm,connector.state_cache_reads,connector.state_cache_lines_valid,connector.state_cache_lines_data_error,connector.units_1_state_valid,connector.units_1_state_data_index,connector.units_1_requests,connector.units_1_responses,sm_0_writes_valid,sm_0_writes_data_address,sm_0_written,sm_0_acks_valid,sm_0_acks_data_status", ","),
				From:    16, To: 74, Cut: 2,
			}},
			{Name: "contention", Summary: "eight SMs send requests to all units as fast as they can: throughput, latency and fairness", Demo: unit.On(newContention, contention)},
			{Name: "blit", Summary: "a picture copied, scaled and rotated", Demo: blit(blitSide)},
			{Name: "clear", Summary: "rectangles of depth, cleared by a macro, and of colour, cleared by an SM with masks", Demo: clearFields(clearSide)},
			{Name: "triangle", Summary: "a small scene of triangles with depth, compared with a rasteriser in plain Go", Demo: drawTriangles(func() []triangle { return newLandscape(triangleSide, triangleDetail) }, triangleSide)},
			{Name: "zonly", Summary: "triangles behind a pass that draws their depths alone", Demo: zonly(zonlySide, zonlyRings, zonlyCorners)},
			{Name: "shader", Summary: "castalu processors as SMs run shaders that sample textures by the texture unit", Demo: shader(shaderSide)},
			{Name: "state", Summary: "the number of words of state sent, with the shadow state and without it", Demo: unit.On(stimulus.NewSmallSystem, stateScenario)},
			{Name: "errors", Summary: "requests with errors: each gets its status, and other requests are unaffected", Demo: unit.On(newErrors, errorsScenario)},
			{Name: "random", Summary: "random requests with random stalls, checked against the model", Cycles: 20000, Demo: unit.On(stimulus.NewSmallSystem, random)},
		},
		Commands: commands(),
		Speed:    unit.SpeedOf[ioarbiter.Config]{Summary: "blocks/ioarbiter, 2 SMs, all operations in turn", New: newSpeedHarness},
	}.Block()
}

// variant is the graphics configuration with small stores. NewSystem refuses what NewConfig refuses.
func variant(sms int) unit.VariantOf[ioarbiter.Config] {
	c, _ := ioarbiter.NewConfig(sms)
	return unit.VariantOf[ioarbiter.Config]{
		Name:    fmt.Sprintf("sm%d", sms),
		Summary: fmt.Sprintf("SMs: %d; raster, texture, depth and surface units with stores of %dx%d", sms, stimulus.StoreSide, stimulus.StoreSide),
		Config:  c,
	}
}

func random(tb *bench.TB, y *ioarbiter.System, e *unit.Env, c ioarbiter.Config) error {
	h := stimulus.Exercise(tb, y, c, e.Seed, 0, e.Cycles)
	rows := [][]string{}
	for s := isa.OK; s <= isa.MacroStopped; s++ {
		if n := h.Counts[s]; n > 0 {
			rows = append(rows, row(s, n))
		}
	}
	e.Table([]string{"status", "requests"}, "LR", rows)
	e.Result("%d requests in %d cycles; every word of a response, and everything that the units stored, equals the model's", h.Done, h.Cycle())
	return nil
}

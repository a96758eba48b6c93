// Package scenario has the demonstrations of the combiner IPU.
package scenario

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/combineripu"
	"posedge/blocks/combineripu/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// Block is combineripu as the command line knows it.
func Block() unit.Block { return describe().Block() }

func describe() unit.Of[combineripu.Config] {
	return unit.Of[combineripu.Config]{
		Name:    "combineripu",
		Patent:  "US8004523",
		Summary: "combiner IPU: register-combiner state becomes shader programs",
		Latency: "k + n + 7 cycles from the last old pixel to the first new one, for k loads and n stages, if a program state is free",
		Variants: []unit.VariantOf[combineripu.Config]{
			variant("sets2", combineripu.NewConfig(2)),
			variant("sets1", combineripu.NewConfig(1)),
			variant("sets4", combineripu.NewConfig(4)),
			variant("unmapped", with(func(c *combineripu.Config) { c.Remap = false })),
			variant("stored", with(func(c *combineripu.Config) { c.Stored = true })),
			castalu(),
		},
		New: func(c combineripu.Config) (hdl.Component, error) { return combineripu.NewSystem(c) },
		Exercise: func(r bench.Reporter, c combineripu.Config, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			return testbench.ExerciseSystem(r, c, seed, 0, cycles, opts...).TB
		},
		Scenarios: []unit.ScenarioOf[combineripu.Config]{
			{Name: "programs", Summary: "four program states, their programs, and a pixel of each", Demo: onSystem(programs)},
			{Name: "protocol", Summary: "a change of state by cycle: the raster stream and the instruction stream", Demo: unit.On(combineripu.NewUnit, protocol), Wave: &unit.Wave{
				Title:   "A change of state: loads pass while the old pixels drain, and the next program follows",
				Signals: strings.Split("clk,in_valid,in_data_load,raster_valid,raster_data_kind,raster_data_set,program_valid,program_data_block,program_data_set,instructions_valid,instructions_data_instruction_op", ","),
				From:    5, To: 34,
			}},
			{Name: "bump", Summary: "a ball and a wall with normal maps under a lamp, and the time with remapping and without", Demo: bump()},
			{Name: "cel", Summary: "a chick of spheres in three tones, with an outline", Demo: celPainting().paint(pictureSide)},
			{Name: "fog", Summary: "spheres one behind the other into the fog, in the state after a reset", Demo: fogPainting().paint(pictureSide)},
			{Name: "mosaic", Summary: "a different program for every 8 or 64 pixels, and the time with 1, 2 and 4 program states", Demo: onSystem(mosaic)},
			{Name: "sheet", Summary: "every input mapping with every output, on ramps", Demo: drawSheet(len(sheetMappings))},
			{Name: "illegal", Summary: "illegal state words: what hardware makes of them, and the flag that it raises", Demo: onSystem(illegalWords)},
			{Name: "random", Summary: "random program states with random stalls, checked against the formulas", Cycles: 20000, Demo: unit.On(combineripu.NewSystem, random)},
		},
		Commands: commands(),
		Speed:    unit.SpeedOf[combineripu.Config]{Summary: "blocks/combineripu, 2 sets, a new program for every 8 pixels", New: newSpeedHarness},
	}
}

// with is the configuration with two sets, changed.
func with(change func(c *combineripu.Config)) combineripu.Config {
	c := combineripu.NewConfig(2)
	change(&c)
	return c
}

func variant(name string, c combineripu.Config) unit.VariantOf[combineripu.Config] {
	text := fmt.Sprintf("%d program states of %d stages", c.Sets, c.Stages)
	if c.Sets == 1 {
		text = fmt.Sprintf("one program state of %d stages", c.Stages)
	}
	if !c.Remap {
		text += "; registers are not remapped"
	}
	if c.Stored {
		text += "; the shader stores programs"
	}
	if c.Lane == combineripu.CastALU {
		text += "; castalu's arithmetic unit"
	}
	return unit.VariantOf[combineripu.Config]{Name: name, Summary: text, Config: c}
}

func castalu() unit.VariantOf[combineripu.Config] {
	v := variant("castalu", with(func(c *combineripu.Config) { c.Lane = combineripu.CastALU }))
	v.Large = true
	return v
}

// onSystem shows something on the system of a configuration, driven without delays.
func onSystem(run func(s *testbench.System, e *unit.Env, c combineripu.Config) error) unit.Demo[combineripu.Config] {
	return unit.On(combineripu.NewSystem, func(tb *bench.TB, _ *combineripu.System, e *unit.Env, c combineripu.Config) error {
		return run(testbench.OnSystem(tb, c, testbench.Delays{}), e, c)
	})
}

func random(tb *bench.TB, _ *combineripu.System, e *unit.Env, c combineripu.Config) error {
	s := testbench.OnSystem(tb, c, testbench.RandomDelays)
	s.Exercise(rand.New(rand.NewPCG(e.Seed, 14)), 0, 4, e.Cycles)
	e.Result("%d pixels in %d cycles; each has the colour of the combiners' formulas", s.Left(), s.Cycle())
	writeCounts(e, s.Counts())
	return nil
}

// writeCounts prints the counters.
func writeCounts(e *unit.Env, c testbench.Counts) {
	var rows [][]string
	for _, x := range []struct {
		what string
		n    uint32
	}{
		{"pixels", c.Pixels}, {"programs", c.Programs}, {"blocks", c.Blocks},
		{"cycles stalled for a free program state", c.Stalled}, {"cycles waiting for a register count", c.Counting},
		{"instructions sent", c.Sent}, {"of these, sent again", c.Resent}, {"of these, discarded", c.Invalidated},
	} {
		rows = append(rows, []string{x.what, strconv.FormatUint(uint64(x.n), 10)})
	}
	e.Table([]string{"counter", ""}, "LR", rows)
}

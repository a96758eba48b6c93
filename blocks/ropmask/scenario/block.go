package scenario

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// Block describes ropmask for the command line.
func Block() unit.Block {
	return unit.Of[ropmask.FramebufferConfig]{
		Name:    "ropmask",
		Patent:  "US8922555",
		Summary: "pixel shader output map: sends and writes only the components that matter",
		Latency: "a pixel of n components takes max(1, ceil(n/lanes), writes) cycles; its first write comes 3 cycles after its last vector",
		Variants: []unit.VariantOf[ropmask.FramebufferConfig]{
			variant(4, isa.PackedOnce),
			variant(4, isa.PerTarget),
			variant(1, isa.PackedOnce),
			variant(1, isa.PerTarget),
			variant(8, isa.PackedOnce),
			variant(8, isa.PerTarget),
			framebufferVariant(true),
			framebufferVariant(false),
		},
		New:      component,
		Exercise: exercise,
		Scenarios: []unit.ScenarioOf[ropmask.FramebufferConfig]{
			{Name: "mrt", Summary: "the worked table of eight vectors to eight targets, with two selects", Demo: table(mrtCase(false), mrtCase(true)), Wave: &unit.Wave{
				Title:   "Two pixels of eight vectors, and which components each target receives",
				Signals: strings.Split("clk,pixels_valid,pixels_data_vector,pixels_data_last,targets_*_valid,targets_*_data_mask", ","),
				From:    1, To: 53, Cut: 3,
			}},
			{Name: "broadcast", Summary: "the worked table of non-MRT output: vector 0 to all targets", Demo: table(nonMRTCase())},
			{Name: "dual-source", Summary: "the worked table of dual-source output", Demo: table(dualSourceCase())},
			{Name: "blend", Summary: "component update masks where blending needs the alpha", Demo: table(blendCases()...)},
			{Name: "packets", Summary: "one pixel on its way through 1, 2, 4 and 8 lanes, in both embodiments", Demo: unit.On(mapAlone, packets)},
			{Name: "random", Summary: "random pixels and states with random stalls, checked against the model", Cycles: 10000, Demo: unit.On(component, random)},
			{Name: "gbuffer", Summary: "a picture of 128x128 pixels through the hardware into four targets of four formats, with glass blended in", Demo: unit.On(newGBufferUnit, gbuffer)},
			{Name: "blend-modes", Summary: "a sheet of every blend function and factor, blended by the hardware", Demo: unit.On(newSheetUnit, blendModes)},
		},
		Speed: unit.SpeedOf[ropmask.FramebufferConfig]{Summary: "blocks/ropmask, 4 lanes packed once, with random pixels", New: newSpeedHarness},
	}.Block()
}

func variant(lanes int, e isa.Embodiment) unit.VariantOf[ropmask.FramebufferConfig] {
	c := ropmask.NewConfig(lanes, e)
	return unit.VariantOf[ropmask.FramebufferConfig]{
		Name:    c.Name(),
		Summary: fmt.Sprintf("lanes: %d; components sent %v", lanes, e),
		Config:  ropmask.FramebufferConfig{Config: c},
	}
}

// framebufferVariant is the unit with four targets of 8x8 pixels behind it.
func framebufferVariant(blend bool) unit.VariantOf[ropmask.FramebufferConfig] {
	c := ropmask.FramebufferConfig{Config: ropmask.NewConfig(4, isa.PackedOnce), Store: ropmask.NewStoreConfig(4, 6)}
	c.Store.Blend = blend
	summary := "framebuffer: 4 targets of 64 pixels in all formats, "
	if blend {
		summary += "blended"
	} else {
		summary += "not blended"
	}
	return unit.VariantOf[ropmask.FramebufferConfig]{Name: c.Name(), Summary: summary, Config: c}
}

// stores reports whether the configuration is a framebuffer; an output map alone has no targets to store.
func stores(c ropmask.FramebufferConfig) bool { return c.Store.Targets > 0 }

func component(c ropmask.FramebufferConfig) (hdl.Component, error) {
	if stores(c) {
		return ropmask.NewFramebuffer(c)
	}
	return ropmask.New(c.Config)
}

func exercise(r bench.Reporter, c ropmask.FramebufferConfig, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
	if stores(c) {
		return stimulus.ExerciseFramebuffer(r, c, seed, cycles, opts...).TB
	}
	return stimulus.Exercise(r, c.Config, seed, cycles, opts...).TB
}

// mapAlone makes the output map for scenarios that show nothing else; a framebuffer is an error.
func mapAlone(c ropmask.FramebufferConfig) (*ropmask.Unit, error) {
	if stores(c) {
		return nil, fmt.Errorf("variant %s is a framebuffer, but this scenario shows the output map alone; choose a variant without one, such as %s",
			c.Name(), ropmask.NewConfig(4, isa.PackedOnce).Name())
	}
	return ropmask.New(c.Config)
}

// table runs worked tables, one pixel after another through one unit.
func table(cases ...workedCase) unit.Demo[ropmask.FramebufferConfig] {
	return unit.On(mapAlone, func(tb *bench.TB, u *ropmask.Unit, e *unit.Env, c ropmask.FramebufferConfig) error {
		h := stimulus.Drive(tb, u, c.Config, 0, 0)
		var tables [][]row
		updated, of := 0, 0 // components
		for _, x := range cases {
			rows := x.run(h)
			for _, r := range rows {
				updated += bits.OnesCount(uint(r.Update))
				of += isa.Components
			}
			tables = append(tables, rows)
		}
		for i, x := range cases {
			fmt.Fprintf(e.Out, "%s; output map %s\n", x.Title, outputMap(x.State))
			printRows(e, x, tables[i])
		}
		fmt.Fprintln(e.Out, "what the target receives: r0 is a register, d a default, – stays as it was")
		e.Result("%d of %d components are sent", updated, of)
		return nil
	})
}

func outputMap(s model.State) string {
	var m isa.Masks
	for v := range m {
		m[v] = s.Generates(v)
	}
	return m.String()
}

func printRows(e *unit.Env, c workedCase, rows []row) {
	header := []string{"target", "write enable", "format", "update mask", "the target receives"}
	mrt := c.State.Mode() == model.MRT
	dual := c.State.Mode() == model.DualSourceMode
	if mrt {
		header = append([]string{"vector"}, header...)
	}
	if dual {
		header = append(header, "second source")
	}
	var lines [][]string
	for _, r := range rows {
		line := []string{strconv.Itoa(r.Target), r.Enables.String(), r.Format.String(), r.Update.String(), r.First}
		if mrt {
			line = append([]string{strconv.Itoa(r.Slot)}, line...)
		}
		if dual {
			line = append(line, r.Second)
		}
		lines = append(lines, line)
	}
	e.Table(header, strings.Repeat("L", len(header)), lines)
}

// random runs random pixels and prints their totals.
func random(tb *bench.TB, u hdl.Component, e *unit.Env, c ropmask.FramebufferConfig) error {
	var results []model.Result
	switch u := u.(type) {
	case *ropmask.Unit:
		h := stimulus.Drive(tb, u, c.Config, stimulus.Gap, stimulus.Stall)
		h.Exercise(e.Seed, e.Cycles)
		results = h.Results
	case *ropmask.Framebuffer:
		h := stimulus.DriveFramebuffer(tb, u, c, stimulus.Gap, stimulus.Stall)
		h.Exercise(e.Seed, e.Cycles)
		results = h.Results
	}
	printTotals(e, results, cycles{"cycles", tb.Cycle()})
	e.Result("%d pixels in %d cycles; what each target received is as the model says", len(results), tb.Cycle())
	return nil
}

// cycles is how long a part of a run took.
type cycles struct {
	what string
	n    uint64
}

// printTotals prints the totals of the pixels. With random states they do not show how much an output map saves, since most
// of their targets take nothing.
func printTotals(e *unit.Env, results []model.Result, took ...cycles) {
	sent, conventional := stimulus.Totals(results)
	writes := 0
	for _, r := range results {
		writes += len(r.Writes)
	}
	header := []string{"pixels", "writes", "components sent", "without output map"}
	figures := []string{strconv.Itoa(len(results)), strconv.Itoa(writes), strconv.Itoa(sent), strconv.Itoa(conventional)}
	for _, c := range took {
		header, figures = append(header, c.what), append(figures, strconv.FormatUint(c.n, 10))
	}
	e.Table(header, strings.Repeat("R", len(header)), [][]string{figures})
}

package scenario

import (
	"fmt"
	"io"
	"strconv"

	"github.com/olekukonko/tablewriter"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/hdl"
)

// Block is ropmask as the command line knows it.
func Block() bench.Block {
	return bench.Block{
		Name:    "ropmask",
		Patent:  "US8922555",
		Summary: "pixel shader output map: sends and writes only the components that count",
		Latency: "a pixel of n components takes max(1, ceil(n/lanes), writes) cycles; its first write comes 3 cycles after its last vector",
		Variants: []bench.Variant{
			variant(4, ropmask.PackedOnce),
			variant(4, ropmask.PerTarget),
			variant(1, ropmask.PackedOnce),
			variant(1, ropmask.PerTarget),
			variant(8, ropmask.PackedOnce),
			variant(8, ropmask.PerTarget),
			framebufferVariant(true),
			framebufferVariant(false),
		},
		Scenarios: []bench.Scenario{
			{Name: "mrt", Summary: "the worked table of eight vectors to eight targets, with two selects", Run: table(MRTCase(false), MRTCase(true))},
			{Name: "broadcast", Summary: "the worked table of non-MRT output: vector 0 to all targets", Run: table(NonMRTCase())},
			{Name: "dual-source", Summary: "the worked table of dual-source output", Run: table(DualSourceCase())},
			{Name: "blend", Summary: "component update masks where blending needs the alpha", Run: table(BlendCases()...)},
			{Name: "random", Summary: "random pixels and states with random stalls, held against the model", Cycles: 10000, Run: random},
			{Name: "gbuffer", Summary: "a picture of 128x128 pixels through the hardware into four targets of four formats, with glass blended in", Run: gbuffer},
			{Name: "blend-modes", Summary: "a sheet of every blend function and factor, blended by the hardware", Run: blendModes},
		},
	}
}

func variant(lanes int, e ropmask.Embodiment) bench.Variant {
	c := ropmask.NewConfig(lanes, e)
	return bench.Variant{
		Name:    c.Name(),
		Summary: fmt.Sprintf("lanes: %d; components sent %v", lanes, e),
		New:     func() (hdl.Component, error) { return ropmask.New(c) },
		Exercise: func(r bench.Reporter, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			return Exercise(r, c, seed, cycles, opts...).TB
		},
	}
}

// framebufferVariant is the unit with four targets of 8x8 pixels behind it.
func framebufferVariant(blend bool) bench.Variant {
	c := framebufferConfig(blend)
	summary := "framebuffer: 4 targets of 64 pixels in all formats, "
	if blend {
		summary += "blended"
	} else {
		summary += "not blended"
	}
	return bench.Variant{
		Name:    c.Name(),
		Summary: summary,
		New:     func() (hdl.Component, error) { return ropmask.NewFramebuffer(c) },
		Exercise: func(r bench.Reporter, seed uint64, cycles int, opts ...bench.Option) *bench.TB {
			return ExerciseFramebuffer(r, c, seed, cycles, opts...).TB
		},
	}
}

func framebufferConfig(blend bool) ropmask.FramebufferConfig {
	c := ropmask.FramebufferConfig{Config: ropmask.NewConfig(4, ropmask.PackedOnce), Store: ropmask.NewStoreConfig(4, 6)}
	c.Store.Blend = blend
	return c
}

// framebufferOf returns the framebuffer of the environment's variant, if it is one.
func framebufferOf(e *bench.Env) (c ropmask.FramebufferConfig, is bool) {
	for _, blend := range []bool{true, false} {
		if c = framebufferConfig(blend); c.Name() == e.Variant.Name {
			return c, true
		}
	}
	return c, false
}

// config returns the configuration of the environment's variant, of a
// framebuffer that of its output map.
func config(e *bench.Env) (ropmask.Config, error) {
	if c, is := framebufferOf(e); is {
		return c.Config, nil
	}
	for _, lanes := range []int{1, 2, 4, 8} {
		for _, em := range []ropmask.Embodiment{ropmask.PackedOnce, ropmask.PerTarget} {
			if c := ropmask.NewConfig(lanes, em); c.Name() == e.Variant.Name {
				return c, nil
			}
		}
	}
	return ropmask.Config{}, fmt.Errorf("ropmask has no variant %q", e.Variant.Name)
}

// table runs worked tables, one pixel after the other through one unit.
func table(cases ...Case) func(*bench.Env) error {
	return func(e *bench.Env) error {
		c, err := config(e)
		if err != nil {
			return err
		}
		var rows [][]Row
		err = e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
			h := NewHarness(r, c, 0, 0, opts...)
			for _, x := range cases {
				rows = append(rows, x.run(r, h))
			}
			return h.TB
		})
		if err != nil {
			return err
		}
		for i, x := range cases {
			fmt.Fprintf(e.Out, "%s; output map %s\n", x.Title, outputMap(x.State))
			if err := printRows(e.Out, x, rows[i]); err != nil {
				return err
			}
		}
		return nil
	}
}

func outputMap(s ropmask.State) string {
	var m ropmask.Masks
	for v := range m {
		m[v] = s.Generates(v)
	}
	return m.String()
}

func printRows(w io.Writer, c Case, rows []Row) error {
	header := []any{"target", "write enable", "format", "update mask", "the target receives"}
	mrt := c.State.Mode() == ropmask.MRT
	dual := c.State.Mode() == ropmask.DualSourceMode
	if mrt {
		header = append([]any{"vector"}, header...)
	}
	if dual {
		header = append(header, "second source")
	}
	t := tablewriter.NewWriter(w)
	t.Header(header...)
	for _, r := range rows {
		line := []string{strconv.Itoa(r.Target), r.Enables.String(), r.Format.String(), r.Update.String(), r.First}
		if mrt {
			line = append([]string{strconv.Itoa(r.Slot)}, line...)
		}
		if dual {
			line = append(line, r.Second)
		}
		if err := t.Append(line); err != nil {
			return err
		}
	}
	return t.Render()
}

// random runs random pixels and prints what the output map saved.
func random(e *bench.Env) error {
	if c, is := framebufferOf(e); is {
		var h *FramebufferHarness
		err := e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
			h = ExerciseFramebuffer(r, c, e.Seed, e.Cycles, opts...)
			return h.TB
		})
		if err != nil {
			return err
		}
		return printTotals(e.Out, h.Results, h.Cycle())
	}
	c, err := config(e)
	if err != nil {
		return err
	}
	var h *Harness
	err = e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
		h = Exercise(r, c, e.Seed, e.Cycles, opts...)
		return h.TB
	})
	if err != nil {
		return err
	}
	return printTotals(e.Out, h.Results, h.Cycle())
}

func printTotals(w io.Writer, results []ropmask.Result, cycles uint64) error {
	sent, conventional := totals(results)
	writes := 0
	for _, r := range results {
		writes += len(r.Writes)
	}
	t := tablewriter.NewWriter(w)
	t.Header("pixels", "writes", "components sent", "without output map", "saved", "cycles")
	saved := "–"
	if conventional > 0 {
		saved = fmt.Sprintf("%.1f %%", 100*float64(conventional-sent)/float64(conventional))
	}
	if err := t.Append([]string{strconv.Itoa(len(results)), strconv.Itoa(writes), strconv.Itoa(sent), strconv.Itoa(conventional), saved, strconv.FormatUint(cycles, 10)}); err != nil {
		return err
	}
	return t.Render()
}

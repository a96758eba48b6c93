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
		},
		Scenarios: []bench.Scenario{
			{Name: "mrt", Summary: "the worked table of eight vectors to eight targets, with two selects", Run: table(MRTCase(false), MRTCase(true))},
			{Name: "broadcast", Summary: "the worked table of non-MRT output: vector 0 to all targets", Run: table(NonMRTCase())},
			{Name: "dual-source", Summary: "the worked table of dual-source output", Run: table(DualSourceCase())},
			{Name: "blend", Summary: "component update masks where blending needs the alpha", Run: table(BlendCases()...)},
			{Name: "random", Summary: "random pixels and states with random stalls, held against the model", Cycles: 10000, Run: random},
			{Name: "gbuffer", Summary: "a picture of 128x128 pixels through the hardware into four targets", Run: gbuffer},
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

// config returns the configuration of the environment's variant.
func config(e *bench.Env) (ropmask.Config, error) {
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
	return printTotals(e.Out, h)
}

func printTotals(w io.Writer, h *Harness) error {
	sent, conventional := h.Totals()
	writes := 0
	for _, r := range h.Results {
		writes += len(r.Writes)
	}
	t := tablewriter.NewWriter(w)
	t.Header("pixels", "writes", "components sent", "without output map", "saved", "cycles")
	saved := "–"
	if conventional > 0 {
		saved = fmt.Sprintf("%.1f %%", 100*float64(conventional-sent)/float64(conventional))
	}
	if err := t.Append([]string{strconv.Itoa(len(h.Results)), strconv.Itoa(writes), strconv.Itoa(sent), strconv.Itoa(conventional), saved, strconv.FormatUint(h.Cycle(), 10)}); err != nil {
		return err
	}
	return t.Render()
}

// gbufferSize is the width and height of the G-buffer, in pixels.
const gbufferSize = 128

// gbufferState writes four targets of mixed masks. The shader generates more
// than is written of the first two vectors.
func gbufferState() ropmask.State {
	s := state("1111 1110 1000 0001", "1110 1100 1111 0001", "1111 1111 1000 1111", 4)
	s.MrtEnable, s.CtMrtEnable = true, true
	return s
}

// GBufferThroughHardware streams the scene through a unit and returns what the
// hardware wrote into its four targets.
func GBufferThroughHardware(r bench.Reporter, c ropmask.Config, size int, step func(done, total int), opts ...bench.Option) (*Harness, GBuffer) {
	r.Helper()
	scene := RenderScene(size)
	g := NewGBuffer(size, size)
	buffers := []*Buffer{g.Albedo, g.Normal, g.Depth, g.Mask}
	written := make([]int, len(buffers))
	h := NewHarness(r, c, 0, 0, opts...)
	h.OnWrite = func(t int, w ropmask.TargetValue) {
		buffers[t].Write(written[t], w.Mask, w.Color)
		written[t]++
	}
	s := gbufferState()
	for i, p := range scene.Pixels {
		h.Send(s, []ropmask.Vector{
			{Index: 0, Color: ropmask.Color{p.Albedo[0], p.Albedo[1], p.Albedo[2], p.Mask}},
			{Index: 1, Color: ropmask.Color{p.Normal[0], p.Normal[1], p.Normal[2]}},
			{Index: 2, Color: ropmask.Color{p.Depth}},
			{Index: 3, Color: ropmask.Color{3: p.Mask}},
		})
		h.Until(100, "room for a pixel", func() bool { return h.Waiting() < 8 })
		step(i, len(scene.Pixels))
	}
	h.Finish(1000)
	return h, g
}

func gbuffer(e *bench.Env) error {
	c, err := config(e)
	if err != nil {
		return err
	}
	var h *Harness
	var g GBuffer
	err = e.Bench(func(r bench.Reporter, opts ...bench.Option) *bench.TB {
		h, g = GBufferThroughHardware(r, c, gbufferSize, e.Step, opts...)
		return h.TB
	})
	if err != nil {
		return err
	}
	if e.Dir != "" {
		files, err := WritePictures(e.Dir, g.Pictures())
		if err != nil {
			return err
		}
		e.Files = append(e.Files, files...)
	}
	return printTotals(e.Out, h)
}

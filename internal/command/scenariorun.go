package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/internal/parallel"
	tables "posedge/internal/table"
	"posedge/internal/text"
	"posedge/waves"
)

// scenarioRun is one scenario of an order.
type scenarioRun struct {
	block   unit.Block
	variant unit.Variant
	unit.Scenario

	waves *stage // or nil
	vcd   string // where the waves go

	env *unit.Env
	out bytes.Buffer
	err error
}

// discard removes waves that were not written to their end.
func (x *scenarioRun) discard() {
	if x.waves != nil {
		x.waves.discard()
	}
}

// skips reports whether a run leaves a scenario out.
func (r *runFlags) skips(x *scenarioRun) bool { return r.brief && x.Tools != "" && r.scenario == "" }

// stageWaves makes room for the waves that the flags ask for.
func (r *runFlags) stageWaves(x *scenarioRun) (err error) {
	flag := "vcd"
	switch {
	case r.vcd != "":
		x.vcd = r.vcd
		x.waves, err = stageFile("run", flag, x.vcd)
	case r.waves != "" && x.Wave != nil && !r.skips(x):
		x.vcd = filepath.Join(r.waves, x.block.Name+"_"+x.Name+".vcd")
		x.waves, err = stageFile("run", flag, x.vcd)
	}
	return err
}

// perform runs the scenarios, at most one per processor at a time, and prints each when those before it are printed.
func (r *runFlags) perform(c *call, o *order) error {
	bar := startProgress(c.err, r.what(o))
	defer bar.stop()
	shares := &shares{bar: bar, done: make([]int, len(o.runs))}
	finished := make([]chan any, len(o.runs)) // with the run's panic, or nil
	for i := range finished {
		finished[i] = make(chan any, 1)
	}
	go parallel.Each(len(o.runs), func(i int) {
		defer func() { finished[i] <- recover() }()
		if c.ctx.Err() == nil {
			o.runs[i].err = c.interruptible(func() error { return r.runScenario(o.runs[i], c.out.Columns(), o.options, shares.of(i)) })
		}
	})
	var failed []error
	for i, x := range o.runs {
		select {
		case <-c.ctx.Done():
			return errors.New("interrupted")
		case p := <-finished[i]:
			if p != nil {
				bar.stop()
				panic(p)
			}
		}
		bar.hide(func() {
			if err := r.print(c, o, i); err != nil {
				failed = append(failed, fmt.Errorf("%s %s: %w", x.block.Name, x.Name, err))
			}
		})
	}
	return errors.Join(failed...)
}

// what names the run for its progress bar.
func (r *runFlags) what(o *order) string {
	first := o.runs[0]
	switch {
	case len(o.runs) == 1:
		return first.block.Name + " " + first.Name
	case first.block.Name == o.runs[len(o.runs)-1].block.Name:
		return first.block.Name
	}
	return "run"
}

// shares adds up the progress of the scenarios of a run.
type shares struct {
	mu   sync.Mutex
	bar  *progress
	done []int // in thousandths
}

func (s *shares) of(i int) func(done, total int) {
	return func(done, total int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.done[i] = done * 1000 / max(1, total)
		sum := 0
		for _, d := range s.done {
			sum += d
		}
		s.bar.step(sum, 1000*len(s.done))
	}
}

// runScenario runs one scenario and writes its waves.
func (r *runFlags) runScenario(x *scenarioRun, columns int, options []bench.Option, step func(done, total int)) error {
	var out io.Writer = &x.out
	if r.skips(x) {
		return nil
	}
	if r.brief {
		out = io.Discard
	}
	x.env = &unit.Env{Out: tables.Wide(out, columns), Variant: x.variant, Seed: r.seed, Cycles: x.Cycles, Dir: r.dir, CountActivity: r.activity, Progress: step}
	if x.Cycles > 0 && *r.cycles > 0 {
		x.env.Cycles = *r.cycles
	}
	var shown []bench.Option
	if x.waves != nil {
		shown = []bench.Option{bench.VCD(filepath.Join(x.waves.dir, filepath.Base(x.vcd))), bench.Memories(*r.memories)}
	}
	err := guard("the scenario", func() error {
		program, err := x.Program(x.variant, options...)
		if err != nil {
			return err
		}
		return x.env.Run(x.Scenario, program, shown...)
	})
	step(1, 1)
	if err != nil || x.waves == nil {
		return err
	}
	if r.waves != "" {
		if err := drawStory(filepath.Join(x.waves.dir, filepath.Base(x.vcd)), x.Wave); err != nil {
			return fmt.Errorf("-waves: %w", err)
		}
	}
	if err := x.waves.commit(); err != nil {
		return fmt.Errorf("-vcd: %w", err)
	}
	return nil
}

// drawStory draws a scenario's wave beside its VCD.
func drawStory(vcd string, story *unit.Wave) error {
	file, err := waves.ReadFile(vcd)
	if err != nil {
		return err
	}
	enums, err := waves.ReadSave(beside(vcd, ".gtkw"))
	if err != nil {
		return err
	}
	d, err := file.Diagram(waves.View{
		Title: story.Title, Signals: story.Signals, From: story.From, End: story.To + 1, Cut: story.Cut,
		Streams: true, Changing: true, Enums: enums,
	})
	if err != nil {
		return err
	}
	var svg bytes.Buffer
	if err := d.SVG(&svg); err != nil {
		return err
	}
	return os.WriteFile(beside(vcd, ".svg"), svg.Bytes(), 0o666)
}

// beside is the file beside a wave with another extension.
func beside(vcd, extension string) string { return strings.TrimSuffix(vcd, ".vcd") + extension }

// print writes what a run found, and returns its error.
func (r *runFlags) print(c *call, o *order, i int) error {
	x := o.runs[i]
	if r.brief {
		if i == 0 || o.runs[i-1].block.Name != x.block.Name {
			if i > 0 {
				fmt.Fprintln(c.out)
			}
			fmt.Fprintln(c.out, wrap(title(x.block), c.out.Columns()))
		}
		r.printBrief(c, x)
		return x.err
	}
	if i > 0 {
		fmt.Fprintln(c.out)
	}
	fmt.Fprintf(c.out, "%s %s: %s\n%s", x.block.Name, x.Name, x.Summary, &x.out)
	if x.err != nil {
		return x.err
	}
	for _, f := range x.env.Files {
		fmt.Fprintf(c.out, "wrote %s\n", f)
	}
	if x.waves != nil {
		info, err := os.Stat(x.vcd)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.out, "wrote %s (%s)\nwrote %s\n", x.vcd, byteCount(info.Size()), beside(x.vcd, ".gtkw"))
		if r.waves != "" {
			fmt.Fprintf(c.out, "wrote %s\n", beside(x.vcd, ".svg"))
		}
	}
	if x.env.Activity != nil {
		if err := printActivity(c.out, x.block.Name, x.env.Activity); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "digest: %016x\n", x.env.Digest)
	return nil
}

// printBrief writes the results of a scenario behind its name, and the names of its files below.
func (r *runFlags) printBrief(c *call, x *scenarioRun) {
	width := 0
	for _, s := range x.block.Scenarios {
		width = max(width, len(s.Name))
	}
	margin := strings.Repeat(" ", width+4)
	results := x.Summary
	var files []string
	switch {
	case r.skips(x):
		results = fmt.Sprintf("left out, since it calls %s: posedge run %s -scenario %s", x.Tools, x.block.Name, x.Name)
	case x.err != nil:
		results = "FAILED"
	default:
		if len(x.env.Results) > 0 {
			results = strings.Join(x.env.Results, "; ")
		}
		for _, f := range x.env.Files {
			files = append(files, filepath.Base(f))
		}
		if x.waves != nil {
			files = append(files, filepath.Base(beside(x.vcd, ".gtkw")))
		}
	}
	lines := text.Wrap(results, fmt.Sprintf("  %-*s  ", width, x.Name), margin, c.out.Columns())
	if len(files) > 0 {
		lines = append(lines, text.Wrap("→ "+strings.Join(files, ", "), margin, margin+"  ", c.out.Columns())...)
	}
	fmt.Fprintln(c.out, strings.Join(lines, "\n"))
}

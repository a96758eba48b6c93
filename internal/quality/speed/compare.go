package speed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/verilog"
)

// Options of a comparison.
type Options struct {
	// Quick compares few designs in short runs.
	Quick bool
	// Designs are the designs to compare.
	Designs []Design
	// Program and Arguments start a process that calls [Work]; without a program
	// the engines of posedge/hdl/sim run in this process, one run after another.
	Program   string
	Arguments []string
	// Progress says how much is done; may be nil.
	Progress func(done, total int)
	// Begin is called before each design, the first is number 1; may be nil.
	Begin func(design string, number, total int)

	// For tests: a run's length, other than the usual one, and the rows to make, by
	// engine as in Row, nil for all.
	runSeconds float64
	rows       []string
}

// rounds is how often each engine runs. On a machine that others use too, many
// short runs give a steadier median than few long ones.
func (o Options) rounds(d Design) int {
	if o.Quick || d.Large {
		return 5
	}
	return 9
}

// seconds is how long a run takes.
func (o Options) seconds() float64 {
	switch {
	case o.runSeconds > 0:
		return o.runSeconds
	case o.Quick:
		return 0.1
	}
	return 0.4
}

// comparison is the work of Compare.
type comparison struct {
	Options
	engines []engine
	results *Results
	dir     string
	done    int
	total   int
}

// Compare runs the comparison. Engines that are not installed are left out, with
// a note. It is an error if two engines disagree about a checksum. With an error come
// the results of the designs that were compared before it, or nil.
func Compare(ctx context.Context, o Options) (*Results, error) {
	c := &comparison{Options: o, results: &Results{}}
	for _, e := range o.engines() {
		err := e.available()
		switch {
		case err == nil:
			c.engines = append(c.engines, e)
		case errors.Is(err, eda.ErrMissingTool):
			c.note("%s is left out: %v", e.name, err)
		default:
			return nil, err
		}
	}
	var err error
	if c.dir, err = os.MkdirTemp("", "posedge-speed-"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(c.dir)
	for _, d := range o.Designs {
		c.total += c.steps(d)
	}
	before := 0
	for i, d := range o.Designs {
		c.done = before
		if o.Begin != nil {
			o.Begin(d.Name, i+1, len(o.Designs))
		}
		if err := c.design(ctx, d); err != nil {
			if ctx.Err() != nil {
				err = errors.New("interrupted")
			}
			c.note("%d of %d designs are compared", i, len(o.Designs))
			return c.results, err
		}
		before += c.steps(d)
	}
	return c.results, nil
}

func (c *comparison) note(format string, args ...any) {
	c.results.Notes = append(c.results.Notes, fmt.Sprintf(format, args...))
}

// buildSteps is how many runs a build takes as long as, in the progress.
const buildSteps = 6

// steps is about how much work a design is.
func (c *comparison) steps(d Design) int {
	n := 0
	for _, e := range c.engines {
		own := c.rounds(d)
		if !e.ours {
			own += buildSteps
		}
		n += own * len(c.kinds(e, d))
	}
	return n
}

func (c *comparison) step(n int) {
	c.done += n
	if c.Progress != nil {
		c.Progress(min(c.done, c.total), c.total)
	}
}

// design compares the engines on one design.
func (c *comparison) design(ctx context.Context, d Design) error {
	s, err := c.prepare(d)
	if err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	checks := &checks{design: d.Name, seen: map[uint64]checked{}}
	var entrants []*entrant
	for _, e := range c.engines {
		for _, vcd := range c.kinds(e, d) {
			best, err := c.fastest(ctx, e, s, vcd, checks)
			if err != nil {
				return err
			}
			if best != nil {
				entrants = append(entrants, best)
			}
			if !e.ours {
				c.step(buildSteps)
			}
		}
	}
	for round := range c.rounds(d) {
		for i := range entrants {
			e := entrants[(i+round)%len(entrants)]
			l := limits{Seconds: c.seconds(), Cycles: e.longest()}
			if e.vcd {
				l.Seconds /= 4
			}
			if err := e.enter(ctx, l, checks); err != nil {
				return err
			}
			c.step(1)
		}
	}
	if err := c.settle(ctx, entrants, checks); err != nil {
		return err
	}
	for _, e := range entrants {
		c.results.Rows = append(c.results.Rows, e.row(s))
	}
	return nil
}

// kinds are the rows that an engine has for a design: false for that without waves,
// true for that with them.
func (c *comparison) kinds(e engine, d Design) (list []bool) {
	if c.rows == nil || slices.Contains(c.rows, e.name) {
		list = append(list, false)
	}
	if e.waves && c.tracesWaves(d) && (c.rows == nil || slices.Contains(c.rows, e.name+vcdSuffix)) {
		list = append(list, true)
	}
	return list
}

// tracesWaves says whether waves are compared on a design.
func (c *comparison) tracesWaves(d Design) bool {
	return !d.Large && (!c.Quick || d.Name == c.Designs[0].Name)
}

// prepare elaborates a design and exports its Verilog into a folder.
func (c *comparison) prepare(d Design) (*subject, error) {
	design, err := d.elaborate()
	if err != nil {
		return nil, err
	}
	n, err := nodes(design)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(c.dir, d.Name+"-")
	if err != nil {
		return nil, err
	}
	files, err := verilog.Export(design.Top, verilog.Options{})
	for i := range files { // the engines run in folders of their own
		files[i].Content = bytes.ReplaceAll(files[i].Content, []byte(`$readmemh("`), []byte(`$readmemh("`+filepath.ToSlash(dir)+"/"))
	}
	if err == nil {
		err = verilog.WriteFiles(dir, files)
	}
	s := &subject{Design: d, top: design.Top.Name, nodes: n, dir: dir}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".v") {
			s.files = append(s.files, filepath.Join(dir, f.Name))
		}
	}
	return s, err
}

// nodes is the size of a design: the nodes of its netlist behind the optimiser.
func nodes(d *hdl.Design) (int, error) {
	p, err := sim.Compile(d.Top, sim.WithEngine(sim.Reference()))
	if err != nil {
		return 0, err
	}
	return p.Nodes(), nil
}

// fastest builds a design in all ways of an engine and returns the one that runs
// fastest in a trial, or nil if there is none.
func (c *comparison) fastest(ctx context.Context, e engine, s *subject, vcd bool, checks *checks) (*entrant, error) {
	if why := e.skips(s.Design); why != "" {
		c.note("%s: %s is left out: %s", s.Name, e.name, why)
		return nil, nil
	}
	var best *entrant
	var bestRate float64
	for _, f := range e.builds {
		b, err := f(ctx, s, vcd)
		if errors.Is(err, errTooLong) {
			c.note("%s: %s is left out: %v", s.Name, e.name, err)
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
		if b == nil {
			continue
		}
		x := &entrant{engine: e, build: *b, name: e.name, vcd: vcd}
		if vcd {
			x.name += vcdSuffix
		}
		if len(e.builds) == 1 {
			return x, nil
		}
		trial := *x
		if err := trial.enter(ctx, limits{Seconds: c.seconds() / 2}, checks); err != nil {
			return nil, err
		}
		if rate := trial.logs[0].rate(); best == nil || rate > bestRate {
			best, bestRate = x, rate
		}
	}
	return best, nil
}

// settle lets the end of the longest run be reached by a second engine, where one
// is not much slower than the first.
func (c *comparison) settle(ctx context.Context, entrants []*entrant, checks *checks) error {
	const patience = 10 // times the length of a run
	top := uint64(0)
	for cycles := range checks.seen {
		top = max(top, cycles)
	}
	if checks.seen[top].by == "" { // several
		return nil
	}
	var second *entrant
	for _, e := range entrants {
		if e.vcd || e.name == checks.seen[top].by || float64(top)/e.row(nil).Rate > patience*c.seconds() {
			continue
		}
		if second == nil || e.row(nil).Rate > second.row(nil).Rate {
			second = e
		}
	}
	if second == nil {
		return nil
	}
	aside := *second
	return aside.enter(ctx, limits{Cycles: top}, checks)
}

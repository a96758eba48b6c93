package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/hdl/sim"
)

// runFlags are the flags of a run.
type runFlags struct {
	scenario, variant, vcd, engine, dir string
	seed                                uint64
	cycles, memories                    *int
	activity                            bool
}

const (
	maxCycles   = 1_000_000_000 // of -cycles
	maxMemories = 1_000_000     // of -memories: each word is a signal in the waves
)

var runCommand = command{
	name:      "run",
	arguments: "BLOCK [-scenario S] [-variant V] [-seed N] [-cycles N] [-vcd FILE [-memories N]] [-engine E] [-activity] [-o DIR]",
	summary:   "runs a block's scenarios and prints their results",
	text: `
Runs a scenario of a block, or all of them one after the other, and prints its
results and a digest of its ports over all cycles: equal digests mean equal runs,
in every engine. With -vcd it writes the waves and, beside them, a GTKWave save
file; -memories adds the words of small memories. -activity counts the bits that
change from one cycle to the next, in each instance. With -o, scenarios that draw
write their pictures to that folder.

example:
  posedge run ropmask
  posedge run ropmask -scenario random -seed 7 -cycles 20000
  posedge run ropmask -scenario mrt -vcd mrt.vcd && gtkwave mrt.gtkw`,
	setup: func(f *flag.FlagSet) func(*call) error {
		var r runFlags
		f.StringVar(&r.scenario, "scenario", "", "`name` of the scenario; default all")
		f.StringVar(&r.variant, "variant", "", "`name` of the variant; default the first that list shows")
		r.seed = 1
		f.Var(seed{&r.seed}, "seed", "`number` that seeds random stimulus")
		r.cycles = numberFlag(f, "cycles", 0, 1, maxCycles, "`number` of cycles, for a scenario that does not end by itself")
		f.StringVar(&r.vcd, "vcd", "", "`file` for the waves, NAME.vcd; needs -scenario; its folder is made if missing")
		r.memories = numberFlag(f, "memories", 0, 1, maxMemories, "with -vcd: show the words of memories of at most this `number` of words")
		f.StringVar(&r.engine, "engine", sim.Engines()[0].Name(), "`name` of the engine: "+engineNames())
		f.BoolVar(&r.activity, "activity", false, "count the changes of registers, ports and named wires by instance")
		f.StringVar(&r.dir, "o", "", "`folder` for pictures; made if missing")
		return r.run
	},
}

func (r *runFlags) run(c *call) error {
	o, err := r.order(c)
	if err != nil {
		return err
	}
	if r.vcd != "" {
		if o.waves, err = stageFile("run", "vcd", r.vcd); err != nil {
			return err
		}
		defer o.waves.discard()
		o.options = append(o.options, bench.VCD(filepath.Join(o.waves.dir, filepath.Base(r.vcd))), bench.Memories(*r.memories))
	}
	if r.dir != "" {
		defer removeEmpty(r.dir, firstMissing(r.dir))
		if err := os.MkdirAll(r.dir, 0o777); err != nil {
			return wrongf("run: -o: cannot make the folder %s: %v", r.dir, cause(err))
		}
	}
	var failed []error
	for i, s := range o.scenarios {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		if err := r.scenarioRun(c, o, s); err != nil {
			if c.ctx.Err() != nil {
				return err
			}
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// An order is what the user asked a run to do.
type order struct {
	block     unit.Block
	variant   unit.Variant
	scenarios []unit.Scenario
	options   []bench.Option
	waves     *stage // or nil
}

// order finds the things that the arguments name and refuses flags that contradict each other.
func (r *runFlags) order(c *call) (*order, error) {
	name, err := c.one("run", "a block")
	if err != nil {
		return nil, err
	}
	blocks, err := findBlocks("run", name, false)
	if err != nil {
		return nil, err
	}
	o := &order{block: blocks[0], scenarios: blocks[0].Scenarios}
	if o.variant, err = findVariant("run", o.block, r.variant); err != nil {
		return nil, err
	}
	engine, err := findEngine("run", r.engine)
	if err != nil {
		return nil, err
	}
	o.options = []bench.Option{bench.Engine(engine)}
	if r.scenario != "" {
		s, err := findScenario("run", o.block, r.scenario)
		if err != nil {
			return nil, err
		}
		o.scenarios = []unit.Scenario{s}
	}
	if err := r.checkCycles(c, o.block, o.scenarios); err != nil {
		return nil, err
	}
	if r.vcd != "" && len(o.scenarios) > 1 {
		return nil, wrongf("run: -vcd takes the waves of one scenario, but %s has %d; choose one with -scenario", o.block.Name, len(o.scenarios))
	}
	if r.vcd == "" && c.given["memories"] {
		return nil, wrongf("run: -memories applies to waves; ask for them with -vcd FILE")
	}
	return o, nil
}

// scenarioRun runs one scenario and names the files that it wrote.
func (r *runFlags) scenarioRun(c *call, o *order, s unit.Scenario) error {
	fmt.Fprintf(c.out, "%s %s: %s\n", o.block.Name, s.Name, s.Summary)
	e := &unit.Env{Out: c.out, Variant: o.variant, Seed: r.seed, Cycles: s.Cycles, Dir: r.dir, Options: o.options, CountActivity: r.activity}
	if s.Cycles > 0 && c.given["cycles"] {
		e.Cycles = *r.cycles
	}
	p := startProgress(c.err, o.block.Name+" "+s.Name)
	e.Progress = p.step
	err := c.interruptible(func() error { return s.Run(e) })
	p.stop()
	if c.ctx.Err() != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", o.block.Name, s.Name, err)
	}
	for _, f := range e.Files {
		fmt.Fprintf(c.out, "wrote %s\n", f)
	}
	if o.waves != nil {
		if err := o.waves.commit(); err != nil {
			return fmt.Errorf("run: -vcd: %w", err)
		}
		info, err := os.Stat(r.vcd)
		if err != nil {
			return fmt.Errorf("run: -vcd: %w", err)
		}
		fmt.Fprintf(c.out, "wrote %s (%s)\nwrote %s\n", r.vcd, byteCount(info.Size()), strings.TrimSuffix(r.vcd, ".vcd")+".gtkw")
	}
	if e.Activity != nil {
		if err := printActivity(c.out, o.block.Name, e.Activity); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "digest: %016x\n", e.Digest)
	return nil
}

// printActivity shows how many bits changed in each instance, all in all and in a cycle.
func printActivity(w io.Writer, top string, a *sim.Activity) error {
	var rows [][]any
	var sum sim.InstanceActivity
	row := func(name string, x sim.InstanceActivity) {
		rows = append(rows, []any{name, x.Bits, int(x.Registers), int(x.Ports), int(x.Wires), hundredths(float64(x.Total()) / float64(max(a.Steps(), 1)))})
	}
	for _, x := range a.Instances() {
		row(strings.Join(append([]string{top}, x.Path...), "."), x)
		sum.Bits += x.Bits
		sum.Registers, sum.Ports, sum.Wires = sum.Registers+x.Registers, sum.Ports+x.Ports, sum.Wires+x.Wires
	}
	row("all", sum)
	fmt.Fprintf(w, "changes of bits in %d cycles:\n", a.Steps())
	return table(w, []string{"instance", "bits", "registers", "ports", "wires", "total a cycle"}, rows)
}

// checkCycles refuses -cycles if no scenario takes it.
func (r *runFlags) checkCycles(c *call, b unit.Block, scenarios []unit.Scenario) error {
	if !c.given["cycles"] {
		return nil
	}
	for _, s := range scenarios {
		if s.Cycles > 0 {
			return nil
		}
	}
	var endless []string
	for _, s := range b.Scenarios {
		if s.Cycles > 0 {
			endless = append(endless, s.Name)
		}
	}
	if len(endless) == 0 {
		return wrongf("run: the scenarios of %s end by themselves; none takes -cycles", b.Name)
	}
	return wrongf("run: scenario %s ends by itself; -cycles is for %s", scenarios[0].Name, strings.Join(endless, ", "))
}

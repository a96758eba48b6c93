package main

import (
	"errors"
	"flag"
	"fmt"
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
}

const (
	maxCycles   = 1_000_000_000 // of -cycles
	maxMemories = 1_000_000     // of -memories: each word is a signal in the waves
)

var runCommand = command{
	name:      "run",
	arguments: "BLOCK [-scenario S] [-variant V] [-seed N] [-cycles N] [-vcd FILE [-memories N]] [-engine E] [-o DIR]",
	summary:   "runs a block's scenarios and prints what comes out",
	text: `
Runs a scenario of a block, or all of them one after the other, and prints its
results and a digest of its ports over all cycles: equal digests mean equal runs,
in every engine. With -vcd it writes the waves and, beside them, a GTKWave save
file; -memories adds the words of small memories. With -o, scenarios that draw
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
		r.cycles = numberFlag(f, "cycles", 0, 1, maxCycles, "`number` of cycles, for a scenario without an end of its own")
		f.StringVar(&r.vcd, "vcd", "", "`file` for the waves, NAME.vcd; needs -scenario; its folder is made if missing")
		r.memories = numberFlag(f, "memories", 0, 1, maxMemories, "with -vcd: show the words of memories of at most this `number` of words")
		f.StringVar(&r.engine, "engine", sim.Engines()[0].Name(), "`name` of the engine: "+engineNames())
		f.StringVar(&r.dir, "o", "", "`folder` for pictures; made if missing")
		return r.run
	},
}

func (r *runFlags) run(c *call) error {
	name, err := c.one("run", "a block")
	if err != nil {
		return err
	}
	blocks, err := findBlocks("run", name, false)
	if err != nil {
		return err
	}
	b := blocks[0]
	variant, err := findVariant("run", b, r.variant)
	if err != nil {
		return err
	}
	engine, err := findEngine("run", r.engine)
	if err != nil {
		return err
	}
	scenarios := b.Scenarios
	if r.scenario != "" {
		s, err := findScenario("run", b, r.scenario)
		if err != nil {
			return err
		}
		scenarios = []unit.Scenario{s}
	}
	if err := r.checkCycles(c, b, scenarios); err != nil {
		return err
	}
	options := []bench.Option{bench.Engine(engine)}
	var waves *stage
	if r.vcd != "" {
		if len(scenarios) > 1 {
			return wrongf("run: -vcd takes the waves of one scenario, but %s has %d; choose one with -scenario", b.Name, len(scenarios))
		}
		s, err := stageFile("run", "vcd", r.vcd)
		if err != nil {
			return err
		}
		defer s.discard()
		waves = s
		options = append(options, bench.VCD(filepath.Join(s.dir, filepath.Base(r.vcd))), bench.Memories(*r.memories))
	} else if c.given["memories"] {
		return wrongf("run: -memories applies to waves; ask for them with -vcd FILE")
	}
	if r.dir != "" {
		defer removeEmpty(r.dir, firstMissing(r.dir))
		if err := os.MkdirAll(r.dir, 0o777); err != nil {
			return wrongf("run: -o: cannot make the folder %s: %v", r.dir, cause(err))
		}
	}
	var failed []error
	for i, s := range scenarios {
		if i > 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintf(c.out, "%s %s: %s\n", b.Name, s.Name, s.Summary)
		e := &unit.Env{Out: c.out, Variant: variant, Seed: r.seed, Cycles: s.Cycles, Dir: r.dir, Options: options}
		if s.Cycles > 0 && c.given["cycles"] {
			e.Cycles = *r.cycles
		}
		p := startProgress(c.err, b.Name+" "+s.Name)
		e.Progress = p.step
		err := c.interruptible(func() error { return s.Run(e) })
		p.stop()
		if c.ctx.Err() != nil {
			return err
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("%s %s: %w", b.Name, s.Name, err))
			continue
		}
		for _, f := range e.Files {
			fmt.Fprintf(c.out, "wrote %s\n", f)
		}
		if waves != nil {
			if err := waves.commit(); err != nil {
				return fmt.Errorf("run: -vcd: %w", err)
			}
			info, err := os.Stat(r.vcd)
			if err != nil {
				return fmt.Errorf("run: -vcd: %w", err)
			}
			fmt.Fprintf(c.out, "wrote %s (%s)\nwrote %s\n", r.vcd, byteCount(info.Size()), strings.TrimSuffix(r.vcd, ".vcd")+".gtkw")
		}
		fmt.Fprintf(c.out, "digest: %016x\n", e.Digest)
	}
	return errors.Join(failed...)
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

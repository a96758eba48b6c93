package command

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/hdl/sim"
)

// runFlags are the flags of a run.
type runFlags struct {
	scenario, variant, vcd, engine, dir, waves string
	seed                                       uint64
	cycles, memories                           *int
	activity, brief                            bool
}

const (
	maxCycles   = 1_000_000_000 // of -cycles
	maxMemories = 1_000_000     // of -memories: each word is a signal in the waves
)

var runCommand = command{
	name:      "run",
	arguments: "BLOCK|all [-scenario S] [-variant V] [-brief] [-seed N] [-cycles N] [-vcd FILE [-memories N]]\n       [-engine E] [-activity] [-o DIR] [-waves DIR]",
	summary:   "runs a block's scenarios and prints their results",
	text: `
Runs a scenario of a block, or all of them side by side, and prints its
results and a digest of its ports over all cycles: equal digests mean equal runs,
in every engine. -brief prints a line or two for each scenario, and leaves out what
calls outside tools. With -vcd it writes the waves and, beside them, a GTKWave save
file; -memories adds the words of small memories. -activity counts the bits that
change from one cycle to the next, in each instance. With -o, scenarios that draw
write their pictures to that folder; with -waves, scenarios with a story to tell in
waves write these to that folder, and a picture of the story.

example:
  posedge run ropmask
  posedge run all -brief -o pictures -waves waves
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
		f.BoolVar(&r.brief, "brief", false, "print what each scenario shows in a line or two, without its tables")
		f.StringVar(&r.waves, "waves", "", "`folder` for waves and their pictures; made if missing")
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
	for _, dir := range []struct{ flag, path string }{{"o", r.dir}, {"waves", r.waves}} {
		if dir.path == "" {
			continue
		}
		defer removeEmpty(dir.path, firstMissing(dir.path))
		if err := os.MkdirAll(dir.path, 0o777); err != nil {
			return wrongf("run: -%s: cannot make the folder %s: %v", dir.flag, dir.path, cause(err))
		}
	}
	for _, x := range o.runs {
		defer x.discard()
		if err := r.stageWaves(x); err != nil {
			return err
		}
	}
	return r.perform(c, o)
}

// An order is what the user asked a run to do.
type order struct {
	options []bench.Option
	runs    []*scenarioRun
}

// order finds the things that the arguments name and refuses flags that contradict each other.
func (r *runFlags) order(c *call) (*order, error) {
	name, err := c.one("run", "a block, or all")
	if err != nil {
		return nil, err
	}
	blocks, err := c.findBlocks("run", name, true)
	if err != nil {
		return nil, err
	}
	if len(blocks) > 1 && (r.variant != "" || r.scenario != "") {
		return nil, wrongf("run: -variant and -scenario are for one block; name it instead of all")
	}
	o := &order{}
	for _, b := range blocks {
		if err := r.orderBlock(c, o, b); err != nil {
			return nil, err
		}
	}
	engine, err := findEngine("run", r.engine)
	if err != nil {
		return nil, err
	}
	o.options = []bench.Option{bench.Engine(engine)}
	switch {
	case r.vcd != "" && len(o.runs) > 1:
		return nil, wrongf("run: -vcd takes the waves of one scenario, but %s has %d; choose one with -scenario", name, len(o.runs))
	case r.vcd != "" && r.waves != "":
		return nil, wrongf("run: -vcd and -waves exclude each other; -waves DIR chooses the scenarios and the names of the files")
	case r.vcd == "" && c.given["memories"]:
		return nil, wrongf("run: -memories applies to waves; ask for them with -vcd FILE")
	case r.brief && r.activity:
		return nil, wrongf("run: -brief and -activity exclude each other: -activity prints a table")
	}
	return o, nil
}

// orderBlock adds the runs of a block.
func (r *runFlags) orderBlock(c *call, o *order, b unit.Block) error {
	v, err := findVariant("run", b, r.variant)
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
	for _, s := range scenarios {
		o.runs = append(o.runs, &scenarioRun{block: b, variant: v, Scenario: s})
	}
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

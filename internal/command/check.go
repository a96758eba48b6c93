package command

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"posedge/blocks/unit"
	"posedge/internal/outside"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// checkCycles is the length of the runs that are replayed, if the user gives none.
const checkCycles = 2000

// maxRecorded bounds the length of a recorded run, which is held in memory.
const maxRecorded = 1_000_000

var checkCommand = command{
	name:      "check",
	arguments: "BLOCK|all [-variant V] [-cycles N]",
	summary:   "lints, replays and synthesises the Verilog of a block",
	text: `
Exports every variant of a block and checks it with other tools: Verilator and
Icarus lint it with all warnings on and replay a run with random stimulus and
stalls, in which every output is compared in every cycle; Yosys checks it and
synthesises it for iCE40, unless it is so large that this takes too long. The
table shows the size of each variant. A
disagreement, a warning or a missing tool gives exit status 1. Progress goes to
stderr: a bar on a terminal, otherwise a line for each variant.

It needs verilator, iverilog and yosys.

example:
  posedge check ropmask -variant l1_per_target
  posedge check all -cycles 10000`,
	setup: func(f *flag.FlagSet) func(*call) error {
		variant := f.String("variant", "", "`name` of the variant; default all")
		cycles := numberFlag(f, "cycles", checkCycles, 1, maxRecorded, "minimum `number` of cycles to replay")
		return func(c *call) error { return check(c, *variant, *cycles) }
	},
}

// candidate is a variant under check. A nil error is a pass.
type candidate struct {
	block, variant string
	large          bool
	of             unit.Variant
	run            outside.Run
	report         outside.Report
	made           error // from the exercise and the export
}

func check(c *call, variant string, cycles int) error {
	name, err := c.one("check", "a block, or all")
	if err != nil {
		return err
	}
	blocks, err := c.findBlocks("check", name, true)
	if err != nil {
		return err
	}
	var list []*candidate
	for _, b := range blocks {
		variants := b.Variants
		if variant != "" {
			v, err := findVariant("check", b, variant)
			if err != nil {
				return err
			}
			variants = []unit.Variant{v}
		}
		for _, v := range variants {
			list = append(list, &candidate{block: b.Name, variant: v.Name, large: v.Large, of: v})
		}
	}
	if err := needTools(); err != nil {
		return err
	}
	checkAll(c, list, cycles)
	if c.ctx.Err() != nil {
		return errors.New("check: interrupted")
	}
	return report(c, list)
}

// needTools names all tools that are missing at once.
func needTools() error {
	if err := outside.All().Missing(); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	return nil
}

// checkAll runs all candidates and then checks the ones that ran with the tools.
func checkAll(c *call, list []*candidate, cycles int) {
	p := startProgress(c.err, "check")
	defer p.stop()
	checks := outside.All()
	total := 1 // Verilator's replays count as one
	for _, x := range list {
		total += 1 + x.own()
	}
	var done atomic.Int64
	step := func() { p.step(int(done.Add(1)), total) }
	p.step(0, total)

	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, x := range list {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			x.made = c.interruptible(func() error { return x.make(cycles) })
			step()
		})
	}
	wait.Wait()
	if c.ctx.Err() != nil {
		return
	}

	var ready []*candidate
	var runs []outside.Run
	for _, x := range list {
		if x.made == nil {
			ready, runs = append(ready, x), append(runs, x.run)
		}
	}
	left := make([]atomic.Int64, len(ready)) // checks of each that are not done
	for i := range left {
		left[i].Store(int64(ready[i].own()))
	}
	var finished atomic.Int64
	reports := outside.Hold(c.ctx, runs, outside.Options{Checks: checks, Step: func(i int, _ outside.Check) {
		step()
		if i >= 0 && left[i].Add(-1) == 0 && c.ctx.Err() == nil {
			what := "linted, synthesised and replayed"
			if ready[i].large {
				what = "linted and replayed"
			}
			p.note("%s %s %s in Icarus (%d of %d)", ready[i].block, ready[i].variant, what, finished.Add(1), len(ready))
		}
	}})
	for i, x := range ready {
		x.report = reports[i]
	}
}

// own is how many checks are made of the candidate alone.
func (x *candidate) own() int {
	n := len(outside.All()) - 1 // Verilator's replay is one for all
	if x.large {
		n--
	}
	return n
}

// make runs the variant with random stimulus and makes the replay of that run.
func (x *candidate) make(cycles int) error {
	rec, err := record(x.of, cycles)
	if err != nil {
		return err
	}
	b, err := replay.New(rec, verilog.Options{})
	if err != nil {
		return err
	}
	x.run = outside.Run{Top: rec.Top.Name, Replay: b}
	if x.large {
		x.run.Except = outside.Checks{outside.SynthYosys}
	}
	return nil
}

func report(c *call, list []*candidate) error {
	header := []string{"block", "variant", "cycles"}
	for check := range outside.NumChecks {
		header = append(header, check.String())
	}
	header = append(header, "LUT", "FF", "carry", "BRAM")
	var rows [][]any
	var failed []error
	for _, x := range list {
		if x.made != nil {
			failed = append(failed, fmt.Errorf("%s %s: %w", x.block, x.variant, x.made))
			row := []any{x.block, x.variant, "FAIL"}
			for len(row) < len(header) {
				row = append(row, "–")
			}
			rows = append(rows, row)
			continue
		}
		row := []any{x.block, x.variant, x.run.Replay.Cycles}
		for i, err := range x.report.Errors {
			cell := "ok"
			if slices.Contains(x.run.Except, outside.Check(i)) {
				cell = "–"
			}
			if err != nil {
				cell = "FAIL"
				failed = append(failed, fmt.Errorf("%s %s, %s: %w", x.block, x.variant, outside.Check(i), err))
			}
			row = append(row, cell)
		}
		if x.large {
			row = append(row, "–", "–", "–", "–")
		} else {
			s := x.report.Stats
			row = append(row, s.LUTs, s.FFs, s.Carries, s.BRAMs)
		}
		rows = append(rows, row)
	}
	if err := table(c.out, header, rows); err != nil {
		return err
	}
	return errors.Join(failed...)
}

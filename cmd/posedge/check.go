package main

import (
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"posedge/bench"
	"posedge/blocks/unit"
	"posedge/internal/eda"
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
synthesises it for iCE40. The table shows the size of each variant. A
disagreement, a warning or a missing tool gives exit status 1. Progress goes to
stderr: a bar on a terminal, otherwise a line for each variant.

It needs verilator, iverilog and yosys.

example:
  posedge check ropmask -variant l1_per_target
  posedge check all -cycles 10000`,
	setup: func(f *flag.FlagSet) func(*call) error {
		variant := f.String("variant", "", "`name` of the variant; default all")
		cycles := numberFlag(f, "cycles", checkCycles, 1, maxRecorded, "`number` of cycles to replay at least")
		return func(c *call) error { return check(c, *variant, *cycles) }
	},
}

// candidate is a variant under check. A nil error is a pass.
type candidate struct {
	block, variant string
	top            string // module
	exercise       func(r bench.Reporter, seed uint64, cycles int, opts ...bench.Option) *bench.TB
	replay         *replay.Bench
	stats          eda.Stats
	made           error // from the exercise and the export
	results        [len(checks)]error
}

// checks are the columns of the table, in the order of candidate.results.
var checks = [...]string{"lint verilator", "lint icarus", "synth yosys", "replay icarus", "replay verilator"}

const (
	lintVerilator = iota
	lintIcarus
	synthYosys
	replayIcarus
	replayVerilator
)

func check(c *call, variant string, cycles int) error {
	name, err := c.one("check", "a block, or all")
	if err != nil {
		return err
	}
	blocks, err := findBlocks("check", name, true)
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
			list = append(list, &candidate{block: b.Name, variant: v.Name, exercise: v.Exercise})
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
	var missing []string
	for _, tool := range []string{"verilator", "iverilog", "yosys"} {
		if _, err := eda.Find(tool); err != nil {
			missing = append(missing, tool) // the Debian packages have the tools' names
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("check: not installed: %s; on Debian or Ubuntu: apt-get install %s",
		strings.Join(missing, ", "), strings.Join(missing, " "))
}

// checkAll does everything, as many jobs at a time as there are processors.
// Verilator's replays come last and share builds.
func checkAll(c *call, list []*candidate, cycles int) {
	p := startProgress(c.err, "check")
	defer p.stop()
	total := len(list)*len(checks) + 1
	var done atomic.Int64
	step := func() { p.step(int(done.Add(1)), total) }
	var variants atomic.Int64
	p.step(0, total)

	var wait sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, x := range list {
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			defer func() {
				if c.ctx.Err() != nil {
					return
				}
				p.note("%s %s done but for Verilator's replay (%d of %d)", x.block, x.variant, variants.Add(1), len(list))
			}()
			if x.made = c.interruptible(func() error { return x.make(cycles) }); x.made != nil {
				return
			}
			step()
			rtl := x.replay.RTL
			x.results[lintVerilator] = eda.LintVerilator(c.ctx, x.top, rtl)
			step()
			x.results[lintIcarus] = eda.LintIcarus(c.ctx, x.top, rtl)
			step()
			x.stats, x.results[synthYosys] = eda.Synth(c.ctx, eda.ICE40, x.top, rtl)
			step()
			result, err := replay.Icarus(c.ctx, x.replay, false)
			x.results[replayIcarus] = errors.Join(err, result.Err())
			step()
		})
	}
	wait.Wait()

	var replayed []*candidate
	var replays []*replay.Bench
	for _, x := range list {
		if x.made == nil {
			replayed, replays = append(replayed, x), append(replays, x.replay)
		}
	}
	if c.ctx.Err() != nil {
		return
	}
	p.note("replaying all in Verilator")
	results, err := replay.Verilator(c.ctx, false, replays...)
	for i, x := range replayed {
		x.results[replayVerilator] = err
		if err == nil {
			x.results[replayVerilator] = results[i].Err()
		}
	}
	step()
}

// make runs the variant with random stimulus and makes the replay of that run.
func (x *candidate) make(cycles int) error {
	return bench.Run(func(r bench.Reporter) {
		tb := x.exercise(r, 1, cycles, bench.Record())
		b, err := replay.New(tb.Recording(), verilog.Options{})
		if err != nil {
			r.Fatalf("%v", err)
		}
		x.top, x.replay = tb.Design().Top.Name, b
	})
}

func report(c *call, list []*candidate) error {
	header := append([]string{"block", "variant", "cycles"}, checks[:]...)
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
		row := []any{x.block, x.variant, x.replay.Cycles}
		for i, err := range x.results {
			cell := "ok"
			if err != nil {
				cell = "FAIL"
				failed = append(failed, fmt.Errorf("%s %s, %s: %w", x.block, x.variant, checks[i], err))
			}
			row = append(row, cell)
		}
		rows = append(rows, append(row, x.stats.LUTs, x.stats.FFs, x.stats.Carries, x.stats.BRAMs))
	}
	if err := table(c.out, header, rows); err != nil {
		return err
	}
	return errors.Join(failed...)
}

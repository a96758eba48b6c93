// Package outside checks designs with outside tools: Verilator and Icarus lint the exported Verilog and replay a
// recorded run of it, and Yosys checks and synthesises it.
package outside

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"posedge/internal/eda"
	"posedge/internal/parallel"
	"posedge/verilog/replay"
)

// Check is one thing that the tools do to a design.
type Check int

const (
	LintVerilator Check = iota
	LintIcarus
	SynthYosys
	ReplayIcarus
	ReplayVerilator
	NumChecks
)

// String names the check and its tool, as in tables: "lint verilator".
func (c Check) String() string {
	return [NumChecks]string{"lint verilator", "lint icarus", "synth yosys", "replay icarus", "replay verilator"}[c]
}

// tools has the program behind each check; the Debian packages have the programs' names.
var tools = [NumChecks]string{"verilator", "iverilog", "yosys", "iverilog", "verilator"}

// Checks is a set of checks.
type Checks []Check

// All is the set of all checks.
func All() Checks {
	return Checks{LintVerilator, LintIcarus, SynthYosys, ReplayIcarus, ReplayVerilator}
}

// Missing returns an error that names all missing tools at once; it wraps [eda.ErrMissingTool].
func (c Checks) Missing() error {
	var missing []string
	for _, x := range c {
		if _, err := eda.Find(tools[x]); err != nil && !slices.Contains(missing, tools[x]) {
			missing = append(missing, tools[x])
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return &missingError{missing}
}

type missingError struct{ tools []string }

func (e *missingError) Error() string {
	return fmt.Sprintf("not installed: %s; on Debian or Ubuntu: apt-get install %s", strings.Join(e.tools, ", "), strings.Join(e.tools, " "))
}

func (e *missingError) Unwrap() error { return eda.ErrMissingTool }

// Run is an exported design with a recorded run.
type Run struct {
	Top    string // the module
	Replay *replay.Bench
	Except Checks // are not made of this run
}

// Report is the result of the checks of a run; a nil error is a pass.
type Report struct {
	Errors  [NumChecks]error
	Stats   eda.Stats     // of SynthYosys
	Icarus  replay.Result // of ReplayIcarus
	Further error         // of Options.Further
}

// Options say which checks to make, and how.
type Options struct {
	Checks Checks
	// Judge, if it is set, checks the result of a simulator for a run that has passed; the samples are then kept for
	// it.
	Judge func(run int, result replay.Result) error
	// Further, if it is set, is a further check of each run.
	Further func(run int) error
	// Step, if it is set, is called after each check of a run, from several goroutines. One build of Verilator replays
	// all runs and is one step.
	Step func(run int, c Check)
}

// Hold makes the checks of each run, one per processor at a time. Verilator's replays share one build.
func Hold(ctx context.Context, runs []Run, o Options) []Report {
	reports := make([]Report, len(runs))
	var jobs []func()
	step := func(i int, c Check) {
		if o.Step != nil {
			o.Step(i, c)
		}
	}
	if slices.Contains(o.Checks, ReplayVerilator) { // the longest comes first
		jobs = append(jobs, func() {
			all := make([]int, len(runs))
			for i := range all {
				all[i] = i
			}
			o.inVerilator(ctx, runs, all, reports)
			step(-1, ReplayVerilator)
		})
	}
	for i, run := range runs {
		for _, c := range o.Checks {
			if c == ReplayVerilator || slices.Contains(run.Except, c) {
				continue
			}
			jobs = append(jobs, func() {
				reports[i].Errors[c] = o.check(ctx, c, run, i, &reports[i])
				step(i, c)
			})
		}
		if o.Further != nil {
			jobs = append(jobs, func() { reports[i].Further = o.Further(i) })
		}
	}
	parallel.Each(len(jobs), func(i int) { jobs[i]() })
	return reports
}

// check makes one check of one run.
func (o *Options) check(ctx context.Context, c Check, run Run, i int, report *Report) (err error) {
	switch c {
	case LintVerilator:
		return eda.LintVerilator(ctx, run.Top, run.Replay.RTL)
	case LintIcarus:
		return eda.LintIcarus(ctx, run.Top, run.Replay.RTL)
	case SynthYosys:
		report.Stats, err = eda.Synth(ctx, eda.ICE40, run.Top, run.Replay.RTL)
		return err
	case ReplayIcarus:
		report.Icarus, err = replay.Icarus(ctx, run.Replay, o.Judge != nil)
		return o.judge(i, report.Icarus, err)
	}
	panic(fmt.Sprintf("outside: check %d is not of one run", c))
}

// judge is what is wrong with a replay.
func (o *Options) judge(i int, result replay.Result, err error) error {
	if err = errors.Join(err, result.Err()); err == nil && o.Judge != nil {
		err = o.Judge(i, result)
	}
	return err
}

// inVerilator replays some of the runs in one build. A build that fails is repeated in halves, down to the run that
// causes the failure.
func (o *Options) inVerilator(ctx context.Context, runs []Run, some []int, reports []Report) {
	if len(some) == 0 {
		return
	}
	var list []*replay.Bench
	for _, i := range some {
		list = append(list, runs[i].Replay)
	}
	results, err := replay.Verilator(ctx, o.Judge != nil, list...)
	switch {
	case err == nil:
		for k, i := range some {
			reports[i].Errors[ReplayVerilator] = o.judge(i, results[k], nil)
		}
	case len(some) == 1 || ctx.Err() != nil:
		for _, i := range some {
			reports[i].Errors[ReplayVerilator] = err
		}
	default:
		half := len(some) / 2
		o.inVerilator(ctx, runs, some[:half], reports)
		o.inVerilator(ctx, runs, some[half:], reports)
	}
}

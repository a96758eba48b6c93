package fuzz

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"posedge/internal/eda"
	"posedge/internal/outside"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// Synthesis says which designs Yosys synthesises, by their numbers, from 0 on: those that Every divides, to gates if Gates
// divides them, and to word-wide operations otherwise.
type Synthesis struct{ Every, Gates int }

// all has every design synthesised to gates.
var all = Synthesis{1, 1}

// InTools checks recordings with outside tools: the exported Verilog must be clean
// under both linters, and its replay must pass in Icarus, in Verilator, which builds
// all in one, and in Icarus after Yosys has synthesised it and written it out again. The errors are in the order of the
// recordings; a nil recording has none. It calls done after each design, not at the same time.
func InTools(ctx context.Context, recordings []*replay.Recording, synthesis Synthesis, done func()) []error {
	errs := make([]error, len(recordings))
	var runs []outside.Run
	var index []int // of each run's recording
	for i, rec := range recordings {
		if rec == nil {
			continue
		}
		b, err := replay.New(*rec, verilog.Options{})
		if errs[i] = err; err == nil {
			runs, index = append(runs, outside.Run{Top: rec.Top.Name, Replay: b}), append(index, i)
		}
	}
	var said sync.Mutex
	reports := outside.Hold(ctx, runs, outside.Options{
		Checks: outside.Checks{outside.LintVerilator, outside.ReplayIcarus, outside.ReplayVerilator},
		Further: func(k int) error {
			var err error
			if n := index[k]; n%synthesis.Every == 0 {
				err = resynthesised(ctx, runs[k], n%synthesis.Gates == 0)
			}
			if done != nil {
				said.Lock()
				defer said.Unlock()
				done()
			}
			return err
		},
	})
	for k, report := range reports {
		errs[index[k]] = errors.Join(append(report.Errors[:], report.Further)...)
	}
	return errs
}

// InIcarus replays a recording only in Icarus, the quickest of the tools.
func InIcarus(ctx context.Context, rec replay.Recording) error {
	r, err := replay.New(rec, verilog.Options{})
	if err != nil {
		return err
	}
	result, err := replay.Icarus(ctx, r, false)
	return errors.Join(err, result.Err())
}

// resynthesised replays a run in Icarus after Yosys has synthesised its Verilog and written it out again.
func resynthesised(ctx context.Context, run outside.Run, gates bool) error {
	netlist, err := resynthesis(ctx, run, eda.Netlist{Gates: gates})
	if err == nil || emptyCase(err, netlist) || eda.FailedToShare(err) || changedByMuxtree(ctx, run, gates, err) {
		return nil
	}
	return fmt.Errorf("after synthesis by Yosys: %w", err)
}

// changedByMuxtree reports whether Yosys's opt_muxtree is what makes a netlist disagree, which says nothing about the
// design: without that pass the netlist agrees.
func changedByMuxtree(ctx context.Context, run outside.Run, gates bool, disagreement error) bool {
	var died *eda.Error
	if errors.As(disagreement, &died) {
		return false
	}
	_, without := resynthesis(ctx, run, eda.Netlist{Gates: gates, WithoutMuxtree: true})
	return without == nil
}

// resynthesis replays a run in Icarus on a netlist of Yosys.
func resynthesis(ctx context.Context, run outside.Run, kind eda.Netlist) (verilog.File, error) {
	netlist, err := eda.Resynthesise(ctx, run.Top, run.Replay.RTL, kind)
	if err != nil {
		return netlist, err
	}
	again := *run.Replay
	again.RTL = []verilog.File{netlist}
	result, err := replay.Icarus(ctx, &again, false)
	return netlist, errors.Join(err, result.Err())
}

// emptyCase reports whether Icarus refuses what Yosys has written because of a choice without an arm: Yosys 0.23 writes
// "casez (…) endcase" for a wire that nothing reads, which is not Verilog. That says nothing about the design.
func emptyCase(err error, netlist verilog.File) bool {
	var refused *eda.Error
	return errors.As(err, &refused) && emptyChoice.Match(netlist.Content)
}

var emptyChoice = regexp.MustCompile(`(?m)^\s*casez? \([^\n]*\)\n\s*endcase$`)

package fuzz

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"posedge/internal/eda"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// InTools holds recordings against the tools that others wrote: the exported
// Verilog is clean under both lints, and its replay passes in Icarus, in
// Verilator, which builds all in one, and in Icarus after Yosys has synthesised
// it and written it out again: every gates-th design to gates, the others to
// word-wide operations. The errors are in the order of the recordings; a nil
// recording has none. It calls done after each design, not at the same time.
func InTools(ctx context.Context, recordings []*replay.Recording, gates int, done func()) []error {
	errs := make([]error, len(recordings))
	replays := make([]*replay.Bench, len(recordings))
	for i, rec := range recordings {
		if rec != nil {
			replays[i], errs[i] = replay.New(*rec, verilog.Options{})
		}
	}
	builds := make([]error, len(recordings))
	var said sync.Mutex
	sideBySide(len(recordings)+1, func(i int) {
		if i == 0 { // the longest comes first
			builds = inVerilator(ctx, replays)
			return
		}
		i--
		if replays[i] != nil {
			errs[i] = inIcarus(ctx, replays[i], recordings[i].Top.Name, i%gates == 0)
		}
		if done != nil {
			said.Lock()
			defer said.Unlock()
			done()
		}
	})
	for i := range errs {
		errs[i] = errors.Join(errs[i], builds[i])
	}
	return errs
}

// InIcarus replays a recording in Icarus alone, the quickest of the tools.
func InIcarus(ctx context.Context, rec replay.Recording) error {
	r, err := replay.New(rec, verilog.Options{})
	if err != nil {
		return err
	}
	result, err := replay.Icarus(ctx, r, false)
	return errors.Join(err, result.Err())
}

// inVerilator runs the replays in one build. A build that fails is tried again
// in halves, down to the design that is the reason.
func inVerilator(ctx context.Context, replays []*replay.Bench) []error {
	errs := make([]error, len(replays))
	var list []*replay.Bench
	var index []int
	for i, r := range replays {
		if r != nil {
			list, index = append(list, r), append(index, i)
		}
	}
	if len(list) == 0 {
		return errs
	}
	results, err := replay.Verilator(ctx, false, list...)
	switch {
	case err != nil && len(list) == 1:
		errs[index[0]] = err
	case err != nil && ctx.Err() == nil:
		half := len(replays) / 2
		copy(errs, inVerilator(ctx, replays[:half]))
		copy(errs[half:], inVerilator(ctx, replays[half:]))
	}
	for k, r := range results {
		errs[index[k]] = r.Err()
	}
	return errs
}

// inIcarus is the part that has one design at a time.
func inIcarus(ctx context.Context, r *replay.Bench, top string, gates bool) error {
	if err := eda.LintVerilator(ctx, top, r.RTL); err != nil && !isFate(err) {
		return err
	}
	result, err := replay.Icarus(ctx, r, false)
	if err = errors.Join(err, result.Err()); err != nil {
		return err
	}
	netlist, err := eda.Resynthesise(ctx, top, r.RTL, !gates)
	if err != nil {
		return err
	}
	again := *r
	again.RTL = []verilog.File{netlist}
	result, err = replay.Icarus(ctx, &again, false)
	if err = errors.Join(err, result.Err()); err != nil {
		return fmt.Errorf("after synthesis by Yosys: %w", err)
	}
	return nil
}

// isFate reports whether lint complains of nothing but comparisons that turn out
// constant, which random logic has.
func isFate(err error) bool {
	var lint *eda.Error
	if !errors.As(err, &lint) {
		return false
	}
	for line := range strings.SplitSeq(lint.Output, "\n") {
		if strings.HasPrefix(line, "%") && !strings.HasPrefix(line, "%Warning-CMPCONST") &&
			!strings.HasPrefix(line, "%Warning-UNSIGNED") && !strings.HasPrefix(line, "%Error: Exiting") {
			return false
		}
	}
	return true
}

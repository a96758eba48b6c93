package bench

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"slices"
	"sync"

	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// Outside checks recorded runs with outside tools: each design is exported, linted
// by Verilator and Icarus, checked and synthesised by Yosys, and its recording is
// replayed in Icarus and Verilator, whose samples must have the run's trace digest.
// Verilator builds all benches at once. All failures are reported. If a tool is not
// installed the test is skipped with a message; under CI that is fatal.
func Outside(r Reporter, runs ...*TB) {
	r.Helper()
	outside(r, true, runs)
}

// OutsideSimulators is [Outside] without Yosys: for the large variants of a
// design whose small ones are synthesised in every test. "posedge check"
// synthesises all.
func OutsideSimulators(r Reporter, runs ...*TB) {
	r.Helper()
	outside(r, false, runs)
}

func outside(r Reporter, synthesis bool, runs []*TB) {
	r.Helper()
	ctx, cancel := toolContext(r)
	defer cancel()
	tools := []string{"verilator", "iverilog"}
	if synthesis {
		tools = append(tools, "yosys")
	}
	for _, tool := range tools {
		if _, err := eda.Find(tool); err != nil {
			missing(r, err)
		}
	}
	var replays []*replay.Bench
	for _, tb := range runs {
		b, err := replay.New(tb.Recording(), verilog.Options{})
		if err != nil {
			r.Fatalf("%v", err)
		}
		replays = append(replays, b)
	}

	// Jobs run in parallel, one per processor; their findings are reported in order.
	var jobs []func() error
	for i, tb := range runs {
		top, b := tb.design.Top.Name, replays[i]
		jobs = append(jobs,
			func() error { return eda.LintVerilator(ctx, top, b.RTL) },
			func() error { return eda.LintIcarus(ctx, top, b.RTL) },
			func() (err error) {
				if synthesis {
					_, err = eda.Synth(ctx, eda.ICE40, top, b.RTL)
				}
				return err
			},
			func() error {
				result, err := replay.Icarus(ctx, b, true)
				if err != nil {
					return err
				}
				return tb.agrees(result)
			})
	}
	perRun := len(jobs) / max(len(runs), 1)
	jobs = append(jobs, func() error {
		results, err := replay.Verilator(ctx, true, replays...)
		for i, result := range results {
			if bad := runs[i].agrees(result); bad != nil {
				err = errors.Join(err, fmt.Errorf("%s: %w", runs[i].design.Top.Name, bad))
			}
		}
		return err
	})
	for i, err := range sideBySide(jobs) {
		switch {
		case err == nil:
		case i/perRun < len(runs):
			r.Errorf("%s: %v", runs[i/perRun].design.Top.Name, err)
		default:
			r.Errorf("%v", err)
		}
	}
}

// sideBySide runs jobs in parallel, one per processor, the last first because it is
// the longest, and returns their errors in order.
func sideBySide(jobs []func() error) []error {
	errs := make([]error, len(jobs))
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, job := range slices.Backward(jobs) {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			errs[i] = job()
		})
	}
	all.Wait()
	return errs
}

// missing skips the test because a tool is missing.
func missing(r Reporter, err error) {
	r.Helper()
	if s, ok := r.(interface{ Skipf(string, ...any) }); ok && errors.Is(err, eda.ErrMissingTool) && os.Getenv("CI") == "" {
		s.Skipf("%v", err)
	}
	r.Fatalf("%v", err)
}

// agrees compares the samples of another simulator with the run.
func (tb *TB) agrees(result replay.Result) error {
	if err := result.Err(); err != nil {
		return err
	}
	digest, cycles, err := tb.samplesDigest(result.Samples)
	switch {
	case err != nil:
		return err
	case uint64(cycles) != tb.Cycle():
		return fmt.Errorf("%s sampled %d cycles of %d", result.Tool, cycles, tb.Cycle())
	case digest != tb.Digest():
		return fmt.Errorf("%s has the trace digest %016x, this run %016x", result.Tool, digest, tb.Digest())
	}
	return nil
}

// samplesDigest is the trace digest of what another simulator sampled.
func (tb *TB) samplesDigest(samples []byte) (digest uint64, cycles int, err error) {
	d := sim.NewTraceDigest()
	err = replay.ReadSamples(bytes.NewReader(samples), tb.design.Top, func(cycle int, _ bool, values []*big.Int) error {
		cycles = cycle + 1
		d.Cycle(uint64(cycle))
		for i, s := range tb.design.Top.DataPorts() {
			var words []uint64
			for k := 0; k < s.Width; k += 64 {
				words = append(words, new(big.Int).Rsh(values[i], uint(k)).Uint64())
			}
			d.Value(s.Width, words...)
		}
		return nil
	})
	return d.Sum(), cycles, err
}

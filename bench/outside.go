package bench

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/outside"
	"posedge/verilog"
	"posedge/verilog/replay"
)

// Tools are external tools for [Outside].
type Tools int

const (
	// Simulators are Verilator and Icarus: both lint a design and replay its
	// recording, and their samples must have the same trace digest as the run.
	Simulators Tools = 1 << iota
	// Synthesis is Yosys, which checks a design and synthesises it. That takes minutes for a large one.
	Synthesis
	// AllTools are both.
	AllTools = Simulators | Synthesis
)

// checks are what the tools do.
func (t Tools) checks() (list outside.Checks) {
	if t&Simulators != 0 {
		list = append(list, outside.LintVerilator, outside.LintIcarus, outside.ReplayIcarus, outside.ReplayVerilator)
	}
	if t&Synthesis != 0 {
		list = append(list, outside.SynthYosys)
	}
	return list
}

// Outside exports the designs of recorded runs ([Record]) and checks them with external tools. Verilator builds
// all runs of a call together, so one call for many runs is much faster than many calls. Everything that fails
// is reported. Where a tool is not installed the test is skipped with a message; under CI that is fatal. A short run
// (go test -short) skips the test too, since the tools take seconds.
func Outside(r Reporter, tools Tools, runs ...*TB) {
	r.Helper()
	checks := tools.checks()
	switch {
	case tools&^AllTools != 0 || len(checks) == 0:
		r.Fatalf("Outside has no tools of the number %d; choose bench.Simulators, bench.Synthesis or bench.AllTools", int(tools))
	case len(runs) == 0:
		r.Fatalf("Outside has nothing to check; give it benches made with the option Record")
	case slices.Contains(runs, nil):
		r.Fatalf("run %d of Outside is nil; give it benches made with the option Record", slices.Index(runs, nil))
	}
	if err := checks.Missing(); err != nil {
		missing(r, err)
	}
	notShort(r)
	list := make([]outside.Run, len(runs))
	for i, tb := range runs {
		b, err := replay.New(tb.Recording(), verilog.Options{})
		if err != nil {
			r.Fatalf("%v", err)
		}
		list[i] = outside.Run{Top: tb.design.Top.Name, Replay: b}
	}
	ctx, cancel := toolContext(r)
	defer cancel()
	reports := outside.Hold(ctx, list, outside.Options{
		Checks: checks,
		Judge:  func(i int, result replay.Result) error { return runs[i].agrees(result) },
	})
	for i, report := range reports {
		for c, err := range report.Errors {
			if err != nil {
				r.Errorf("%s, %v: %v", list[i].Top, outside.Check(c), err)
			}
		}
	}
}

// skipper is a test that can be skipped.
type skipper interface{ Skipf(string, ...any) }

// notShort skips the test in a short run.
func notShort(r Reporter) {
	r.Helper()
	short := flag.Lookup("test.short") // not in a program that is no test
	if s, ok := r.(skipper); ok && short != nil && short.Value.String() == "true" {
		s.Skipf("external tools take seconds: go test without -short asks them")
	}
}

// missing skips the test because a tool is missing.
func missing(r Reporter, err error) {
	r.Helper()
	if s, ok := r.(skipper); ok && errors.Is(err, eda.ErrMissingTool) && os.Getenv("CI") == "" {
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

// samplesDigest is the trace digest of another simulator's samples.
func (tb *TB) samplesDigest(samples []byte) (digest uint64, cycles int, err error) {
	d := sim.NewTraceDigest()
	err = replay.ReadSamples(bytes.NewReader(samples), tb.design.Top, func(cycle int, values []*big.Int) error {
		cycles = cycle + 1
		d.Cycle(uint64(cycle))
		for i, s := range tb.design.Top.SampledPorts() {
			if s.Kind == ir.ResetInput {
				continue
			}
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

package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"os"

	"github.com/cespare/xxhash/v2"

	"posedge/verilog"
)

// Outside holds recorded runs against the tools that others wrote: each design
// is exported, linted by Verilator and Icarus, checked and synthesised by Yosys,
// and its recording is replayed in Icarus and Verilator, whose samples must have
// the run's trace digest. Verilator builds all benches at once. Everything that
// fails is reported. Where a tool is not installed the test is skipped with a
// message; under CI that is fatal.
func Outside(r Reporter, runs ...*TB) {
	r.Helper()
	ctx := context.Background()
	for _, tool := range []string{"verilator", "iverilog", "yosys"} {
		if _, err := verilog.FindTool(tool); err != nil {
			missing(r, err)
		}
	}
	var replays []*verilog.Replay
	for _, tb := range runs {
		top := tb.design.Top
		replay, err := verilog.NewReplay(tb.Recording(), verilog.Options{})
		if err != nil {
			r.Fatalf("%v", err)
		}
		replays = append(replays, replay)
		if err := verilog.LintVerilator(ctx, top.Name, replay.RTL); err != nil {
			r.Errorf("%s: %v", top.Name, err)
		}
		if err := verilog.LintIcarus(ctx, top.Name, replay.RTL); err != nil {
			r.Errorf("%s: %v", top.Name, err)
		}
		if _, err := verilog.Synth(ctx, top.Name, replay.RTL); err != nil {
			r.Errorf("%s: %v", top.Name, err)
		}
		result, err := verilog.RunIcarus(ctx, replay, true)
		if err == nil {
			err = tb.agrees(result)
		}
		if err != nil {
			r.Errorf("%s: %v", top.Name, err)
		}
	}
	results, err := verilog.RunVerilator(ctx, true, replays...)
	if err != nil {
		r.Fatalf("%v", err)
	}
	for i, result := range results {
		if err := runs[i].agrees(result); err != nil {
			r.Errorf("%s: %v", runs[i].design.Top.Name, err)
		}
	}
}

// missing skips the test for want of a tool.
func missing(r Reporter, err error) {
	r.Helper()
	if s, ok := r.(interface{ Skipf(string, ...any) }); ok && errors.Is(err, verilog.ErrMissingTool) && os.Getenv("CI") == "" {
		s.Skipf("%v", err)
	}
	r.Fatalf("%v", err)
}

// agrees holds the samples of another simulator against the run.
func (tb *TB) agrees(result verilog.Result) error {
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

// samplesDigest is the trace digest of what another simulator sampled, hashed
// as package sim says.
func (tb *TB) samplesDigest(samples []byte) (digest uint64, cycles int, err error) {
	h := xxhash.New()
	err = verilog.ReadSamples(bytes.NewReader(samples), tb.design.Top, func(cycle int, _ bool, values []*big.Int) error {
		cycles = cycle + 1
		row := binary.LittleEndian.AppendUint64(nil, uint64(cycle))
		for i, s := range tb.design.Top.Ports {
			v := values[i].FillBytes(make([]byte, (s.Width+7)/8))
			for k := len(v) - 1; k >= 0; k-- {
				row = append(row, v[k])
			}
		}
		_, _ = h.Write(row) // a hash does not fail
		return nil
	})
	return h.Sum64(), cycles, err
}

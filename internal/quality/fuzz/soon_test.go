package fuzz

import (
	"context"
	"flag"
	"sync/atomic"
	"testing"

	"posedge/internal/eda"
	"posedge/internal/parallel"
	"posedge/verilog"
	"posedge/verilog/replay"
)

var (
	starts = flag.Int("starts", 0, "for the faults put in by package mutant: how often to begin with another seed")
	within = flag.Int("within", 50, "how many designs it may take, on average, until one fails")
	by     = flag.String("by", "engines", "who looks: engines, icarus, or lint (Verilator's)")
)

// A fault is noticed soon: begun with many seeds, the designs up to the first that
// fails are few on average. It fails if that is so.
func TestFaultIsNoticedSoon(t *testing.T) {
	if *starts == 0 {
		t.Skip("package mutant runs this, with a fault")
	}
	var designs, found atomic.Int64
	budget := int64(*within * *starts)
	parallel.Each(*starts, func(i int) {
		for seed := uint64(i) * 1_000_003; designs.Load() <= budget; seed++ {
			designs.Add(1)
			if err := looked(t.Context(), seed, *by); err != nil {
				found.Add(1)
				t.Logf("start %d: design %d: %.150s", i, seed-uint64(i)*1_000_003+1, err)
				return
			}
		}
	})
	if found.Load() == int64(*starts) && designs.Load() <= budget {
		t.Errorf("a fault: %.1f designs until one fails, on average of %d starts", float64(designs.Load())/float64(*starts), *starts)
		return
	}
	t.Logf("in %d designs %d of %d starts met a fault", designs.Load(), found.Load(), *starts)
}

// looked runs a design where by says.
func looked(ctx context.Context, seed uint64, by string) error {
	var without []string
	if by == "engines" {
		without = passesOf(seed, false)
	}
	rec, err := Generate(seed).record(seed, without)
	if err != nil || by == "engines" {
		return err
	}
	if by == "icarus" {
		return InIcarus(ctx, rec)
	}
	bench, err := replay.New(rec, verilog.Options{})
	if err != nil {
		return err
	}
	return eda.LintVerilator(ctx, rec.Top.Name, bench.RTL)
}

package scenario

import (
	"fmt"
	"strings"

	"posedge/bench"
	"posedge/blocks/primbatch/stimulus/testbench"
	"posedge/blocks/unit"
	"posedge/hdl"
)

// random draws random primitives with random stalls.
func random(tb *bench.TB, _ hdl.Component, e *unit.Env, x build) error {
	b := testbench.Exercise(tb, x.Config, e.Seed, 0, e.Cycles)
	e.Result("%d primitives and %d fragments in %d cycles: each is that of the whole", len(b.Primitives), len(b.Fragments), b.Cycle())
	if x.Whole {
		return nil
	}
	c := b.Counts()
	var parts []string
	for _, p := range []struct {
		n    uint32
		what string
	}{{c.Batches, "batches"}, {c.Dropped, "dropped"}, {c.Elements, "elements"}, {c.Records, "records"}, {c.Reused, "reused"}, {c.Resent, "re-sent"}} {
		parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
	}
	code, n := b.ErrorCode()
	fmt.Fprintf(e.Out, "%s; %d mistakes, the first: %v\n", strings.Join(parts, ", "), n, code)
	return nil
}

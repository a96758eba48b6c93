package bench_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

func TestAProofReadsAsASentence(t *testing.T) {
	fails := &sim.PropertyError{Kind: ir.Assert, Path: "queue.fits", Cycle: 4, At: ir.Pos{File: "posedge/x/x.go", Line: 7}}
	for want, p := range map[string]bench.Proof{
		"assert queue.fits holds in runs of any length (abc pdr)": {
			Property: "queue.fits", Kind: ir.Assert, Unbounded: true, Engine: "abc pdr"},
		"assert queue.fits holds in the first 20 cycles of all runs (z3 bmc)": {
			Property: "queue.fits", Kind: ir.Assert, Depth: 20, Engine: "z3 bmc"},
		"assert queue.fits holds in the first cycle of all runs (z3 bmc)": {
			Property: "queue.fits", Kind: ir.Assert, Depth: 1, Engine: "z3 bmc"},
		"cover full is reached within 9 cycles (abc bmc)": {
			Property: "full", Kind: ir.Cover, Depth: 9, Engine: "abc bmc"},
		"posedge/x/x.go:7: cycle 4: assert queue.fits fails (abc bmc)": {
			Property: "queue.fits", Kind: ir.Assert, Err: fails, Depth: 5, Engine: "abc bmc"},
		"x.go:3: cover full is never reached (abc pdr)": {
			Property: "full", Kind: ir.Cover, Err: errors.New("x.go:3: cover full is never reached (abc pdr)"), Unbounded: true, Engine: "abc pdr"},
	} {
		assert.Equal(t, want, fmt.Sprint(p))
	}
}

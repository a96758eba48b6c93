package primbatch

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
)

// proved proves all assertions for runs of any length, with resets at any time, and reaches all covers.
func proved(t *testing.T, c hdl.Component, budget time.Duration) {
	t.Helper()
	t.Parallel()
	for _, p := range bench.Prove(t, c, bench.ProofBy(formal.ABC), bench.ProofBudget(budget), bench.ProofDepth(12)) {
		assert.True(t, p.Unbounded || p.Kind == ir.Cover, "%s is proved for %d cycles only", p.Property, p.Depth)
	}
}

var testConfig = NewConfig(1)

// narrow is a configuration for proofs, with the narrowest beats.
func narrow(lines, vertices int) Config {
	return Config{Lines: lines, Elements: 4, Vertices: vertices, identifier: 1, coordinate: 1, counter: 1}
}

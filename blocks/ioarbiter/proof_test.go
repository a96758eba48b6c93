package ioarbiter

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/internal/long"
)

// Each part of the connector is proved alone, between neighbours that may do whatever their assumptions allow: what a
// part asserts of a stream, its neighbour assumes. Data have one bit, state objects two words.

// proved proves all assertions for runs of any length, with resets at any time, and that all covers are reached.
func proved(t *testing.T, c hdl.Component, budget time.Duration) {
	t.Parallel()
	for _, p := range bench.Prove(t, c, bench.ProofBy(formal.ABC), bench.ProofBudget(budget), bench.ProofDepth(12)) {
		assert.True(t, p.Unbounded || p.Kind == ir.Cover, "%s is proved for %d cycles only", p.Property, p.Depth)
	}
}

// harnessOf is a harness at some size.
type harnessOf struct {
	name    string
	harness hdl.Component
}

// At small sizes.
func TestThePartsAreProved(t *testing.T) {
	for _, p := range []harnessOf{
		{"IO arbiter, 2 SMs, depth 2", newArbiterHarness(2, 2)},
		{"state cache, 2 objects, 1 way, 1 miss", newCacheHarness(cacheSize{CacheConfig{2, 1, 1}, 2, 1, 2, 1})},
		{"bypass, 1 slot", newBypassHarness(1)},
		{"shadow state, 2 words", newShadowHarness(2)},
		{"interface, 1 record", newInterfaceHarness(1, false)},
		{"output commit, 2 SMs, 1 write", newCommitHarness(2, 1)},
	} {
		t.Run(p.name, func(t *testing.T) { proved(t, p.harness, 20*time.Second) })
	}
}

// At the other sizes.
func TestLongThePartsAreProved(t *testing.T) {
	long.Only(t)
	list := []harnessOf{
		{"bypass, 2 slots", newBypassHarness(2)},
		{"shadow state, 1 word", newShadowHarness(1)},
		{"shadow state, 3 words", newShadowHarness(3)},
		{"interface, 1 record, not to SMs", newInterfaceHarness(1, true)},
		{"interface, 2 records", newInterfaceHarness(2, false)},
		{"interface, 2 records, not to SMs", newInterfaceHarness(2, true)},
		{"output commit, 2 SMs, 2 writes", newCommitHarness(2, 2)},
	}
	for _, c := range []CacheConfig{{2, 1, 2}, {2, 2, 2}} {
		list = append(list, harnessOf{fmt.Sprintf("state cache, %d objects, %d ways, %d misses", c.Objects, c.Ways, c.Misses), newCacheHarness(cacheSize{c, 2, 1, 2, 1})})
	}
	for _, size := range [][2]int{{2, 1}, {3, 1}, {3, 2}} {
		list = append(list, harnessOf{fmt.Sprintf("IO arbiter, %d SMs, depth %d", size[0], size[1]), newArbiterHarness(size[0], size[1])})
	}
	for _, writes := range []int{1, 2} {
		list = append(list, harnessOf{fmt.Sprintf("output commit, 3 SMs, %d writes", writes), newCommitHarness(3, writes)})
	}
	for _, p := range list {
		t.Run(p.name, func(t *testing.T) { proved(t, p.harness, 5*time.Minute) })
	}
}

// zeros is the zero value of a shape.
func zeros[T any](shape T) T { return hdl.Unflatten(shape, hdl.Const(hdl.WidthOf(shape), 0)) }

func implies(a, b hdl.Bits) hdl.Bits { return a.Not().Or(b) }

func all(list ...hdl.Bits) hdl.Bits {
	y := hdl.Const(1, 1)
	for _, x := range list {
		y = y.And(x)
	}
	return y
}

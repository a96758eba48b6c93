package ir_test

import (
	"runtime/debug"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
)

// deepModule has an output that is n operations away from its input.
func deepModule(n int) (*ir.Module, ir.Expr) {
	m, in, out, _, _ := sound()
	x := ref(in)
	for range n {
		x = &ir.Unary{Op: ir.OpNot, X: x}
	}
	m.Body[2] = &ir.Set{Target: out, Value: x}
	return m, x
}

func TestEachVisitsOperandsFirstAndOnce(t *testing.T) {
	_, in, _, _, _ := sound()
	a := ref(in)
	shared := &ir.Unary{Op: ir.OpNot, X: a}
	left := &ir.Binary{Op: ir.OpAdd, X: shared, Y: a}
	top := &ir.Binary{Op: ir.OpXor, X: left, Y: shared}
	seen := ir.Seen{}
	var order []ir.Expr
	visit := func(e ir.Expr) { order = append(order, e) }
	seen.Each(top, visit)
	assert.Equal(t, []ir.Expr{a, shared, left, top}, order)
	seen.Each(top, visit)
	assert.Len(t, order, 4, "what was seen is not visited again")
}

// Deep expressions need no deep stack.
func TestDeepExpressions(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(1 << 20))
	m, x := deepModule(100_000)
	assert.Equal(t, 4, x.Width())
	require.NoError(t, ir.Check(m))
	sums, loop, _ := ir.Paths(m)
	require.Nil(t, loop)
	assert.Equal(t, ir.Summary{3: {2}}, sums[m])
	assert.Greater(t, len(ir.Text(m)), 600_000)
}

func TestWidthsAreReadInParallel(t *testing.T) {
	_, x := deepModule(1000)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() { assert.Equal(t, 4, x.Width()) })
	}
	all.Wait()
}

// A malformed expression has a width too, so that it can be reported.
func TestWidthOfMalformedExpressions(t *testing.T) {
	empty := &ir.Concat{}
	assert.Equal(t, 0, (&ir.Binary{Op: ir.OpMul, X: empty, Y: empty}).Width())
}

package bench_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
)

// product has two registers, one with (x*y)*z and one with x*(y*z), modulo
// 2^width. As words that is one term, which z3 sees at once; as gates it is
// beyond every search, on any machine.
func product(width int, state func(m *hdl.Module, left, right hdl.Bits)) *checked {
	c := newChecked(width, func(c *checked, m *hdl.Module) {
		mul := func(a, b hdl.Bits) hdl.Bits { return a.Mul(b).Truncate(width) }
		x, y, z := c.Step.Slice(width-1, 0), c.Step.Slice(2*width-1, width), c.Step.Slice(3*width-1, 2*width)
		left, right := m.Reg("left", width), m.Reg("right", width)
		left.Set(mul(mul(x, y), z))
		right.Set(mul(x, mul(y, z)))
		c.Value.Set(left)
		state(m, left, right)
	})
	c.Step = hdl.Input(3 * width)
	return c
}

func associative(m *hdl.Module, left, right hdl.Bits) { m.Assert("associative", left.Eq(right)) }

func TestZ3ProvesWhatABCLeavesOpen(t *testing.T) {
	proofs, err := prove(t, product(12, associative), bench.ProofBudget(time.Second), bench.ProofDepth(2))
	require.NoError(t, err)
	assert.Equal(t, []bench.Proof{{Property: "associative", Kind: ir.Assert, Unbounded: true, Engine: "z3 induction"}}, proofs)
}

// ABC has to see that the products are equal in cycles 1 and 2 before it gets
// to cycle 3, in which the count makes the assert fail.
func TestZ3FindsWhatABCDoesNotComeTo(t *testing.T) {
	proofs, err := prove(t, product(12, func(m *hdl.Module, left, right hdl.Bits) {
		count := m.Reg("count", 3)
		count.Set(count.Add(1))
		m.Assert("until_three", left.Eq(right).And(count.Ne(3)))
	}), bench.ProofBudget(time.Second), bench.ProofDepth(6))
	assert.ErrorContains(t, err, "cycle 3: assert until_three fails")
	require.Len(t, proofs, 1)
	assert.Equal(t, "z3 bmc", proofs[0].Engine)
	assert.Equal(t, 4, proofs[0].Depth)
}

// Where gates take too long, nothing hangs: the words decide alone.
func TestADesignTooLargeForGatesIsProvedAsWords(t *testing.T) {
	soon := bench.ProofBudget(time.Millisecond)
	proofs, err := prove(t, product(64, associative), soon, bench.ProofDepth(2))
	require.NoError(t, err)
	require.Len(t, proofs, 1)
	assert.NotContains(t, proofs[0].Engine, "abc")
	_, err = prove(t, product(64, associative), soon, bench.ProofBy(formal.ABC))
	assert.ErrorContains(t, err, "checked: no gates from Yosys in time (20ms); give the proof a larger budget, prove a smaller variant, or prove it by z3")
}

// An engine that does not end is stopped, and what it has reported by then
// counts. The stand-in is an ABC that is stuck after the third cycle.
func TestAnEngineThatHangsIsEnded(t *testing.T) {
	needProver(t)
	if runtime.GOOS == "windows" {
		t.Skip("not tested: the stand-in is a shell script")
	}
	folder := t.TempDir()
	script := `#!/bin/sh
case "$*" in
*pdr*) echo "Status = -1  Frames = 0   Cex is not defined."; exit ;;
esac
for n in 0 1 2; do echo "   $n + : Var =       1. Cla =        0."; done
sleep 600
`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "yosys-abc"), []byte(script), 0o755))
	t.Setenv("PATH", folder+string(filepath.ListSeparator)+os.Getenv("PATH"))
	start := time.Now()
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("in_range", count.Le(9))
	}), bench.ProofBudget(time.Second), bench.ProofBy(formal.ABC))
	require.NoError(t, err)
	assert.Equal(t, []bench.Proof{{Property: "in_range", Kind: ir.Assert, Depth: 3, Engine: "abc bmc"}}, proofs)
	assert.Less(t, time.Since(start), 2*time.Minute)
}

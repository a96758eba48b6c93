package bench_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
)

// byZ3 allows ample time, so that no verdict depends on the machine.
func byZ3(depth int) []bench.ProofOption {
	return []bench.ProofOption{bench.ProofBy(formal.Z3), bench.ProofDepth(depth), bench.ProofBudget(5 * time.Minute)}
}

// large keeps the last word that was written to address 2 of 65536 bits, too many
// for ABC. The memory does hold that word, but induction does not see it:
// nothing restricts what the two hold beforehand.
func large(mutant bool) *checked {
	c := newChecked(32, func(c *checked, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(32), 2048)
		at, word := m.Reg("at", 11), m.Reg("word", 32, hdl.NoReset())
		at.Set(at.Add(1))
		m.If(c.Step.Bit(0), func() {
			mem.Write(at, c.Step.Bits)
			m.If(at.Eq(2), func() { word.Set(c.Step.Bits) })
			if mutant {
				m.If(at.Eq(2), func() { mem.Write(at, c.Step.Xor(uint32(0x80000000))) })
			}
		})
		m.If(at.Eq(3), func() { mem.Write(at, hdl.Const(32, 9)) })
		c.Value.Set(mem.Read(at))
		m.Assume("not_5", c.Step.Ne(5))
		m.Assert("word_comes_back", mem.Read(hdl.Const(11, 2)).Eq(word))
		m.Assert("word_3_is_9", at.Eq(4).Not().Or(mem.Read(hdl.Const(11, 3)).Eq(9)))
	})
	c.Step = hdl.Input(32)
	return c
}

func TestALargeMemoryIsSearchedAsWords(t *testing.T) {
	proofs, err := prove(t, large(false), bench.ProofDepth(4), bench.ProofBudget(5*time.Minute))
	require.NoError(t, err)
	assert.Equal(t, []bench.Proof{
		{Property: "word_comes_back", Kind: ir.Assert, Depth: 4, Engine: "z3 bmc"},
		{Property: "word_3_is_9", Kind: ir.Assert, Unbounded: true, Engine: "z3 induction"},
	}, proofs)
	_, err = prove(t, large(true), bench.ProofDepth(4), bench.ProofBudget(5*time.Minute))
	assert.ErrorContains(t, err, "cycle 3: assert word_comes_back fails")
}

func TestZ3FindsWhatABCFinds(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("below_7", count.Lt(7))
		m.Assert("below_5", count.Lt(5))
		m.Assert("in_range", count.Le(9))
		m.Cover("nine", count.Eq(9))
		m.Cover("twelve", count.Eq(12))
	}), byZ3(12)...)
	assert.ErrorContains(t, err, "cycle 5: assert below_5 fails with count = 0x5")
	assert.ErrorContains(t, err, "cycle 7: assert below_7 fails, in a run in which below_5 has failed in cycle 5")
	assert.ErrorContains(t, err, "cover twelve is never reached (z3 induction)")
	require.Len(t, proofs, 5)
	for i, unbounded := range []bool{false, false, true, false, true} {
		assert.Equal(t, unbounded, proofs[i].Unbounded, proofs[i].Property)
	}
	assert.Equal(t, bench.Proof{Property: "in_range", Kind: ir.Assert, Unbounded: true, Engine: "z3 induction"}, proofs[2])
	assert.Equal(t, 10, proofs[3].Depth)
}

// The counter goes round below 6 and never reaches 12, but one step leads there
// from 11, which is unreachable too. Two cycles tell more than one.
func TestInductionTakesAsManyCyclesAsItNeeds(t *testing.T) {
	proofs, err := prove(t, newChecked(4, func(c *checked, m *hdl.Module) {
		count := m.Reg("count", 4)
		count.Set(count.Add(1))
		m.If(count.Eq(5).Or(count.Gt(11)), func() { count.Set(0) })
		m.If(count.Eq(10), func() { count.Set(12) })
		m.If(count.Eq(9).Or(count.Eq(8)), func() { count.Set(1) })
		c.Value.Set(count)
		m.Assert("never_12", count.Ne(12))
	}), byZ3(8)...)
	require.NoError(t, err)
	assert.Equal(t, "z3 induction", proofs[0].Engine)
	assert.True(t, proofs[0].Unbounded)
}

// The count is below 7 in the 6 cycles searched, but that is not proved: a step from
// 6, also below 7, fails. A count below 5 would exclude 6, but that is not true.
func TestZ3DoesNotProveWhatFailsLater(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("below_5", count.Lt(5))
		m.Assert("below_7", count.Lt(7))
		m.Cover("eight", count.Eq(8))
	}), byZ3(6)...)
	assert.ErrorContains(t, err, "cycle 5: assert below_5 fails")
	assert.ErrorContains(t, err, "cover eight is not reached in 6 cycles (z3 bmc); ProofDepth searches more")
	require.Len(t, proofs, 3)
	assert.Equal(t, bench.Proof{Property: "below_7", Kind: ir.Assert, Depth: 6, Engine: "z3 bmc"}, proofs[1])
}

func TestACoverIsReachedByZ3(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Cover("four", count.Eq(4).And(c.Step))
	}), byZ3(6)...)
	require.NoError(t, err)
	require.Len(t, proofs, 1)
	assert.Equal(t, 5, proofs[0].Depth)
}

func TestAMemoryOfZ3KeepsItsWord(t *testing.T) {
	_, err := prove(t, shadowed(false), byZ3(7)...)
	require.NoError(t, err)
}

// 0, 1, 2, 2, …: two cycles without a 1 are never followed by a 1, but the
// second cycle, which is not searched, has one.
func TestInductionBeginsWithCyclesThatWereSearched(t *testing.T) {
	proofs, err := prove(t, newChecked(2, func(c *checked, m *hdl.Module) {
		count := m.Reg("count", 2)
		count.Set(2)
		m.If(count.Eq(0), func() { count.Set(1) })
		c.Value.Set(count)
		m.Assert("never_1", count.Ne(1))
	}), append(byZ3(1), bench.WithoutReset())...)
	require.NoError(t, err)
	assert.Equal(t, []bench.Proof{{Property: "never_1", Kind: ir.Assert, Depth: 1, Engine: "z3 bmc"}}, proofs)
}

func TestZ3HoldsTheAssumes(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("at_most_three", count.Le(3))
		m.Assume("stops_at_three", c.Step.Not().Or(count.Lt(3)))
	}), byZ3(8)...)
	require.NoError(t, err)
	allUnbounded(t, proofs, 1)

	_, err = prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("never_zero", count.Ne(0))
		m.Assume("steps", c.Step.Bits)
		m.Assume("early", count.Le(5))
	}), byZ3(8)...)
	require.ErrorContains(t, err, formal.ErrVacuous.Error())
	assert.ErrorContains(t, err, "no run of 8 cycles without a reset keeps to them: steps (posedge/bench/prove_z3_test.go:")
}

func TestAWideCounterexampleOfZ3(t *testing.T) {
	_, err := prove(t, pattern(), byZ3(4)...)
	assert.ErrorContains(t, err, "cycle 1: assert no_pattern fails with last = 0x48d159e26af37bc04")
}

func TestTheResetOfZ3MayComeAtAnyTime(t *testing.T) {
	resets := func() *checked {
		return newChecked(4, func(c *checked, m *hdl.Module) {
			a, b := m.Reg("a", 4), m.Reg("b", 4, hdl.NoReset())
			a.Set(a.Add(1))
			b.Set(b.Add(1))
			c.Value.Set(a.Xor(b))
			m.Assert("equal", a.Eq(b))
		})
	}
	_, err := prove(t, resets(), byZ3(4)...)
	assert.ErrorContains(t, err, "cycle 1: assert equal fails with a = 0x0, b = 0x1")
	proofs, err := prove(t, resets(), append(byZ3(4), bench.WithoutReset())...)
	require.NoError(t, err)
	allUnbounded(t, proofs, 1)
}

// A power-on state with contents and initial values, in a memory that is only read.
func TestZ3KnowsTheContents(t *testing.T) {
	proofs, err := prove(t, newChecked(8, func(c *checked, m *hdl.Module) {
		rom := hdl.NewMem(m, "rom", hdl.Width(8), 4)
		rom.Init([]hdl.Bits{hdl.Const(8, 3), hdl.Const(8, 1), hdl.Const(8, 4), hdl.Const(8, 1)})
		at := m.Reg("at", 2)
		at.Set(at.Add(1))
		c.Value.Set(rom.Read(at))
		m.Assert("first", at.Ne(0).Or(c.Value.Eq(3)))
		m.Assert("third_is_5", at.Ne(2).Or(c.Value.Eq(5)))
	}), byZ3(4)...)
	assert.ErrorContains(t, err, "cycle 2: assert third_is_5 fails")
	require.Len(t, proofs, 2)
	assert.NoError(t, proofs[0].Err)
}

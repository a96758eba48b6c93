package bench_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/ir"
)

func allUnbounded(t *testing.T, proofs []bench.Proof, n int) {
	t.Helper()
	require.Len(t, proofs, n)
	for _, p := range proofs {
		assert.True(t, p.Unbounded, "%+v", p)
		assert.NoError(t, p.Err)
	}
}

// shadowed keeps the last word that was written to an address of a memory;
// reading there must give the same word.
func shadowed(mutant bool) *checked {
	return newChecked(8, func(c *checked, m *hdl.Module) {
		mem := hdl.NewMem(m, "mem", hdl.Width(8), 4)
		at, word, tag := m.Reg("at", 2), m.Reg("word", 8, hdl.NoReset()), m.Reg("tag", 8)
		at.Set(at.Add(1))
		tag.Set(tag.Add(3))
		m.If(c.Step, func() {
			mem.Write(at, tag)
			m.If(at.Eq(2), func() { word.Set(tag) })
			if mutant {
				m.If(tag.Eq(21), func() { mem.Write(hdl.Const(2, 2), tag) })
			}
		})
		c.Value.Set(mem.Read(at))
		m.Assert("word_comes_back", mem.Read(hdl.Const(2, 2)).Eq(word))
	})
}

func TestAMemoryKeepsItsWord(t *testing.T) {
	proofs, err := prove(t, shadowed(false))
	require.NoError(t, err)
	allUnbounded(t, proofs, 1)
	_, err = prove(t, shadowed(true))
	assert.ErrorContains(t, err, "cycle 8: assert word_comes_back fails")
}

// parent has two decades, one of which is wrong.
type parent struct {
	Step hdl.In
	Sum  hdl.Out
}

func (p *parent) Describe(m *hdl.Module) {
	good := decade(func(c *checked, m *hdl.Module, count hdl.Bits) { m.Assert("in_range", count.Le(9)) })
	bad := decade(func(c *checked, m *hdl.Module, count hdl.Bits) { m.Assert("in_range", count.Le(8)) })
	good.name, bad.name = "decade_9", "decade_8"
	hdl.Instance(m, "good", good)
	hdl.Instance(m, "bad", bad)
	good.Step.Set(p.Step)
	bad.Step.Set(p.Step)
	p.Sum.Set(good.Value.AddCarry(bad.Value))
	m.Assert("even", p.Sum.Bit(0).Not())
}

func TestAPropertyOfAChildHasItsPath(t *testing.T) {
	proofs, err := prove(t, &parent{hdl.Input(1), hdl.Output(5)})
	assert.ErrorContains(t, err, "cycle 9: assert bad.in_range fails with bad.count = 0x9")
	require.Len(t, proofs, 3)
	assert.Equal(t, []string{"even", "good.in_range", "bad.in_range"}, []string{proofs[0].Property, proofs[1].Property, proofs[2].Property})
	assert.NoError(t, proofs[0].Err)
	assert.NoError(t, proofs[1].Err)
	assert.Error(t, proofs[2].Err)
}

// settled has no clock; its child's assume restricts its own assert.
type settled struct {
	A, B hdl.In
	Y    hdl.Out

	limit int
}

func (s *settled) Describe(m *hdl.Module) {
	sum := s.A.AddCarry(s.B)
	m.Assume("in_range", s.A.Lt(100).And(s.B.Lt(s.limit)))
	m.Assert("no_carry", sum.Bit(8).Not())
	s.Y.Set(sum.Truncate(8))
}

// clocked has settled as a child, without a clock, and assumes with one.
type clocked struct {
	A, B hdl.In
	Y    hdl.Out
}

func (c *clocked) Describe(m *hdl.Module) {
	inner := hdl.Instance(m, "inner", &settled{hdl.Input(8), hdl.Input(8), hdl.Output(8), 255})
	inner.A.Set(c.A)
	inner.B.Set(c.B)
	last := m.Reg("last", 8)
	last.Set(inner.Y)
	c.Y.Set(last)
	m.Assume("below_101", c.B.Le(100))
}

func TestLogicWithoutAClock(t *testing.T) {
	proofs, err := prove(t, &settled{hdl.Input(8), hdl.Input(8), hdl.Output(8), 100})
	require.NoError(t, err)
	allUnbounded(t, proofs, 1)
	_, err = prove(t, &settled{hdl.Input(8), hdl.Input(8), hdl.Output(8), 200})
	assert.ErrorContains(t, err, "cycle 0: assert no_carry fails")
}

// pattern must not see one of 70 bits in a register of 200.
func pattern() *checked {
	c := newChecked(1, func(c *checked, m *hdl.Module) {
		last := m.Reg("last", 200, hdl.NoReset())
		last.Set(c.Step)
		c.Value.Set(last.ReduceXor())
		m.Assert("no_pattern", last.Slice(199, 130).Eq(hdl.Cat(hdl.Const(38, uint64(0x123456789)), hdl.Const(32, uint32(0xabcdef01)))).Not())
		m.Cover("one_high", last.Slice(199, 60).Eq(1))
	})
	c.Step = hdl.Input(200)
	return c
}

func TestAWideCounterexample(t *testing.T) {
	proofs, err := prove(t, pattern())
	assert.ErrorContains(t, err, "cycle 1: assert no_pattern fails with last = 0x48d159e26af37bc04")
	require.Len(t, proofs, 2)
	assert.NoError(t, proofs[1].Err)
	assert.Equal(t, 2, proofs[1].Depth)
}

// An assert of the constant 0 marks a place that the design must never reach.
func TestAPlaceThatIsNeverReached(t *testing.T) {
	place := func(at int) *checked {
		return decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
			m.If(count.Eq(at), func() { m.Assert("never_here", hdl.Const(1, 0)) })
			m.Assert("true_always", hdl.Const(1, 1))
			m.Cover("anything", hdl.Const(1, 1))
		})
	}
	proofs, err := prove(t, place(12))
	require.NoError(t, err)
	require.Len(t, proofs, 3)
	assert.Equal(t, bench.Proof{Property: "true_always", Kind: ir.Assert, Unbounded: true, Engine: "yosys"}, proofs[1])
	assert.Equal(t, 1, proofs[2].Depth)
	_, err = prove(t, place(5))
	assert.ErrorContains(t, err, "cycle 5: assert never_here fails")
}

func TestACoverCountsWhereItStands(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.If(count.Eq(12), func() { m.Cover("at_twelve", c.Step.Bits) })
		m.If(count.Eq(6), func() { m.Cover("at_six", c.Step.Bits) })
	}))
	assert.ErrorContains(t, err, "cover at_twelve is never reached (abc pdr)")
	require.Len(t, proofs, 2)
	assert.NoError(t, proofs[1].Err)
	assert.Equal(t, 7, proofs[1].Depth)
}

func TestTheResetMayComeAtAnyTime(t *testing.T) {
	resets := func() *checked {
		return newChecked(4, func(c *checked, m *hdl.Module) {
			a, b := m.Reg("a", 4), m.Reg("b", 4, hdl.NoReset())
			a.Set(a.Add(1))
			b.Set(b.Add(1))
			c.Value.Set(a.Xor(b))
			m.Assert("equal", a.Eq(b))
		})
	}
	_, err := prove(t, resets())
	assert.ErrorContains(t, err, "cycle 1: assert equal fails with a = 0x0, b = 0x1")
	proofs, err := prove(t, resets(), bench.WithoutReset())
	require.NoError(t, err)
	allUnbounded(t, proofs, 1)
}

func TestAssumesOfAClockHoldForAChildWithoutOne(t *testing.T) {
	proofs, err := prove(t, &clocked{hdl.Input(8), hdl.Input(8), hdl.Output(8)}, bench.WithoutReset())
	require.NoError(t, err)
	allUnbounded(t, proofs, 1)
}

func TestAProofNeedsProperties(t *testing.T) {
	_, err := prove(t, decade(func(*checked, *hdl.Module, hdl.Bits) {}))
	assert.ErrorContains(t, err, "checked has no asserts and no covers; state what to prove with m.Assert(name, cond)")
}

// An assert that no search decides in time is known to hold in the cycles
// searched: (a+b)^2 and its three products, 28 bits wide, are too much for gates.
func TestAnAssertThatIsNotDecidedIsBounded(t *testing.T) {
	c := newChecked(1, func(c *checked, m *hdl.Module) {
		total := m.Reg("total", 28)
		total.Set(c.Step)
		low, high := total.Slice(13, 0), total.Slice(27, 14)
		sum := low.AddCarry(high).ZeroExtend(16)
		parts := low.Mul(low).ZeroExtend(32).Add(high.Mul(high).ZeroExtend(32)).Add(low.Mul(high).ZeroExtend(32).Shl(1))
		m.Assert("binomial", sum.Mul(sum).Eq(parts))
		m.Assert("is_itself", total.Eq(total))
		c.Value.Set(total.ReduceOr())
	})
	c.Step = hdl.Input(28)
	proofs, err := prove(t, c, bench.ProofBudget(time.Second), bench.ProofDepth(4))
	require.NoError(t, err)
	assert.False(t, proofs[0].Unbounded)
	assert.Equal(t, 1, proofs[0].Depth, "cycle 0 is decided by the power-on")
	assert.True(t, proofs[1].Unbounded)
}

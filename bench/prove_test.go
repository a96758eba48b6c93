package bench_test

import (
	"cmp"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/eda/edatest"
)

// needProver skips the test without Yosys; under CI that is a failure.
func needProver(t *testing.T) {
	t.Helper()
	edatest.Need(t, "yosys", "yosys-abc", "z3")
}

// checked is a component with the given description.
type checked struct {
	Step  hdl.In
	Value hdl.Out

	name     string // of the module, if it needs its own
	describe func(c *checked, m *hdl.Module)
}

func (c *checked) ModuleName() string { return cmp.Or(c.name, "checked") }

func (c *checked) Describe(m *hdl.Module) { c.describe(c, m) }

func newChecked(width int, describe func(c *checked, m *hdl.Module)) *checked {
	return &checked{Step: hdl.Input(1), Value: hdl.Output(width), describe: describe}
}

// decade counts the steps modulo ten, and states what the test says about the count.
func decade(state func(c *checked, m *hdl.Module, count hdl.Bits)) *checked {
	return newChecked(4, func(c *checked, m *hdl.Module) {
		count := m.Reg("count", 4)
		m.If(c.Step, func() {
			m.If(count.Eq(9), func() { count.Set(0) }).Else(func() { count.Set(count.Add(1)) })
		})
		c.Value.Set(count)
		state(c, m, count)
	})
}

func prove(t *testing.T, c hdl.Component, opts ...bench.ProofOption) ([]bench.Proof, error) {
	t.Helper()
	needProver(t)
	var proofs []bench.Proof
	err := bench.Run(func(r bench.Reporter) { proofs = bench.Prove(r, c, opts...) })
	return proofs, err
}

func TestAnInvariantIsProvedForAllTime(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("in_range", count.Le(9))
		m.Assert("not_eleven", count.Ne(11))
	}))
	require.NoError(t, err)
	assert.Equal(t, []bench.Proof{
		{Property: "in_range", Kind: ir.Assert, Unbounded: true, Engine: "abc pdr"},
		{Property: "not_eleven", Kind: ir.Assert, Unbounded: true, Engine: "abc pdr"},
	}, proofs)
}

func TestASearchOfShortRunsProvesNothingForAllTime(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("below_9", count.Ne(9))
		m.Cover("eight", count.Eq(8))
	}), bench.ProofBy(formal.BMC), bench.ProofDepth(9))
	require.NoError(t, err)
	assert.Equal(t, []bench.Proof{
		{Property: "below_9", Kind: ir.Assert, Depth: 9, Engine: "abc bmc"},
		{Property: "eight", Kind: ir.Cover, Depth: 9, Engine: "abc bmc"},
	}, proofs)
	_, err = prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("below_9", count.Ne(9))
	}), bench.ProofBy(formal.BMC), bench.ProofDepth(10))
	assert.ErrorContains(t, err, "cycle 9: assert below_9 fails with count = 0x9")
}

func TestACounterexampleFailsInOurSimulatorsToo(t *testing.T) {
	needProver(t)
	f := &fakeTest{dir: t.TempDir()}
	proofs := bench.Prove(f, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("below_7", count.Lt(7))
		m.Assert("below_10", count.Lt(10))
	}))
	require.Len(t, proofs, 2)
	var failed *sim.PropertyError
	require.ErrorAs(t, proofs[0].Err, &failed)
	assert.EqualValues(t, 7, failed.Cycle)
	assert.Equal(t, 8, proofs[0].Depth)
	assert.False(t, proofs[0].Unbounded, "it fails")
	assert.NoError(t, proofs[1].Err)
	assert.True(t, proofs[1].Unbounded, "another assert fails")
	t.Log(f.log.String())
	assert.FileExists(t, filepath.Join(f.dir, "checked_below_7.vcd"))
	assert.FileExists(t, filepath.Join(f.dir, "checked_below_7.gtkw"))
}

func TestAnAssumeMakesItTrue(t *testing.T) {
	three := func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("at_most_three", count.Le(3))
	}
	_, err := prove(t, decade(three))
	require.ErrorContains(t, err, "cycle 4: assert at_most_three fails with count = 0x4")

	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		three(c, m, count)
		m.Assume("stops_at_three", c.Step.Not().Or(count.Lt(3)))
	}))
	require.NoError(t, err)
	require.Len(t, proofs, 1)
	assert.True(t, proofs[0].Unbounded)
}

func TestAssumesThatExcludeEveryRunAreAnError(t *testing.T) {
	_, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("never_zero", count.Ne(0))
		m.Assume("steps", c.Step)
		m.Assume("early", count.Le(5))
	}))
	require.ErrorContains(t, err, formal.ErrVacuous.Error())
	assert.ErrorContains(t, err, "no run of 32 cycles without a reset keeps to them: steps (posedge/bench/prove_test.go:")
}

func TestCoversAreReachedOrNamed(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Cover("nine", count.Eq(9))
		m.Cover("twelve", count.Eq(12))
	}))
	assert.ErrorContains(t, err, "cover twelve is never reached (abc pdr)")
	assert.Equal(t, 10, proofs[0].Depth)
	assert.False(t, proofs[0].Unbounded, "a run reaches it: nothing is proved of all")
	assert.NoError(t, proofs[0].Err)
	assert.Error(t, proofs[1].Err)
	assert.True(t, proofs[1].Unbounded)
}

// The search of 4 cycles does not get to 9; the unbounded one does.
func TestACoverIsReachedBeyondTheDepth(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Cover("nine", count.Eq(9))
	}), bench.ProofDepth(4))
	require.NoError(t, err)
	require.Len(t, proofs, 1)
	assert.Equal(t, "abc pdr", proofs[0].Engine)
	assert.GreaterOrEqual(t, proofs[0].Depth, 10)
}

func TestTheAssumesMayExcludeACover(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assume("stops_at_three", c.Step.Not().Or(count.Lt(3)))
		m.Cover("three", count.Eq(3))
		m.Cover("nine", count.Eq(9))
	}))
	assert.ErrorContains(t, err, "cover nine is never reached (abc pdr)")
	require.Len(t, proofs, 2)
	assert.NoError(t, proofs[0].Err)
}

// A run to a later failure, or to a cover, may pass through an earlier one.
func TestEveryFailingAssertIsNamed(t *testing.T) {
	proofs, err := prove(t, decade(func(c *checked, m *hdl.Module, count hdl.Bits) {
		m.Assert("below_7", count.Lt(7))
		m.Assert("below_5", count.Lt(5))
		m.Cover("nine", count.Eq(9))
	}))
	assert.ErrorContains(t, err, "cycle 5: assert below_5 fails with count = 0x5")
	assert.ErrorContains(t, err, "cycle 7: assert below_7 fails, in a run in which below_5 has failed in cycle 5")
	assert.NoError(t, proofs[2].Err)
	assert.Equal(t, 10, proofs[2].Depth)
}

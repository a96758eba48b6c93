package gates_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/internal/eda/edatest"
	"posedge/internal/gates"
)

// sample is a circuit whose gates are known: a ^ (b & c), and two flip-flops, of which one
// takes the result only where it is enabled.
type sample struct {
	A, B, C, Enable hdl.In
	Last, Kept      hdl.Out
}

func newSample() *sample {
	return &sample{hdl.Input(1), hdl.Input(1), hdl.Input(1), hdl.Input(1), hdl.Output(1), hdl.Output(1)}
}

func (s *sample) ModuleName() string { return "sample" }

func (s *sample) Describe(m *hdl.Module) {
	y := s.A.Xor(s.B.And(s.C))
	last, kept := m.Reg("last_one", 1, hdl.NoReset()), m.Reg("kept_one", 1, hdl.NoReset())
	last.Set(y)
	m.If(s.Enable, func() { kept.Set(y) })
	s.Last.Set(last)
	s.Kept.Set(kept)
}

func synthesised(t *testing.T, c hdl.Component) *gates.Netlist {
	t.Helper()
	edatest.Need(t, "yosys", "yosys-abc", "iverilog", "vvp")
	require.NoError(t, gates.Missing())
	d, err := hdl.Elaborate(c)
	require.NoError(t, err)
	n, err := gates.Synthesise(t.Context(), d.Top)
	require.NoError(t, err)
	return n
}

// cycles are inputs of the sample, each with the values that settle in its cycle.
var cycles = []struct{ a, b, c, enable uint64 }{
	//             b & c  result  last  kept
	{0, 0, 0, 0}, //   0       0     0     0
	{1, 0, 0, 0}, //   0       1     0     0
	{0, 1, 1, 1}, //   1       1     1     0, and the result has no glitch
	{0, 1, 0, 0}, //   0       0     1     1
	{0, 1, 0, 1}, //   0       0     0     1
	{0, 1, 0, 0}, //   0       0     0     0
}

func TestChangesAreThoseThatAHandCounts(t *testing.T) {
	n := synthesised(t, newSample())
	assert.Equal(t, 2, n.Gates())
	assert.Equal(t, 2, n.FlipFlops())
	var inputs []map[string]uint64
	for _, x := range cycles {
		inputs = append(inputs, map[string]uint64{"a": x.a, "b": x.b, "c": x.c, "enable": x.enable})
	}
	all, err := n.Changes(t.Context(), 1, inputs)
	require.NoError(t, err)
	assert.Equal(t, gates.Changes{Steps: 5, Gates: 2 + 2, FlipFlops: 2 + 2}, all)
	end, err := n.Changes(t.Context(), 3, inputs)
	require.NoError(t, err)
	assert.Equal(t, gates.Changes{Steps: 3, Gates: 1 + 1, FlipFlops: 1 + 2}, end)
	for i, x := range inputs {
		if i > 0 && x["b"] == inputs[i-1]["b"] {
			delete(x, "b")
		}
	}
	again, err := n.Changes(t.Context(), 1, inputs)
	require.NoError(t, err)
	assert.Equal(t, all, again, "an input that is not named keeps its value")
}

// choice is a multiplexer in front of a register.
type choice struct {
	A, B, S hdl.In
	Y       hdl.Out
}

func (c *choice) ModuleName() string { return "choice" }

func (c *choice) Describe(m *hdl.Module) {
	y := m.Reg("chosen", 1, hdl.NoReset())
	y.Set(hdl.Mux(c.S, c.B, c.A))
	c.Y.Set(y)
}

func TestChangesBehindAMultiplexer(t *testing.T) {
	n := synthesised(t, &choice{hdl.Input(1), hdl.Input(1), hdl.Input(1), hdl.Output(1)})
	assert.Equal(t, 1, n.Gates())
	c, err := n.Changes(t.Context(), 1, []map[string]uint64{
		{"s": 0}, // 0
		{"a": 1}, // 1
		{"b": 1}, // 1
		{"s": 1}, // 1
		{"a": 0}, // 1
		{"b": 0}, // 0
	})
	require.NoError(t, err)
	assert.Equal(t, gates.Changes{Steps: 5, Gates: 2, FlipFlops: 1}, c)
}

func TestWrongInputsAreRefused(t *testing.T) {
	n := synthesised(t, newSample())
	for want, run := range map[string]func() error{
		"gates: sample has no input x; inputs are a, b, c, enable": func() error {
			_, err := n.Changes(t.Context(), 1, []map[string]uint64{{"x": 1}, nil})
			return err
		},
		"gates: cycle 1: 2 does not fit into the 1 bits of a": func() error {
			_, err := n.Changes(t.Context(), 1, []map[string]uint64{nil, {"a": 2}})
			return err
		},
		"gates: changes cannot be counted from cycle 2 on in 2 cycles": func() error {
			_, err := n.Changes(t.Context(), 2, []map[string]uint64{nil, nil})
			return err
		},
		"gates: changes cannot be counted from cycle 0 on in 2 cycles": func() error {
			_, err := n.Changes(t.Context(), 0, []map[string]uint64{nil, nil})
			return err
		},
	} {
		assert.EqualError(t, run(), want)
	}
}

// still has no clock.
type still struct {
	A hdl.In
	Y hdl.Out
}

func (s *still) ModuleName() string     { return "still" }
func (s *still) Describe(m *hdl.Module) { s.Y.Set(s.A.Not()) }

func TestADesignWithoutAClockIsRefused(t *testing.T) {
	d, err := hdl.Elaborate(&still{hdl.Input(1), hdl.Output(1)})
	require.NoError(t, err)
	_, err = gates.Synthesise(t.Context(), d.Top)
	assert.EqualError(t, err, "gates: nothing in still is clocked, so that there are no cycles to count")
}

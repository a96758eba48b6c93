package sim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl"
	"posedge/hdl/sim/internal/engine"
)

// settling counts how often the logic is computed for those who look at it.
type settling struct {
	engine.Machine
	n int
}

func (m *settling) Settle() { m.n++; m.Machine.Settle() }

type twice struct {
	In  hdl.In
	Out [2]hdl.Out
}

func (c *twice) Describe(m *hdl.Module) {
	held := m.Reg("held", 8)
	held.Set(c.In)
	c.Out[0].Set(c.In.Add(1))
	c.Out[1].Set(held.Add(c.In))
}

// However often outputs are read after a change, the logic is computed once, and not at all if inputs keep their values.
func TestLogicIsSettledOnceAChange(t *testing.T) {
	d, err := hdl.Elaborate(&twice{hdl.Input(8), [2]hdl.Out{hdl.Output(8), hdl.Output(8)}})
	require.NoError(t, err)
	p, err := Compile(d.Top)
	require.NoError(t, err)
	s := p.New()
	m := &settling{Machine: s.m}
	s.m = m
	in, err := p.Port("in")
	require.NoError(t, err)
	outs := make([]Port, 2)
	for i, name := range []string{"out_0", "out_1"} {
		outs[i], err = p.Port(name)
		require.NoError(t, err)
	}
	look := func() (sum uint64) {
		for range 5 {
			sum = s.Get(outs[0]) + 1000*s.Get(outs[1])
			s.GetWords(nil, outs[1])
		}
		return sum
	}
	require.NoError(t, s.Set(in, 3))
	assert.Equal(t, uint64(3004), look())
	assert.Equal(t, 1, m.n)
	require.NoError(t, s.Set(in, 3))
	look()
	assert.Equal(t, 1, m.n, "nothing has changed")
	require.NoError(t, s.Tick(1))
	assert.Equal(t, uint64(6004), look())
	assert.Equal(t, 2, m.n)
	require.NoError(t, s.Tick(7))
	assert.Equal(t, 2, m.n, "nobody looks")
}

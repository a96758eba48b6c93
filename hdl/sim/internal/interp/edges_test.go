package interp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/jit"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/netlist"
)

// At an instant only the domains that have an edge take their next values, and only
// their checks stop a run; the edges of a run repeat.
func TestEdgesOfARun(t *testing.T) {
	n := lower.Lower(Crossing().Module, false).Netlist
	code, err := Engine{}.Compile(n, nil)
	require.NoError(t, err)
	m := code.New()
	const d, ok = 0, 1 // inputs
	state := func() []uint64 {
		list := []uint64{m.Memory(0, 0, 0), m.Memory(0, 5, 0), m.Memory(1, 0, 0)}
		for i := range n.Registers {
			list = append(list, m.Register(i, 0))
		}
		return list
	}
	assert.Equal(t, []string{"sent", "taken", "past", "ticks.count"}, paths(n))
	m.SetInput(d, 0, 5)
	m.SetInput(ok, 0, 1)
	run := func(cycles int, edges ...netlist.Edges) (done, stop int) { return m.Run(cycles, edges) }

	run(1, 1)
	assert.Equal(t, []uint64{5, 0, 0, 5, 0, 0, 0}, state(), "only a")
	run(1, 2)
	assert.Equal(t, []uint64{5, 0, 5, 5, 5, 5, 1}, state(), "only b")
	m.SetInput(d, 0, 9)
	run(3, 1, 2)
	assert.Equal(t, []uint64{5, 9, 5, 9, 9, 9, 2}, state(), "a, b, a")

	m.SetInput(ok, 0, 0)
	done, stop := run(2, 1)
	assert.Equal(t, []int{0, len(n.Collisions)}, []int{done, stop}, "the check of a")
	_, done, stop = m.Trace(4, []netlist.Edges{2, 1})
	assert.Equal(t, []int{0, len(n.Collisions) + 1}, []int{done, stop})
}

func paths(n *netlist.Netlist) (list []string) {
	for _, r := range n.Registers {
		list = append(list, r.Path)
	}
	return list
}

// The compiled engine does not run several domains as if they were one.
func TestOnlyTheReferenceEngineRunsTwoDomains(t *testing.T) {
	_, err := jit.Engine{}.Compile(lower.Lower(Crossing().Module, false).Netlist, nil)
	assert.ErrorContains(t, err, "use the reference engine")
}

package sim_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

func pass(t *testing.T, name string) func(*sim.Netlist) *sim.Netlist {
	for _, p := range sim.Passes() {
		if p.Name == name {
			return p.Run
		}
	}
	require.Fail(t, "no pass "+name)
	return nil
}

// Each file shows a netlist before and after one pass.
func TestPasses(t *testing.T) {
	for name, build := range map[string]func(m mod, x, y ir.Expr){
		"fold": func(m mod, x, y ir.Expr) {
			zero := lit(8, 0)
			m.drive("constant", bin(ir.OpMul, lit(4, 7), lit(4, 9)))
			m.drive("identity", bin(ir.OpOr, add(x, zero), bin(ir.OpSub, y, y)))
			m.drive("parts", slice(cat(x, lit(3, 5), y), 9, 9))
			m.drive("twice", slice(slice(y, 6, 2), 2, 1))
			m.drive("equal_arms", pick(slice(x, 0, 0), y, add(y, zero)))
			m.drive("decided", pick(lit(1, 1), x, y))
		},
		"knownbits": func(m mod, x, y ir.Expr) {
			low := cat(lit(4, 0), slice(x, 3, 0))
			m.drive("masked", bin(ir.OpAnd, low, lit(8, 0x1f)))
			m.drive("narrow_sum", slice(add(low, low), 7, 5))
			m.drive("less", bin(ir.OpLt, low, lit(8, 16)))
			m.drive("never", bin(ir.OpEq, low, lit(8, 32)))
			m.drive("unknown", bin(ir.OpAnd, low, lit(8, 0x0e)))
			m.drive("decided", pick(un(ir.OpReduceOr, bin(ir.OpOr, y, lit(8, 1))), x, y))
		},
		"dce": func(m mod, x, y ir.Expr) {
			w := m.wire("unread", 8)
			m.set(w, bin(ir.OpXor, x, y))
			m.set(m.bare("kept", 8), bin(ir.OpSub, x, y))
			m.drive("sum", add(x, y))
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := module(name)
			build(m, ref(m.in("x", 8)), ref(m.in("y", 8)))
			before := lowered(t, m)
			text := before.Text()
			after := pass(t, name)(before)
			assert.Equal(t, text, before.Text(), "a pass does not change what it is given")
			golden(t, name, text+"\n"+after.Text())
			assert.Equal(t, after.Text(), pass(t, name)(after).Text(), "a second run finds nothing")
		})
	}
}

// State and ports are the same, in the same order, after every pass.
func TestPassesKeepStateAndPorts(t *testing.T) {
	n := lowered(t, station())
	for _, p := range sim.Passes() {
		after := p.Run(n)
		assert.Equal(t, n.Inputs, after.Inputs)
		assert.Equal(t, n.Memories, after.Memories)
		require.Len(t, after.Outputs, len(n.Outputs))
		require.Len(t, after.Registers, len(n.Registers))
		assert.Len(t, after.Writes, len(n.Writes))
		for i := range n.Registers {
			assert.Equal(t, n.Registers[i].Path, after.Registers[i].Path)
			assert.Equal(t, sim.OpReg, after.Nodes[len(n.Inputs)+i].Op)
		}
	}
}

// A node stands after its operands, in every netlist.
func TestNetlistsAreLevelised(t *testing.T) {
	for _, m := range []mod{station(), ram(8, 5, ir.Forbidden), chain(50)} {
		p := compile(t, m)
		traced, err := p.Traced()
		require.NoError(t, err)
		for _, n := range []*sim.Netlist{lowered(t, m), p.Netlist(), traced.Netlist()} {
			for i, x := range n.Nodes {
				for _, a := range x.Args {
					require.Less(t, int(a), i)
				}
			}
		}
	}
}

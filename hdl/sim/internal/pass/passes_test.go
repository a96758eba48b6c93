package pass_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim/internal/lower"
	"posedge/hdl/sim/internal/lower/lowertest"
	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/pass"
	"posedge/internal/golden"
)

// Each file shows a netlist before and after one pass.
func TestPasses(t *testing.T) {
	improves := map[string]func(m Mod, x, y ir.Expr){
		"fold": func(m Mod, x, y ir.Expr) {
			zero := Lit(8, 0)
			m.Drive("constant", Bin(ir.OpMul, Lit(4, 7), Lit(4, 9)))
			m.Drive("identity", Bin(ir.OpOr, Plus(x, zero), Bin(ir.OpSub, y, y)))
			m.Drive("parts", Slice(Cat(x, Lit(3, 5), y), 9, 9))
			m.Drive("twice", Slice(Slice(y, 6, 2), 2, 1))
			m.Drive("equal_arms", Pick(Slice(x, 0, 0), y, Plus(y, zero)))
			m.Drive("decided", Pick(Lit(1, 1), x, y))
		},
		"knownbits": func(m Mod, x, y ir.Expr) {
			low := Cat(Lit(4, 0), Slice(x, 3, 0))
			m.Drive("masked", Bin(ir.OpAnd, low, Lit(8, 0x1f)))
			m.Drive("narrow_sum", Slice(Plus(low, low), 7, 5))
			m.Drive("less", Bin(ir.OpLt, low, Lit(8, 16)))
			m.Drive("never", Bin(ir.OpEq, low, Lit(8, 32)))
			m.Drive("unknown", Bin(ir.OpAnd, low, Lit(8, 0x0e)))
			m.Drive("decided", Pick(Un(ir.OpReduceOr, Bin(ir.OpOr, y, Lit(8, 1))), x, y))
		},
		"dce": func(m Mod, x, y ir.Expr) {
			w := m.Wire("unread", 8)
			m.Set(w, Bin(ir.OpXor, x, y))
			m.Set(m.Bare("kept", 8), Bin(ir.OpSub, x, y))
			m.Drive("sum", Plus(x, y))
		},
	}
	for _, p := range pass.All() {
		t.Run(p.Name, func(t *testing.T) {
			build := improves[p.Name]
			require.NotNil(t, build, "nothing shows what pass %s does: describe in passes_test.go what it improves, and run this test with -update, which writes testdata/%s.txt", p.Name, p.Name)
			m := Module(p.Name)
			build(m, Ref(m.In("x", 8)), Ref(m.In("y", 8)))
			before := lowertest.Netlist(t, m)
			text := before.Text()
			after := p.Run(before)
			assert.Equal(t, text, before.Text(), "a pass does not change what it is given")
			assert.NotEqual(t, text, after.Text(), "the description has nothing that the pass improves")
			golden.Check(t, "testdata/"+p.Name+".txt", text+"\n"+after.Text())
			assert.Equal(t, after.Text(), p.Run(after).Text(), "a second run finds nothing")
		})
		delete(improves, p.Name)
	}
	assert.Empty(t, improves, "these are no passes")
}

// State and ports are the same, in the same order, after every pass.
func TestPassesKeepStateAndPorts(t *testing.T) {
	n := lowertest.Netlist(t, Station())
	for _, p := range pass.All() {
		after := p.Run(n)
		assert.Equal(t, n.Inputs, after.Inputs)
		assert.Equal(t, n.Memories, after.Memories)
		require.Len(t, after.Outputs, len(n.Outputs))
		require.Len(t, after.Registers, len(n.Registers))
		assert.Len(t, after.Writes, len(n.Writes))
		for i := range n.Registers {
			assert.Equal(t, n.Registers[i].Path, after.Registers[i].Path)
			assert.Equal(t, netlist.OpReg, after.Nodes[len(n.Inputs)+i].Op)
		}
	}
}

// A node stands after its operands, in every netlist.
func TestNetlistsAreLevelised(t *testing.T) {
	for _, m := range []Mod{Station(), RAM(8, 5, ir.Forbidden)} {
		d := lower.Lower(m.Module, false)
		plain := lowertest.Netlist(t, m)
		for _, n := range []*netlist.Netlist{d.Netlist, pass.Optimise(d.Netlist, nil), plain, pass.Optimise(plain, nil)} {
			for i, x := range n.Nodes {
				for _, a := range x.Args {
					require.Less(t, int(a), i)
				}
			}
		}
	}
}

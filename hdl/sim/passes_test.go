package sim_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/quality/oracle"
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

// Operands of which some bits are constant: what a pass concludes of them holds
// for every input, the extremes above all.
func TestPassesOnPartlyKnownOperandsKeepEveryResult(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	for range 60 {
		w := []int{1, 2, 8, 33, 64, 70, 130}[random.IntN(7)]
		m := module("partly")
		partly := func(name string, w int) ir.Expr {
			x := ref(m.in(name, w))
			low := random.IntN(w + 1)
			mask, bits := new(big.Int).Rsh(oracle.Modulo(big.NewInt(-1), w), uint(low)), randomBig(random, w)
			switch random.IntN(3) {
			case 0: // zeros above
				bits = new(big.Int)
			case 1: // zeros below
				mask, bits = new(big.Int).Xor(mask, oracle.Modulo(big.NewInt(-1), w)), new(big.Int)
			}
			bits.AndNot(bits, mask)
			return bin(ir.OpOr, bin(ir.OpAnd, x, &ir.Const{Value: mask, Bits: w}), &ir.Const{Value: bits, Bits: w})
		}
		x, y, short := partly("x", w), partly("y", w), partly("z", 6)
		n := lit(12, uint64(random.IntN(w+3)))
		drive := func(e ir.Expr) {
			m.drive(fmt.Sprintf("q%d", len(m.Ports)), e)
			if top := e.Width() - 1; top > 0 {
				m.drive(fmt.Sprintf("q%d", len(m.Ports)), slice(e, top, top))
				cut := random.IntN(top)
				m.drive(fmt.Sprintf("q%d", len(m.Ports)), slice(e, top, cut))
			}
		}
		for op := ir.OpNot; op <= ir.OpPopCount; op++ {
			drive(un(op, x))
		}
		for op := ir.OpAdd; op <= ir.OpShrS; op++ {
			drive(bin(op, x, y))
			if op.IsShift() {
				drive(bin(op, x, short))
				drive(bin(op, x, n))
			}
		}
		drive(pick(slice(y, 0, 0), x, y))
		drive(pick(slice(short, 1, 0), x, y, bin(ir.OpAnd, x, y)))
		drive(cat(x, short, y))

		var all []sim.Option
		options := [][]sim.Option{nil}
		for _, p := range sim.Passes() {
			all = append(all, sim.WithoutPass(p.Name))
			options = append(options, []sim.Option{sim.WithoutPass(p.Name)})
		}
		var runs []rig
		for _, o := range append([][]sim.Option{all}, options...) {
			runs = append(runs, rig{compile(t, m, o...).New(), t})
		}
		for k := range 12 {
			values := map[string]*big.Int{}
			for _, name := range []string{"x", "y", "z"} {
				width := runs[0].port(name).Width()
				values[name] = randomBig(random, width)
				if k < 8 { // all ones and all zeros of each
					values[name] = oracle.Modulo(big.NewInt(-int64(k>>(name[0]-'x')&1)), width)
				}
			}
			for i, r := range runs {
				for name, v := range values {
					require.NoError(t, r.SetBig(r.port(name), v))
				}
				for _, p := range m.Ports {
					if want, got := runs[0].GetBig(runs[0].port(p.Name)), r.GetBig(r.port(p.Name)); want.Cmp(got) != 0 {
						require.Failf(t, "a pass changed a result", "run %d: %s is %x, not %x\n%s", i, p.Name, got, want, ir.Text(m.Module))
					}
				}
			}
		}
	}
}

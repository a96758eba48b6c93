package sim_test

import (
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// chain adds the input to a sum n times, each a shared subexpression.
func chain(n int) Mod {
	m := Module("chain")
	a := Ref(m.In("a", 32))
	sum := a
	for range n {
		sum = Bin(ir.OpXor, Plus(sum, a), sum)
	}
	m.Drive("q", sum)
	return m
}

func TestDeepExpressionsAreLowered(t *testing.T) {
	long.NotShort(t)
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, chain(100_000))
		r.set("a", 1)
		var want uint32 = 1
		for range 100_000 {
			want ^= want + 1
		}
		assert.EqualValues(t, want, r.get("q"))
		assert.EqualValues(t, want, r.peek("q"))
	})
}

// wires is a chain through n wires of one module.
func TestDeepChainsOfWiresAreLowered(t *testing.T) {
	m := Module("wires")
	last := m.In("a", 8)
	for i := range 3000 {
		w := m.Wire("w"+string(rune('a'+i%26))+"_"+Num(uint64(i)).String(), 8)
		m.Set(w, Plus(Ref(last), Lit(8, 1)))
		last = w
	}
	m.Drive("q", Ref(last))
	r := start(t, sim.Reference(), m)
	assert.EqualValues(t, 3000%256, r.get("q"))
}

// Registers that are each set in a separate arm cost a few nodes each, however
// many there are: an else-if chain or a Switch that writes a register file.
func TestADecodedFileOfRegistersIsLinear(t *testing.T) {
	for _, choose := range []func(at ir.Expr, list []*ir.Signal, value ir.Expr) ir.Stmt{
		func(at ir.Expr, list []*ir.Signal, value ir.Expr) ir.Stmt {
			s := &ir.Switch{Subject: at, HasDefault: true}
			for i, r := range list {
				s.Cases = append(s.Cases, ir.Case{Values: []*big.Int{Num(uint64(i))}, Body: []ir.Stmt{Put(r, value)}})
			}
			return s
		},
		func(at ir.Expr, list []*ir.Signal, value ir.Expr) (s ir.Stmt) {
			for i, r := range slices.Backward(list) {
				first := When(Bin(ir.OpEq, at, Lit(12, uint64(i))), Put(r, value))
				if s != nil {
					first.Else = []ir.Stmt{s}
				}
				s = first
			}
			return s
		},
	} {
		nodes := func(n int) int { // a compare, conditions, a mux, a register
			m := Module("file")
			at, value := Ref(m.In("at", 12)), Ref(m.In("value", 32))
			var list []*ir.Signal
			var all ir.Expr = Lit(32, 0)
			for i := range n {
				r := m.Bare("r"+Num(uint64(i)).String(), 32)
				list, all = append(list, r), Bin(ir.OpXor, all, Ref(r))
			}
			m.Add(choose(at, list, value))
			m.Drive("q", all)
			return compile(t, m).Nodes()
		}
		assert.Less(t, nodes(400), 10*400)
	}
}

func TestLargeDesignsLowerInSeconds(t *testing.T) {
	long.NotShort(t)
	m := chain(150_000)
	began := time.Now()
	p := compile(t, m)
	assert.Equal(t, 300_001, p.Nodes())
	assert.Less(t, time.Since(began), 20*time.Second, "about a second; the limit is for a busy machine")
}

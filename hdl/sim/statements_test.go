package sim_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

func TestLastSetThatAppliesWins(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := Module("last")
		a, b := Ref(m.In("a", 1)), Ref(m.In("b", 1))
		q := m.Out("q", 4)
		m.Add(
			Put(q, Lit(4, 1)),
			Otherwise(When(a, Put(q, Lit(4, 2)), When(b, Put(q, Lit(4, 3)))), When(b, Put(q, Lit(4, 4)))),
		)
		m.Add(When(Un(ir.OpNot, b), When(a, Put(q, Lit(4, 5)))))
		r := start(t, e, m)
		for ab, want := range []uint64{1, 5, 4, 3} {
			r.set("a", uint64(ab&1))
			r.set("b", uint64(ab>>1))
			assert.Equal(t, want, r.get("q"), "a=%d b=%d", ab&1, ab>>1)
		}
	})
}

func TestSwitchRunsTheCaseThatHasTheValue(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		values := func(v ...uint64) (list []*big.Int) {
			for _, x := range v {
				list = append(list, Num(x))
			}
			return list
		}
		m := Module("choice")
		s := Ref(m.In("s", 2))
		full, some, held := m.Out("full", 4), m.Out("some", 4), m.Bare("held", 4)
		mem := m.Mem("mem", 4, 1)
		m.Add(Put(some, Lit(4, 15)))
		m.Add(&ir.Switch{Subject: s, Cases: []ir.Case{
			{Values: values(0, 3), Body: []ir.Stmt{Put(full, Lit(4, 1)), Put(held, Lit(4, 8))}},
			{Values: values(1), Body: []ir.Stmt{Put(full, Lit(4, 2)), Put(some, Lit(4, 7))}},
			{Values: values(2), Body: []ir.Stmt{Put(full, Lit(4, 3)), Write(mem, Lit(1, 0), Lit(4, 6))}},
		}})
		m.Add(&ir.Switch{Subject: s, HasDefault: true,
			Cases:   []ir.Case{{Values: values(1, 2), Body: []ir.Stmt{Put(some, Lit(4, 3))}}},
			Default: []ir.Stmt{When(Slice(s, 1, 1), Put(held, Lit(4, 9)))},
		})
		m.Drive("state", Ref(held))
		m.Drive("word", Read(mem, Lit(1, 0)))
		r := start(t, e, m)
		for s, want := range [][3]uint64{{1, 15, 8}, {2, 3, 8}, {3, 3, 8}, {1, 15, 9}} {
			r.set("s", uint64(s))
			r.tick(1)
			assert.Equal(t, want, [3]uint64{r.get("full"), r.get("some"), r.get("state")}, "s=%d", s)
			assert.Equal(t, s >= 2, r.get("word") == 6, "the write is in case 2")
		}
	})
}

func TestReadingAWireGivesItsSettledValue(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := Module("settled")
		a := Ref(m.In("a", 4))
		w, before := m.Wire("w", 4), m.Wire("before", 4)
		m.Set(before, Ref(w))
		m.Set(w, Lit(4, 1))
		m.Drive("q", Ref(before))
		m.Add(When(Slice(a, 0, 0), Put(w, a)))
		r := start(t, e, m)
		assert.EqualValues(t, 1, r.get("q"))
		r.set("a", 9)
		assert.EqualValues(t, 9, r.get("q"), "a read above the last Set sees it")
		assert.EqualValues(t, 9, r.peek("before"))
	})
}

func TestRegistersMoveTogether(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := Module("swap")
		a, b, c := m.Reg("a", 70, 1), m.Reg("b", 70, 2), m.Bare("c", 70)
		m.Set(a, Ref(b))
		m.Set(b, Ref(a))
		m.Set(c, Ref(b))
		m.Drive("qa", Slice(Ref(a), 63, 0))
		m.Drive("qc", Slice(Ref(c), 63, 0))
		r := start(t, e, m)
		assert.Equal(t, []uint64{1, 0}, []uint64{r.get("qa"), r.get("qc")})
		r.tick(1)
		assert.Equal(t, []uint64{2, 2}, []uint64{r.get("qa"), r.get("qc")})
		r.tick(1)
		assert.Equal(t, []uint64{1, 1}, []uint64{r.get("qa"), r.get("qc")})
		r.set("rst", 1)
		r.tick(2)
		assert.Equal(t, []uint64{1, 2}, []uint64{r.get("qa"), r.get("qc")}, "c has no reset and goes on")
	})
}

// A register and a write that share a condition share a branch where that saves
// enough; the write keeps the rest of its condition.
func TestAWriteInABranchKeepsTheRestOfItsCondition(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := Module("branch")
		a, b, x := m.In("a", 1), m.In("b", 1), m.In("x", 32)
		mem, sum := m.Mem("mem", 32, 2), m.Reg("sum", 32, 0)
		much := func(seed uint64) ir.Expr {
			v := Ref(x)
			for i := range uint64(16) {
				v = Bin(ir.OpXor, Plus(v, Lit(32, seed+i)), Slice(Bin(ir.OpMul, v, Lit(32, 2*i+3)), 47, 16))
			}
			return v
		}
		m.Add(When(Ref(a), Put(sum, much(1)), When(Ref(b), Write(mem, Lit(1, 1), Bin(ir.OpOr, much(7), Lit(32, 1))))))
		m.Drive("q", Ref(sum))
		r := start(t, e, m)
		r.set("x", 12345)
		for _, c := range []struct {
			a, b    uint64
			written bool
		}{{0, 1, false}, {1, 0, false}, {1, 1, true}} {
			r.set("a", c.a)
			r.set("b", c.b)
			r.tick(1)
			words, err := r.DumpMemory("mem")
			require.NoError(t, err)
			require.Equal(t, c.written, words[1] != 0, "a %d, b %d", c.a, c.b)
		}
	})
}

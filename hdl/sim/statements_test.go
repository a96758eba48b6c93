package sim_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	"posedge/hdl/sim"
)

func TestLastSetThatAppliesWins(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := module("last")
		a, b := ref(m.in("a", 1)), ref(m.in("b", 1))
		q := m.out("q", 4)
		m.add(
			put(q, lit(4, 1)),
			otherwise(when(a, put(q, lit(4, 2)), when(b, put(q, lit(4, 3)))), when(b, put(q, lit(4, 4)))),
		)
		m.add(when(un(ir.OpNot, b), when(a, put(q, lit(4, 5)))))
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
				list = append(list, num(x))
			}
			return list
		}
		m := module("choice")
		s := ref(m.in("s", 2))
		full, some, held := m.out("full", 4), m.out("some", 4), m.bare("held", 4)
		mem := m.mem("mem", 4, 1)
		m.add(put(some, lit(4, 15)))
		m.add(&ir.Switch{Subject: s, Cases: []ir.Case{
			{Values: values(0, 3), Body: []ir.Stmt{put(full, lit(4, 1)), put(held, lit(4, 8))}},
			{Values: values(1), Body: []ir.Stmt{put(full, lit(4, 2)), put(some, lit(4, 7))}},
			{Values: values(2), Body: []ir.Stmt{put(full, lit(4, 3)), write(mem, lit(1, 0), lit(4, 6))}},
		}})
		m.add(&ir.Switch{Subject: s, HasDefault: true,
			Cases:   []ir.Case{{Values: values(1, 2), Body: []ir.Stmt{put(some, lit(4, 3))}}},
			Default: []ir.Stmt{when(slice(s, 1, 1), put(held, lit(4, 9)))},
		})
		m.drive("state", ref(held))
		m.drive("word", read(mem, lit(1, 0)))
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
		m := module("settled")
		a := ref(m.in("a", 4))
		w, before := m.wire("w", 4), m.wire("before", 4)
		m.set(before, ref(w))
		m.set(w, lit(4, 1))
		m.drive("q", ref(before))
		m.add(when(slice(a, 0, 0), put(w, a)))
		r := start(t, e, m)
		assert.EqualValues(t, 1, r.get("q"))
		r.set("a", 9)
		assert.EqualValues(t, 9, r.get("q"), "a read above the last Set sees it")
		assert.EqualValues(t, 9, r.peek("before"))
	})
}

func TestRegistersMoveTogether(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := module("swap")
		a, b, c := m.reg("a", 70, 1), m.reg("b", 70, 2), m.bare("c", 70)
		m.set(a, ref(b))
		m.set(b, ref(a))
		m.set(c, ref(b))
		m.drive("qa", slice(ref(a), 63, 0))
		m.drive("qc", slice(ref(c), 63, 0))
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
// enough; the write keeps the rest of its own.
func TestAWriteInABranchKeepsTheRestOfItsCondition(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		m := module("branch")
		a, b, x := m.in("a", 1), m.in("b", 1), m.in("x", 32)
		mem, sum := m.mem("mem", 32, 2), m.reg("sum", 32, 0)
		much := func(seed uint64) ir.Expr {
			v := ref(x)
			for i := range uint64(16) {
				v = bin(ir.OpXor, add(v, lit(32, seed+i)), slice(bin(ir.OpMul, v, lit(32, 2*i+3)), 47, 16))
			}
			return v
		}
		m.add(when(ref(a), put(sum, much(1)), when(ref(b), write(mem, lit(1, 1), bin(ir.OpOr, much(7), lit(32, 1))))))
		m.drive("q", ref(sum))
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

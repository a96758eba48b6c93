package sim_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

func property(kind ir.PropertyKind, name string, cond ir.Expr) ir.Stmt {
	return &ir.Property{Kind: kind, Name: name, Cond: cond, At: ir.Pos{File: "posedge/x/unit.go", Line: 7}}
}

// guarded counts while step is 1 and asserts, where armed, that it is not 3; it
// assumes that bad is 0, and covers 2.
func guarded() Mod {
	m := Module("guarded")
	armed, step, bad := m.In("armed", 1), m.In("step", 1), m.In("bad", 1)
	count := m.Reg("count", 4, 0)
	count.Enum = &ir.Enum{Name: "level", Values: []ir.EnumValue{{Name: "HIGH", Value: Num(3)}}}
	m.Add(
		When(Ref(step), Put(count, Bin(ir.OpAdd, Ref(count), Lit(4, 1)))),
		When(Ref(armed), property(ir.Assert, "never_three", Bin(ir.OpNe, Ref(count), Lit(4, 3)))),
		property(ir.Assume, "good", Un(ir.OpNot, Ref(bad))),
		property(ir.Cover, "two", Bin(ir.OpEq, Ref(count), Lit(4, 2))),
	)
	m.Drive("q", Ref(count))
	return m
}

// nested has guarded as its child, so that properties have paths.
func nested() Mod {
	m := Module("nested")
	c := m.Instance("inner", guarded())
	for _, name := range []string{"armed", "step", "bad"} {
		m.Set(c[name], Ref(m.In(name, 1)))
	}
	m.Drive("q", Ref(c["q"]))
	return m
}

func TestAnAssertStopsTheRunBeforeTheEdgeOfItsCycle(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, nested())
		r.set("step", 1)
		r.tick(3)
		r.set("step", 0)
		r.tick(4) // not armed
		r.set("armed", 1)
		r.set("rst", 1)
		r.tick(1) // off in reset, which sets count to 0
		r.set("rst", 0)
		r.set("step", 1)
		err := r.Tick(100)
		var failed *sim.PropertyError
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, "posedge/x/unit.go:7: cycle 11: assert inner.never_three fails with inner.count = HIGH, inner.armed = 0x1", err.Error())
		assert.EqualValues(t, 11, r.Cycle())
		assert.EqualValues(t, 3, r.get("q"), "the edge has not come")
		assert.Error(t, r.Tick(1), "it fails as long as it does not hold")
		r.set("armed", 0)
		r.tick(1)
		assert.EqualValues(t, 4, r.get("q"))
	})
}

func TestAnAssumeBlamesTheSurroundings(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, guarded())
		r.tick(5)
		r.set("bad", 1)
		assert.EqualError(t, r.Tick(2), "posedge/x/unit.go:7: cycle 5: assume good fails (what drives the design breaks it) with bad = 0x1")
	})
}

func TestTheFirstPropertyInOrderIsNamed(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		r := start(t, e, guarded())
		r.set("step", 1)
		r.tick(3)
		r.set("armed", 1)
		r.set("bad", 1)
		assert.ErrorContains(t, r.Tick(1), "never_three")
	})
}

// Of many properties that fail at once the first in order is named, and no state has
// changed: not a register, and not a word of a memory that is written in this cycle.
func TestTheFirstOfManyPropertiesIsNamedAndNothingIsStored(t *testing.T) {
	const properties = 40
	m := Module("many")
	bad := m.In("bad", properties)
	count := m.Reg("count", 8, 0)
	log := m.Mem("log", 8, 2)
	m.Add(
		Put(count, Plus(Ref(count), Lit(8, 1))),
		Write(log, Slice(Ref(count), 0, 0), Ref(count)),
	)
	for i := range properties {
		m.Add(property(ir.Assert, fmt.Sprintf("p%d", i), Un(ir.OpNot, Slice(Ref(bad), i, i))))
	}
	m.Drive("q", Ref(count))
	random := rand.New(rand.NewPCG(8, 8))
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, without := range append(sim.PassNames(), "") {
			options := []sim.Option{sim.WithEngine(e)}
			if without != "" {
				options = append(options, sim.WithoutPass(without))
			}
			r := rig{compile(t, m, options...).New(), t}
			r.tick(5)
			state := func() (uint64, []uint64) {
				words, err := r.DumpMemory("log")
				require.NoError(t, err)
				return r.get("q"), words
			}
			value, words := state()
			for range 20 {
				mask := random.Uint64() & random.Uint64() & random.Uint64() >> random.IntN(64) & (1<<properties - 1)
				if mask == 0 {
					continue
				}
				r.set("bad", mask)
				var failed *sim.PropertyError
				require.ErrorAs(t, r.Tick(3), &failed)
				require.Equal(t, fmt.Sprintf("p%d", bits.TrailingZeros64(mask)), failed.Path, "without %q", without)
				nowValue, nowWords := state()
				require.Equal(t, value, nowValue, "without %q", without)
				require.Equal(t, words, nowWords, "without %q", without)
			}
			r.set("bad", 0)
			r.tick(1)
			assert.EqualValues(t, 6, r.get("q"))
		}
	})
}

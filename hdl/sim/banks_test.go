package sim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// Banks of memories with fields: one bank, chosen by an index, is read at an
// address and written in the same cycle. Past the last bank and past the last
// word a read gives 0.
func TestMemoriesReadByIndex(t *testing.T) {
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for _, width := range []int{7, 16, 32, 33, 64, 65} {
			for _, n := range []int{3, 4, 5, 8} {
				const depth = 5
				m := Module("banks")
				index, addr, data := m.In("index", 4), m.In("addr", 3), m.In("data", width)
				var words, others []ir.Expr
				for i := range n {
					field, other := m.Mem(fmt.Sprintf("field%d", i), width, depth), m.Mem(fmt.Sprintf("other%d", i), 9, depth)
					words = append(words, Read(field, Ref(addr)))
					others = append(others, Read(other, Ref(addr)))
					m.Add(When(Bin(ir.OpEq, Ref(index), Lit(4, uint64(i))),
						Write(field, Ref(addr), Ref(data)),
						Write(other, Ref(addr), Cat(Lit(5, 0), Ref(index)))))
				}
				old := m.Bare("old", width)
				m.Set(old, Pick(Ref(index), words...))
				m.Drive("now", Pick(Ref(index), words...))
				m.Drive("other", Pick(Ref(index), others...))
				m.Drive("before", Ref(old))
				r := start(t, e, m)
				last := map[[2]int]uint64{}
				for step := range 300 {
					i, a := step*7%16, step*5%8
					want := last[[2]int{i, a}]
					r.set("index", uint64(i))
					r.set("addr", uint64(a))
					r.set("data", uint64(step%100))
					assert.Equal(t, Num(want).String(), r.GetBig(r.port("now")).String(), "word %d of bank %d of %d", a, i, n)
					r.tick(1)
					assert.Equal(t, Num(want).String(), r.GetBig(r.port("before")).String(), "word %d of bank %d of %d", a, i, n)
					if i < n && a < depth {
						last[[2]int{i, a}] = uint64(step % 100)
						assert.EqualValues(t, i, r.get("other"))
					}
				}
			}
		}
	})
}

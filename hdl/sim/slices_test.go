package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/hdl/ir"
	. "posedge/hdl/ir/irtest"
	"posedge/hdl/sim"
)

// A choice among slices at equal distances, in one word or several, with gaps or
// overlaps, of a number that is a power of two or not, by an index that may be past
// the end.
func TestAChoiceAmongSlicesIsThatSlice(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	forEachEngine(t, func(t *testing.T, e sim.Engine) {
		for i := range 60 {
			step, width := 1+random.IntN(20), 1+random.IntN(20)
			if random.IntN(2) == 0 { // as in a vector of elements
				step = 1 << random.IntN(6)
				width = 1 + random.IntN(step)
			}
			count, low := 3+random.IntN(20), random.IntN(70)
			if random.IntN(2) == 0 {
				low = low / step * step
			}
			if i < 8 { // one of them lies in two words
				step, width, low, count = 8, 8, i, 20
			}
			m := Module("vector")
			x := m.In("x", low+(count-1)*step+width+random.IntN(3))
			at := m.In("at", 6)
			var cases []ir.Expr
			for i := range count {
				cases = append(cases, Slice(Ref(x), low+i*step+width-1, low+i*step))
			}
			index := Slice(Ref(at), 4, 0)
			if random.IntN(2) == 0 {
				index = Ref(at)
			}
			m.Drive("q", Pick(index, cases...))
			r, plain := rig{compile(t, m, sim.WithEngine(e)).New(), t}, rig{compile(t, m, sim.WithEngine(e), sim.WithoutPass("tables")).New(), t}
			for i := range uint64(64) {
				value := randomBig(random, x.Width)
				for _, r := range []rig{r, plain} {
					require.NoError(t, r.SetBig(r.port("x"), value))
					r.set("at", i)
				}
				require.Equal(t, plain.get("q"), r.get("q"), "slice %d of %d of %d bits, %d apart from %d on", i, count, width, step, low)
			}
		}
	})
}

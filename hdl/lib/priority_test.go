package lib_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// network holds the combinational helpers as one component.
type network struct {
	X         hdl.In
	Before    []hdl.Out
	Total     hdl.Out
	Lowest    hdl.Out
	Index     hdl.Out
	Some      hdl.Out
	LowestOne hdl.Out
	OneHot    hdl.Out
	Chosen    hdl.OutOf[entry]
}

// entry is a bundle to choose from.
type entry struct {
	A hdl.Bits `width:"7"`
	B hdl.Bits `width:"3"`
}

func newNetwork(n int) *network {
	c := &network{
		X: hdl.Input(n), Total: hdl.Output(hdl.CountWidth(n)), Lowest: hdl.Output(hdl.IndexWidth(n)),
		Index: hdl.Output(hdl.IndexWidth(n)), Some: hdl.Output(1),
		LowestOne: hdl.Output(n), OneHot: hdl.Output(n),
		Chosen: hdl.OutputOf(hdl.Shape[entry](nil)),
	}
	for range n {
		c.Before = append(c.Before, hdl.Output(hdl.CountWidth(n)))
	}
	return c
}

func (c *network) Describe(*hdl.Module) {
	before, total := lib.Rank(c.X.Bits)
	var list []hdl.Bits
	var entries []entry
	for i, b := range before {
		c.Before[i].Set(b)
		list = append(list, c.X.Bit(i))
		entries = append(entries, entry{hdl.Const(7, i+1), hdl.Const(3, i%8)})
	}
	c.Total.Set(total)
	c.Lowest.Set(lib.Lowest(list))
	index, some := lib.PriorityEncoder(c.X.Bits)
	c.Index.Set(index)
	c.Some.Set(some)
	one := lib.LowestOneHot(c.X.Bits)
	c.LowestOne.Set(one)
	c.OneHot.Set(lib.OneHot(index, c.X.Width()))
	c.Chosen.Set(lib.OneHotMux(one, entries))
}

func TestRankPriorityAndOneHot(t *testing.T) {
	inEngines(t, func(t *testing.T, engine bench.Option) {
		for _, n := range []int{1, 2, 3, 5, 6, 7, 8, 31, 32, 33, 64} {
			c := newNetwork(n)
			tb := bench.New(t, c, engine)
			rng := rand.New(rand.NewPCG(uint64(n), 0))
			for k := range 200 {
				x := rng.Uint64() & rng.Uint64() >> (64 - n)
				switch {
				case k == 0:
					x = 0
				case k == 1:
					x = ^uint64(0) >> (64 - n)
				case k < 2+n:
					x = 1 << (k - 2)
				}
				tb.Set(c.X, x)
				lowest := min(bits.TrailingZeros64(x), n-1)
				assert.EqualValues(t, bits.OnesCount64(x), tb.Get(c.Total))
				for i := range n {
					assert.EqualValues(t, bits.OnesCount64(x&(1<<i-1)), tb.Get(c.Before[i]), "%d bits, %#x, before %d", n, x, i)
				}
				assert.EqualValues(t, lowest, tb.Get(c.Lowest), "%d bits, %#x", n, x)
				assert.EqualValues(t, lowest, tb.Get(c.Index), "%d bits, %#x", n, x)
				assert.Equal(t, x != 0, tb.Get(c.Some) == 1)
				assert.EqualValues(t, x&-x, tb.Get(c.LowestOne), "%d bits, %#x", n, x)
				assert.EqualValues(t, uint64(1)<<lowest, tb.Get(c.OneHot))
				var got struct{ A, B uint64 }
				tb.Read(c.Chosen, &got)
				if x == 0 {
					assert.Zero(t, got)
				} else {
					assert.EqualValues(t, lowest+1, got.A, "%d bits, %#x", n, x)
					assert.EqualValues(t, lowest%8, got.B)
				}
			}
		}
	})
}

// wrongMux has more entries to choose from than bits to choose with.
type wrongMux struct {
	X hdl.In
	Y hdl.Out
}

func (w *wrongMux) Describe(*hdl.Module) {
	w.Y.Set(lib.OneHotMux(w.X.Bits, []hdl.Bits{hdl.Const(4, 1), hdl.Const(4, 2), hdl.Const(4, 3)}))
}

func TestOneHotMuxNeedsABitForEachEntry(t *testing.T) {
	for _, n := range []int{2, 4} {
		_, err := hdl.Elaborate(&wrongMux{hdl.Input(n), hdl.Output(4)})
		assert.ErrorContains(t, err, "hdl/lib/priority_test.go:")
		assert.ErrorContains(t, err, "3 bits")
	}
}

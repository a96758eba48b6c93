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

// network holds the helpers as one component.
type network struct {
	X      hdl.In
	Before []hdl.Out
	Total  hdl.Out
	Lowest hdl.Out
}

func newNetwork(n int) *network {
	c := &network{X: hdl.Input(n), Total: hdl.Output(hdl.CountWidth(n)), Lowest: hdl.Output(hdl.IndexWidth(n))}
	for range n {
		c.Before = append(c.Before, hdl.Output(hdl.CountWidth(n)))
	}
	return c
}

func (c *network) Describe(*hdl.Module) {
	before, total := lib.Rank(c.X.Bits)
	var list []hdl.Bits
	for i, b := range before {
		c.Before[i].Set(b)
		list = append(list, c.X.Bit(i))
	}
	c.Total.Set(total)
	c.Lowest.Set(lib.Lowest(list))
}

func TestRankAndLowest(t *testing.T) {
	for _, n := range []int{1, 2, 3, 5, 8, 31, 32, 33, 64} {
		c := newNetwork(n)
		tb := bench.New(t, c)
		rng := rand.New(rand.NewPCG(uint64(n), 0))
		for k := range 200 {
			x := rng.Uint64() >> (64 - n)
			switch k {
			case 0:
				x = 0
			case 1:
				x = ^uint64(0) >> (64 - n)
			}
			tb.Set(c.X, x)
			assert.EqualValues(t, bits.OnesCount64(x), tb.Get(c.Total))
			for i := range n {
				assert.EqualValues(t, bits.OnesCount64(x&(1<<i-1)), tb.Get(c.Before[i]), "%d bits, %#x, before %d", n, x, i)
			}
			assert.EqualValues(t, min(bits.TrailingZeros64(x), n-1), tb.Get(c.Lowest))
		}
	}
}

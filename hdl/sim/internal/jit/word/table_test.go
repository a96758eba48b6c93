package word

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tableCase builds an expression from x, of which ones says which bits it may have.
type tableCase struct {
	ones  uint64
	build func(g *Graph, x ID) ID
	want  string
}

// squares chooses k*k for the cases of x, and otherwise what else is.
func squares(g *Graph, x ID, cases int, otherwise ID) ID {
	c := func(v int) ID { return g.Const(I32, uint64(v)) }
	r := otherwise
	for k := range cases {
		r = g.Select(g.Eq(x, c(k)), c(k*k), r)
	}
	return r
}

var tableCases = []tableCase{
	// By a value of a few bits, and by a few bits of a value.
	{7, func(g *Graph, x ID) ID { return squares(g, x, 5, g.Const(I32, 31)) },
		"and(wrap(shr(0x1f1f1f1009040100 shl(extend(@0) 0x3))) 0x1f)"},
	{7, func(g *Graph, x ID) ID { return squares(g, x, 4, g.Const(I32, 15)) }, "and(shr(0xffff9410 shl(@0 0x2)) 0xf)"},
	{Mask(32), func(g *Graph, x ID) ID { return squares(g, g.And(x, g.Const(I32, 7)), 4, g.Const(I32, 15)) },
		"and(shr(0xffff9410 shl(and(@0 0x7) 0x2)) 0xf)"},
	// An order, a sum and another table.
	{15, func(g *Graph, x ID) ID {
		low := g.Select(g.Less(LtU, x, g.Const(I32, 3)), g.Const(I32, 2), g.Const(I32, 1))
		high := g.Select(g.Less(LtU, x, g.Const(I32, 12)), g.Const(I32, 3), g.Const(I32, 0))
		return g.Select(g.And(g.Add(x, x), g.Const(I32, 8)), low, high)
	}, ""},
	{7, func(g *Graph, x ID) ID {
		return g.Select(g.Xor(x, g.Const(I32, 6)), squares(g, x, 4, g.Const(I32, 15)), g.Const(I32, 1))
	}, ""},
	// One bit of each.
	{63, func(g *Graph, x ID) ID {
		r := g.Const(I32, 0)
		for _, k := range []uint64{3, 17, 40, 63} {
			r = g.Select(g.Xor(x, g.Const(I32, k)), r, g.Const(I32, 1))
		}
		return r
	}, "and(wrap(shr(0x8000010000020008 extend(@0))) 0x1)"},
}

func TestTables(t *testing.T) {
	for i, test := range tableCases {
		g, plain := New(), New()
		plain.Plain = true
		x := test.build(g, g.Load(I32, 4, 0, 0, test.ones))
		y := test.build(plain, plain.Load(I32, 4, 0, 0, test.ones))
		assert.NotContains(t, g.show(x), "select", "case %d", i)
		if test.want != "" {
			assert.Equal(t, test.want, g.show(x))
		}
		random := rand.New(rand.NewPCG(1, 2))
		for k := range uint64(100) {
			if k >= 64 {
				k = random.Uint64()
			}
			memory := map[uint64]uint64{0: k & test.ones}
			require.Equal(t, plain.evaluate(y, memory), g.evaluate(x, memory), "case %d of %#x", i, k)
		}
	}
}

func TestWhatIsNoTable(t *testing.T) {
	c := func(g *Graph, v uint64) ID { return g.Const(I32, v) }
	for name, build := range map[string]func(g *Graph, x, y ID) ID{
		"two choices": func(g *Graph, x, y ID) ID { return squares(g, g.And(x, c(g, 7)), 2, c(g, 5)) },
		"two values": func(g *Graph, x, y ID) ID {
			return g.Select(g.And(y, c(g, 1)), squares(g, g.And(x, c(g, 7)), 2, c(g, 5)), c(g, 9))
		},
		"seven bits":     func(g *Graph, x, y ID) ID { return squares(g, g.And(x, c(g, 127)), 4, c(g, 5)) },
		"128 bits":       func(g *Graph, x, y ID) ID { return squares(g, g.And(x, c(g, 63)), 4, c(g, 3)) },
		"a leaf of more": func(g *Graph, x, y ID) ID { return squares(g, g.And(x, c(g, 7)), 5, y) },
		"all of a value": func(g *Graph, x, y ID) ID {
			return g.Select(g.Eq(x, c(g, 3)), c(g, 2), squares(g, g.And(x, c(g, 7)), 2, c(g, 5)))
		},
	} {
		g := New()
		x, y := g.Load(I32, 4, 0, 0, Mask(32)), g.Load(I32, 4, 4, 1, Mask(32))
		assert.Contains(t, g.show(build(g, x, y)), "select", name)
	}
	g := New()
	g.NoTables = true
	assert.Contains(t, g.show(squares(g, g.Load(I32, 4, 0, 0, 7), 5, c(g, 3))), "select")
}

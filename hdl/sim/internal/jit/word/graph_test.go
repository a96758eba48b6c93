package word

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// show prints an expression: @8 is a load, @8:16 one of 16 bits.
func (g *Graph) show(x ID) string {
	n := &g.Nodes[x]
	switch n.Op {
	case Const:
		return fmt.Sprintf("%#x", n.Imm)
	case Load:
		if int(n.Size) < n.T.Bits()/8 {
			return fmt.Sprintf("@%d:%d", n.Imm, 8*n.Size)
		}
		return fmt.Sprintf("@%d", n.Imm)
	}
	var operands []string
	g.Operands(x, func(o ID) { operands = append(operands, g.show(o)) })
	return n.Op.String() + "(" + strings.Join(operands, " ") + ")"
}

// Each line is an expression as it is built, and what the rules make of it. x
// and y have 32 bits, b and c one, w has 64.
func TestSimplification(t *testing.T) {
	for _, test := range []struct {
		build func(g *Graph, x, y, b, c, w ID) ID
		want  string
	}{
		// Slices of slices, and of concatenations.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(g.Slice(x, 4, 20), 3, 5) }, "and(shr(@0 0x7) 0x1f)"},
		{func(g *Graph, x, y, b, c, w ID) ID {
			return g.Slice(g.Or(g.Shl(g.Slice(x, 0, 8), 8), g.Slice(y, 0, 8)), 8, 8)
		},
			"@0:8"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(x, 0, 9) }, "and(@0 0x1ff)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Or(g.Slice(x, 4, 4), g.Shl(g.Slice(x, 8, 4), 4)) }, "and(shr(@0 0x4) 0xff)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(x, 0, 32) }, "@0"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(x, 24, 8) }, "@3:8"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(x, 8, 16) }, "@1:16"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(w, 48, 16) }, "@22:16"},
		// 64 bits become 32 where that is enough.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(w, 0, 12) }, "and(@16 0xfff)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Slice(w, 32, 32) }, "@20"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Eq(g.To(I64, x), g.Const(I64, 7)) }, "eq(@0 0x7)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.To(I32, g.To(I64, x)) }, "@0"},
		// A mask only where a carry can leave.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.And(g.Add(b, c), g.Const(I32, 3)) }, "add(@8 @12)"},
		{func(g *Graph, x, y, b, c, w ID) ID {
			return g.And(g.Add(g.And(x, g.Const(I32, 0xff)), y), g.Const(I32, 0xff))
		}, "and(add(@0:8 @4) 0xff)"},
		// One mask for several.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.And(b, g.Slice(x, 5, 1)) }, "and(@8 shr(@0 0x5))"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Xor(g.Slice(y, 3, 1), g.Slice(x, 5, 1)) },
			"and(xor(shr(@4 0x3) shr(@0 0x5)) 0x1)"},
		// Single bits.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Not(g.Not(b)) }, "@8"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Not(g.Eq(x, y)) }, "ne(@0 @4)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Not(g.Less(LtU, x, y)) }, "le_u(@4 @0)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.And(b, g.Not(b)) }, "0x0"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Or(b, g.Not(b)) }, "0x1"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.And(b, g.Or(c, b)) }, "@8"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Or(b, g.And(b, c)) }, "@8"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Eq(b, g.Const(I32, 0)) }, "xor(@8 0x1)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Ne(g.Or(g.Shl(b, 1), c), g.Const(I32, 0)) }, "or(@8 @12)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.SignExtend(I32, g.Const(I32, 0x80), 8) }, "0xffffff80"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.SignExtend(I64, g.Const(I64, 0x7fff), 16) }, "0x7fff"},
		// Numbers of ones.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Add(g.Slice(x, 3, 1), g.Slice(x, 5, 1)) }, "popcnt(and(@0 0x28))"},
		{func(g *Graph, x, y, b, c, w ID) ID {
			return g.Add(g.Add(g.Slice(x, 0, 1), g.Slice(x, 1, 1)), g.Add(g.Slice(x, 2, 1), g.Slice(x, 4, 1)))
		}, "popcnt(and(@0 0x17))"},
		{func(g *Graph, x, y, b, c, w ID) ID {
			return g.Add(g.Slice(x, 9, 1), g.Add(y, g.Slice(x, 10, 1)))
		}, "add(@4 popcnt(and(@0 0x600)))"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Add(g.Slice(x, 3, 1), g.Slice(x, 3, 1)) },
			"add(and(shr(@0 0x3) 0x1) and(shr(@0 0x3) 0x1))"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Add(g.Slice(x, 3, 1), g.Slice(y, 4, 1)) },
			"add(and(shr(@0 0x3) 0x1) and(shr(@4 0x4) 0x1))"},
		// Choices.
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(g.Not(b), x, y) }, "select(@8 @4 @0)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(g.Eq(x, g.Const(I32, 5)), x, y) }, "select(xor(@0 0x5) @4 @0)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(g.Ne(x, g.Const(I32, 0)), x, y) }, "select(@0 @0 @4)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(b, g.Select(b, x, w), y) }, "select(@8 @0 @4)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(b, c, g.Const(I32, 0)) }, "and(@8 @12)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(b, g.Const(I32, 0), c) }, "and(xor(@8 0x1) @12)"},
		{func(g *Graph, x, y, b, c, w ID) ID { return g.Select(b, x, x) }, "@0"},
	} {
		g := New()
		inputs := func(g *Graph) (x, y, b, c, w ID) {
			return g.Load(I32, 4, 0, 0, Mask(32)), g.Load(I32, 4, 4, 1, Mask(32)), g.Load(I32, 4, 8, 2, 1),
				g.Load(I32, 4, 12, 3, 1), g.Load(I64, 8, 16, 4, Mask(64))
		}
		x, y, b, c, w := inputs(g)
		assert.Equal(t, test.want, g.show(test.build(g, x, y, b, c, w)))
		// It means what it meant, whatever the inputs.
		plain := New()
		plain.Plain = true
		x1, y1, b1, c1, w1 := inputs(plain)
		random := rand.New(rand.NewPCG(1, 2))
		for range 50 {
			memory := map[uint64]uint64{0: uint64(random.Uint32()), 4: uint64(random.Uint32()), 8: random.Uint64() & 1,
				12: random.Uint64() & 1, 16: random.Uint64()}
			require.Equal(t, plain.evaluate(test.build(plain, x1, y1, b1, c1, w1), memory),
				g.evaluate(test.build(g, x, y, b, c, w), memory), test.want)
		}
	}
}

// evaluate computes an expression.
func (g *Graph) evaluate(x ID, memory map[uint64]uint64) uint64 {
	n := g.Nodes[x]
	var v [3]uint64
	for i, o := range []ID{n.A, n.B, n.C} {
		if o != None {
			v[i] = g.evaluate(o, memory)
		}
	}
	a, b, size := v[0], v[1], uint64(n.T.Bits())
	is := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	r := uint64(0)
	switch n.Op {
	case Const:
		r = n.Imm
	case Load:
		for k := range memory { // the word that holds the bytes, little-endian
			if at := n.Imm - k; k <= n.Imm && at+uint64(n.Size) <= 8 && (at < 4 || k == 16) {
				r = memory[k] >> (8 * at) & Mask(8*int(n.Size))
			}
		}
	case Wrap, Extend:
		r = a
	case And:
		r = a & b
	case Or:
		r = a | b
	case Xor:
		r = a ^ b
	case Add:
		r = a + b
	case Sub:
		r = a - b
	case Mul:
		r = a * b
	case Shl:
		r = a << (b % size)
	case Shr:
		r = a >> (b % size)
	case ShrS:
		up := 64 - size
		r = uint64(int64(a<<up) >> (up + b%size))
	case Eq:
		r = is(a == b)
	case Ne:
		r = is(a != b)
	case LtU:
		r = is(a < b)
	case LeU:
		r = is(a <= b)
	case Popcnt:
		r = uint64(bits.OnesCount64(a))
	case Select:
		if r = v[2]; a != 0 {
			r = b
		}
	default:
		panic(n.Op)
	}
	r &= n.T.mask()
	if r&^n.Ones != 0 {
		panic(fmt.Sprintf("%s is %#x, and may have %#x", g.show(x), r, n.Ones))
	}
	return r
}

func TestEqualNodesAreOne(t *testing.T) {
	g := New()
	x := g.Load(I32, 4, 0, 0, Mask(8))
	assert.Equal(t, g.Add(x, g.Const(I32, 1)), g.Add(g.Const(I32, 1), x))
	assert.Equal(t, "%0 = i32.load32 @0\n%1 = i32.const 0x1\n%2 = i32.add %0 %1\n", g.Text(g.Add(x, g.Const(I32, 1))))
	assert.Equal(t, 2, g.Depth())
}

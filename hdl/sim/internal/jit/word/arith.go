package word

import "math/bits"

// Add returns x plus y, modulo the type.
func (g *Graph) Add(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	sum, carry := bits.Add64(fill(a.Ones), fill(b.Ones), 0)
	ones := fill(sum)
	if carry != 0 {
		ones = ^uint64(0)
	}
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm+b.Imm)
		case b.Ones == 0:
			return x
		case a.Ones == 0:
			return y
		}
		if c, ok := g.count(x, y); ok {
			return c
		}
		if c, ok := g.some(x, y); ok {
			return c
		}
		if c, ok := g.some(y, x); ok {
			return c
		}
	}
	return g.binary(Add, x, y, ones)
}

// Sub returns x minus y, modulo the type.
func (g *Graph) Sub(x, y ID) ID {
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		switch {
		case a.Op == Const && b.Op == Const:
			return g.Const(a.T, a.Imm-b.Imm)
		case b.Ones == 0:
			return x
		case x == y:
			return g.Const(a.T, 0)
		}
	}
	return g.binary(Sub, x, y, ^uint64(0))
}

// Mul returns x times y, modulo the type.
func (g *Graph) Mul(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	ones := ^uint64(0)
	if n := bits.Len64(a.Ones) + bits.Len64(b.Ones); n < 64 {
		ones = Mask(max(n, 1))
	}
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm*b.Imm)
		case a.Ones == 0 || b.Ones == 0:
			return g.Const(a.T, 0)
		case g.is(y, 1):
			return x
		case b.Op == Const && b.Imm&(b.Imm-1) == 0:
			return g.Shl(x, bits.TrailingZeros64(b.Imm))
		}
	}
	return g.binary(Mul, x, y, ones)
}

// Popcnt returns the number of ones in x.
func (g *Graph) Popcnt(x ID) ID {
	a := &g.Nodes[x]
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, uint64(bits.OnesCount64(a.Imm)))
		case a.Ones <= 1:
			return x
		}
	}
	return g.node(Node{Op: Popcnt, T: a.T, A: x, B: None, C: None, State: NoState, Ones: fill(uint64(bits.OnesCount64(a.Ones)))})
}

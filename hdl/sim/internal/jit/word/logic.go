package word

import "fmt"

// And returns x and y.
func (g *Graph) And(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	ones := a.Ones & b.Ones
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm&b.Imm)
		case ones == 0:
			return g.Const(a.T, 0)
		case x == y:
			return x
		case b.Op == Const:
			if a.Ones&^b.Imm == 0 {
				return x
			}
			if r, ok := g.mask(x, b.Imm); ok {
				return r
			}
			if r, ok := g.narrow(x, b.Imm); ok {
				return r
			}
		case g.opposite(x, y):
			return g.Const(a.T, 0)
		case g.masks(y, a.Ones):
			return g.And(x, b.A)
		case g.masks(x, b.Ones):
			return g.And(a.A, y)
		case g.absorbs(Or, x, y):
			return x
		case g.absorbs(Or, y, x):
			return y
		}
	}
	return g.binary(And, x, y, ones)
}

// masks reports whether x is some value under a constant mask that has all of
// the bits ones.
func (g *Graph) masks(x ID, ones uint64) bool {
	n := &g.Nodes[x]
	if n.Op != And {
		return false
	}
	c, ok := g.Value(n.B)
	return ok && ones&^c == 0
}

// sameMask reports whether both are values under the same constant mask.
func (g *Graph) sameMask(x, y ID) bool {
	a, b := &g.Nodes[x], &g.Nodes[y]
	return a.Op == And && b.Op == And && a.B == b.B && g.Nodes[a.B].Op == Const
}

// mask pushes a constant mask into x, where that leaves fewer operations.
func (g *Graph) mask(x ID, m uint64) (ID, bool) {
	n := g.Nodes[x]
	c := func(v uint64) ID { return g.Const(n.T, v) }
	switch n.Op {
	case And:
		if v, ok := g.Value(n.B); ok {
			return g.And(n.A, c(v&m)), true
		}
	case Or, Xor:
		// An operand that has none of the bits goes.
		switch {
		case g.Nodes[n.A].Ones&m == 0:
			return g.And(n.B, c(m)), true
		case g.Nodes[n.B].Ones&m == 0:
			return g.And(n.A, c(m)), true
		}
	case Add, Sub, Mul:
		// Low bits depend on low bits only.
		if m&(m+1) == 0 {
			a, b := g.low(n.A, m), g.low(n.B, m)
			if a != n.A || b != n.B {
				return g.And(g.arith(n.Op, a, b), c(m)), true
			}
		}
	}
	return 0, false
}

// narrow loads 8 or 16 bits alone, instead of masking what lies around them.
func (g *Graph) narrow(x ID, m uint64) (ID, bool) {
	size := map[uint64]int{0xff: 1, 0xffff: 2}[m]
	n, shift := g.Nodes[x], 0
	if n.Op == Shr {
		v, ok := g.Value(n.B)
		if !ok {
			return 0, false
		}
		n, shift = g.Nodes[n.A], int(v)
	}
	if size == 0 || n.Op != Load || shift%8 != 0 || shift/8+size > int(n.Size) {
		return 0, false
	}
	return g.Load(n.T, size, uint32(n.Imm)+uint32(shift/8), n.State, n.Ones>>shift&m), true
}

// low returns x or something simpler with the same bits in the low mask m.
func (g *Graph) low(x ID, m uint64) ID {
	n := g.Nodes[x]
	if n.Op == And {
		if v, ok := g.Value(n.B); ok && v&m == m {
			return n.A
		}
	}
	return x
}

func (g *Graph) arith(op Op, x, y ID) ID {
	switch op {
	case Add:
		return g.Add(x, y)
	case Sub:
		return g.Sub(x, y)
	case Mul:
		return g.Mul(x, y)
	}
	panic(fmt.Sprintf("word: %s is not arithmetic", op))
}

// Or returns x or y.
func (g *Graph) Or(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm|b.Imm)
		case b.Ones == 0 || x == y:
			return x
		case a.Ones == 0:
			return y
		case b.Op == Const && a.Ones&^b.Imm == 0:
			return y
		case a.Ones|b.Ones == 1 && g.opposite(x, y):
			return g.Const(a.T, 1)
		case g.absorbs(And, x, y):
			return x
		case g.absorbs(And, y, x):
			return y
		}
		if r, ok := g.join(x, y); ok {
			return r
		}
		if g.sameMask(x, y) {
			return g.And(g.Or(a.A, b.A), a.B)
		}
	}
	return g.binary(Or, x, y, a.Ones|b.Ones)
}

// absorbs reports whether y is (x inner z), which x and the dual operation
// leave x.
func (g *Graph) absorbs(inner Op, x, y ID) bool {
	n := &g.Nodes[y]
	return n.Op == inner && (n.A == x || n.B == x)
}

// opposite reports whether two single bits are each other's complement.
func (g *Graph) opposite(x, y ID) bool {
	return g.isNot(x) == y || g.isNot(y) == x
}

// isNot returns z where x is z^1, and z is a single bit; else None.
func (g *Graph) isNot(x ID) ID {
	n := &g.Nodes[x]
	if n.Op == Xor && g.is(n.B, 1) && g.Nodes[n.A].Ones <= 1 {
		return n.A
	}
	return None
}

// Xor returns x xor y.
func (g *Graph) Xor(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := g.Nodes[x], g.Nodes[y]
	if !g.Plain {
		switch {
		case a.Op == Const:
			return g.Const(a.T, a.Imm^b.Imm)
		case x == y:
			return g.Const(a.T, 0)
		case b.Ones == 0:
			return x
		case a.Ones == 0:
			return y
		case b.Op == Const && a.Op == Xor && g.Nodes[a.B].Op == Const:
			return g.Xor(a.A, g.Const(a.T, b.Imm^g.Nodes[a.B].Imm))
		case g.sameMask(x, y):
			return g.And(g.Xor(a.A, b.A), a.B)
		case g.is(y, 1) && a.Ones <= 1:
			switch a.Op {
			case Eq:
				return g.Ne(a.A, a.B)
			case Ne:
				return g.Eq(a.A, a.B)
			case LtU:
				return g.compare(LeU, a.B, a.A)
			case LtS:
				return g.compare(LeS, a.B, a.A)
			case LeU:
				return g.compare(LtU, a.B, a.A)
			case LeS:
				return g.compare(LtS, a.B, a.A)
			}
		}
	}
	return g.binary(Xor, x, y, a.Ones|b.Ones)
}

// Not returns the complement of a single bit.
func (g *Graph) Not(x ID) ID { return g.Xor(x, g.Const(g.Nodes[x].T, 1)) }

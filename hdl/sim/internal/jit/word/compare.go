package word

// Eq returns whether x and y are equal.
func (g *Graph) Eq(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		switch {
		case x == y:
			return g.Const(I32, 1)
		case a.Op == Const:
			return g.bit(a.Imm == b.Imm)
		case b.Op == Const && b.Imm&^a.Ones != 0:
			return g.Const(I32, 0)
		case b.Op == Const && a.Ones == 1:
			bit := g.To(I32, x)
			if b.Imm == 0 {
				return g.Not(bit)
			}
			return bit
		case b.Op == Const && a.Op == Extend:
			return g.Eq(a.A, g.Const(I32, b.Imm))
		}
	}
	return g.compare(Eq, x, y)
}

func (g *Graph) bit(b bool) ID {
	if b {
		return g.Const(I32, 1)
	}
	return g.Const(I32, 0)
}

// Ne returns whether x and y differ.
func (g *Graph) Ne(x, y ID) ID {
	x, y = g.order(x, y)
	a, b := g.Nodes[x], g.Nodes[y]
	if !g.Plain {
		switch {
		case x == y:
			return g.Const(I32, 0)
		case a.Op == Const:
			return g.bit(a.Imm != b.Imm)
		case b.Op == Const && b.Imm&^a.Ones != 0:
			return g.Const(I32, 1)
		case b.Op == Const && a.Ones == 1:
			bit := g.To(I32, x)
			if b.Imm == 0 {
				return bit
			}
			return g.Not(bit)
		case g.is(y, 0):
			if r, ok := g.nonzero(x); ok {
				return r
			}
		case b.Op == Const && a.Op == Extend:
			return g.Ne(a.A, g.Const(I32, b.Imm))
		}
	}
	return g.compare(Ne, x, y)
}

// nonzero simplifies x != 0.
func (g *Graph) nonzero(x ID) (ID, bool) {
	a := g.Nodes[x]
	zero := func(y ID) ID { return g.Const(g.Nodes[y].T, 0) }
	switch a.Op {
	case Extend:
		return g.Ne(a.A, zero(a.A)), true
	case Xor:
		return g.Ne(a.A, a.B), true
	case Shl:
		// {a, 0} != 0 where no bit is lost.
		if v, ok := g.Value(a.B); ok && g.Nodes[a.A].Ones<<v>>v == g.Nodes[a.A].Ones && g.Nodes[a.A].Ones<<v&^a.T.mask() == 0 {
			return g.Ne(a.A, zero(a.A)), true
		}
	case Or:
		// {a, b} != 0 is a or b, if both are cheap to ask.
		p, ok1 := g.nonzero(a.A)
		q, ok2 := g.nonzero(a.B)
		if !ok1 && g.Nodes[a.A].Ones == 1 {
			p, ok1 = g.To(I32, a.A), true
		}
		if !ok2 && g.Nodes[a.B].Ones == 1 {
			q, ok2 = g.To(I32, a.B), true
		}
		if ok1 && ok2 && g.Nodes[p].Ones <= 1 && g.Nodes[q].Ones <= 1 {
			return g.Or(p, q), true
		}
	}
	return 0, false
}

// Less returns a compare: op is LtU, LeU, LtS or LeS.
func (g *Graph) Less(op Op, x, y ID) ID {
	a, b := &g.Nodes[x], &g.Nodes[y]
	if !g.Plain {
		top := uint64(1) << (a.T.Bits() - 1)
		switch {
		case a.Op == Const && b.Op == Const && op == LtU:
			return g.bit(a.Imm < b.Imm)
		case a.Op == Const && b.Op == Const && op == LeU:
			return g.bit(a.Imm <= b.Imm)
		case op == LtS && (a.Ones|b.Ones)&top == 0:
			return g.Less(LtU, x, y)
		case op == LeS && (a.Ones|b.Ones)&top == 0:
			return g.Less(LeU, x, y)
		case op == LtU && b.Op == Const && b.Imm > a.Ones:
			return g.Const(I32, 1)
		case op == LtU && g.is(y, 0):
			return g.Const(I32, 0)
		case op == LtU && g.is(y, 1):
			return g.Eq(x, g.Const(a.T, 0))
		case op == LtU && g.is(x, 0):
			return g.Ne(y, g.Const(a.T, 0))
		case op == LeU && (g.is(x, 0) || b.Op == Const && b.Imm >= a.Ones):
			return g.Const(I32, 1)
		}
	}
	return g.compare(op, x, y)
}

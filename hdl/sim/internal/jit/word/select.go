package word

// Select returns yes where cond, of 32 bits, is not 0, else no.
func (g *Graph) Select(cond, yes, no ID) ID {
	t := g.Nodes[yes].T
	if !g.Plain {
		if r, ok := g.choose(cond, yes, no); ok {
			return r
		}
		if !g.NoTables {
			if r, ok := g.tabulate(cond, yes, no); ok {
				return r
			}
		}
	}
	return g.node(Node{Op: Select, T: t, A: cond, B: yes, C: no, State: NoState, Ones: g.Nodes[yes].Ones | g.Nodes[no].Ones})
}

func (g *Graph) choose(cond, yes, no ID) (ID, bool) {
	if yes == no {
		return yes, true
	}
	c, y, n := g.Nodes[cond], g.Nodes[yes], g.Nodes[no]
	switch {
	case c.Op == Const && c.Imm != 0:
		return yes, true
	case c.Op == Const:
		return no, true
	case g.isNot(cond) != None:
		return g.Select(g.isNot(cond), no, yes), true
	case c.Op == Ne && g.is(c.B, 0) && g.Nodes[c.A].T == I32:
		return g.Select(c.A, yes, no), true
	case c.Op == Eq && g.Nodes[c.A].T == I32:
		// A nonzero value chooses, not a compare: it costs less.
		return g.Select(g.Xor(c.A, c.B), no, yes), true
	case c.Op == Ne && g.Nodes[c.A].T == I32:
		return g.Select(g.Xor(c.A, c.B), yes, no), true
	case n.Op == Select && n.A == cond:
		return g.Select(cond, yes, n.C), true
	case y.Op == Select && y.A == cond:
		return g.Select(cond, y.B, no), true
	}
	if y.Ones|n.Ones == 1 && y.T == I32 && c.Ones == 1 {
		// Boolean rules: one bit is not worth a choice.
		switch {
		case g.is(yes, 1):
			return g.Or(cond, no), true
		case g.is(no, 0):
			return g.And(cond, yes), true
		case g.is(yes, 0):
			return g.And(g.Not(cond), no), true
		case g.is(no, 1):
			return g.Or(g.Not(cond), yes), true
		}
	}
	return 0, false
}

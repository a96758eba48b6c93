package word

// Constructors. Each returns a node with the meaning of its name, and unless the
// graph is Plain the simplest such node that the rules know.

// Const returns the constant v, cut to the type.
func (g *Graph) Const(t Type, v uint64) ID {
	v &= t.mask()
	return g.node(Node{Op: Const, T: t, A: None, B: None, C: None, State: NoState, Imm: v, Ones: v})
}

// Load returns the size bytes at the address, which have no bits but ones.
// state is what they belong to.
func (g *Graph) Load(t Type, size int, addr uint32, state int32, ones uint64) ID {
	return g.node(Node{Op: Load, T: t, Size: uint8(size), A: None, B: None, C: None, State: state, Imm: uint64(addr), Ones: ones})
}

// Fetch is Load at an address that is computed.
func (g *Graph) Fetch(t Type, size int, base uint32, addr ID, state int32, ones uint64) ID {
	return g.node(Node{Op: Fetch, T: t, Size: uint8(size), A: addr, B: None, C: None, State: state, Imm: uint64(base), Ones: ones})
}

// Pick returns one of count values of size bytes, each a piece of state, that
// are adjacent from base on: the one at the offset addr.
func (g *Graph) Pick(t Type, size int, base uint32, addr ID, state, count int32, ones uint64) ID {
	return g.node(Node{Op: Fetch, T: t, Size: uint8(size), A: addr, B: None, C: None, State: state, Count: count, Imm: uint64(base), Ones: ones})
}

// PickWord is Pick among the words of count adjacent arrays: addr says which array
// and which word. Their pieces of state are step apart.
func (g *Graph) PickWord(t Type, size int, base uint32, addr ID, state, count, step int32, ones uint64) ID {
	return g.node(Node{Op: Fetch, T: t, Size: uint8(size), A: addr, B: None, C: None, State: state, Count: count, Step: step, Imm: uint64(base), Ones: ones})
}

func (g *Graph) binary(op Op, x, y ID, ones uint64) ID {
	t := g.Nodes[x].T
	return g.node(Node{Op: op, T: t, A: x, B: y, C: None, State: NoState, Ones: ones & t.mask()})
}

func (g *Graph) compare(op Op, x, y ID) ID {
	return g.node(Node{Op: op, T: I32, A: x, B: y, C: None, State: NoState, Ones: 1})
}

// To returns x in the type, its low bits if that is narrower.
func (g *Graph) To(t Type, x ID) ID {
	n := g.Nodes[x]
	switch {
	case n.T == t:
		return x
	case n.Op == Const:
		return g.Const(t, n.Imm)
	case t == I64:
		if n.Op == Wrap && g.Nodes[n.A].Ones <= I32.mask() && !g.Plain {
			return n.A
		}
		return g.node(Node{Op: Extend, T: I64, A: x, B: None, C: None, State: NoState, Ones: n.Ones})
	}
	if !g.Plain {
		switch n.Op {
		case Extend:
			return n.A
		case Load:
			return g.Load(I32, min(4, int(n.Size)), uint32(n.Imm), n.State, n.Ones&I32.mask())
		case And:
			if c, ok := g.Value(n.B); ok {
				return g.And(g.To(I32, n.A), g.Const(I32, c))
			}
		case Shr:
			// The half above 32 of a load.
			if from := g.Nodes[n.A]; from.Op == Load && from.Size == 8 && g.is(n.B, 32) {
				return g.Load(I32, 4, uint32(from.Imm)+4, from.State, from.Ones>>32)
			}
		}
	}
	return g.node(Node{Op: Wrap, T: I32, A: x, B: None, C: None, State: NoState, Ones: n.Ones & I32.mask()})
}

// order puts a constant last.
func (g *Graph) order(x, y ID) (ID, ID) {
	if g.Nodes[x].Op == Const {
		return y, x
	}
	return x, y
}

package word

// Shl returns x shifted left by n, less than the size of the type.
func (g *Graph) Shl(x ID, n int) ID {
	a := g.Nodes[x]
	if !g.Plain {
		switch v, ok := g.Value(x); {
		case n == 0:
			return x
		case ok:
			return g.Const(a.T, v<<n)
		case a.Op == And && g.Nodes[a.B].Op == Const:
			// The mask comes last, where masks meet.
			m := g.Nodes[a.B].Imm << n
			return g.And(g.Shl(a.A, n), g.Const(a.T, m))
		case a.Op == Shl && g.Nodes[a.B].Op == Const:
			if k := int(g.Nodes[a.B].Imm) + n; k < a.T.Bits() {
				return g.Shl(a.A, k)
			}
		case a.Op == Shr && g.Nodes[a.B].Op == Const:
			// There and back: one shift and a mask.
			k := int(g.Nodes[a.B].Imm)
			m := g.Const(a.T, a.T.mask()>>k<<n)
			if k >= n {
				return g.And(g.Shr(a.A, k-n), m)
			}
			return g.And(g.Shl(a.A, n-k), m)
		}
	}
	return g.binary(Shl, x, g.Const(a.T, uint64(n)), a.Ones<<n)
}

// Shr returns x shifted right by n, less than the size of the type, with zeros
// from above.
func (g *Graph) Shr(x ID, n int) ID {
	a := g.Nodes[x]
	if !g.Plain {
		switch v, ok := g.Value(x); {
		case n == 0:
			return x
		case ok:
			return g.Const(a.T, v>>n)
		case a.Ones>>n == 0:
			return g.Const(a.T, 0)
		case a.Op == And && g.Nodes[a.B].Op == Const:
			return g.And(g.Shr(a.A, n), g.Const(a.T, g.Nodes[a.B].Imm>>n))
		case a.Op == Shr && g.Nodes[a.B].Op == Const:
			return g.Shr(a.A, int(g.Nodes[a.B].Imm)+n)
		case a.Op == Or && (g.Nodes[a.A].Ones>>n == 0 || g.Nodes[a.B].Ones>>n == 0):
			// One part of a concatenation.
			if g.Nodes[a.A].Ones>>n == 0 {
				return g.Shr(a.B, n)
			}
			return g.Shr(a.A, n)
		case a.Op == Load && (n == 8*int(a.Size)-8 || n == 8*int(a.Size)-16 || n == 8*int(a.Size)-32):
			// The highest bytes of a load.
			return g.Load(a.T, int(a.Size)-n/8, uint32(a.Imm)+uint32(n/8), a.State, a.Ones>>n)
		case a.Op == Shl && g.Nodes[a.B].Op == Const:
			k := int(g.Nodes[a.B].Imm)
			low := a.T.mask() << k & a.T.mask() >> n
			if k >= n {
				return g.And(g.Shl(a.A, k-n), g.Const(a.T, low))
			}
			return g.And(g.Shr(a.A, n-k), g.Const(a.T, low))
		}
	}
	return g.binary(Shr, x, g.Const(a.T, uint64(n)), a.Ones>>n)
}

// Shift returns x shifted by y, less than the size of the type: op is Shl, Shr
// or ShrS.
func (g *Graph) Shift(op Op, x, y ID) ID {
	a := &g.Nodes[x]
	if n, ok := g.Value(y); ok {
		switch {
		case op == Shl:
			return g.Shl(x, int(n))
		case op == Shr:
			return g.Shr(x, int(n))
		case a.Op == Const && !g.Plain:
			return g.Const(a.T, uint64(int64(a.Imm<<(64-a.T.Bits()))>>(64-a.T.Bits()+int(n))))
		}
	}
	ones := ^uint64(0)
	if op == Shr {
		ones = fill(a.Ones)
	}
	return g.binary(op, x, g.To(a.T, y), ones)
}

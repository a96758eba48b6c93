package word

// field is a slice of a value: its bits under mask after a shift left by shift,
// or right where that is negative.
type field struct {
	of    ID
	shift int
	mask  uint64
}

// field reads x as a slice, of itself at least.
func (g *Graph) field(x ID) field {
	n := &g.Nodes[x]
	f := field{x, 0, n.Ones}
	if n.Op == And && g.Nodes[n.B].Op == Const {
		f.of, f.mask = n.A, g.Nodes[n.B].Imm&n.Ones
		n = &g.Nodes[f.of]
	}
	if (n.Op == Shl || n.Op == Shr) && g.Nodes[n.B].Op == Const {
		f.shift = int(g.Nodes[n.B].Imm)
		if n.Op == Shr {
			f.shift = -f.shift
		}
		f.of = n.A
	}
	return f
}

// join makes two slices of one value, side by side as in the value, one.
func (g *Graph) join(x, y ID) (ID, bool) {
	a, b := g.field(x), g.field(y)
	if a.of == b.of && a.shift == b.shift && a.of != x && b.of != y {
		return g.cut(field{a.of, a.shift, a.mask | b.mask}), true
	}
	if n := g.Nodes[x]; n.Op == Or {
		for _, p := range [][2]ID{{n.B, n.A}, {n.A, n.B}} {
			if f := g.field(p[0]); f.of == b.of && f.shift == b.shift && f.of != p[0] && b.of != y {
				return g.Or(p[1], g.cut(field{f.of, f.shift, f.mask | b.mask})), true
			}
		}
	}
	return 0, false
}

// cut makes a slice.
func (g *Graph) cut(f field) ID {
	t := g.Nodes[f.of].T
	x := f.of
	if f.shift >= 0 {
		x = g.Shl(x, f.shift)
	} else {
		x = g.Shr(x, -f.shift)
	}
	return g.And(x, g.Const(t, f.mask))
}

// Slice returns the width bits of x from bit low up, in the type of the width.
func (g *Graph) Slice(x ID, low, width int) ID {
	t := TypeOf(width)
	y := g.To(t, g.Shr(x, low))
	return g.And(y, g.Const(t, Mask(width)))
}

// SignExtend returns x, of the width, with copies of its top bit above, in the
// type.
func (g *Graph) SignExtend(t Type, x ID, width int) ID {
	x = g.To(t, x)
	n := t.Bits() - width
	if n <= 0 || !g.Plain && g.Nodes[x].Ones>>(width-1) == 0 {
		return x
	}
	return g.Shift(ShrS, g.Shl(x, n), g.Const(t, uint64(n)))
}

package word

import "math/bits"

// tally reads x as the number of ones in some bits of a value.
func (g *Graph) tally(x ID) (of ID, mask uint64, ok bool) {
	n := &g.Nodes[x]
	if n.Op == Popcnt {
		of, mask = n.A, g.Nodes[n.A].Ones
		if m := &g.Nodes[of]; m.Op == And && g.Nodes[m.B].Op == Const {
			return m.A, g.Nodes[m.B].Imm & m.Ones, true
		}
		return of, mask, true
	}
	if n.Ones != 1 {
		return 0, 0, false
	}
	f := g.field(x)
	if f.of == x || f.shift > 0 || bits.OnesCount64(f.mask) != 1 || g.Nodes[f.of].Op == Const {
		return 0, 0, false
	}
	return f.of, f.mask << -f.shift, true
}

// count makes the sum of two numbers of ones in one value, of different bits of
// it, one number.
func (g *Graph) count(x, y ID) (ID, bool) {
	a, m, ok1 := g.tally(x)
	b, k, ok2 := g.tally(y)
	if !ok1 || !ok2 || a != b || m&k != 0 || g.Nodes[a].T != g.Nodes[x].T {
		return 0, false
	}
	return g.Popcnt(g.And(a, g.Const(g.Nodes[a].T, m|k))), true
}

// some simplifies the sum of x and a sum that has a number of ones of the same
// value as one of its operands.
func (g *Graph) some(x, sum ID) (ID, bool) {
	n := g.Nodes[sum]
	if n.Op != Add {
		return 0, false
	}
	if c, ok := g.count(x, n.A); ok {
		return g.Add(c, n.B), true
	}
	if c, ok := g.count(x, n.B); ok {
		return g.Add(n.A, c), true
	}
	return 0, false
}

package word

import (
	"math/bits"
	"slices"
)

const (
	// minChoices is how many choices a table replaces at least. Smaller logic of few bits is
	// mostly shared with other logic, and a table would compute it twice.
	minChoices = 3
	// maxIndex is how many bits may index a table: it has as many bits as a constant.
	maxIndex = 6
)

// table is what a table stands for.
type table struct {
	choices int
	cost    int // in operations
}

// index is some low bits of a value, or none if bits is 0.
type index struct {
	of   ID
	bits int8
}

// deciders are values of which a few low bits decide another value, those that it is made
// of before itself. There may be more.
type deciders struct {
	list  [3]index
	known bool
}

func (d *deciders) add(x index) {
	for i := range d.list {
		if d.list[i].bits == 0 {
			d.list[i] = x
			return
		}
		if d.list[i].of == x.of {
			return
		}
	}
}

// and leaves those that are in both, with the more bits.
func (d *deciders) and(e *deciders) {
	var both deciders
	for _, a := range d.list {
		for _, b := range e.list {
			if a.bits > 0 && b.bits > 0 && a.of == b.of {
				both.add(index{a.of, max(a.bits, b.bits)})
			}
		}
	}
	d.list = both.list
}

// common returns what decides all of the values that are no constants.
func (g *Graph) common(values ...ID) deciders {
	var d deciders
	first := true
	for _, x := range values {
		switch {
		case x == None || g.Nodes[x].Op == Const:
			continue
		case first:
			d, first = *g.deciders(x), false
		default:
			d.and(g.deciders(x))
		}
		if d.list[0].bits == 0 {
			return d
		}
	}
	return d
}

// deciders returns what decides x. Each value is looked at once.
func (g *Graph) deciders(x ID) *deciders {
	if len(g.decided) <= int(x) {
		g.decided = append(g.decided, make([]deciders, len(g.Nodes)-len(g.decided))...)
	}
	if g.decided[x].known {
		return &g.decided[x]
	}
	n := g.Nodes[x]
	var d deciders
	if n.Op != Load && n.Op != Fetch {
		d = g.common(n.A, n.B, n.C)
	}
	if n.Op == And {
		if m, ok := g.Value(n.B); ok && bits.Len64(m) <= maxIndex {
			d.add(index{n.A, int8(bits.Len64(m))})
		}
	}
	if k := bits.Len64(n.Ones); k > 0 && k <= maxIndex {
		d.add(index{x, int8(k)})
	}
	d.known = true
	g.decided[x] = d
	return &g.decided[x]
}

// tree is a tree of choices.
type tree struct {
	table
	conds []ID
}

// grow adds x to the tree.
func (t *tree) grow(g *Graph, x ID) {
	if known, ok := g.tables[x]; ok {
		t.choices += known.choices
		t.cost += known.cost
	} else if n := &g.Nodes[x]; n.Op == Select && t.choices <= 1<<maxIndex {
		t.choose(g, n.A, n.B, n.C)
	}
}

// choose adds a choice.
func (t *tree) choose(g *Graph, cond, yes, no ID) {
	t.choices++
	t.cost++
	if g.Nodes[cond].Op != Load && !slices.Contains(t.conds, cond) {
		t.conds = append(t.conds, cond)
		t.cost++
	}
	t.grow(g, yes)
	t.grow(g, no)
}

// tabulate replaces a choice that makes a tree of choices which a few bits of one value
// decide: it shifts a constant by these.
func (g *Graph) tabulate(cond, yes, no ID) (ID, bool) {
	common := g.common(no, yes, cond) // mostly no is a register that keeps its value
	if common.list[0].bits == 0 {
		return 0, false
	}
	var t tree
	if t.choose(g, cond, yes, no); t.choices < minChoices || t.choices > 1<<maxIndex {
		return 0, false
	}
	least, by := t.cost, index{}
	for _, x := range common.list {
		if cost := g.lookupCost(x, g.widest(yes, no)); cost > 0 && cost < least {
			least, by = cost, x
		}
	}
	if by.bits == 0 {
		return 0, false
	}
	r := g.lookup(by, cond, yes, no)
	g.tables[r] = table{t.choices, least}
	return r, true
}

// widest is the number of bits of either.
func (g *Graph) widest(x, y ID) int { return bits.Len64(g.Nodes[x].Ones | g.Nodes[y].Ones) }

// spread is the distance between values of the width in a table, as a shift.
func spread(width int) int { return bits.Len(uint(width - 1)) }

// lookupCost is the number of operations that look up a value of the width by an index,
// or 0 if there is none, or if a constant has too few bits for that.
func (g *Graph) lookupCost(by index, width int) int {
	step := spread(width)
	if by.bits == 0 || width == 0 || int(by.bits)+step > maxIndex {
		return 0
	}
	cost := 2 // shift and mask
	if g.Nodes[by.of].Ones>>by.bits != 0 {
		cost++
	}
	if step > 0 {
		cost++
	}
	if int(by.bits)+step == maxIndex {
		cost++ // from 64 bits
		if g.Nodes[by.of].T == I32 {
			cost++
		}
	}
	return cost
}

// lookup makes the table of a choice.
func (g *Graph) lookup(by index, cond, yes, no ID) ID {
	t, width := g.Nodes[yes].T, g.widest(yes, no)
	step := spread(width)
	packed := uint64(0)
	for i := range uint64(1) << by.bits {
		known := map[ID]uint64{by.of: i}
		leaf := no
		if g.given(cond, known) != 0 {
			leaf = yes
		}
		packed |= g.given(leaf, known) & Mask(width) << (i << step)
	}
	wide := I32
	if int(by.bits)+step == maxIndex {
		wide = I64
	}
	at := g.To(wide, g.And(by.of, g.Const(g.Nodes[by.of].T, Mask(int(by.bits)))))
	if step > 0 {
		// Not by Shl, which would move the mask that says by what the table is decided.
		at = g.binary(Shl, at, g.Const(wide, uint64(step)), g.Nodes[at].Ones<<step)
	}
	r := g.To(t, g.Shift(Shr, g.Const(wide, packed), at))
	return g.And(r, g.Const(t, Mask(width)))
}

// given computes x from values that decide it, and adds it to these.
func (g *Graph) given(x ID, known map[ID]uint64) uint64 {
	if v, ok := known[x]; ok {
		return v
	}
	n := &g.Nodes[x]
	if n.Op == Const {
		return n.Imm
	}
	var v [3]uint64
	for i, o := range [...]ID{n.A, n.B, n.C} {
		if o != None {
			v[i] = g.given(o, known)
		}
	}
	r := n.result(g.Nodes[n.A].T, v) & n.T.mask()
	known[x] = r
	return r
}

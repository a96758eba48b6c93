package code

import "posedge/hdl/sim/internal/jit/word"

// maxDepth limits how deep ifs nest.
const maxDepth = 12

// grouped puts items that choose by the same condition under one if: registers
// with a common enable, and the writes of a memory. Conditions that have a
// factor in common nest: the factor is tested first, once for all.
func (p *Program) grouped(items []item, depth int, omit Omitted) []item {
	if depth > maxDepth {
		return items
	}
	factors := make([][]word.ID, len(items))
	users := map[word.ID][]int{}
	for k, it := range items {
		c := p.condition(it)
		if c == word.None {
			continue
		}
		factors[k] = []word.ID{c}
		if !omit[Factors] && p.keeps(it) {
			factors[k] = p.factors(c)
		}
		for _, f := range factors[k] {
			users[f] = append(users[f], k)
		}
	}
	var out []item
	taken := make([]bool, len(items))
	for k, it := range items {
		if factors[k] == nil {
			out = append(out, it)
			continue
		}
		if taken[k] {
			continue
		}
		members, given := p.shared(factors, users, taken, k)
		g := &group{cond: p.all(given)}
		for _, m := range members {
			taken[m] = true
			g.plain = append(g.plain, items[m])
			rest := p.without(factors[m][0], given)
			g.then = p.arm(g.then, items[m], rest, true)
			g.els = p.arm(g.els, items[m], word.None, false)
		}
		g.then = p.grouped(g.then, depth+1, omit)
		g.els = p.grouped(g.els, depth+1, omit)
		out = append(out, item{group: g})
	}
	return out
}

// condition returns what an item is chosen by, or None.
func (p *Program) condition(it item) word.ID {
	if it.store != nil {
		if n := &p.Nodes[it.store.Value]; n.Op == word.Select {
			return n.A
		}
	}
	if len(it.writes) == 1 {
		if e := it.writes[0].Enable; e != word.None && p.Nodes[e].Op != word.Const {
			return e
		}
	}
	return word.None
}

// keeps reports whether nothing changes where the item's condition is 0.
func (p *Program) keeps(it item) bool {
	if it.store == nil {
		return true
	}
	s := *it.store
	s.Value = p.Nodes[s.Value].C
	return p.holds(s)
}

// arm appends what is left of m once the group's condition is known: rest is what
// is left of m's own condition, or None.
func (p *Program) arm(list []item, m item, rest word.ID, yes bool) []item {
	if m.store != nil {
		n := p.Nodes[m.store.Value]
		s := *m.store
		switch {
		case !yes:
			s.Value = n.C
		case rest == word.None:
			s.Value = n.B
		default:
			s.Value = p.Select(rest, n.B, n.C)
		}
		if p.holds(s) {
			return list
		}
		return append(list, item{store: &s})
	}
	if !yes {
		return list
	}
	w := m.writes[0]
	w.Enable = rest
	return append(list, item{writes: []Write{w}})
}

// holds reports whether a store puts back the old value.
func (p *Program) holds(s Store) bool {
	n := &p.Nodes[s.Value]
	return n.Op == word.Load && int(n.Size) == n.T.Bits()/8 && n.State == s.State && n.Imm == uint64(s.Addr) && s.State != word.NoState
}

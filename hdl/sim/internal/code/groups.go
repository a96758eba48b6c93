package code

import "posedge/hdl/sim/internal/word"

// maxDepth limits how deep ifs nest.
const maxDepth = 12

// grouped puts items that choose by the same condition under one if: registers
// with a common enable, and the writes of a memory.
func (p *Program) grouped(items []item, depth int) []item {
	if depth > maxDepth {
		return items
	}
	members := map[word.ID][]item{}
	for _, it := range items {
		if c := p.condition(it); c != word.None {
			members[c] = append(members[c], it)
		}
	}
	var out []item
	for _, it := range items {
		c := p.condition(it)
		if c == word.None {
			out = append(out, it)
			continue
		}
		plain := members[c]
		if plain == nil {
			continue // in its group already
		}
		members[c] = nil
		g := &group{cond: c, plain: plain}
		for _, m := range plain {
			g.then = p.arm(g.then, m, true)
			g.els = p.arm(g.els, m, false)
		}
		g.then = p.grouped(g.then, depth+1)
		g.els = p.grouped(g.els, depth+1)
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

// arm appends what is left of m where its condition is known.
func (p *Program) arm(list []item, m item, yes bool) []item {
	if m.store != nil {
		n := &p.Nodes[m.store.Value]
		s := *m.store
		s.Value = n.C
		if yes {
			s.Value = n.B
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
	w.Enable = word.None
	return append(list, item{writes: []Write{w}})
}

// holds reports whether a store puts back what is there.
func (p *Program) holds(s Store) bool {
	n := &p.Nodes[s.Value]
	return n.Op == word.Load && int(n.Size) == n.T.Bits()/8 && n.State == s.State && n.Imm == uint64(s.Addr) && s.State != word.NoState
}

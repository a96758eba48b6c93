package code

import (
	"slices"

	"posedge/hdl/sim/internal/jit/word"
)

// maxFactors limits how many factors of a condition are looked at.
const maxFactors = 16

// factors returns values whose conjunction is a condition: the condition itself,
// and, through every and, single bits without which it is 0.
func (p *Program) factors(cond word.ID) []word.ID {
	list := []word.ID{cond}
	for k := 0; k < len(list) && len(list) < maxFactors; k++ {
		n := &p.Nodes[list[k]]
		if n.Op != word.And {
			continue
		}
		for _, o := range []word.ID{n.A, n.B} {
			if x := &p.Nodes[o]; x.Op != word.Const && x.T == word.I32 && x.Ones == 1 && !slices.Contains(list, o) {
				list = append(list, o)
			}
		}
	}
	return list
}

// without returns the rest of a condition that must hold when the given factors
// are 1; None if nothing is left.
func (p *Program) without(cond word.ID, given []word.ID) word.ID {
	if slices.Contains(given, cond) {
		return word.None
	}
	n := p.Nodes[cond]
	if n.Op != word.And || p.Nodes[n.B].Op == word.Const || n.Ones != 1 {
		return cond
	}
	a, b := p.without(n.A, given), p.without(n.B, given)
	switch {
	case a == n.A && b == n.B:
		return cond
	case a == word.None && b == word.None:
		return word.None
	}
	rest := word.ID(word.None)
	for _, x := range []word.ID{a, b} {
		switch {
		case x == word.None:
		case rest == word.None:
			rest = x
		default:
			rest = p.And(rest, x)
		}
	}
	// The factor that is gone may have been what masked the other bits.
	return p.And(rest, p.Const(word.I32, 1))
}

// shared finds a condition that is a factor of item k and of as many other items
// as possible. members are the items, in order, and given the factors that they
// share.
func (p *Program) shared(factors [][]word.ID, users map[word.ID][]int, taken []bool, k int) (members []int, given []word.ID) {
	best, most := factors[k][0], 0
	for _, f := range factors[k] {
		n := 0
		for _, m := range users[f] {
			if !taken[m] {
				n++
			}
		}
		if n > most {
			best, most = f, n
		}
	}
	for _, m := range users[best] {
		if !taken[m] {
			members = append(members, m)
		}
	}
	for _, f := range factors[k] {
		all := true
		for _, m := range members {
			all = all && slices.Contains(factors[m], f)
		}
		if all {
			given = append(given, f)
		}
	}
	return members, given
}

// all is the conjunction of factors; the first may be made of others among them.
func (p *Program) all(factors []word.ID) word.ID {
	c := factors[0]
	var has func(x, f word.ID) bool
	has = func(x, f word.ID) bool {
		n := &p.Nodes[x]
		return x == f || n.Op == word.And && (has(n.A, f) || has(n.B, f))
	}
	for _, f := range factors[1:] {
		if !has(c, f) {
			c = p.And(c, f)
		}
	}
	return c
}

package code

import "posedge/hdl/sim/internal/jit/word"

// inline calls f with x and every value below it that is computed in the same
// expression; values that are kept are reported and not entered.
func (p *placement) inline(x word.ID, f func(word.ID)) {
	f(x)
	if !p.local[x] {
		p.Operands(x, func(o word.ID) { p.inline(o, f) })
	}
}

// expressions calls f with every value in the expressions of a step, in the
// order of evaluation, without its bodies.
func (p *placement) expressions(s *step, f func(word.ID)) {
	if s.item != nil {
		s.item.values(func(x word.ID) { p.inline(x, f) })
		return
	}
	n := &p.Nodes[s.value]
	if s.branches() {
		p.inline(n.A, f)
		return
	}
	f(s.value)
	p.Operands(s.value, func(o word.ID) { p.inline(o, f) })
}

// results calls f with the values in the expressions that end the arms of a
// choice.
func (p *placement) results(s *step, f func(word.ID)) {
	if s.item == nil && s.branches() {
		p.inline(p.Nodes[s.value].B, f)
		p.inline(p.Nodes[s.value].C, f)
	}
}

// walk calls before and after with every step, in the order of evaluation, and
// those of its bodies between.
func walk(steps []step, before, after func(*step)) {
	for k := range steps {
		s := &steps[k]
		before(s)
		walk(s.then, before, after)
		walk(s.els, before, after)
		after(s)
	}
}

// reads calls f with the state that is loaded anywhere in the steps.
func (p *placement) reads(steps []step, f func(state int32)) {
	load := func(x word.ID) { p.Reads(x, f) }
	walk(steps, func(s *step) { p.expressions(s, load) }, func(s *step) { p.results(s, load) })
}

// writes calls f with the state that an item changes.
func (i *item) changes(f func(state int32)) {
	switch {
	case i.store != nil && i.store.State != word.NoState:
		f(i.store.State)
	case len(i.writes) > 0:
		f(i.writes[0].State)
	case i.group != nil:
		for _, list := range [][]item{i.group.then, i.group.els} {
			for k := range list {
				list[k].changes(f)
			}
		}
	}
}

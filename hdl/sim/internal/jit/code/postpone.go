package code

import "posedge/hdl/sim/internal/jit/word"

// deferred is an item that computes its values at once and stores them after the
// last reader of what it overwrites. For a register that both arms of a group
// set, it may stand for both.
type deferred struct {
	*item
	from, to int32  // functions
	hold     []temp // the values: of a store, or enable, address and data of each write
}

// temp holds a value: in a local, or in memory from function to function.
type temp struct {
	t     word.Type
	slot  uint32
	local uint32
}

// body is a list of steps: the program's own, or an arm of a step in another.
type body struct {
	steps  []step
	parent int // index in postponement.bodies; -1 of the program's own
	index  int // of the step in the parent
	depth  int
}

// spot is a step of a body.
type spot struct{ body, index int }

// postponement finds the items that change state before its last reader.
//
// Such an item is done after that reader: in its own body if the reader is in
// it, otherwise in the innermost body that contains both. There the item may not
// have been reached, so its temps need an earlier value.
type postponement struct {
	*Plan
	bodies  []body
	reads   map[int32][]spot  // of each piece of state
	changes map[int32][]spot  // where it is changed
	items   map[int32][]*item // what changes it there
	again   map[*item]bool    // several writes; the later ones read state that the first has changed
	order   []int32           // states, in the order of their first change
}

func (p *Plan) postpone() {
	x := &postponement{Plan: p, reads: map[int32][]spot{}, changes: map[int32][]spot{}, items: map[int32][]*item{}, again: map[*item]bool{}}
	x.visit(p.steps, -1, 0, 0)
	for _, state := range x.order {
		x.state(state)
	}
}

// visit records what the steps of a body read and change.
func (x *postponement) visit(steps []step, parent, index, depth int) {
	b := len(x.bodies)
	x.bodies = append(x.bodies, body{steps, parent, index, depth})
	for k := range steps {
		s, at := &steps[k], spot{b, k}
		var own []int32
		load := func(id word.ID) {
			x.Reads(id, func(state int32) {
				own = append(own, state)
				if r := x.reads[state]; len(r) == 0 || r[len(r)-1] != at {
					x.reads[state] = append(r, at)
				}
			})
		}
		x.expressions(s, load)
		if it := s.item; it != nil && it.group == nil {
			it.changes(func(state int32) {
				if x.changes[state] == nil {
					x.order = append(x.order, state)
				}
				x.changes[state] = append(x.changes[state], at)
				x.items[state] = append(x.items[state], it)
				for _, o := range own {
					if o == state && len(it.writes) > 1 {
						x.again[it] = true
					}
				}
			})
		}
		for _, arm := range [][]step{s.then, s.els} {
			if len(arm) > 0 {
				x.visit(arm, b, k, depth+1)
			}
		}
		x.results(s, load)
	}
}

// outward returns the step of the given body in which a spot lies.
func (x *postponement) outward(s spot, body int) int {
	for s.body != body {
		s = spot{x.bodies[s.body].parent, x.bodies[s.body].index}
	}
	return s.index
}

// meet is the innermost body that holds both.
func (x *postponement) meet(a, b int) int {
	for a != b {
		if x.bodies[a].depth >= x.bodies[b].depth {
			a = x.bodies[a].parent
		} else {
			b = x.bodies[b].parent
		}
	}
	return a
}

// state postpones the items that change a piece of state, if they must be.
func (x *postponement) state(state int32) {
	ends := make([]spot, len(x.changes[state])) // after which each change may happen
	outer := false
	for i, at := range x.changes[state] {
		ends[i] = at
		for _, r := range x.reads[state] {
			m := x.meet(at.body, r.body)
			if k := x.outward(r, m); k > x.outward(at, m) {
				end := x.meet(m, ends[i].body)
				ends[i] = spot{end, max(x.outward(ends[i], end), x.outward(r, end))}
			}
		}
		outer = outer || ends[i].body != at.body
	}
	items := x.items[state]
	if !outer {
		for i, at := range x.changes[state] {
			if ends[i] != at || x.again[items[i]] {
				x.hold(items[i:i+1], at, ends[i])
			}
		}
		return
	}
	// One for all, in a body that holds all.
	end := ends[0]
	for _, e := range ends[1:] {
		m := x.meet(end.body, e.body)
		end = spot{m, max(x.outward(end, m), x.outward(e, m))}
	}
	x.hold(items, spot{end.body, x.outward(x.changes[state][0], end.body)}, end)
}

// hold postpones items in the step from until after the step to.
func (x *postponement) hold(items []*item, from, to spot) {
	first, last := &x.bodies[from.body].steps[from.index], &x.bodies[to.body].steps[to.index]
	d := &deferred{item: items[0]}
	if from.body == 0 {
		d.from, d.to = x.part[from.index], x.part[to.index]
	}
	d.held(x.Graph, func(t word.Type) {
		h := temp{t: t}
		if d.from != d.to {
			h.slot = x.alloc(8)
		}
		d.hold = append(d.hold, h)
	})
	x.finishAfter[last] = append(x.finishAfter[last], d)
	x.beginAt[first] = append(x.beginAt[first], d)
	for _, it := range items {
		x.ofItem[it] = d
	}
}

// held calls f with the types of what a deferred item keeps.
func (i *item) held(g *word.Graph, f func(word.Type)) {
	if i.store != nil {
		f(g.Nodes[i.store.Value].T)
	}
	for _, w := range i.writes {
		f(word.I32) // enable
		f(word.I32) // address
		for _, v := range w.Values {
			f(g.Nodes[v].T)
		}
	}
}

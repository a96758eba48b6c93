package code

import "posedge/hdl/sim/internal/jit/word"

// step is one thing that code does: it computes a value that is kept, or does
// an item. A branch, which a choice or a group may be, has two bodies.
type step struct {
	value     word.ID // or None
	item      *item
	then, els []step
}

// branches reports whether the step is an if.
func (s *step) branches() bool { return s.then != nil || s.els != nil }

// scheduler lists the steps of every region, each value before its users.
type scheduler struct {
	*placement
	pass   int32
	within int32   // the region whose steps are listed: what lies outside is there already
	done   []int32 // the pass in which a value was listed
	seen   []int64 // the pass and arm that a value was last looked at for
	body   []step
}

func (p *placement) scheduler() *scheduler {
	return &scheduler{placement: p, done: make([]int32, len(p.Nodes)), seen: make([]int64, len(p.Nodes))}
}

// schedule returns the steps of the items of a region, in their order.
func (s *scheduler) schedule(items []item, region int32) []step {
	s.pass++
	s.within = region
	s.body = nil
	s.items(items)
	return s.body
}

func (s *scheduler) items(items []item) {
	for k := range items {
		it := &items[k]
		it.values(s.need)
		x := step{value: word.None, item: it}
		if g := it.group; g != nil {
			s.hoistItems(g.then, g.thenRegion)
			s.hoistItems(g.els, g.elsRegion)
			x.then = s.inner(func() { s.items(g.then) })
			x.els = s.inner(func() { s.items(g.els) })
		}
		s.body = append(s.body, x)
	}
}

// inner lists the steps of a body within the one that is being made.
func (s *scheduler) inner(f func()) []step {
	outer := s.body
	s.body = []step{}
	f()
	body := s.body
	s.body = outer
	return body
}

// isDone reports whether x is kept and there already.
func (s *scheduler) isDone(x word.ID) bool {
	return s.done[x] == s.pass || s.within > 0 && s.local[x] && !s.inside(s.region[x], s.within)
}

// need lists the steps that x waits for, and x itself if it is kept.
func (s *scheduler) need(x word.ID) {
	if s.isDone(x) {
		return
	}
	if !s.local[x] {
		s.Operands(x, s.need)
		return
	}
	s.done[x] = s.pass
	now := step{value: x}
	if arms, ok := s.arms[x]; ok {
		n := &s.Nodes[x]
		s.need(n.A)
		s.hoist(n.B, arms[0])
		s.hoist(n.C, arms[1])
		now.then = s.inner(func() { s.need(n.B) })
		now.els = s.inner(func() { s.need(n.C) })
	} else {
		s.Operands(x, s.need)
	}
	s.body = append(s.body, now)
}

// hoist lists the steps outside the arm that x, which is computed in the arm or
// within it, waits for.
func (s *scheduler) hoist(x word.ID, arm int32) {
	now := int64(s.pass)<<32 | int64(arm)
	if s.isDone(x) || s.seen[x] == now {
		return
	}
	if s.local[x] && !s.inside(s.region[x], arm) {
		s.need(x)
		return
	}
	s.seen[x] = now
	s.Operands(x, func(o word.ID) { s.hoist(o, arm) })
}

func (s *scheduler) hoistItems(items []item, arm int32) {
	for k := range items {
		items[k].values(func(x word.ID) { s.hoist(x, arm) })
		if g := items[k].group; g != nil {
			s.hoistItems(g.then, arm)
			s.hoistItems(g.els, arm)
		}
	}
}

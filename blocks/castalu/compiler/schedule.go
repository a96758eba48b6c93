package compiler

import (
	"slices"

	"posedge/blocks/castalu/isa"
)

// An order is a way to order the instructions of a draft. All are tried, and the best
// draft is taken.
type order int

const (
	asWritten  order = iota // the shader's order
	depthFirst              // each step follows its operands, of which the largest come first
	fewest                  // the step that frees most components comes next
)

var orders = []order{asWritten, depthFirst, fewest}

// needs returns the steps whose results a step reads, without repetition.
func (s *step) needs() []*step {
	var list []*step
	for _, in := range s.in {
		for _, r := range in {
			if r.value != nil && r.value.def != nil && !slices.Contains(list, r.value.def) {
				list = append(list, r.value.def)
			}
		}
	}
	return list
}

// schedule orders the steps. A kill comes as soon as its condition is known.
func (d *draft) schedule(o order) {
	var done []*step
	is := map[*step]bool{}
	killsOf := map[*step][]*step{}
	var kills, rest []*step
	for _, s := range d.steps {
		if s.op == isa.Kill {
			kills = append(kills, s)
			if n := s.needs(); len(n) > 0 {
				killsOf[n[0]] = append(killsOf[n[0]], s)
			}
		} else {
			rest = append(rest, s)
		}
	}
	put := func(s *step) {
		is[s] = true
		done = append(done, s)
		for _, k := range killsOf[s] {
			is[k] = true
			done = append(done, k)
		}
	}
	for _, k := range kills {
		if len(k.needs()) == 0 {
			is[k] = true
			done = append(done, k)
		}
	}
	switch o {
	case asWritten:
		for _, s := range rest {
			put(s)
		}
	case depthFirst:
		size := d.sizes()
		var visit func(s *step)
		visit = func(s *step) {
			if is[s] {
				return
			}
			needs := s.needs()
			slices.SortStableFunc(needs, func(a, b *step) int { return size[b] - size[a] })
			for _, n := range needs {
				visit(n)
			}
			if s.op != isa.Kill {
				put(s)
			}
		}
		for _, k := range kills {
			visit(k)
		}
		visit(d.steps[len(d.steps)-1])
	case fewest:
		d.greedy(rest, is, put)
	}
	d.steps = done
	for k, s := range d.steps {
		s.index = k
	}
}

// sizes estimates how many components are live while each step and its operands are
// computed, the largest operand first.
func (d *draft) sizes() map[*step]int {
	size := map[*step]int{}
	for _, s := range d.steps {
		needs := s.needs()
		slices.SortStableFunc(needs, func(a, b *step) int { return size[b] - size[a] })
		most, beside := len(s.out), 0
		for _, n := range needs {
			most = max(most, size[n]+beside)
			beside += len(n.out)
		}
		size[s] = most
	}
	return size
}

// greedy always picks the step that leaves the fewest components live.
func (d *draft) greedy(rest []*step, is map[*step]bool, put func(*step)) {
	takers := map[*value]map[*step]bool{} // pending steps that read the value
	needs := map[*step][]*step{}
	for _, s := range d.steps {
		needs[s] = s.needs()
		for _, in := range s.in {
			for _, r := range in {
				if r.value != nil && !is[s] {
					if takers[r.value] == nil {
						takers[r.value] = map[*step]bool{}
					}
					takers[r.value][s] = true
				}
			}
		}
	}
	taken := func(s *step, do func(v *value)) { // each value that s reads, once
		var seen []*value
		for _, in := range s.in {
			for _, r := range in {
				if r.value != nil && !slices.Contains(seen, r.value) {
					seen = append(seen, r.value)
					do(r.value)
				}
			}
		}
	}
	for len(rest) > 0 {
		best, at := 0, -1
		for k, s := range rest {
			if s.op == isa.End && len(rest) > 1 || slices.ContainsFunc(needs[s], func(n *step) bool { return !is[n] }) {
				continue
			}
			alive := 0
			for _, v := range s.out {
				if len(takers[v]) > 0 {
					alive++
				}
			}
			taken(s, func(v *value) {
				if len(takers[v]) == 1 {
					alive--
				}
			})
			if at < 0 || alive < best {
				best, at = alive, k
			}
		}
		s := rest[at]
		rest = slices.Delete(rest, at, at+1)
		put(s)
		taken(s, func(v *value) { delete(takers[v], s) })
		for _, v := range s.out { // put has added the kills
			for k := range takers[v] {
				if is[k] {
					delete(takers[v], k)
				}
			}
		}
	}
}

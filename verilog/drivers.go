package verilog

import "posedge/hdl/ir"

// drivers says how each target of a module is driven.
type drivers struct {
	body []ir.Stmt
	// first and start are, for a target, the top-level statement that sets it
	// first, and the last that sets it unconditionally; earlier statements have no
	// effect on it.
	first, start map[*ir.Signal]int
	// in lists the top-level statements from start that set the target.
	in map[*ir.Signal][]int
	// assigned are the combinational targets set once and unconditionally;
	// each is an assign. The others are set in blocks.
	assigned []*ir.Signal
	blocks   [][]*ir.Signal
	// reads lists the combinational signals that a combinational signal needs
	// in the same cycle.
	reads map[*ir.Signal][]*ir.Signal
}

func newDrivers(m *ir.Module, body []ir.Stmt, paths map[*ir.Module]ir.Summary) *drivers {
	d := &drivers{
		body: body, first: map[*ir.Signal]int{}, start: map[*ir.Signal]int{},
		in: map[*ir.Signal][]int{}, reads: map[*ir.Signal][]*ir.Signal{},
	}
	var order []*ir.Signal
	for i, s := range body {
		if set, ok := s.(*ir.Set); ok {
			d.start[set.Target] = i
			d.in[set.Target] = nil
		}
		ir.Walk([]ir.Stmt{s}, func(s ir.Stmt) {
			set, ok := s.(*ir.Set)
			if !ok {
				return
			}
			t := set.Target
			if _, seen := d.first[t]; !seen {
				d.first[t] = i
				order = append(order, t)
			}
			if list := d.in[t]; len(list) == 0 || list[len(list)-1] != i {
				d.in[t] = append(list, i)
			}
		})
	}
	d.depend(m, paths)
	group := map[*ir.Signal]int{}
	for _, t := range order {
		if !t.Kind.Combinational() {
			continue
		}
		if _, plain := body[d.in[t][0]].(*ir.Set); plain && len(d.in[t]) == 1 {
			d.assigned = append(d.assigned, t)
			continue
		}
		d.place(t, group)
	}
	return d
}

// value is what an assigned target is set to.
func (d *drivers) value(t *ir.Signal) ir.Expr { return d.set(t).Value }

func (d *drivers) set(t *ir.Signal) *ir.Set { return d.body[d.in[t][0]].(*ir.Set) }

// place adds t to the first block that shares a conditional statement with it
// and on which it may depend in neither direction, or to a block of its own.
// The blocks stay free of cycles among each other.
func (d *drivers) place(t *ir.Signal, group map[*ir.Signal]int) {
	for i, block := range d.blocks {
		if d.together(t, block) && !d.cycle(append(block[:len(block):len(block)], t), group) {
			d.blocks[i] = append(block, t)
			group[t] = i
			return
		}
	}
	group[t] = len(d.blocks)
	d.blocks = append(d.blocks, []*ir.Signal{t})
}

func (d *drivers) together(t *ir.Signal, block []*ir.Signal) bool {
	for _, i := range d.in[t] {
		if _, plain := d.body[i].(*ir.Set); plain {
			continue
		}
		for _, other := range block {
			for _, k := range d.in[other] {
				if i == k {
					return true
				}
			}
		}
	}
	return false
}

// cycle reports whether the signals that the block needs lead back to the block,
// with each other block taken as a whole.
func (d *drivers) cycle(block []*ir.Signal, group map[*ir.Signal]int) bool {
	member := map[*ir.Signal]bool{}
	for _, s := range block {
		member[s] = true
	}
	seen := map[*ir.Signal]bool{}
	var visit func(s *ir.Signal) bool
	visit = func(s *ir.Signal) bool {
		for _, r := range d.reads[s] {
			if member[r] {
				return true
			}
			if seen[r] {
				continue
			}
			seen[r] = true
			if visit(r) {
				return true
			}
			if g, ok := group[r]; ok {
				for _, other := range d.blocks[g] {
					if !seen[other] {
						seen[other] = true
						if visit(other) {
							return true
						}
					}
				}
			}
		}
		return false
	}
	for _, s := range block {
		if visit(s) {
			return true
		}
	}
	return false
}

// depend collects reads, of signals that are driven combinationally.
func (d *drivers) depend(m *ir.Module, paths map[*ir.Module]ir.Summary) {
	refs := map[ir.Expr][]*ir.Signal{}
	done := ir.Seen{}
	of := func(e ir.Expr) []*ir.Signal {
		done.Each(e, func(e ir.Expr) {
			if r, ok := e.(*ir.Ref); ok {
				if r.Signal.Kind.Combinational() || r.Signal.Kind == ir.InstanceOutput {
					refs[e] = []*ir.Signal{r.Signal}
				}
				return
			}
			var list []*ir.Signal
			ir.Operands(e, func(x ir.Expr) { list = union(list, refs[x]) })
			if len(list) > 0 {
				refs[e] = list
			}
		})
		return refs[e]
	}
	var collect func(body []ir.Stmt, conds []*ir.Signal)
	collect = func(body []ir.Stmt, conds []*ir.Signal) {
		for _, s := range body {
			inner := conds
			ir.Exprs(s, func(e ir.Expr) { inner = append(inner[:len(inner):len(inner)], of(e)...) })
			if set, ok := s.(*ir.Set); ok && set.Target.Kind.Combinational() {
				d.reads[set.Target] = append(d.reads[set.Target], inner...)
			}
			ir.Bodies(s, func(b []ir.Stmt) { collect(b, inner) })
		}
	}
	collect(d.body, nil)
	for _, i := range m.Instances {
		for out, c := range i.Conns {
			for _, in := range paths[i.Module][out] {
				d.reads[c.Net] = append(d.reads[c.Net], i.Conns[in].Net)
			}
		}
	}
}

// union returns the signals of both lists, those of a first. The lists are not
// modified, and the result may be one of them.
func union(a, b []*ir.Signal) []*ir.Signal {
	if len(a) == 0 || len(b) > 0 && &a[0] == &b[0] {
		return b
	}
	have := map[*ir.Signal]bool{}
	for _, s := range a {
		have[s] = true
	}
	list := a[:len(a):len(a)]
	for _, s := range b {
		if !have[s] {
			list = append(list, s)
		}
	}
	return list
}

// only returns body with nothing but the Sets and MemWrites that keep accepts
// and the statements around them.
func only(body []ir.Stmt, keep func(ir.Stmt) bool) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range body {
		switch s := s.(type) {
		case *ir.If:
			c := *s
			c.Then, c.Else = only(s.Then, keep), only(s.Else, keep)
			if len(c.Then)+len(c.Else) > 0 {
				out = append(out, &c)
			}
		case *ir.Switch:
			c := *s
			c.Cases = nil
			c.Default = only(s.Default, keep)
			filled := len(c.Default) > 0
			for _, arm := range s.Cases {
				arm.Body = only(arm.Body, keep)
				if len(arm.Body) > 0 || len(c.Default) > 0 {
					c.Cases = append(c.Cases, arm)
				}
				filled = filled || len(arm.Body) > 0
			}
			if filled {
				out = append(out, &c)
			}
		default:
			if keep(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// filtered returns the statements that drive any of targets.
func (d *drivers) filtered(targets []*ir.Signal) []ir.Stmt {
	member := map[*ir.Signal]bool{}
	for _, t := range targets {
		member[t] = true
	}
	var out []ir.Stmt
	for i, s := range d.body {
		out = append(out, only([]ir.Stmt{s}, func(s ir.Stmt) bool {
			set, ok := s.(*ir.Set)
			return ok && member[set.Target] && i >= d.start[set.Target]
		})...)
	}
	return out
}

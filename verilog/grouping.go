package verilog

import (
	"slices"

	"posedge/hdl/ir"
)

// grouping says which of a module's targets are set together.
type grouping struct {
	body []ir.Stmt
	// first and start are, for a target, the top-level statement that sets it
	// first, and the last that sets it unconditionally; earlier statements have no
	// effect on it.
	first, start map[*ir.Signal]int
	// in lists the top-level statements from start that set the target.
	in map[*ir.Signal][]int
	// assigned are the combinational targets set once and unconditionally.
	// The others are set in blocks.
	assigned []*ir.Signal
	blocks   [][]*ir.Signal
	// blockOf is the index of a target's block. It and needs are for the grouping
	// itself: blocks must not wait for each other.
	blockOf map[*ir.Signal]int
	// needs lists the combinational signals that a combinational signal needs
	// in the same cycle.
	needs map[*ir.Signal][]*ir.Signal
}

func newGrouping(m *ir.Module, body []ir.Stmt, paths map[*ir.Module]ir.Summary) *grouping {
	g := &grouping{
		body: body, first: map[*ir.Signal]int{}, start: map[*ir.Signal]int{}, in: map[*ir.Signal][]int{},
		blockOf: map[*ir.Signal]int{}, needs: map[*ir.Signal][]*ir.Signal{},
	}
	targets := g.find()
	g.depend(m, paths)
	for _, t := range targets {
		if !t.Kind.Combinational() {
			continue
		}
		if _, plain := body[g.in[t][0]].(*ir.Set); plain && len(g.in[t]) == 1 {
			g.assigned = append(g.assigned, t)
			continue
		}
		g.place(t)
	}
	return g
}

// find notes where each target is set, and returns the targets in the order in which
// the source sets them first.
func (g *grouping) find() (targets []*ir.Signal) {
	for i, s := range g.body {
		if set, ok := s.(*ir.Set); ok {
			g.start[set.Target] = i
			g.in[set.Target] = nil
		}
		ir.Walk([]ir.Stmt{s}, func(s ir.Stmt) {
			set, ok := s.(*ir.Set)
			if !ok {
				return
			}
			t := set.Target
			if _, seen := g.first[t]; !seen {
				g.first[t] = i
				targets = append(targets, t)
			}
			if list := g.in[t]; len(list) == 0 || list[len(list)-1] != i {
				g.in[t] = append(list, i)
			}
		})
	}
	return targets
}

// process is what sets combinational targets: an assign of one, or an always @* of
// one or more.
type process struct {
	targets []*ir.Signal
	always  bool
}

// processes are the assigns and the blocks, in the order in which the source sets
// their targets first. An assigned target for which block holds has an always @* of
// its own.
func (g *grouping) processes(block func(*ir.Signal) bool) []process {
	var list []process
	for _, t := range g.assigned {
		list = append(list, process{[]*ir.Signal{t}, block(t)})
	}
	for _, targets := range g.blocks {
		list = append(list, process{targets, true})
	}
	slices.SortStableFunc(list, func(a, b process) int { return g.first[a.targets[0]] - g.first[b.targets[0]] })
	return list
}

// registerBlock has the registers that share an always block: those of a domain that
// have a reset, or those that have none.
type registerBlock struct {
	domain *ir.Domain
	reset  bool
	regs   []*ir.Signal
}

func registerBlocks(m *ir.Module) []*registerBlock {
	var list []*registerBlock
	for _, s := range m.Signals {
		if s.Kind != ir.Reg {
			continue
		}
		i := slices.IndexFunc(list, func(c *registerBlock) bool { return c.domain == s.Domain && c.reset == (s.Reset != nil) })
		if i < 0 {
			i = len(list)
			list = append(list, &registerBlock{domain: s.Domain, reset: s.Reset != nil})
		}
		list[i].regs = append(list[i].regs, s)
	}
	return list
}

// set is the only statement that sets an assigned target.
func (g *grouping) set(t *ir.Signal) *ir.Set { return g.body[g.in[t][0]].(*ir.Set) }

// place adds t to the first block that shares a conditional statement with it
// and on which it may depend in neither direction, or to a block of its own.
// The blocks stay free of cycles among each other.
func (g *grouping) place(t *ir.Signal) {
	for i, block := range g.blocks {
		if g.together(t, block) && !g.cycle(append(block[:len(block):len(block)], t)) {
			g.blocks[i] = append(block, t)
			g.blockOf[t] = i
			return
		}
	}
	g.blockOf[t] = len(g.blocks)
	g.blocks = append(g.blocks, []*ir.Signal{t})
}

// together reports whether t shares a conditional statement with the block.
func (g *grouping) together(t *ir.Signal, block []*ir.Signal) bool {
	return slices.ContainsFunc(g.in[t], func(i int) bool {
		if _, plain := g.body[i].(*ir.Set); plain {
			return false
		}
		return slices.ContainsFunc(block, func(other *ir.Signal) bool { return slices.Contains(g.in[other], i) })
	})
}

// cycle reports whether the signals that the block needs lead back to the block,
// with each other block taken as a whole.
func (g *grouping) cycle(block []*ir.Signal) bool {
	member, seen := map[*ir.Signal]bool{}, map[*ir.Signal]bool{}
	for _, s := range block {
		member[s] = true
	}
	var leads func(s *ir.Signal) bool // back to the block
	leads = func(s *ir.Signal) bool {
		if member[s] {
			return true
		}
		if seen[s] {
			return false
		}
		seen[s] = true
		if slices.ContainsFunc(g.needs[s], leads) {
			return true
		}
		i, ok := g.blockOf[s]
		return ok && slices.ContainsFunc(g.blocks[i], leads)
	}
	return slices.ContainsFunc(block, func(s *ir.Signal) bool { return slices.ContainsFunc(g.needs[s], leads) })
}

// depend collects what each combinational signal needs.
func (g *grouping) depend(m *ir.Module, paths map[*ir.Module]ir.Summary) {
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
				g.needs[set.Target] = append(g.needs[set.Target], inner...)
			}
			ir.Bodies(s, func(b []ir.Stmt) { collect(b, inner) })
		}
	}
	collect(g.body, nil)
	for _, i := range m.Instances {
		for out, c := range i.Conns {
			for _, in := range paths[i.Module][out] {
				g.needs[c.Net] = append(g.needs[c.Net], i.Conns[in].Net)
			}
		}
	}
}

// filtered returns the statements that drive any of targets.
func (g *grouping) filtered(targets []*ir.Signal) []ir.Stmt {
	member := map[*ir.Signal]bool{}
	for _, t := range targets {
		member[t] = true
	}
	var out []ir.Stmt
	for i, s := range g.body {
		out = append(out, only([]ir.Stmt{s}, func(s ir.Stmt) bool {
			set, ok := s.(*ir.Set)
			return ok && member[set.Target] && i >= g.start[set.Target]
		})...)
	}
	return out
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
			if c := onlyArms(s, keep); c != nil {
				out = append(out, c)
			}
		default:
			if keep(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// onlyArms is [only] of a switch, or nil if nothing is left of it. Without a default,
// an arm that becomes empty is as good as none.
func onlyArms(s *ir.Switch, keep func(ir.Stmt) bool) *ir.Switch {
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
	if !filled {
		return nil
	}
	return &c
}

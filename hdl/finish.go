package hdl

import (
	"fmt"
	"slices"
	"strings"

	"posedge/hdl/ir"
)

// finish ends a description: it places the defaults, then makes the checks that
// need the whole module.
func (d *definition) finish() {
	for _, f := range d.atEnd {
		f()
	}
	if d.rejected {
		return // anything missing follows from that
	}
	d.overwritten()
	d.ineffective(d.ir.Body)
	d.placeDefaults()
	d.undriven()
	d.unread()
	d.ir.UseImplicitDomain()
}

// placeDefaults puts the defaults before the body: the last one for each target,
// and only if the body does not set the target unconditionally.
func (d *definition) placeDefaults() {
	always := map[*ir.Signal]bool{}
	for _, s := range d.ir.Body {
		if set, ok := s.(*ir.Set); ok {
			always[set.Target] = true
		}
	}
	last := map[*ir.Signal]*ir.Set{}
	for _, s := range d.defaults {
		last[s.Target] = s
	}
	var first []ir.Stmt
	for _, s := range d.defaults {
		if last[s.Target] == s && !always[s.Target] {
			first = append(first, s)
		}
	}
	d.ir.Body = append(first, d.ir.Body...)
}

// undriven reports combinational signals that are not set on all paths, and
// registers that are never set.
func (d *definition) undriven() {
	instance := map[*ir.Signal]*ir.Instance{}
	for _, i := range d.ir.Instances {
		for _, c := range i.Conns {
			instance[c.Net] = i
		}
	}
	holes := ir.Holes(d.ir)
	never := map[*ir.Signal]bool{} // set on no path
	for _, h := range holes {
		never[h.Signal] = len(h.Path) == 0
	}
	d.untouched(never)
	said := map[*group]bool{}
	for _, h := range holes {
		s := h.Signal
		i, g := instance[s], d.of(s).group
		if d.of(s).forgiven || i != nil && d.instances[i].idle {
			continue
		}
		if g != nil && never[s] && (len(g.targets) > 1 || g.ready == s) {
			if said[g] {
				continue
			}
			if !slices.ContainsFunc(g.targets, func(x *ir.Signal) bool { return !never[x] }) {
				said[g] = true
				d.ctx.errorAt(s.At, "%s", d.neverSet(g))
				continue
			}
		}
		switch {
		case len(h.Path) > 0:
			what, hint := fmt.Sprintf("%s %s of %s", s.Kind, s.Name, d.title()), ""
			if i != nil {
				what = fmt.Sprintf("input %s of instance %s", strings.TrimPrefix(s.Name, i.Name+"_"), i.Name)
			}
			if i != nil && d.instances[i].inBranch {
				hint = "; the instance always exists, not only where it was made"
			}
			d.ctx.errorAt(s.At, "%s is not set %s, which would be a latch; set it on every path, or give it a Default%s", what, way(h.Path), hint)
		case i != nil:
			d.ctx.errorAt(s.At, "input %s of instance %s is never set", strings.TrimPrefix(s.Name, i.Name+"_"), i.Name)
		default:
			d.ctx.errorAt(s.At, "%s %s of %s is never set", s.Kind, s.Name, d.title())
		}
	}
	set := map[*ir.Signal]bool{}
	ir.Walk(d.ir.Body, func(s ir.Stmt) {
		if s, ok := s.(*ir.Set); ok {
			set[s.Target] = true
		}
	})
	for _, s := range d.ir.Signals {
		switch {
		case s.Kind != ir.Reg || set[s] || d.of(s).forgiven:
		case s.Enum != nil:
			d.ctx.errorAt(s.At, "FSM %s of %s never leaves %s: there is no Goto", s.Name, d.title(), s.Enum.Values[0].Name)
		default:
			d.ctx.errorAt(s.At, "register %s of %s is never set; a constant is made with Const", s.Name, d.title())
		}
	}
}

// neverSet says that no target of a bundle or stream is set.
func (d *definition) neverSet(g *group) string {
	where := "of " + d.title()
	if g.instance != nil {
		where = "of instance " + g.instance.Name
	}
	switch {
	case g.stream && len(g.targets) == 1 && g.targets[0] == g.ready:
		return fmt.Sprintf("stream %s %s is never taken: its Ready is not set; connect it with From, or set Ready", g.name, where)
	case g.stream:
		return fmt.Sprintf("stream %s %s is never fed; connect it with From, or Send to it", g.name, where)
	case g.instance != nil:
		return fmt.Sprintf("input bundle %s %s is never set", g.name, where)
	}
	return fmt.Sprintf("output bundle %s %s is never set", g.name, where)
}

// untouched reports the instances that were made and then forgotten: none of
// their inputs is set and none of their outputs read.
func (d *definition) untouched(never map[*ir.Signal]bool) {
	for _, i := range d.ir.Instances {
		inputs, idle := 0, true
		for _, c := range i.Conns {
			if c.Net.Kind == ir.InstanceInput {
				inputs++
				idle = idle && never[c.Net]
			} else {
				idle = idle && !d.of(c.Net).touched && !c.Net.Unused
			}
		}
		if inputs > 0 && idle {
			d.instances[i].idle = true
			d.ctx.errorAt(i.At, "instance %s (%s) is not connected: no input is set and no output is read; connect it or remove it", i.Name, i.Module.Name)
		}
	}
}

// way describes in words where a path leads.
func way(path []ir.Branch) string {
	var parts []string
	for _, b := range path {
		at := b.Stmt.Pos().Short()
		switch s := b.Stmt.(type) {
		case *ir.If:
			parts = append(parts, fmt.Sprintf("where the If at %s is %t", at, !b.Else))
		case *ir.Switch:
			if b.Else {
				parts = append(parts, fmt.Sprintf("where no case of the Switch at %s applies%s", at, statesWithout(s)))
				break
			}
			parts = append(parts, fmt.Sprintf("in the case at %s of the Switch at %s", s.Cases[b.Case].At.Short(), at))
		}
	}
	return strings.Join(parts, ", ")
}

// statesWithout names the states that have no case, if the subject has states.
func statesWithout(s *ir.Switch) string {
	r, ok := s.Subject.(*ir.Ref)
	if !ok || r.Signal.Enum == nil {
		return ""
	}
	listed := map[string]bool{}
	for _, c := range s.Cases {
		for _, v := range c.Values {
			listed[v.String()] = true
		}
	}
	var names []string
	for _, v := range r.Signal.Enum.Values {
		if !listed[v.Value.String()] {
			names = append(names, v.Name)
		}
	}
	return " (states without a case: " + strings.Join(names, ", ") + ")"
}

// overwritten notes Sets that can never apply, because an unconditional one of
// the same target comes after them.
func (d *definition) overwritten() {
	sets := map[*ir.Signal][]*ir.Set{} // so far, at any level
	for _, s := range d.ir.Body {
		if last, ok := s.(*ir.Set); ok {
			for _, before := range sets[last.Target] {
				if d.takers[before] && d.takers[last] {
					d.takenTwice(before, last)
					continue
				}
				d.note(before.At, "this Set of %s never applies: the one at %s always comes after it", last.Target.Name, last.At.Short())
			}
			sets[last.Target] = nil
		}
		ir.Walk([]ir.Stmt{s}, func(s ir.Stmt) {
			if set, ok := s.(*ir.Set); ok {
				sets[set.Target] = append(sets[set.Target], set)
			}
		})
	}
}

// takenTwice reports a stream that two take in the same cycles by From: whenever the last is ready, the beat passes for both.
func (d *definition) takenTwice(before, last *ir.Set) {
	d.ctx.errorAt(last.At, "stream %s is taken at %s already, and has one consumer: take copies from lib.Broadcast",
		strings.TrimSuffix(last.Target.Name, "_ready"), before.At.Short())
}

// ineffective notes Ifs and Switches without a statement in any branch. A branch
// that continues an If may well be empty: it keeps later branches from applying.
func (d *definition) ineffective(body []ir.Stmt) {
	for _, s := range body {
		what := ""
		switch s.(type) {
		case *ir.If:
			what = "If"
		case *ir.Switch:
			what = "Switch"
		default:
			continue
		}
		if !effective(s) {
			d.note(s.Pos(), "no branch of this %s sets anything; a Go variable that is assigned in a branch keeps the last value: use a Wire, or Mux", what)
			continue
		}
		switch s := s.(type) {
		case *ir.If:
			d.ineffective(s.Then)
		case *ir.Switch:
			ir.Bodies(s, d.ineffective)
		}
	}
}

// effective reports whether s is or contains anything but Ifs and Switches.
func effective(s ir.Stmt) bool {
	switch s.(type) {
	case *ir.If, *ir.Switch:
		any := false
		ir.Bodies(s, func(body []ir.Stmt) { any = any || slices.ContainsFunc(body, effective) })
		return any
	}
	return true
}

// unread notes signals that nobody reads; an instance none of whose outputs is
// read is an error.
func (d *definition) unread() {
	read := map[*ir.Signal]bool{}
	seen := ir.Seen{}
	d.ir.Roots(func(e ir.Expr) {
		seen.Each(e, func(e ir.Expr) {
			if r, ok := e.(*ir.Ref); ok {
				read[r.Signal] = true
			}
		})
	})
	for _, p := range d.ir.Ports {
		if p.Kind == ir.Input && !read[p] && !p.Unused {
			d.note(p.At, "input %s of %s is never read; hdl.Unused silences this", p.Name, d.title())
		}
	}
	for _, s := range d.ir.Signals {
		if !read[s] && !s.Unused {
			d.note(s.At, "%s %s of %s is never read; hdl.Unused silences this", kindName(s.Kind), s.Name, d.title())
		}
	}
	for _, i := range d.ir.Instances {
		outputs, used := 0, false
		for _, c := range i.Conns {
			if c.Net.Kind == ir.InstanceOutput {
				outputs++
				used = used || read[c.Net] || c.Net.Unused || d.of(c.Net).touched && len(d.ctx.errs) > 0
			}
		}
		if outputs > 0 && !used && !d.instances[i].idle {
			d.ctx.errorAt(i.At, "no output of instance %s (%s) is read; read one, remove the instance, or call hdl.Unused on one", i.Name, i.Module.Name)
		}
	}
}

func (d *definition) note(at ir.Pos, format string, args ...any) {
	n := Note{at, fmt.Sprintf(format, args...)}
	if !d.ctx.noted[n] { // once for many instances
		d.ctx.noted[n] = true
		d.ctx.notes = append(d.ctx.notes, n)
	}
}

package verilog

import (
	"slices"

	"posedge/hdl/ir"
)

// overwritten are targets that later statements set on every path.
type overwritten struct {
	outer *overwritten
	set   map[*ir.Signal]bool
}

func (o *overwritten) has(s *ir.Signal) bool {
	for ; o != nil; o = o.outer {
		if o.set[s] {
			return true
		}
	}
	return false
}

// effective returns the statements without the Sets that a later one always
// overwrites, and without the empty choices that they leave. They are not
// hardware, and an empty case crashes Yosys 0.23 (proc_rom divides by the width of
// what it sets).
func effective(body []ir.Stmt) []ir.Stmt {
	out, _ := (*overwritten)(nil).effective(body)
	return out
}

// effective also returns the targets that the statements set on every path.
func (o *overwritten) effective(body []ir.Stmt) (out []ir.Stmt, sets map[*ir.Signal]bool) {
	sets = map[*ir.Signal]bool{}
	for _, s := range slices.Backward(body) {
		after := o // a chain of else-ifs stays flat
		if len(sets) > 0 {
			after = &overwritten{o, sets}
		}
		switch s := s.(type) {
		case *ir.Set:
			if after.has(s.Target) {
				continue
			}
			sets[s.Target] = true
		case *ir.If:
			then, inThen := after.effective(s.Then)
			other, inElse := after.effective(s.Else)
			join(sets, inThen, inElse)
			if len(then)+len(other) == 0 {
				continue
			}
			out = append(out, &ir.If{Cond: s.Cond, Then: then, Else: other, At: s.At})
			continue
		case *ir.Switch:
			c, filled := after.arms(s, sets)
			if filled {
				out = append(out, c)
			}
			continue
		}
		out = append(out, s)
	}
	slices.Reverse(out)
	return out, sets
}

// arms is effective of a switch. It adds to sets the targets that every arm sets, and
// reports whether anything is left in an arm.
func (o *overwritten) arms(s *ir.Switch, sets map[*ir.Signal]bool) (c *ir.Switch, filled bool) {
	c = &ir.Switch{Subject: s.Subject, HasDefault: s.HasDefault, At: s.At}
	var inArms []map[*ir.Signal]bool
	arm := func(body []ir.Stmt) []ir.Stmt {
		body, inArm := o.effective(body)
		inArms, filled = append(inArms, inArm), filled || len(body) > 0
		return body
	}
	for _, x := range s.Cases {
		c.Cases = append(c.Cases, ir.Case{Values: x.Values, Body: arm(x.Body), At: x.At})
	}
	if !s.Exhaustive() || len(s.Cases) == 0 {
		c.Default = arm(s.Default)
	}
	join(sets, inArms...)
	return c, filled
}

// join adds to sets the targets that are in all of the arms.
func join(sets map[*ir.Signal]bool, arms ...map[*ir.Signal]bool) {
	for s := range arms[0] {
		if !slices.ContainsFunc(arms[1:], func(x map[*ir.Signal]bool) bool { return !x[s] }) {
			sets[s] = true
		}
	}
}

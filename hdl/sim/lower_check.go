package sim

import (
	"slices"

	"posedge/hdl/ir"
)

// check adds a property. It is off where the reset is 1.
func (l *lowering) check(s *scope, c guardedCheck, reset Net) {
	when := l.expr(s, c.Cond)
	if c.Kind != ir.Cover {
		when = l.node(OpNot, 1, 0, when)
	}
	if c.enable != nil {
		when = l.both(l.expr(s, c.enable), when)
	}
	when = l.outsideReset(when, reset)
	x := Check{c.Kind, joined(s.path, c.Name), when, c.At}
	if c.Kind == ir.Cover {
		l.Covers = append(l.Covers, x)
		return
	}
	l.Checks = append(l.Checks, x)
	l.reads = append(l.reads, readBy(s, c))
}

// outsideReset is when where the reset is 0.
func (l *lowering) outsideReset(when, reset Net) Net {
	if int(reset) < len(l.Inputs) {
		when = l.both(l.node(OpNot, 1, 0, reset), when)
	}
	return when
}

// readBy returns the paths of the signals that a check and the conditions
// around it read, each once, in the order of reading.
func readBy(s *scope, c guardedCheck) (paths []string) {
	seen := map[ir.Expr]bool{}
	named := map[*ir.Signal]bool{}
	var list []ir.Expr // the next one last
	if c.enable != nil {
		list = append(list, c.enable)
	}
	list = append(list, c.Cond)
	for len(list) > 0 {
		e := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[e] {
			continue
		}
		seen[e] = true
		if r, ok := e.(*ir.Ref); ok && !named[r.Signal] {
			named[r.Signal] = true
			paths = append(paths, joined(s.path, r.Signal.Name))
		}
		first := len(list)
		ir.Operands(e, func(x ir.Expr) { list = append(list, x) })
		slices.Reverse(list[first:])
	}
	return paths
}

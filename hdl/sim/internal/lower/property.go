package lower

import (
	"slices"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/netlist"
)

// property adds a property. It is off while the reset of its domain is 1.
func (l *lowering) property(s *scope, c guardedProperty) {
	when := l.expr(s, c.Cond)
	if c.Kind != ir.Cover {
		when = l.Node(netlist.OpNot, 1, 0, when)
	}
	if c.enable != nil {
		when = l.both(l.expr(s, c.enable), when)
	}
	domain := s.in(c.Domain)
	when = l.outsideReset(when, domain)
	x := netlist.Property{Kind: c.Kind, Path: netlist.Join(s.path, c.Name), Domain: domain, When: when, At: c.At}
	if c.Kind == ir.Cover {
		l.Covers = append(l.Covers, x)
		return
	}
	l.Properties = append(l.Properties, x)
	l.design.Reads = append(l.design.Reads, readBy(s, c))
}

// outsideReset is when while the reset of the domain is 0, else 0.
func (l *lowering) outsideReset(when netlist.Net, domain int) netlist.Net {
	if domain == ir.NoDomain || l.Domains[domain].Reset < 0 {
		return when
	}
	reset := netlist.Net(l.Domains[domain].Reset)
	return l.both(l.Node(netlist.OpNot, 1, 0, reset), when)
}

// readBy returns the paths of the signals that a property and the conditions
// around it read, each once, in the order of reading.
func readBy(s *scope, c guardedProperty) (paths []string) {
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
			paths = append(paths, netlist.Join(s.path, r.Signal.Name))
		}
		first := len(list)
		ir.Operands(e, func(x ir.Expr) { list = append(list, x) })
		slices.Reverse(list[first:])
	}
	return paths
}

package lower

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
	"posedge/hdl/sim/internal/netlist"
)

// The counters are the last registers of a netlist, in this order: the number
// of the cycle; for each point its count and, for a cover point, its first
// cycle; one bit that is 1 if the previous cycle was not a reset cycle; and for
// each port of the top its last value, the bits that have risen and the bits
// that have fallen.

// Count says how often a point was reached, and for a cover point the first cycle.
type Count struct{ Count, First uint64 }

// Counts reads the counters of [Design.Points], in that order. register returns
// a word of a register.
func (d *Design) Counts(register func(i, word int) uint64) []Count {
	counts := make([]Count, len(d.Points))
	i := len(d.Netlist.State())
	for k := range counts {
		if d.Points[k].Kind == Toggle {
			d.toggles(counts[k:], i+2, register)
			break
		}
		i++
		counts[k].Count = register(i, 0)
		if d.Points[k].Kind == CoverPoint {
			i++
			counts[k].First = register(i, 0)
		}
	}
	return counts
}

// toggles reads the bits of the ports, whose registers begin at i.
func (d *Design) toggles(counts []Count, i int, register func(i, word int) uint64) {
	for _, p := range d.toggled {
		for bit := range p.Width {
			both := register(i+1, bit/64) & register(i+2, bit/64)
			counts[bit].Count = both >> (bit % 64) & 1
		}
		counts = counts[p.Width:]
		i += 3
	}
}

// TellCycle gives the counters the number of a cycle that does not follow the
// one before it: no bit toggles between the two. set sets a word of a register.
func (d *Design) TellCycle(cycle uint64, set func(i, word int, v uint64)) {
	if n := d.Netlist; n.Counters > 0 {
		set(len(n.State()), 0, cycle)
		set(len(n.Registers)-3*len(d.toggled)-1, 0, 0)
	}
}

// counted is a point with the part of the design that it depends on.
type counted struct {
	scope *scope
	when  ir.Expr // nil for always
}

// declareCounters finds the points of all scopes and appends their registers.
func (l *lowering) declareCounters() {
	counter := func(name string, width, domain int) {
		l.Registers = append(l.Registers, netlist.Register{Path: name, Width: width, PowerOn: new(big.Int), Defined: true, Domain: domain})
		l.Counters++
	}
	counter("cycle", 64, ir.NoDomain)
	found := map[*ir.Module]*finder{}
	for _, s := range l.scopes {
		f := found[s.module]
		if f == nil {
			f = pointsOf(s.module, s.drivers)
			found[s.module] = f
		}
		for i, p := range f.points {
			p.Path, p.Domain = strings.Join(s.path, "."), s.in(f.domains[i])
			l.design.Points = append(l.design.Points, p)
			l.counted = append(l.counted, counted{s, f.when[i]})
			counter("count", 64, p.Domain)
			if p.Kind == CoverPoint {
				counter("first", 64, p.Domain)
			}
		}
	}
	top, domain := l.scopes[0].module, l.scopes[0].domain
	counter("before", 1, domain)
	l.design.toggled = top.DataPorts()
	for _, p := range l.design.toggled {
		for _, name := range []string{"last", "risen", "fallen"} {
			counter(name, p.Width, domain)
		}
		for bit := range p.Width {
			name := p.Name
			if p.Width > 1 {
				name = fmt.Sprintf("%s[%d]", p.Name, bit)
			}
			l.design.Points = append(l.design.Points, Point{Kind: Toggle, Module: top.Name, Name: name, Domain: domain, At: p.At})
		}
	}
}

// count gives the counters their next values. Netlist.Covers becomes the nets of
// the points, so that the optimiser tells which are constant.
func (l *lowering) count() {
	if l.Counters == 0 {
		return
	}
	at := len(l.State())
	take := func() (now netlist.Net, next *netlist.Net) {
		at++
		return netlist.Net(len(l.Inputs) + at - 1), &l.Registers[at-1].Next
	}
	one := l.Words(64, []uint64{1})
	zero := l.Words(64, []uint64{0})
	cycle, next := take()
	*next = l.Node(netlist.OpAdd, 64, 0, cycle, one)
	l.Covers = nil
	for i, c := range l.counted {
		when := l.Words(1, []uint64{1})
		if c.when != nil {
			when = l.expr(c.scope, c.when)
		}
		p := l.design.Points[i]
		when = l.outsideReset(when, p.Domain)
		l.Covers = append(l.Covers, netlist.Property{Kind: ir.Cover, Path: p.Name, Domain: p.Domain, When: when, At: p.At})
		n, next := take()
		*next = l.Node(netlist.OpAdd, 64, 0, n, l.Extend(when, 64))
		if p.Kind == CoverPoint {
			first, next := take()
			fresh := l.both(when, l.Node(netlist.OpEq, 1, 0, n, zero))
			*next = l.Node(netlist.OpMux, 64, 0, fresh, first, cycle)
		}
	}

	domain := l.scopes[0].domain
	before, next := take()
	*next = l.outsideReset(l.Words(1, []uint64{1}), domain)
	counts := l.outsideReset(before, domain)
	for _, p := range l.design.toggled {
		now := l.signal(l.scopes[0], p)
		last, next := take()
		*next = now
		for _, from := range []netlist.Net{last, now} { // risen, then fallen
			to := last + now - from
			seen, next := take()
			edges := l.Node(netlist.OpAnd, p.Width, 0, l.Node(netlist.OpNot, p.Width, 0, from), to)
			*next = l.Node(netlist.OpMux, p.Width, 0, counts, seen, l.Node(netlist.OpOr, p.Width, 0, seen, edges))
		}
		for bit := range p.Width {
			l.Covers = append(l.Covers, netlist.Property{Kind: ir.Cover, Path: p.Name, Domain: domain, When: l.Node(netlist.OpSlice, 1, bit, now), At: p.At})
		}
	}
}

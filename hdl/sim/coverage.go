package sim

import (
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// PointKind is what a [Point] of coverage counts.
type PointKind uint8

const (
	CoverPoint PointKind = iota // a Cover of the design was reached
	Branch                      // an arm of an If or Switch was taken
	State                       // a state machine was in a state
	Transition                  // a state machine left one state for another
	Toggle                      // a bit of a port of the top has risen and has fallen, from a cycle to the next
)

var pointKinds = [...]string{"cover point", "branch", "state", "transition", "toggle"}

// String returns "cover point", "branch", "state", "transition" or "toggle".
func (k PointKind) String() string { return pointKinds[k] }

// Point is something of a design that a run reaches or not, in one instance of
// the module that describes it. It counts the cycles with reset 0 in which it is
// reached at the sample point; of a toggle it says only whether, 1 or 0.
type Point struct {
	Kind   PointKind
	Module string // the definition, "fifo_w14_d4"
	Path   string // of the instance, "queue"; empty for the top
	// Signal is the state register of a state or a transition.
	Signal string
	// Name is that of the cover point, the arm of a branch ("if", "else if", "else",
	// "case BUSY", "default"; "implicit else" and "implicit default" are those
	// that are not written), the state, "BUSY -> DONE", or the bit, "data[3]".
	Name string
	// At is the line: of the condition or the case, for an else or a default
	// that of its If or Switch; of the Goto of a transition where it is known.
	At ir.Pos
	// Unreachable says that the design as built never reaches the point,
	// whatever its inputs and state: its condition is a constant.
	Unreachable bool
}

// Hits says how often a [Point] was reached.
type Hits struct {
	Count uint64
	First uint64 // the cycle of the first, of a cover point
}

// Covered returns the program that counts coverage in every instance. It is
// compiled when first asked for, once; p stays as fast as it is. It has ports of
// its own; snapshots are those of p, and leave the counts alone.
func (p *Program) Covered() (*Program, error) { return p.covered() }

// Points returns the points that instances of a program of [Program.Covered]
// count: for each instance the cover points, branches, states and transitions,
// in source order; and at the end the bits of the top's ports. It is nil for
// other programs.
func (p *Program) Points() []Point { return p.design.points }

// Hits returns the counts of [Program.Points], in that order.
func (s *Simulation) Hits() []Hits {
	hits := make([]Hits, len(s.p.design.points))
	i := s.p.netlist.firstCounter()
	for k := range hits {
		if s.p.design.points[k].Kind == Toggle {
			s.toggles(hits[k:], i+2)
			break
		}
		i++
		hits[k].Count = s.m.Register(i, 0)
		if s.p.design.points[k].Kind == CoverPoint {
			i++
			hits[k].First = s.m.Register(i, 0)
		}
	}
	return hits
}

// firstCounter is the register that holds the number of the cycle. After it
// comes for each point its count, and for a cover point its first cycle; then
// one bit that is 1 where the cycle before was none of reset, and for each port of the top its last
// value and which bits have risen and have fallen.
func (n *Netlist) firstCounter() int { return len(n.state()) }

// tellCounters gives the counters the number of a cycle that does not follow
// the one before it: no bit toggles between the two.
func (s *Simulation) tellCounters() {
	if n := s.p.netlist; n.Counters > 0 {
		s.m.SetRegister(n.firstCounter(), 0, s.cycle)
		s.m.SetRegister(len(n.Registers)-3*len(s.p.design.ports)-1, 0, 0)
	}
}

// toggles reads the bits of the ports, whose registers begin at i.
func (s *Simulation) toggles(hits []Hits, i int) {
	for _, p := range s.p.design.ports {
		for bit := range p.Width {
			both := s.m.Register(i+1, bit/64) & s.m.Register(i+2, bit/64)
			hits[bit].Count = both >> (bit % 64) & 1
		}
		hits = hits[p.Width:]
		i += 3
	}
}

// counted is a point with what it needs of the design.
type counted struct {
	scope *scope
	when  ir.Expr // nil for always
}

// declareCounters finds the points of all scopes and appends their registers.
func (l *lowering) declareCounters() {
	counter := func(name string, width int) {
		l.Registers = append(l.Registers, Register{Path: name, Width: width, PowerOn: new(big.Int), Defined: true})
		l.Counters++
	}
	counter("cycle", 64)
	found := map[*ir.Module]*finder{}
	for _, s := range l.scopes {
		f := found[s.module]
		if f == nil {
			f = pointsOf(s.module, s.drivers)
			found[s.module] = f
		}
		for i, p := range f.points {
			p.Path = strings.Join(s.path, ".")
			l.design.points = append(l.design.points, p)
			l.counted = append(l.counted, counted{s, f.when[i]})
			counter("count", 64)
			if p.Kind == CoverPoint {
				counter("first", 64)
			}
		}
	}
	counter("before", 1)
	top := l.scopes[0].module
	l.design.ports = top.Ports
	for _, p := range top.Ports {
		counter("last", p.Width)
		counter("risen", p.Width)
		counter("fallen", p.Width)
		for bit := range p.Width {
			name := p.Name
			if p.Width > 1 {
				name = fmt.Sprintf("%s[%d]", p.Name, bit)
			}
			l.design.points = append(l.design.points, Point{Kind: Toggle, Module: top.Name, Name: name, At: p.At})
		}
	}
}

// count gives the counters their next values. Netlist.Covers becomes the nets of
// the points, so that the optimiser tells which are constant.
func (l *lowering) count(reset Net) {
	if l.Counters == 0 {
		return
	}
	at := l.firstCounter()
	take := func() (now Net, next *Net) {
		at++
		return Net(len(l.Inputs) + at - 1), &l.Registers[at-1].Next
	}
	one := l.words(64, []uint64{1})
	zero := l.words(64, []uint64{0})
	cycle, next := take()
	*next = l.node(OpAdd, 64, 0, cycle, one)
	l.Covers = nil
	for i, c := range l.counted {
		when := l.words(1, []uint64{1})
		if c.when != nil {
			when = l.expr(c.scope, c.when)
		}
		when = l.outsideReset(when, reset)
		p := l.design.points[i]
		l.Covers = append(l.Covers, Check{ir.Cover, p.Name, when, p.At})
		n, next := take()
		*next = l.node(OpAdd, 64, 0, n, l.extend(when, 64))
		if p.Kind == CoverPoint {
			first, next := take()
			fresh := l.both(when, l.node(OpEq, 1, 0, n, zero))
			*next = l.node(OpMux, 64, 0, fresh, first, cycle)
		}
	}

	before, next := take()
	*next = l.outsideReset(l.words(1, []uint64{1}), reset)
	counts := l.outsideReset(before, reset)
	for _, p := range l.design.ports {
		now := l.signal(l.scopes[0], p)
		last, next := take()
		*next = now
		for _, from := range []Net{last, now} { // risen, then fallen
			to := last + now - from
			seen, next := take()
			edges := l.node(OpAnd, p.Width, 0, l.node(OpNot, p.Width, 0, from), to)
			*next = l.node(OpMux, p.Width, 0, counts, seen, l.node(OpOr, p.Width, 0, seen, edges))
		}
		for bit := range p.Width {
			l.Covers = append(l.Covers, Check{ir.Cover, p.Name, l.node(OpSlice, 1, bit, now), p.At})
		}
	}
}

// findUnreachable marks the points whose condition the optimiser knows to be 0.
func (d *design) findUnreachable() {
	if len(d.points) == 0 {
		return
	}
	n := optimise(d.Netlist, nil)
	for i, c := range n.Covers {
		x := n.Nodes[c.When]
		// A bit that is constant, 0 or 1, does not toggle.
		d.points[i].Unreachable = x.Op == OpConst && (n.Consts[x.Aux][0] == 0 || d.points[i].Kind == Toggle)
	}
}

// finder collects the points of a module.
type finder struct {
	module *ir.Module
	points []Point
	when   []ir.Expr
	// generated are the lines of state machines: what stands there leads an
	// encoding outside the list back, and is nothing that a user wrote.
	generated map[ir.Pos]bool
}

func pointsOf(m *ir.Module, d *drivers) *finder {
	f := &finder{module: m, generated: map[ir.Pos]bool{}}
	var machines []*ir.Signal
	for _, s := range m.Signals {
		if s.Kind == ir.Reg && s.Enum != nil && d.value[s] != nil {
			machines = append(machines, s)
			f.generated[s.At] = s.At != ir.Pos{}
		}
	}
	for _, c := range d.checks {
		if c.Kind == ir.Cover {
			f.add(CoverPoint, "", c.Name, c.At, both(c.enable, c.Cond))
		}
	}
	f.branches(m.Body, nil)
	for _, s := range machines {
		for _, v := range s.Enum.Values {
			f.add(State, s.Name, v.Name, s.At, equals(s, v.Value))
		}
		value := d.value[s]
		for _, t := range transitions(m, s) {
			to := &ir.Binary{Op: ir.OpEq, X: value, Y: &ir.Const{Value: t.to.Value, Bits: s.Width, At: s.At}, At: s.At}
			f.add(Transition, s.Name, t.from.Name+" -> "+t.to.Name, t.at, both(equals(s, t.from.Value), to))
		}
	}
	return f
}

func (f *finder) add(kind PointKind, signal, name string, at ir.Pos, when ir.Expr) {
	f.points = append(f.points, Point{Kind: kind, Module: f.module.Name, Signal: signal, Name: name, At: at})
	f.when = append(f.when, when)
}

func equals(s *ir.Signal, v *big.Int) ir.Expr {
	return &ir.Binary{Op: ir.OpEq, X: &ir.Ref{Signal: s, At: s.At}, Y: &ir.Const{Value: v, Bits: s.Width, At: s.At}, At: s.At}
}

func not(x ir.Expr) ir.Expr { return &ir.Unary{Op: ir.OpNot, X: x, At: x.Pos()} }

// branches adds the arms of every If and Switch in body, which stands under path.
func (f *finder) branches(body []ir.Stmt, path ir.Expr) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.If:
			if !f.generated[s.At] {
				f.chain(s, "if", path)
			}
		case *ir.Switch:
			if !f.generated[s.At] {
				f.cases(s, path)
			}
		}
	}
}

// chain adds the arms of an If and of what goes on with it. An Else that holds
// one If alone is an else-if.
func (f *finder) chain(s *ir.If, name string, path ir.Expr) {
	then, rest := both(path, s.Cond), both(path, not(s.Cond))
	f.add(Branch, "", name, s.At, then)
	f.branches(s.Then, then)
	switch next, ok := onlyIf(s.Else); {
	case ok:
		f.chain(next, "else if", rest)
	case len(s.Else) == 0:
		f.add(Branch, "", "implicit else", s.At, rest)
	default:
		f.add(Branch, "", "else", s.At, rest)
		f.branches(s.Else, rest)
	}
}

func onlyIf(body []ir.Stmt) (*ir.If, bool) {
	if len(body) != 1 {
		return nil, false
	}
	s, ok := body[0].(*ir.If)
	return s, ok
}

// cases adds the arms of a Switch, and its default unless every value, or every
// state of a state machine, has a case.
func (f *finder) cases(s *ir.Switch, path ir.Expr) {
	var enum *ir.Enum
	if r, ok := s.Subject.(*ir.Ref); ok {
		enum = r.Signal.Enum
	}
	var any ir.Expr
	var rest []string // states without a case
	listed := map[string]bool{}
	for _, c := range s.Cases {
		var match ir.Expr
		var names []string
		for _, v := range c.Values {
			eq := &ir.Binary{Op: ir.OpEq, X: s.Subject, Y: &ir.Const{Value: v, Bits: s.Subject.Width(), At: c.At}, At: c.At}
			match = either(match, eq)
			name := enum.NameOf(v)
			if enum == nil {
				name = v.String()
			}
			if name != "" {
				names = append(names, name)
			}
			listed[v.String()] = true
		}
		any = either(any, match)
		when := both(path, match)
		f.add(Branch, "", "case "+strings.Join(names, ", "), c.At, when)
		f.branches(c.Body, when)
	}
	if enum != nil {
		for _, v := range enum.Values {
			if !listed[v.Value.String()] {
				rest = append(rest, v.Name)
			}
		}
	}
	if s.Exhaustive() {
		return
	}
	when := path
	if any != nil {
		when = both(path, not(any))
	}
	if enum == nil || len(rest) > 0 {
		name := "default"
		if !s.HasDefault {
			name = "implicit default"
		}
		if len(rest) > 0 {
			name += fmt.Sprintf(" (%s)", strings.Join(rest, ", "))
		}
		f.add(Branch, "", name, s.At, when)
	}
	f.branches(s.Default, when)
}

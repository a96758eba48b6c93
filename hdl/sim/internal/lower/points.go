package lower

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"posedge/hdl/ir"
)

// PointKind is what a [Point] of coverage counts.
type PointKind uint8

// The kinds of points; sim.PointKind says what each is.
const (
	CoverPoint PointKind = iota
	Branch
	State
	Transition
	Toggle
)

// Point is a part of a design that a run may reach, in one instance of the module
// that describes it: see sim.Point.
type Point struct {
	Kind         PointKind
	Module       string // the definition
	Path         string // of the instance; empty for the top
	Signal, Name string
	Domain       int // index in Netlist.Domains
	At           ir.Pos
}

// finder collects the points of a module.
type finder struct {
	module  *ir.Module
	points  []Point
	when    []ir.Expr
	domains []*ir.Domain // of the module, or nil
	// generated are the lines of state machines: their statements lead an encoding
	// outside the list back, and were not written by the user.
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
	for _, c := range d.properties {
		if c.Kind == ir.Cover {
			f.add(Point{Kind: CoverPoint, Name: c.Name, At: c.At}, c.Domain, both(c.enable, c.Cond))
		}
	}
	f.branches(m.Body, nil)
	for _, s := range machines {
		for _, v := range s.Enum.Values {
			f.add(Point{Kind: State, Signal: s.Name, Name: v.Name, At: s.At}, s.Domain, equals(s, v.Value))
		}
		value := d.value[s]
		for _, t := range transitions(m, s) {
			to := &ir.Binary{Op: ir.OpEq, X: value, Y: &ir.Const{Value: t.to.Value, Bits: s.Width, At: s.At}, At: s.At}
			f.add(Point{Kind: Transition, Signal: s.Name, Name: t.from.Name + " -> " + t.to.Name, At: t.at}, s.Domain,
				both(equals(s, t.from.Value), to))
		}
	}
	return f
}

func (f *finder) add(p Point, d *ir.Domain, when ir.Expr) {
	p.Module = f.module.Name
	f.points = append(f.points, p)
	f.domains = append(f.domains, d)
	f.when = append(f.when, when)
}

// arm adds an arm of a branch.
func (f *finder) arm(name string, at ir.Pos, d *ir.Domain, when ir.Expr) {
	f.add(Point{Kind: Branch, Name: name, At: at}, d, when)
}

// clockOf is the domain in which the arms of a statement count: that of the first
// clocked statement in it. It is nil where the module has no choice.
func (f *finder) clockOf(s ir.Stmt) (d *ir.Domain) {
	if len(f.module.Domains) < 2 {
		return nil
	}
	ir.Walk([]ir.Stmt{s}, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			d = cmp.Or(d, s.Target.Domain)
		case *ir.MemWrite:
			d = cmp.Or(d, s.Domain)
		case *ir.Property:
			d = cmp.Or(d, s.Domain)
		}
	})
	return d
}

func equals(s *ir.Signal, v *big.Int) ir.Expr {
	return &ir.Binary{Op: ir.OpEq, X: &ir.Ref{Signal: s, At: s.At}, Y: &ir.Const{Value: v, Bits: s.Width, At: s.At}, At: s.At}
}

func not(x ir.Expr) ir.Expr { return &ir.Unary{Op: ir.OpNot, X: x, At: x.Pos()} }

// branches adds the arms of every If and Switch in body, which is under path.
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

// chain adds the arms of an If and of those that continue it. An Else that
// contains only an If is an else-if.
func (f *finder) chain(s *ir.If, name string, path ir.Expr) {
	then, rest, d := both(path, s.Cond), both(path, not(s.Cond)), f.clockOf(s)
	f.arm(name, s.At, d, then)
	f.branches(s.Then, then)
	switch next, ok := onlyIf(s.Else); {
	case ok:
		f.chain(next, "else if", rest)
	case len(s.Else) == 0:
		f.arm("implicit else", s.At, d, rest)
	default:
		f.arm("else", s.At, d, rest)
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
	d := f.clockOf(s)
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
		f.arm("case "+strings.Join(names, ", "), c.At, d, when)
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
		f.arm(name, s.At, d, when)
	}
	f.branches(s.Default, when)
}

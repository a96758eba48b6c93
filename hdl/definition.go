package hdl

import (
	"math/big"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// definition is a module under construction.
type definition struct {
	ctx       *elaboration
	component Component
	typeName  string
	name      string // the intended name of the module
	ir        *ir.Module
	bound     int // ports of the component
	block     *[]ir.Stmt
	nested    int // how many Ifs and Switches are open
	defaults  []*ir.Set
	atEnd     []func()
	names     map[string]claimed
	unscoped  map[ir.Pos]bool // calls of helpers that have been asked for a scope
	signals   map[*ir.Signal]*facts
	instances map[*ir.Instance]*circumstances
	takers    map[*ir.Set]bool // the Sets of ready that a From of a stream has made
	rejected  bool             // the component reported an error itself
	strayed   bool             // it gave a statement to another module, which was reported
	scopes    int              // stand-ins for scopes whose names were refused
	at        ir.Pos           // where it was instantiated
	leaves    []leafPort
	closed    bool
	refused   bool        // its ports are wrong, so it was not described
	outer     *definition // the module that was being described before
}

// newDefinition begins the module of c, which is instantiated at a line.
func newDefinition(e *elaboration, c Component, at site) *definition {
	d := &definition{ctx: e, component: c, typeName: typeName(c), ir: &ir.Module{At: at.at}, at: at.at, outer: e.current,
		names: map[string]claimed{}, unscoped: map[ir.Pos]bool{}, signals: map[*ir.Signal]*facts{}, instances: map[*ir.Instance]*circumstances{},
		takers: map[*ir.Set]bool{}}
	d.block = &d.ir.Body
	return d
}

// facts is what the description has said about a signal so far.
type facts struct {
	set      bool // the body has a Set of it
	sent     bool // it is a stream's payload that has a first Send
	touched  bool // an operation has taken it
	forgiven bool // an error about it was reported
	group    *group
}

// of returns the facts about a signal of the module.
func (d *definition) of(s *ir.Signal) *facts {
	f := d.signals[s]
	if f == nil {
		f = &facts{}
		d.signals[s] = f
	}
	return f
}

// circumstances is how the module uses an instance.
type circumstances struct {
	idle     bool // it is not connected at all
	inBranch bool // it was made in the body of an If or a Switch
}

// group is the common origin of several signals: a bundle port or a stream of
// the module itself or of an instance.
type group struct {
	name     string
	instance *ir.Instance // nil for the module's own ports
	stream   bool
	ready    *ir.Signal   // of a stream
	targets  []*ir.Signal // the signals that the module has to set
}

func (d *definition) title() string { return d.typeName }

// open reports whether d takes statements and declarations now.
func (d *definition) open(at site, what string) bool {
	switch {
	case d.closed || d.ctx.ended:
		report(at.errorf("the description of %s has ended (%s); %s belongs in its Describe", d.title(), d.at.Short(), what), d, d.ctx.current)
	case d.ctx.current != d:
		d.ctx.current.stray(d, what, at)
	default:
		return true
	}
	return false
}

// stray reports, once, that a statement made in the module d is meant for
// another; anything that d then lacks is not reported.
func (d *definition) stray(to *definition, what string, at site) {
	if !d.strayed {
		report(at.errorf("%s for module %s (%s), but %s is being described; use the m that its Describe is given, and reach other modules through ports",
			what, to.title(), to.at.Short(), d.title()), to)
	}
	d.strayed, d.rejected = true, true
}

// declare adds an inner signal to the module.
func (d *definition) declare(s *ir.Signal, at site) Bits {
	b := Bits{v: &value{kind: signalValue, width: s.Width, expr: &ir.Ref{Signal: s, At: at.at}, mod: d, at: at.at}}
	if message := wrongWidth(s.Width); message != "" {
		report(at.errorf("%s %s: %s", kindName(s.Kind), s.Name, message), d)
		b.v.width, b.v.poison = 1, true
		return b
	}
	if !d.open(at, "a declaration") {
		b.v.poison = true
		return b
	}
	d.claim(s.Name, kindName(s.Kind), at)
	d.ir.Signals = append(d.ir.Signals, s)
	return b
}

// constant returns the value of a Go integer or Const that fits width; ok is
// false after a mistake.
func (d *definition) constant(v any, width int, at site, what string) (x *big.Int, ok bool) {
	if b, isBits := asBits(v); isBits && b.v != nil {
		if b.v.poison {
			return new(big.Int), false
		}
		if b.v.fault != nil {
			report(b.v.fault, d)
			return new(big.Int), false
		}
		if c, isConst := b.v.expr.(*ir.Const); isConst {
			if c.Bits != width {
				report(at.errorf("%s is %s, not %s", what, text.InBits(c.Bits), text.InBits(width)), d)
				return new(big.Int), false
			}
			return c.Value, true
		}
	}
	x, ok = integer(v)
	switch {
	case !ok:
		report(at.errorf("%s must be a Go integer or a Const, not %s", what, describe(v)), d)
	case x.Sign() < 0:
		report(at.errorf("%s: %v is negative; SignedConst(%d, %v).Bits() makes its two's complement", what, x, width, x), d)
	case x.BitLen() > width:
		report(at.errorf("%s: %v needs %s and does not fit %s", what, x, text.InBits(x.BitLen()), text.InBits(width)), d)
	default:
		return x, true
	}
	return new(big.Int), false
}

// add appends a statement to the block that is open in d.
func (d *definition) add(s ir.Stmt, at site) bool {
	if !d.open(at, "a statement") {
		return false
	}
	*d.block = append(*d.block, s)
	return true
}

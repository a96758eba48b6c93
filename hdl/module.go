package hdl

import (
	"fmt"
	"math/big"
	"reflect"
	"strings"

	"posedge/hdl/ir"
)

// Component is a hardware block: a pointer to a struct whose exported fields
// are its ports and whose Describe says what it does. A component may also have
//
//	ModuleName() string         // the name of its definition, instead of the type's in snake case
//	ModuleDoc() string          // what it is, for the header of its Verilog
//	PortDoc(name string) string // what a port is, by its name in Verilog; "" is what its tag says
type Component interface {
	Describe(m *Module)
}

// Module is what Describe builds: it makes registers, wires and memories, and
// holds statements. It is passed on, never global.
type Module struct {
	d      *definition
	prefix string
}

// definition is a module under construction.
type definition struct {
	ctx       *elaboration
	component Component
	typeName  string
	name      string // what the module is to be called
	ir        *ir.Module
	block     *[]ir.Stmt
	defaults  []*ir.Set
	atEnd     []func()
	names     map[string]claimed
	unscoped  map[ir.Pos]bool     // calls of helpers that were told to take a scope
	set       map[*ir.Signal]bool // targets that have a Set
	sent      map[*ir.Signal]bool // stream payloads that have a first Send
	touched   map[*ir.Signal]bool // signals that an operation has taken
	forgiven  map[*ir.Signal]bool // signals about which an error was said
	groups    map[*ir.Signal]*group
	rejected  bool                  // the component said an error of its own
	idle      map[*ir.Instance]bool // instances that are not connected at all
	inBranch  map[*ir.Instance]bool // instances that were made in the body of an If or a Switch
	strayed   bool                  // it gave a statement to another module; that was said
	scopes    int                   // stand-ins for scopes whose names were refused
	at        ir.Pos                // where it was instantiated
	closed    bool
	refused   bool        // its ports are wrong, so it was not described
	outer     *definition // the module that was being described before
}

// group is what several signals came from: a bundle port or a stream, of the
// module itself or of an instance.
type group struct {
	name     string
	instance *ir.Instance // nil for the module's own ports
	stream   bool
	ready    *ir.Signal   // of a stream
	targets  []*ir.Signal // those that the module has to set
}

// elaboration is one run of Elaborate.
type elaboration struct {
	errs       []*Error
	reported   map[string]bool
	notes      []Note
	current    *definition
	modules    map[string][]built // by base name
	produced   []source           // streams of the modules, inner modules first
	used       map[string]bool
	noted      map[Note]bool
	ended      bool
	runaway    bool // instances were nested too deep
	depth      int
	components map[Component]*definition // what has been described
}

type built struct {
	module *ir.Module
	text   string // with the base name
}

func (d *definition) title() string { return d.typeName }

// Scope returns the same module under which every name that is made gets the
// prefix name_; for helpers that make registers or wires.
func (m *Module) Scope(name string) *Module {
	prefix := join(m.prefix, name)
	if err := ir.ValidName(prefix); err != nil && !ir.Reserved(prefix) {
		report(here().errorf("scope: %v", err), m.d)
		m.d.scopes++
		prefix = fmt.Sprintf("scope_%d", m.d.scopes)
	}
	return &Module{m.d, prefix}
}

// Errorf reports a mistake in the use of the component, such as a parameter that
// cannot be built, at the line that instantiates or elaborates it. What is then
// missing in the description is not reported.
func (m *Module) Errorf(format string, args ...any) {
	m.d.rejected = true
	m.d.ctx.errorAt(m.d.ir.At, m.d.title()+": "+format, args...)
}

func (m *Module) named(name string) string { return join(m.prefix, name) }

// RegOption is an option of [Module.Reg] and [RegOf].
type RegOption func(*regOptions)

type regOptions struct {
	hasReset bool
	noReset  bool
	reset    any
}

// NoReset makes a register that ignores reset: for data paths. It powers on as 0.
func NoReset() RegOption { return func(o *regOptions) { o.noReset = true } }

// ResetTo gives the value on reset and at power-on, instead of 0: for [Module.Reg] a
// Go integer or a [Const], for [RegOf] a bundle of Consts.
func ResetTo(v any) RegOption { return func(o *regOptions) { o.hasReset, o.reset = true, v } }

// Reg makes a register of the given width. It takes what it is [Bits.Set] to at
// the clock's edge, and holds where it is not set.
func (m *Module) Reg(name string, width int, options ...RegOption) Bits {
	var o regOptions
	for _, option := range options {
		option(&o)
	}
	at := here()
	reset := new(big.Int)
	switch {
	case o.noReset && o.hasReset:
		report(at.errorf("register %s has both NoReset and ResetTo; choose one", m.named(name)), m.d)
	case o.noReset:
		reset = nil
	case o.hasReset && width >= 1:
		reset, _ = m.d.constant(o.reset, width, at, "reset value of "+m.named(name))
	}
	return m.d.declare(&ir.Signal{Name: m.named(name), Kind: ir.Reg, Width: width, Reset: reset, Domain: ir.DefaultDomain, At: at.at}, at)
}

// Wire makes a combinational signal of the given width. It must be set on every
// path; reading it gives its settled value.
func (m *Module) Wire(name string, width int) Bits {
	at := here()
	return m.d.declare(&ir.Signal{Name: m.named(name), Kind: ir.Wire, Width: width, At: at.at}, at)
}

// Named gives a value a name that Verilog and waves show: a wire set to x.
func (m *Module) Named(name string, x Bits) Bits {
	w := m.Wire(name, x.Width())
	w.Set(x)
	return w
}

// declare adds an inner signal to the module.
func (d *definition) declare(s *ir.Signal, at site) Bits {
	b := Bits{v: &value{width: s.Width, sig: s, mod: d, at: at.at}}
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
	b.v.expr = &ir.Ref{Signal: s, At: at.at}
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
				report(at.errorf("%s is %s, not %s", what, ir.InBits(c.Bits), ir.InBits(width)), d)
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
		report(at.errorf("%s: %v needs %s and does not fit %s", what, x, ir.InBits(x.BitLen()), ir.InBits(width)), d)
	default:
		return x, true
	}
	return new(big.Int), false
}

// open reports whether d takes statements and declarations now.
func (d *definition) open(at site, what string) bool {
	switch {
	case d.closed || d.ctx.ended:
		report(at.errorf("the description of %s has ended (%s); %s belongs into its Describe", d.title(), d.at.Short(), what), d, d.ctx.current)
	case d.ctx.current != d:
		d.ctx.current.stray(d, what, at)
	default:
		return true
	}
	return false
}

// stray reports, once, that a statement of the module d is meant for another. What
// is then missing in d is not reported.
func (d *definition) stray(to *definition, what string, at site) {
	if !d.strayed {
		report(at.errorf("%s for module %s (%s), but %s is being described; use the m that its Describe is given, and reach other modules through ports",
			what, to.title(), to.at.Short(), d.title()), to)
	}
	d.strayed, d.rejected = true, true
}

// add appends a statement to the block that is open in d.
func (d *definition) add(s ir.Stmt, at site) bool {
	if !d.open(at, "a statement") {
		return false
	}
	*d.block = append(*d.block, s)
	return true
}

// Set gives a target its value: a register at the next edge; a wire, an output
// or a child's input at once. Of several Sets that apply the last in source
// order wins. Widths are equal; a Go integer takes the target's width.
func (b Bits) Set(x Operand) {
	if s, d, at := b.assignment(x); s != nil {
		d.set[s.Target] = true
		if !d.add(s, at) {
			d.forgiven[s.Target] = true
		}
	}
}

// Default is a Set that applies where no other does, wherever it stands: as if
// it were the first statement of Describe. Of several the last wins.
func (b Bits) Default(x Operand) {
	s, d, at := b.assignment(x)
	switch {
	case s == nil:
	case d.open(at, "a default"):
		d.defaults = append(d.defaults, s)
	default:
		d.forgiven[s.Target] = true
	}
}

// target returns the signal that a Set of b is for, and its module; nil after a mistake.
func (b Bits) target(o *op) *ir.Signal {
	e := o.take(b)
	if o.fault != nil || o.poison {
		return nil
	}
	ref, ok := e.(*ir.Ref)
	switch {
	case !ok || b.v.sig == nil && b.v.port == nil:
		o.fail("a computed value cannot be set; Set is for registers, wires, outputs and a child's inputs (a target is set whole: build the value with Cat, or use a bundle)")
	case ref.Signal.Kind == ir.Input:
		o.fail("%s is an input of %s (made at %s): its parent or the test sets it; inside it can only be read", ref.Signal.Name, o.mod.title(), ref.Signal.At.Short())
	case ref.Signal.Kind == ir.InstanceOutput:
		o.fail("%s is an output of a child (made at %s): the child sets it; here it can only be read", ref.Signal.Name, ref.Signal.At.Short())
	case ref.Signal.Kind == ir.ReadData:
		o.fail("%s is the data of a registered read (%s); it cannot be set", ref.Signal.Name, ref.Signal.At.Short())
	default:
		return ref.Signal
	}
	return nil
}

// settable reports whether b can be set where it is used.
func (b Bits) settable() bool {
	o := begin()
	return b.target(o) != nil || o.poison
}

// assignment checks a Set and returns it with the target's module; nil after a
// mistake in the target. A mistake in the value leaves a 0, so that the target
// counts as set.
func (b Bits) assignment(x Operand) (*ir.Set, *definition, site) {
	o := begin()
	target := b.target(o)
	if target == nil {
		if b.v != nil && b.v.port != nil && b.v.port.inner == nil && o.fault != nil {
			b.v.port.early = o.fault // told when the component is described
			return nil, nil, o.where
		}
		o.operand(x, b.Width()) // the mistake may belong to its module
		o.tell()
		return nil, nil, o.where
	}
	mod := o.mod
	value := o.operand(x, target.Width)
	if value != nil && value.Width() != target.Width {
		o.fail("%s is %s (declared at %s), cannot be set to %s of %s%s; extend or truncate it", target.Name, ir.InBits(target.Width),
			target.At.Short(), article(value), ir.InBits(value.Width()), declared(value))
	}
	o.tell()
	if o.other != nil {
		o.mod.forgiven[target] = true
		return nil, nil, o.where
	}
	if o.fault != nil || o.poison {
		value = zero(target.Width)
	}
	return &ir.Set{Target: target, Value: value, At: o.where.at}, mod, o.where
}

func article(e ir.Expr) string {
	if n := name(e); n != "the value" {
		return n
	}
	return "a value"
}

func zero(width int) ir.Expr { return &ir.Const{Value: new(big.Int), Bits: width} }

// Unused says that nobody has to read these ports, values or bundles.
func Unused(list ...any) {
	for _, x := range list {
		visitBits(reflect.ValueOf(x), func(b Bits) {
			if r := b.resolve(site{}); r.fault == nil && !r.poison && r.mod != nil && !r.mod.closed {
				if ref, ok := r.expr.(*ir.Ref); ok {
					ref.Signal.Unused = true
				}
			}
		})
	}
}

// typeName returns the name of a component's type without type arguments.
func typeName(c Component) string {
	t := reflect.TypeOf(c)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	n, _, _ := strings.Cut(t.Name(), "[")
	return n
}

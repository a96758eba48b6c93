package hdl

import (
	"math/big"
	"reflect"
	"strings"

	"posedge/hdl/ir"
)

// Component is a hardware block: a pointer to a struct whose exported fields
// are its ports and whose Describe says what it does. A component may also have
//
//	ModuleName() string // the name of its definition, instead of the type's in snake case
//	ModuleDoc() string  // what it is, for the header of its Verilog
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
	ir        *ir.Module
	block     *[]ir.Stmt
	defaults  []*ir.Set
	atEnd     []func()
	names     map[string]claimed
	set       map[*ir.Signal]bool // targets that have a Set
	sent      map[*ir.Signal]bool // stream payloads that have a first Send
	closed    bool
	outer     *definition // the module that was being described before
}

// elaboration is one run of Elaborate.
type elaboration struct {
	errs     []*Error
	reported map[string]bool
	notes    []Note
	current  *definition
	modules  map[string][]built // by base name
	used     map[string]bool
	// components lists what has been described, in order.
	components []*definition
}

type built struct {
	module *ir.Module
	text   string // with the base name
}

func (d *definition) title() string { return d.typeName }

// Scope returns the same module under which every name that is made gets the
// prefix name_; for helpers that make registers or wires.
func (m *Module) Scope(name string) *Module {
	return &Module{m.d, join(m.prefix, name)}
}

func (m *Module) named(name string) string { return join(m.prefix, name) }

// RegOption is an option of [Module.Reg] and [RegOf].
type RegOption func(*regOptions)

type regOptions struct {
	noReset bool
	reset   any
}

// NoReset makes a register that ignores reset: for data paths. It powers on as 0.
func NoReset() RegOption { return func(o *regOptions) { o.noReset = true } }

// ResetTo gives the value on reset and at power-on, instead of 0: for [Module.Reg] a
// Go integer or a [Const], for [RegOf] a bundle of Consts.
func ResetTo(v any) RegOption { return func(o *regOptions) { o.reset = v } }

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
	case o.noReset && o.reset != nil:
		m.d.ctx.report(at.errorf("register %s has both NoReset and ResetTo; choose one", m.named(name)))
	case o.noReset:
		reset = nil
	case o.reset != nil:
		reset = m.d.constant(o.reset, width, at, "reset value of "+m.named(name))
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
	b := Bits{&value{width: s.Width, sig: s, mod: d, at: at.at}}
	if s.Width < 1 {
		d.ctx.report(at.errorf("%s %s: a width is at least 1, not %d", s.Kind, s.Name, s.Width))
		b.v.poison = true
		return b
	}
	d.claim(s.Name, s.Kind.String(), at)
	d.ir.Signals = append(d.ir.Signals, s)
	b.v.expr = &ir.Ref{Signal: s, At: at.at}
	return b
}

// constant returns the value of a Go integer or Const that fits width.
func (d *definition) constant(v any, width int, at site, what string) *big.Int {
	if b, ok := asBits(v); ok && b.v != nil {
		if b.v.fault != nil {
			d.ctx.report(b.v.fault)
			return new(big.Int)
		}
		if c, ok := b.v.expr.(*ir.Const); ok {
			if c.Bits != width {
				d.ctx.report(at.errorf("%s is %d bits, not %d", what, c.Bits, width))
				return new(big.Int)
			}
			return c.Value
		}
	}
	x, ok := integer(v)
	if !ok {
		d.ctx.report(at.errorf("%s must be a Go integer or a Const, not %s", what, describe(v)))
		return new(big.Int)
	}
	if x.Sign() < 0 || x.BitLen() > width {
		d.ctx.report(at.errorf("%s: %v does not fit %d bits", what, x, width))
		return new(big.Int)
	}
	return x
}

// add appends a statement to the block that is open in d.
func (d *definition) add(s ir.Stmt, at site) {
	switch {
	case d.closed:
		d.ctx.report(at.errorf("the description of %s has ended; statements belong into its Describe", d.title()))
	case d.ctx.current != d:
		d.ctx.report(at.errorf("this statement belongs to module %s, but %s is being described; reach other modules through ports", d.title(), d.ctx.current.title()))
	default:
		*d.block = append(*d.block, s)
	}
}

// within runs body with a new block open and returns its statements.
func (d *definition) within(body func()) []ir.Stmt {
	if body == nil {
		return nil
	}
	outer := d.block
	var stmts []ir.Stmt
	d.block = &stmts
	defer func() { d.block = outer }()
	body()
	return stmts
}

// Set gives a target its value: a register at the next edge, a wire, an output
// or a child's input at once. Of several Sets that apply the last wins. Widths
// are equal; a Go integer takes the target's width.
func (b Bits) Set(x Operand) {
	if s, at := b.assignment(x); s != nil {
		d := s.Target.at(at)
		d.set[s.Set.Target] = true
		d.add(&s.Set, at)
	}
}

// Default is a Set that applies where no other does, wherever it stands.
func (b Bits) Default(x Operand) {
	if s, at := b.assignment(x); s != nil {
		d := s.Target.at(at)
		d.defaults = append(d.defaults, &s.Set)
	}
}

// assigned is a Set together with the module of its target.
type assigned struct {
	ir.Set
	Target owner
}

type owner struct{ d *definition }

func (o owner) at(site) *definition { return o.d }

// assignment checks a Set; it returns nil after a mistake.
func (b Bits) assignment(x Operand) (*assigned, site) {
	o := begin()
	target := o.take(b)
	value := o.operand(x, b.Width())
	if o.fault == nil && !o.poison {
		ref, ok := target.(*ir.Ref)
		switch {
		case !ok || b.v.sig == nil && b.v.port == nil:
			o.fail("a computed value cannot be set; Set is for registers, wires, outputs and a child's inputs (a target is set whole: build the value with Cat, or use a bundle)")
		case ref.Signal.Kind == ir.Input:
			o.fail("%s is an input of %s (made at %s): its parent or the test sets it; inside it can only be read", ref.Signal.Name, o.mod.title(), ref.Signal.At.Short())
		case ref.Signal.Kind == ir.InstanceOutput:
			o.fail("%s is an output of a child (made at %s): the child sets it; here it can only be read", ref.Signal.Name, ref.Signal.At.Short())
		case ref.Signal.Kind == ir.ReadData:
			o.fail("%s is the data of a registered read; it cannot be set", ref.Signal.Name)
		case value != nil && value.Width() != ref.Signal.Width:
			o.fail("%s is %d bits (declared at %s), cannot be set to %s of %d bits%s; extend or truncate it", ref.Signal.Name, ref.Signal.Width,
				ref.Signal.At.Short(), article(value), value.Width(), declared(value))
		}
	}
	if o.poison {
		// A target that met a mistake counts as set, so that it is not reported again.
		if ref, ok := target.(*ir.Ref); ok && o.mod != nil && (ref.Signal.Kind.Combinational() || ref.Signal.Kind == ir.Reg) {
			return &assigned{ir.Set{Target: ref.Signal, Value: zero(ref.Signal.Width), At: o.where.at}, owner{o.mod}}, o.where
		}
		return nil, o.where
	}
	if o.fault != nil {
		if ctx := o.context(); ctx != nil {
			ctx.report(o.fault)
		}
		if ref, ok := target.(*ir.Ref); ok && o.mod != nil && (ref.Signal.Kind.Combinational() || ref.Signal.Kind == ir.Reg) {
			return &assigned{ir.Set{Target: ref.Signal, Value: zero(ref.Signal.Width), At: o.where.at}, owner{o.mod}}, o.where
		}
		return nil, o.where
	}
	return &assigned{ir.Set{Target: target.(*ir.Ref).Signal, Value: value, At: o.where.at}, owner{o.mod}}, o.where
}

func article(e ir.Expr) string {
	if n := name(e); n != "the value" {
		return n
	}
	return "a value"
}

func zero(width int) ir.Expr { return &ir.Const{Value: new(big.Int), Bits: width} }

// context returns the elaboration that an operation belongs to, if any.
func (o *op) context() *elaboration {
	if o.mod != nil {
		return o.mod.ctx
	}
	return nil
}

// Unused says that nobody has to read these ports, values or bundles.
func Unused(list ...any) {
	for _, x := range list {
		visitBits(reflect.ValueOf(x), func(b Bits) {
			if r := b.resolve(site{}); r.fault == nil && !r.poison {
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

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
//	PortDoc(name string) string // what a port is, by its name in Verilog; "" leaves that to its tag
type Component interface {
	Describe(m *Module)
}

// Module is what Describe builds: it makes registers, wires and memories, and
// contains statements. It is passed on, never global.
type Module struct {
	d      *definition
	prefix string
}

// Scope returns the same module, but names made through it get the prefix
// name_. It is for helpers that make registers or wires.
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
// cannot be built, at the line that instantiates or elaborates it. Anything
// that is then missing from the description is not reported.
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

// NoReset makes a register that ignores the reset, for data paths. It powers on as 0.
func NoReset() RegOption { return func(o *regOptions) { o.noReset = true } }

// ResetTo gives the value on reset and at power-on, instead of 0: for [Module.Reg] a
// Go integer or a [Const], for [RegOf] a bundle of Consts.
func ResetTo(v any) RegOption { return func(o *regOptions) { o.hasReset, o.reset = true, v } }

// Reg makes a register of the given width. At the clock edge it takes the value
// that [Bits.Set] gave it, and keeps its value if it is not set.
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
	return m.d.declare(&ir.Signal{Name: m.named(name), Kind: ir.Reg, Width: width, Reset: reset, At: at.at}, at)
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

// typeName returns the name of a component's type without type arguments.
func typeName(c Component) string {
	t := reflect.TypeOf(c)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	n, _, _ := strings.Cut(t.Name(), "[")
	return n
}

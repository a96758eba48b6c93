package hdl

import (
	"fmt"
	"reflect"

	"github.com/cespare/xxhash/v2"

	"posedge/hdl/ir"
)

// Design is an elaborated component. It is immutable and backs any number of
// simulations and exports.
type Design struct {
	// Top is the design's intermediate form.
	Top *ir.Module
	// Component is what was elaborated.
	Component Component
	// Notes are observations that are no errors, such as signals that nobody reads.
	Notes []Note
}

// Note is an observation about a design.
type Note struct {
	At      ir.Pos
	Message string
}

// String returns "posedge/blocks/x/unit.go:130: note: message".
func (n Note) String() string { return fmt.Sprintf("%v: note: %s", n.At, n.Message) }

// Elaborate describes a component and everything in it, and checks it. All
// mistakes are reported together, joined, each an [*Error], at most ten and a
// count. A component can be elaborated or instantiated once.
func Elaborate(c Component) (*Design, error) {
	at := here()
	ctx := &elaboration{reported: map[string]bool{}, modules: map[string][]built{}, used: map[string]bool{}}
	d, _ := ctx.describe(c, at, nil)
	if d == nil {
		return nil, ctx.result()
	}
	top := d.ir
	if len(ctx.errs) == 0 {
		ctx.loops(top)
	}
	if err := ctx.result(); err != nil {
		return nil, err
	}
	if err := ir.Check(top); err != nil {
		return nil, fmt.Errorf("hdl: internal error, please report it: %w", err)
	}
	return &Design{Top: top, Component: c, Notes: ctx.notes}, nil
}

// Instance puts a child component into the module, describes it at once, and
// returns it; its inputs are now to be set, its outputs to be read. A child
// belongs to one place.
func Instance[C Component](m *Module, name string, c C) C {
	at := here()
	d := m.d
	full := m.named(name)
	if d.closed || d.ctx.current != d {
		d.ctx.report(at.errorf("the description of %s is not going on; Instance belongs into its Describe", d.title()))
		return c
	}
	child, ports := d.ctx.describe(c, at, d)
	if child == nil {
		return c
	}
	d.claim(full, "instance", at)
	inst := &ir.Instance{Name: full, Module: child.ir, At: at.at}
	for i, p := range ports {
		kind := ir.InstanceInput
		if p.value.port.kind == ir.Output {
			kind = ir.InstanceOutput
		}
		net := &ir.Signal{Name: full + "_" + p.name, Kind: kind, Width: p.value.width, At: at.at}
		d.claim(net.Name, "a port of instance "+full, at)
		p.value.port.outer, p.value.port.out = net, d
		inst.Conns = append(inst.Conns, ir.Conn{Port: child.ir.Ports[i], Net: net})
	}
	d.ir.Instances = append(d.ir.Instances, inst)
	return c
}

// describe runs a component's Describe and finishes its module. It returns nil
// after a mistake that leaves no module.
func (e *elaboration) describe(c Component, at site, parent *definition) (*definition, []leafPort) {
	if r := reflect.ValueOf(c); !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil() {
		e.report(at.errorf("the component is nil"))
		return nil, nil
	} else if r.Kind() != reflect.Pointer || r.Elem().Kind() != reflect.Struct {
		e.report(at.errorf("a component is a pointer to a struct whose fields are its ports, not a %T", c))
		return nil, nil
	}
	d := &definition{ctx: e, component: c, typeName: typeName(c), names: map[string]claimed{}, sent: map[*ir.Signal]bool{}, set: map[*ir.Signal]bool{}, outer: e.current}
	d.ir = &ir.Module{At: at.at}
	if x, ok := c.(interface{ ModuleDoc() string }); ok {
		d.ir.Doc = x.ModuleDoc()
	}
	d.block = &d.ir.Body
	ok := true
	ports := portsIn(c, func(field, message string) {
		e.report(at.errorf("port %s of %s: %s", field, d.typeName, message))
		ok = false
	})
	for _, p := range ports {
		if p.value.port.in != nil || p.value.port.inner != nil {
			e.report(at.errorf("this %s is in use already (since %v); a component belongs to one place, make another with its constructor", d.typeName, p.value.port.inner.At))
			return nil, nil
		}
	}
	for _, x := range e.components {
		if any(x.component) == any(c) {
			e.report(at.errorf("this %s is in use already (since %v); a component belongs to one place, make another with its constructor", d.typeName, x.ir.At))
			return nil, nil
		}
	}
	e.components = append(e.components, d)
	if !ok {
		return nil, nil
	}
	d.names["clk"], d.names["rst"] = claimed{"the implicit clock", at.at}, claimed{"the implicit reset", at.at}
	for _, p := range ports {
		if p.value.fault != nil {
			e.report(site{at: p.value.at}.errorf("port %s of %s: %s", p.name, d.typeName, p.value.fault.Message))
		}
		s := &ir.Signal{Name: p.name, Kind: p.value.port.kind, Width: p.value.width, Doc: p.doc, At: p.value.at}
		d.claim(p.name, "port", site{at: p.value.at})
		d.ir.Ports = append(d.ir.Ports, s)
		p.value.port.name, p.value.port.inner, p.value.port.in = p.name, s, d
	}
	e.current = d
	c.Describe(&Module{d: d})
	d.finish()
	e.current = d.outer
	d.closed = true
	e.define(d)
	return d, ports
}

// define names the module, or takes the one that came out alike before.
func (e *elaboration) define(d *definition) {
	base := snake(d.typeName)
	if n, ok := d.component.(interface{ ModuleName() string }); ok {
		base = n.ModuleName()
	}
	if err := ir.ValidName(base); err != nil {
		e.errorAt(d.ir.At, "module name of %s: %v", d.typeName, err)
	}
	d.ir.Name = base
	text := ir.Text(d.ir)
	for _, b := range e.modules[base] {
		if b.text == text {
			d.ir = b.module
			return
		}
	}
	e.modules[base] = append(e.modules[base], built{d.ir, text})
	if e.used[d.ir.Name] {
		d.ir.Name = fmt.Sprintf("%s_%06x", base, xxhash.Sum64String(text)>>40)
	}
	if e.used[d.ir.Name] {
		e.errorAt(d.ir.At, "two modules would be named %s; give %s a ModuleName", d.ir.Name, d.typeName)
	}
	e.used[d.ir.Name] = true
}

// Signals returns the top's ports behind a port, bundle or stream of the
// elaborated component, leaf by leaf; nil if x is none of its.
func (d *Design) Signals(x any) []*ir.Signal {
	var list []*ir.Signal
	mine := map[*ir.Signal]bool{}
	for _, p := range d.Top.Ports {
		mine[p] = true
	}
	visitBits(reflect.ValueOf(x), func(b Bits) {
		if b.v != nil && b.v.port != nil && mine[b.v.port.inner] {
			list = append(list, b.v.port.inner)
		}
	})
	return list
}

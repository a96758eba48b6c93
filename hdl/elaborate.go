package hdl

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Design is an elaborated component. It is immutable and backs any number of
// simulations and exports.
type Design struct {
	// Top is the design's intermediate form.
	Top *ir.Module
	// Component is the component that was elaborated.
	Component Component
	// Notes are observations that are not errors, such as signals that nobody reads.
	Notes []Note

	implicit int // ports of the top before those of the component: the implicit clock and reset
}

// Note is an observation about a design.
type Note struct {
	At      ir.Pos
	Message string
}

// String returns "posedge/blocks/x/unit.go:130: note: message".
func (n Note) String() string { return fmt.Sprintf("%v: note: %s", n.At, n.Message) }

// Elaborate describes a component and everything in it, and checks it. It returns
// either a design or the mistakes, each an [*Error], as one joined error: at most
// ten and a count of the rest. A component can be elaborated or instantiated only
// once. Components that share nothing can be elaborated in parallel.
func Elaborate(c Component) (*Design, error) {
	at := here()
	ctx := &elaboration{reported: map[string]bool{}, modules: map[string]*built{}, noted: map[Note]bool{}, components: map[Component]*definition{}}
	defer func() { ctx.ended = true }()
	d, _ := ctx.describe(c, at)
	if d == nil {
		return nil, ctx.result()
	}
	top := d.ir
	if len(ctx.errs) == 0 {
		ctx.paths(top)
		ctx.memories(top)
	}
	if len(ctx.errs) == 0 {
		ctx.undescribed()
	}
	if len(ctx.errs) == 0 { // else a module may differ because of a mistake in it
		for _, err := range ctx.clashes {
			ctx.report(err)
		}
	}
	if err := ctx.result(); err != nil {
		return nil, err
	}
	if err := ir.Check(top); err != nil {
		return nil, fmt.Errorf("hdl: internal error, please report it: %w", err)
	}
	return &Design{Top: top, Component: c, Notes: ctx.notes, implicit: len(top.Ports) - d.bound}, nil
}

// undescribed reports the Sets of ports whose component was never described.
func (e *elaboration) undescribed() {
	for _, p := range e.early {
		if p.in == nil {
			e.report(p.early)
		}
	}
}

// memories refuses more memory than a design may have.
func (e *elaboration) memories(top *ir.Module) {
	if x := ir.OverMemoryLimit(top); x != nil {
		e.errorAt(x.At, "with memory %s of %s of %s the memories of the design have more than %d words of 64 bits, the most that it may have",
			x.Name, text.Count(x.Depth, "word"), text.InBits(x.Width), ir.MaxMemoryWords)
	}
}

// elaboration is one run of Elaborate.
type elaboration struct {
	errs       []*Error
	reported   map[string]bool
	notes      []Note
	current    *definition
	modules    map[string]*built // by name
	produced   []source          // streams of the modules, inner modules first
	clashes    []*Error          // of modules that differ and share a name
	noted      map[Note]bool
	early      []*port // those that were set before their component was described
	ended      bool
	runaway    bool // instances were nested too deep
	depth      int
	components map[Component]*definition // those described so far
}

// maxDepth is how deep instances may be nested; a component that exceeds it
// instantiates itself.
const maxDepth = 200

// describe runs a component's Describe and finishes its module. It returns nil
// after a mistake that leaves no module.
func (e *elaboration) describe(c Component, at site) (*definition, []leafPort) {
	if !e.describable(c, at) {
		return nil, nil
	}
	d := newDefinition(e, c, at)
	if first := e.owner(c); first != nil {
		d.inUse(first, at)
		return nil, nil
	}
	ports, verdict := d.ports(at)
	if verdict == portsTaken {
		return nil, nil
	}
	e.components[c] = d
	if verdict == portsWrong {
		d.refused = true
		return nil, nil
	}
	d.leaves = ports
	d.bind(ports)
	e.run(d)
	e.define(d)
	return d, ports
}

// describable reports whether c is a component at all, and may be nested here.
func (e *elaboration) describable(c Component, at site) bool {
	switch r := reflect.ValueOf(c); {
	case !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil():
		e.report(at.errorf("the component is nil; make it with its constructor"))
		return false
	case r.Kind() != reflect.Pointer || r.Elem().Kind() != reflect.Struct:
		e.report(at.errorf("a component is a pointer to a struct whose fields are its ports, not a %T", c))
		return false
	}
	if e.depth == maxDepth && !e.runaway {
		e.runaway = true
		e.report(at.errorf("instances are nested more than %d deep; does %s instantiate itself?", maxDepth, typeName(c)))
	}
	return !e.runaway
}

// inUse reports that the component already has a place.
func (d *definition) inUse(first *definition, at site) {
	d.ctx.report(at.errorf("this %s is already in use (since %v); a component belongs to one place, make another with its constructor", d.typeName, first.at))
}

// portsVerdict is the result of checking a component's ports.
type portsVerdict uint8

const (
	portsGood  portsVerdict = iota
	portsWrong              // they have a mistake
	portsTaken              // they belong to another component
)

// ports lists the component's ports and reports the mistakes in them.
func (d *definition) ports(at site) ([]leafPort, portsVerdict) {
	e, verdict := d.ctx, portsGood
	ports := portsIn(d.component, func(field string, fault *Error, message string) {
		if fault != nil {
			e.report(site{fault.At, fault.Caller}.errorf("port %s of %s: %s", field, d.typeName, fault.Message))
		} else {
			e.report(at.errorf("port %s of %s %s", field, d.typeName, message))
		}
		verdict = portsWrong
	})
	fields := map[*port]string{}
	for _, p := range ports {
		x := p.value.port
		switch {
		case x.in != nil && any(x.in.component) == any(d.component):
			d.inUse(x.in, at)
			return nil, portsTaken
		case x.in != nil:
			e.report(at.errorf("port %s of %s already belongs to %s (since %v); make every port with a call of its own", p.field, d.typeName, x.in.title(), x.in.at))
			return nil, portsTaken
		}
		if first, twice := fields[x]; twice {
			e.report(site{at: p.value.at}.errorf("ports %s and %s of %s are one and the same; make each with a call of its own", first, p.field, d.typeName))
			verdict = portsWrong
		}
		fields[x] = p.field
		if v := p.value; v.fault != nil {
			e.report(site{v.fault.At, v.fault.Caller}.errorf("port %s of %s: %s", p.field, d.typeName, v.fault.Message))
			v.fault, v.poison = nil, true
		}
	}
	return ports, verdict
}

// bind gives each port its signal in the module.
func (d *definition) bind(ports []leafPort) {
	d.names[ir.ImplicitClock], d.names[ir.ImplicitReset] = claimed{"the implicit clock", d.at}, claimed{"the implicit reset", d.at}
	groups := map[string]*group{}
	for _, p := range ports {
		v := p.value
		s := &ir.Signal{Name: p.name, Kind: v.port.kind, Width: v.width, Doc: p.doc, At: v.at}
		if v.port.early != nil {
			d.ctx.report(v.port.early)
		}
		if v.port.early != nil || v.poison {
			d.of(s).forgiven = true
		}
		d.claim(p.name, "port "+p.field, site{at: v.at})
		d.ir.Ports = append(d.ir.Ports, s)
		d.group(groups, p, s, nil)
		v.port.name, v.port.inner, v.port.in, v.port.index = p.name, s, d, len(d.ir.Ports)-1
	}
	d.bound = len(d.ir.Ports)
}

// run calls Describe and ends the description. A panic in Describe, a mistake in
// its Go code, is an error at its place.
func (e *elaboration) run(d *definition) {
	e.current = d
	e.depth++
	complete := false
	defer func() {
		if !complete {
			if p := recover(); p != nil {
				if a, ok := p.(abandoned); ok {
					e.report(a.err)
				} else {
					e.report(d.panicked(p))
				}
			}
		}
		d.closed = true
		e.depth--
		e.current = d.outer
	}()
	if x, ok := d.component.(interface{ ModuleDoc() string }); ok {
		d.ir.Doc = x.ModuleDoc()
	}
	if x, ok := d.component.(interface{ PortDoc(name string) string }); ok {
		for _, p := range d.ir.Ports {
			if doc := x.PortDoc(p.Name); doc != "" {
				p.Doc = doc
			}
		}
	}
	d.name = snake(d.typeName)
	if n, ok := d.component.(interface{ ModuleName() string }); ok {
		d.name = n.ModuleName()
	}
	d.component.Describe(&Module{d: d})
	d.finish()
	complete = true
}

// panicked is the error for a panic in Describe: it gives the last line in the
// component's own package, and the line that panicked if that is in another package.
func (d *definition) panicked(p any) *Error {
	at := panicSite(reflect.TypeOf(d.component).Elem().PkgPath())
	text := fmt.Sprint(p)
	if _, ok := p.(runtime.Error); ok {
		switch {
		case strings.Contains(text, "comparing uncomparable type hdl.") || strings.Contains(text, "hash of unhashable type hdl."):
			return at.errorf("Describe of %s compares hardware values by Go's ==, or uses them as map keys (%v); use Eq, which is hardware", d.title(), p)
		case at.inside && strings.Contains(text, "nil pointer"):
			return at.errorf("Describe of %s uses a zero or nil value of package hdl; make it with its constructor", d.title())
		}
	}
	in := ""
	if at.in.File != "" {
		in = " in " + at.in.String()
	}
	return at.errorf("Describe of %s panics%s: %v", d.title(), in, p)
}

// owner returns the definition that the component has in this elaboration.
func (e *elaboration) owner(c Component) *definition {
	if reflect.TypeOf(c).Elem().Size() == 0 {
		return nil // all values of an empty type are one
	}
	return e.components[c]
}

// owns reports whether the component was met here first and refused, so that it is
// not in use anywhere.
func (e *elaboration) owns(c Component) bool {
	r := reflect.ValueOf(c)
	if r.Kind() != reflect.Pointer || r.IsNil() || r.Elem().Kind() != reflect.Struct {
		return false
	}
	x := e.owner(c)
	return x != nil && x.refused
}

// Signals returns the top's ports for a port, bundle or stream of the elaborated
// component, leaf by leaf; nil if x does not belong to it.
func (d *Design) Signals(x any) []*ir.Signal {
	var list []*ir.Signal
	visitBits(reflect.ValueOf(x), func(b Bits) {
		if i := d.Port(b); i >= 0 {
			list = append(list, d.Top.Ports[i])
		}
	})
	return list
}

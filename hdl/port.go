package hdl

import (
	"fmt"
	"reflect"

	"posedge/hdl/ir"
)

// In is an input port: it is read inside the component, and set by its parent or a test.
type In struct{ Bits }

// Out is an output port: it is set inside the component, which may also read
// it, and read by its parent or a test.
type Out struct{ Bits }

// Input makes an input of the given width, at least 1.
func Input(width int) In { return In{newPort(ir.Input, Width(width), here())} }

// Output makes an output of the given width, at least 1.
func Output(width int) Out { return Out{newPort(ir.Output, Width(width), here())} }

// InOf is an input port with the shape of a bundle: one port for each leaf.
type InOf[T any] struct {
	Data T
	bundlePort
}

// OutOf is an output port with the shape of a bundle: one port for each leaf.
type OutOf[T any] struct {
	Data T
	bundlePort
}

// InputOf makes an input with the shape of a bundle.
func InputOf[T any](shape T) InOf[T] {
	data, fault := portsOf(ir.Input, shape)
	return InOf[T]{data, bundlePort{made: true, fault: fault}}
}

// OutputOf makes an output with the shape of a bundle.
func OutputOf[T any](shape T) OutOf[T] {
	data, fault := portsOf(ir.Output, shape)
	return OutOf[T]{data, bundlePort{made: true, fault: fault}}
}

// Set sets every leaf of the input. The parent calls it.
func (p InOf[T]) Set(x T) { Set(p.Data, x) }

// Set sets every leaf of the output. The component calls it.
func (p OutOf[T]) Set(x T) { Set(p.Data, x) }

func (In) bundle() string       { return "Bits" }
func (Out) bundle() string      { return "Bits" }
func (InOf[T]) bundle() string  { return "Data" }
func (OutOf[T]) bundle() string { return "Data" }

type bundlePort struct {
	made  bool
	fault *Error
}

// newPort makes a port of a shape; if shape is an existing value, its width counts.
func newPort(kind ir.Kind, shape Bits, at site) Bits {
	v := &value{kind: portValue, width: shape.Width(), at: at.at, port: &port{kind: kind}}
	if shape.v != nil {
		v.fault = shape.v.fault
	}
	return Bits{v: v}
}

// portsOf makes a port of every leaf of a shape.
func portsOf[T any](kind ir.Kind, shape T) (T, *Error) {
	at := here()
	return mapBundle(shape, at, func(_ string, leaf Bits) Bits { return newPort(kind, leaf, at) })
}

// leafPort is a scalar port of a component, named by its place.
type leafPort struct {
	field string // Go path, "Push.Data.Addr"
	name  string // snake case, "push_data_addr"
	value *value
	doc   string
	// group is the name of the bundle port or stream it belongs to, if any.
	group         string
	stream, ready bool
}

// portGroup is what an exported field of a component may be.
type portGroup interface {
	// leaves lists the scalar ports of the field, named from here on. A group that
	// was not made by its constructor returns a sentence that says how to make it;
	// one made from a wrong shape returns that mistake.
	leaves() ([]leafPort, *Error, string)
}

func (p In) leaves() ([]leafPort, *Error, string) {
	return scalarLeaf(p.Bits, ir.Input, "hdl.Input(width)")
}

func (p Out) leaves() ([]leafPort, *Error, string) {
	return scalarLeaf(p.Bits, ir.Output, "hdl.Output(width)")
}

func scalarLeaf(b Bits, kind ir.Kind, maker string) ([]leafPort, *Error, string) {
	if b.v == nil || b.v.kind != portValue || b.v.port.kind != kind {
		return nil, nil, "is not made; use " + maker
	}
	return []leafPort{{value: b.v}}, nil, ""
}

func (p InOf[T]) leaves() ([]leafPort, *Error, string) {
	return bundleLeaves(p.bundlePort, p.Data, "hdl.InputOf(shape)")
}

func (p OutOf[T]) leaves() ([]leafPort, *Error, string) {
	return bundleLeaves(p.bundlePort, p.Data, "hdl.OutputOf(shape)")
}

func bundleLeaves(p bundlePort, data any, maker string) ([]leafPort, *Error, string) {
	switch {
	case !p.made:
		return nil, nil, "is not made; use " + maker
	case p.fault != nil:
		return nil, p.fault, ""
	}
	var list []leafPort
	for _, l := range leavesOf(data) {
		if l.Bits.v == nil || l.Bits.v.kind != portValue {
			return nil, nil, "has been overwritten; ports are only made by their constructors"
		}
		list = append(list, leafPort{doc: l.Doc, field: l.Field, name: l.Name, value: l.Bits.v})
	}
	return list, nil, ""
}

// portsIn lists the ports of a component in the order of its fields.
func portsIn(c Component, fail func(field string, fault *Error, message string)) []leafPort {
	var list []leafPort
	walkPorts(reflect.ValueOf(c).Elem(), "", "", "", func(r reflect.Value, field, name, doc string) {
		if message := wrongKind(r.Type()); message != "" {
			fail(field, nil, message)
			return
		}
		g, ok := r.Interface().(portGroup)
		if !ok {
			fail(field, nil, "is a Bits; a port is an hdl.In or hdl.Out, and a shape an unexported field")
			return
		}
		ports, fault, message := g.leaves()
		if fault != nil || message != "" {
			fail(field, fault, message)
		}
		_, isIn := r.Interface().(In)
		_, isOut := r.Interface().(Out)
		for _, p := range ports {
			if !isIn && !isOut {
				p.group = name
			}
			p.field, p.name = join2(field, p.field), join(name, p.name)
			if p.doc == "" {
				p.doc = doc
			}
			list = append(list, p)
		}
	})
	return list
}

// wrongKind says what is wrong with a field of this type that holds ports, or "".
func wrongKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer: // it has the methods of the port that it points to
		as := ""
		if t.Elem().Name() != "" {
			as = " as " + typeArguments.ReplaceAllString(t.Elem().String(), "[…]") + ","
		}
		return "is a pointer; ports are values: declare the field" + as + " without the *"
	case reflect.Map:
		return "is a map, whose entries have no order; declare the field as a slice, an array or a struct"
	}
	return ""
}

// walkPorts visits the port fields of a component: each is a portGroup, or a Bits, a pointer
// or a map that should not be there.
func walkPorts(r reflect.Value, field, name, doc string, visit func(r reflect.Value, field, name, doc string)) {
	if isPort(r.Type()) {
		visit(r, field, name, doc)
		return
	}
	switch r.Kind() {
	case reflect.Pointer, reflect.Map:
		visit(r, field, name, doc)
	case reflect.Struct:
		t := r.Type()
		for i := range t.NumField() {
			f := t.Field(i)
			if !reachable(f) || !holdsPorts(f.Type, 0) {
				continue
			}
			d := f.Tag.Get("doc")
			if d == "" {
				d = doc
			}
			walkPorts(r.Field(i), join2(field, f.Name), join(name, fieldName(f)), d, visit)
		}
	case reflect.Slice, reflect.Array:
		for i := range r.Len() {
			walkPorts(r.Index(i), fmt.Sprintf("%s[%d]", field, i), join(name, fmt.Sprint(i)), doc, visit)
		}
	}
}

// reachable reports whether Go code elsewhere reaches the contents of a field: it is
// exported, or an embedded struct, whose exported fields are promoted.
func reachable(f reflect.StructField) bool {
	return f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct
}

// holdsPorts reports whether an exported field of this type takes part in the
// ports; other exported fields are parameters.
func holdsPorts(t reflect.Type, depth int) bool {
	if isPort(t) {
		return true
	}
	if depth > 16 || t.Implements(reflect.TypeFor[Component]()) && t.Kind() == reflect.Pointer {
		return false // another component has ports of its own
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer, reflect.Map:
		return holdsPorts(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); reachable(f) && holdsPorts(f.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

var portGroupType = reflect.TypeFor[portGroup]()

// isPort reports whether a field of this type is one port, bundle or stream, or a Bits in the place of one.
func isPort(t reflect.Type) bool { return t.Implements(portGroupType) || t == bitsType }

// group records that the signal s stands for the port p in this module.
func (d *definition) group(groups map[string]*group, p leafPort, s *ir.Signal, inst *ir.Instance) {
	if p.group == "" {
		return
	}
	g := groups[p.group]
	if g == nil {
		g = &group{name: p.group, instance: inst, stream: p.stream}
		groups[p.group] = g
	}
	if s.Kind.Combinational() {
		g.targets = append(g.targets, s)
		d.of(s).group = g
	}
	if p.ready {
		g.ready = s
	}
}

func join2(path, field string) string {
	if path == "" || field == "" || field[0] == '[' {
		return path + field
	}
	return path + "." + field
}

// fieldName is the name of a field in Verilog: its tag, or its name in snake
// case; "" for an embedded struct, whose fields Go promotes.
func fieldName(f reflect.StructField) string {
	if tag := f.Tag.Get("hdl"); tag != "" {
		return tag
	}
	if f.Anonymous {
		return ""
	}
	return snake(f.Name)
}

package hdl

import (
	"fmt"
	"reflect"

	"posedge/hdl/ir"
)

// In is an input port: read inside the component, set by its parent or a test.
type In struct{ Bits }

// Out is an output port: set inside the component, where it may be read too,
// and read by its parent or a test.
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

// Set sets every leaf of the input: for the parent's side.
func (p InOf[T]) Set(x T) { Set(p.Data, x) }

// Set sets every leaf of the output: for the component's side.
func (p OutOf[T]) Set(x T) { Set(p.Data, x) }

type bundlePort struct {
	made  bool
	fault *Error
}

func newPort(kind ir.Kind, shape Bits, at site) Bits {
	v := &value{width: shape.Width(), at: at.at, port: &port{kind: kind}}
	switch {
	case shape.v == nil:
		v.fault = at.errorf("a shape is zero; make it with hdl.Width(n)")
	case shape.v.fault != nil:
		v.fault = at.errorf("%s", shape.v.fault.Message)
	case shape.v.port != nil || shape.v.sig != nil:
		// The shape of an existing port or signal is its width.
	}
	return Bits{v}
}

// portsOf makes a port of every leaf of a shape.
func portsOf[T any](kind ir.Kind, shape T) (T, *Error) {
	at := here()
	return mapBundle(shape, at, func(_ string, leaf Bits) Bits { return newPort(kind, leaf, at) })
}

// leafPort is a scalar port of a component, with the name of its place.
type leafPort struct {
	name  string
	value *value
	doc   string
}

// portGroup is what an exported field of a component may be.
type portGroup interface {
	// leaves lists the scalar ports under a field name; a group that was not
	// made by its constructor returns a sentence saying how.
	leaves(field string) ([]leafPort, string)
}

func (p In) leaves(field string) ([]leafPort, string) {
	return scalarLeaf(p.Bits, ir.Input, field, "hdl.Input(width)")
}

func (p Out) leaves(field string) ([]leafPort, string) {
	return scalarLeaf(p.Bits, ir.Output, field, "hdl.Output(width)")
}

func scalarLeaf(b Bits, kind ir.Kind, field, maker string) ([]leafPort, string) {
	if b.v == nil || b.v.port == nil || b.v.port.kind != kind {
		return nil, "is not made; use " + maker
	}
	return []leafPort{{name: field, value: b.v}}, ""
}

func (p InOf[T]) leaves(field string) ([]leafPort, string) {
	return bundleLeaves(p.bundlePort, p.Data, field, "hdl.InputOf(shape)")
}

func (p OutOf[T]) leaves(field string) ([]leafPort, string) {
	return bundleLeaves(p.bundlePort, p.Data, field, "hdl.OutputOf(shape)")
}

func bundleLeaves(p bundlePort, data any, field, maker string) ([]leafPort, string) {
	switch {
	case !p.made:
		return nil, "is not made; use " + maker
	case p.fault != nil:
		return nil, p.fault.Message
	}
	var list []leafPort
	for _, l := range leavesOf(data) {
		if l.Bits.v == nil || l.Bits.v.port == nil {
			return nil, "has been overwritten; ports are only made by their constructors"
		}
		list = append(list, leafPort{name: join(field, l.Name), value: l.Bits.v})
	}
	return list, ""
}

// portsIn lists the ports of a component in the order of its fields.
func portsIn(c Component, fail func(field, message string)) []leafPort {
	r := reflect.ValueOf(c)
	for r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	var list []leafPort
	walkPorts(r, "", "", "", &list, fail)
	return list
}

func walkPorts(r reflect.Value, field, name, doc string, list *[]leafPort, fail func(field, message string)) {
	if g, ok := r.Interface().(portGroup); ok {
		ports, message := g.leaves(name)
		if message != "" {
			fail(field, message)
		}
		for _, p := range ports {
			if p.doc == "" {
				p.doc = doc
			}
			*list = append(*list, p)
		}
		return
	}
	switch r.Kind() {
	case reflect.Struct:
		if r.Type() == reflect.TypeFor[Bits]() {
			fail(field, "is a Bits; a port is an hdl.In or hdl.Out")
			return
		}
		t := r.Type()
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() || !holdsPorts(f.Type, 0) {
				continue
			}
			d := f.Tag.Get("doc")
			if d == "" {
				d = doc
			}
			part := fieldName(f)
			if f.Anonymous && f.Tag.Get("hdl") == "" {
				part = ""
			}
			walkPorts(r.Field(i), join2(field, f.Name), join(name, part), d, list, fail)
		}
	case reflect.Slice, reflect.Array:
		for i := range r.Len() {
			walkPorts(r.Index(i), fmt.Sprintf("%s[%d]", field, i), join(name, fmt.Sprint(i)), doc, list, fail)
		}
	}
}

// holdsPorts reports whether an exported field of this type takes part in the
// ports; other exported fields are parameters.
func holdsPorts(t reflect.Type, depth int) bool {
	if t.Implements(reflect.TypeFor[portGroup]()) || t == reflect.TypeFor[Bits]() {
		return true
	}
	if depth > 16 {
		return false
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return holdsPorts(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && holdsPorts(f.Type, depth+1) {
				return true
			}
		}
	}
	return false
}

func join2(path, field string) string {
	if path == "" {
		return field
	}
	return path + "." + field
}

// fieldName is the name of a field in Verilog: its tag, or its name in snake case.
func fieldName(f reflect.StructField) string {
	if tag := f.Tag.Get("hdl"); tag != "" {
		return tag
	}
	return snake(f.Name)
}

package hdl

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"posedge/internal/unboxed"
)

// Resolved is a port or a bundle of ports of an elaborated component: see [Design.Resolve].
type Resolved struct {
	Leaves []ResolvedLeaf // in the order of the fields

	design  *Design
	shape   reflect.Type
	offsets []uintptr // of the leaves in a value of the shape; nil if values of the shape differ, as slices do
}

// ResolvedLeaf is one port of a bundle.
type ResolvedLeaf struct {
	Field string // Go path in the bundle, "Items[0].Addr"; empty if the bundle is a single port
	Port  int    // index in Design.Top.Ports
}

// Port returns the index in d.Top.Ports of the port that b is, or -1 if b is no port of the elaborated component.
func (d *Design) Port(b Bits) int {
	if b.v == nil || b.v.kind != portValue || b.v.port.in == nil || b.v.port.in.ir != d.Top {
		return -1
	}
	return d.implicit + b.v.port.index
}

// Resolve finds the ports of a port or bundle of the elaborated component. It is an error if x is neither, or if a leaf is
// not a port of the component. x does not escape.
func (d *Design) Resolve(x any) (*Resolved, error) {
	r := bundleOf(x)
	p := &Resolved{design: d, shape: reflect.TypeOf(x)}
	message := walkPart(r, Leaf{}, func(l Leaf) { p.Leaves = append(p.Leaves, ResolvedLeaf{Field: l.Field}) })
	if message != "" {
		return nil, here().errorf("%s", message)
	}
	n := 0
	d.eachPort(r, func(port int) bool {
		p.Leaves[n].Port = port
		n++
		return true
	})
	for _, l := range p.Leaves {
		if l.Port < 0 {
			return nil, NotAPort{l.Field}
		}
	}
	if offsets, fixed := bitsOffsets(p.shape, 0, nil); fixed && p.shape.Size() > unsafe.Sizeof(uintptr(0)) {
		p.offsets = offsets
	}
	return p, nil
}

// NotAPort is the error of [Design.Resolve] for a Bits that is no port of the elaborated component.
type NotAPort struct{ Field string }

// Error names the field.
func (e NotAPort) Error() string {
	if e.Field == "" {
		return "the value is not a port of the component"
	}
	return fmt.Sprintf("%s is not a port of the component", e.Field)
}

// Is reports whether x is the bundle that was resolved. It allocates nothing, and x does not escape.
func (p *Resolved) Is(x any) bool {
	if reflect.TypeOf(x) != p.shape {
		return false
	}
	if at := unboxed.Struct(&x); at != nil && p.offsets != nil {
		for i, offset := range p.offsets {
			if p.design.Port(*(*Bits)(unsafe.Add(at, offset))) != p.Leaves[i].Port {
				return false
			}
		}
		return true
	}
	n := 0
	return p.design.eachPort(bundleOf(x), func(port int) bool {
		n++
		return n <= len(p.Leaves) && p.Leaves[n-1].Port == port
	}) && n == len(p.Leaves)
}

// eachPort visits Port of every Bits in a bundle, until visit returns false; it returns whether that never happened.
func (d *Design) eachPort(r reflect.Value, visit func(port int) bool) bool {
	switch r.Kind() {
	case reflect.Struct:
		if r.Type() == bitsType {
			return visit(d.Port(Bits{v: (*value)(r.Field(valueField).UnsafePointer())}))
		}
		for i := range r.NumField() {
			if !d.eachPort(r.Field(i), visit) {
				return false
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range r.Len() {
			if !d.eachPort(r.Index(i), visit) {
				return false
			}
		}
	}
	return true
}

// valueField is the index of v in a Bits.
var valueField = slices.IndexFunc(reflect.VisibleFields(bitsType), func(f reflect.StructField) bool { return f.Name == "v" })

// bitsOffsets appends the offset of every Bits in values of a type, and reports whether all values have the same.
func bitsOffsets(t reflect.Type, at uintptr, list []uintptr) (_ []uintptr, fixed bool) {
	fixed = true
	switch t.Kind() {
	case reflect.Struct:
		if t == bitsType {
			return append(list, at), true
		}
		for i := range t.NumField() {
			f := t.Field(i)
			var same bool
			list, same = bitsOffsets(f.Type, at+f.Offset, list)
			fixed = fixed && same
		}
	case reflect.Array:
		for i := range t.Len() {
			var same bool
			list, same = bitsOffsets(t.Elem(), at+uintptr(i)*t.Elem().Size(), list)
			fixed = fixed && same
		}
	case reflect.Slice:
		fixed = false
	}
	return list, fixed
}

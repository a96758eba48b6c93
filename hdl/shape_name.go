package hdl

import (
	"fmt"
	"reflect"
	"strings"
)

// ShapeName describes a shape in a module's name, for the ModuleName of a
// component that takes any shape: "w24" for a [Bits] of 24 bits; "request_w24"
// for a bundle of the Go type Request, and "addr_unit_w24" for one whose type
// has no name, after its fields; "w24_x4" for an array or slice of 4 elements of 24 bits in all.
//
// Two bundles of the same type name and width have the same name. If a design holds
// both, give their type a method ShapeName() string, which is used in place of the
// type's name, for example fmt.Sprintf("request_a%d", r.Addr.Width()).
func ShapeName[T any](shape T) string {
	n := WidthOf(shape)
	r := reflect.ValueOf(&shape).Elem()
	switch t := r.Type(); {
	case t == bitsType:
		return fmt.Sprintf("w%d", n)
	case t.Name() != "":
		return fmt.Sprintf("%s_w%d", bundleName(r), n)
	case t.Kind() == reflect.Struct:
		var fields []string
		for i := range t.NumField() {
			fields = append(fields, fieldName(t.Field(i)))
		}
		return fmt.Sprintf("%s_w%d", join(fields...), n)
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		if t.Elem() != bitsType && t.Elem().Name() != "" && r.Len() > 0 {
			return fmt.Sprintf("%s_w%d_x%d", bundleName(r.Index(0)), n, r.Len())
		}
		return fmt.Sprintf("w%d_x%d", n, r.Len())
	}
	return fmt.Sprintf("w%d", n) // not a shape, which is reported where it is used
}

// bundleName names a bundle by its ShapeName method, or after its type.
func bundleName(bundle reflect.Value) string {
	if bundle.CanInterface() {
		if n, ok := bundle.Interface().(shapeNamer); ok {
			return n.ShapeName()
		}
	}
	bare, _, _ := strings.Cut(bundle.Type().Name(), "[")
	return snake(bare)
}

type shapeNamer interface{ ShapeName() string }

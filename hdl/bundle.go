package hdl

import (
	"fmt"
	"reflect"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// A bundle is a Bits, or a struct, array or slice of bundles. All fields of
// such a struct must be exported. A shape is a bundle of [Width]s.

// Leaf is one Bits of a bundle.
type Leaf struct {
	Field string // Go path, "Items[0].Addr"; empty if the bundle is a Bits
	Name  string // snake case, "items_0_addr"; empty if the bundle is a Bits
	Doc   string // tag doc of the innermost field that has one; empty if none has
	Bits  Bits
}

var bitsType = reflect.TypeFor[Bits]()

// Leaves lists the values of a bundle, or of a port ([In], [Out], [InOf], [OutOf]),
// in the order of its fields. If x is neither, it returns an error that names
// the field.
func Leaves(x any) ([]Leaf, error) {
	var list []Leaf
	if message := walkBundle(bundleOf(x), func(l Leaf) { list = append(list, l) }); message != "" {
		return nil, here().errorf("%s", message)
	}
	return list, nil
}

// bundleOf is the bundle that x is, or that a port stands for.
func bundleOf(x any) reflect.Value {
	r := reflect.ValueOf(x)
	if r.Kind() == reflect.Pointer {
		r = r.Elem()
	}
	if r.IsValid() && r.Type().Implements(bundlerType) {
		r = r.FieldByName(reflect.Zero(r.Type()).Interface().(bundler).bundle())
	}
	return r
}

// bundler is a port that stands for the bundle in one of its fields.
type bundler interface{ bundle() (field string) }

var bundlerType = reflect.TypeFor[bundler]()

// leavesOf lists the leaves of x, which is known to be a bundle.
func leavesOf(x any) []Leaf {
	var list []Leaf
	_ = walkBundle(reflect.ValueOf(x), func(l Leaf) { list = append(list, l) })
	return list
}

// walkBundle visits the leaves of r; it returns a sentence about a part that is not
// a bundle.
func walkBundle(r reflect.Value, visit func(Leaf)) string {
	var bits []Bits
	visitBits(r, func(b Bits) { bits = append(bits, b) })
	n := 0
	return walkPart(r, Leaf{}, func(l Leaf) {
		l.Bits = bits[n]
		n++
		visit(l)
	})
}

// walkPart visits the leaves of a part of a bundle, without their Bits; at says where it is.
func walkPart(r reflect.Value, part Leaf, visit func(Leaf)) string {
	field, name := part.Field, part.Name
	at := field
	if at == "" {
		at = "the value"
	}
	if !r.IsValid() {
		return at + " is nil, not a bundle"
	}
	if r.Type() == bitsType {
		visit(part)
		return ""
	}
	if r.Type().Implements(portGroupType) {
		return fmt.Sprintf("%s is a port (%v); a bundle holds hdl.Bits", at, r.Type())
	}
	switch r.Kind() {
	case reflect.Struct:
		t := r.Type()
		if t.NumField() == 0 {
			return fmt.Sprintf("%s: bundle %v has no fields", at, t)
		}
		for i := range t.NumField() {
			f := t.Field(i)
			if t == reflect.TypeFor[Signed]() {
				return fmt.Sprintf("%s is an hdl.Signed; a bundle holds hdl.Bits, which .Signed() reads as signed", at)
			}
			if !f.IsExported() {
				return fmt.Sprintf("bundle %v has an unexported field %s; a bundle has only exported fields", t, f.Name)
			}
			inner := Leaf{Field: join2(field, f.Name), Name: join(name, fieldName(f)), Doc: part.Doc}
			if doc := f.Tag.Get("doc"); doc != "" {
				inner.Doc = doc
			}
			if message := walkPart(r.Field(i), inner, visit); message != "" {
				return message
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		if r.Len() == 0 {
			return at + " is empty; a bundle's arrays and slices have at least one element"
		}
		for i := range r.Len() {
			inner := Leaf{Field: fmt.Sprintf("%s[%d]", field, i), Name: join(name, fmt.Sprint(i)), Doc: part.Doc}
			if message := walkPart(r.Index(i), inner, visit); message != "" {
				return message
			}
		}
		return ""
	}
	return fmt.Sprintf("%s is a Go %v; a bundle holds hdl.Bits, structs, arrays and slices of them", at, r.Type())
}

// mapBundle returns a copy of shape in which every leaf is replaced by f of its
// name and itself. A shape that is not a bundle, or has a leaf that is zero or
// faulty, is an error and gives stand-ins.
func mapBundle[T any](shape T, at site, f func(name string, leaf Bits) Bits) (T, *Error) {
	var out T
	r := reflect.ValueOf(&shape).Elem()
	fault := (*Error)(nil)
	message := walkBundle(r, func(l Leaf) {
		switch {
		case fault != nil:
		case l.Bits.v == nil && l.Field == "":
			fault = at.errorf("the shape is zero; give it a width with hdl.Width(n)")
		case l.Bits.v == nil:
			fault = at.errorf("field %s of shape %v is zero; give it a width with hdl.Width(n)", l.Field, r.Type())
		default:
			fault = l.Bits.v.fault
		}
	})
	if message != "" && fault == nil { // the walk ended there, so a fault comes before it
		fault = at.errorf("%s", message)
	}
	if fault != nil {
		out = shape
		poisonBits(reflect.ValueOf(&out).Elem())
		return out, fault
	}
	o := reflect.ValueOf(&out).Elem()
	copyBundle(o, r, "", f)
	return out, nil
}

func copyBundle(dst, src reflect.Value, name string, f func(string, Bits) Bits) {
	if src.Type() == bitsType {
		dst.Set(reflect.ValueOf(f(name, src.Interface().(Bits))))
		return
	}
	switch src.Kind() {
	case reflect.Struct:
		for i := range src.NumField() {
			copyBundle(dst.Field(i), src.Field(i), join(name, fieldName(src.Type().Field(i))), f)
		}
	case reflect.Slice:
		dst.Set(reflect.MakeSlice(src.Type(), src.Len(), src.Len()))
		fallthrough
	case reflect.Array:
		for i := range src.Len() {
			copyBundle(dst.Index(i), src.Index(i), join(name, fmt.Sprint(i)), f)
		}
	}
}

// visitBits visits every Bits reachable through the exported fields of bundles,
// ports, streams and components.
func visitBits(r reflect.Value, visit func(Bits)) {
	if !r.IsValid() {
		return
	}
	if r.Type() == bitsType {
		visit(r.Interface().(Bits))
		return
	}
	switch r.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !r.IsNil() {
			visitBits(r.Elem(), visit)
		}
	case reflect.Struct:
		for i := range r.NumField() {
			if r.Type().Field(i).IsExported() {
				visitBits(r.Field(i), visit)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range r.Len() {
			visitBits(r.Index(i), visit)
		}
	}
}

// RegOf makes a register for each leaf of shape, named name_leaf.
func RegOf[T any](m *Module, name string, shape T, options ...RegOption) T {
	var o regOptions
	for _, option := range options {
		option(&o)
	}
	at := here()
	resets := map[string]Bits{}
	if o.hasReset {
		t, ok := o.reset.(T)
		leaves := leavesOf(t)
		switch {
		case !ok:
			report(at.errorf("register %s: ResetTo takes a %T of Consts, not %s", m.named(name), shape, describe(o.reset)), m.d)
		case len(leaves) != len(leavesOf(shape)):
			report(at.errorf("register %s has %d leaves, its ResetTo %d: their slices differ in length", m.named(name), len(leavesOf(shape)), len(leaves)), m.d)
		case o.noReset:
			report(at.errorf("register %s has both NoReset and ResetTo; choose one", m.named(name)), m.d)
		default:
			for _, l := range leaves {
				resets[l.Name] = l.Bits
			}
		}
	}
	return make_(m, shape, at, func(leaf string, b Bits) Bits {
		var leafOptions []RegOption
		if o.noReset {
			leafOptions = append(leafOptions, NoReset())
		}
		if r, ok := resets[leaf]; ok {
			leafOptions = append(leafOptions, ResetTo(r))
		}
		return m.Reg(join(name, leaf), b.Width(), leafOptions...)
	})
}

// WireOf makes a wire for each leaf of shape, named name_leaf.
func WireOf[T any](m *Module, name string, shape T) T {
	return make_(m, shape, here(), func(leaf string, b Bits) Bits { return m.Wire(join(name, leaf), b.Width()) })
}

// make_ maps a shape inside a module, reporting a shape that is not a bundle.
func make_[T any](m *Module, shape T, at site, f func(string, Bits) Bits) T {
	out, fault := mapBundle(shape, at, f)
	if fault != nil {
		report(fault, m.d)
	}
	return out
}

// pairs lists the leaves of several bundles of one type side by side.
func pairs[T any](o *op, list ...T) [][]Bits {
	var rows [][]Bits
	for i, x := range list {
		var leaves []Leaf
		if message := walkBundle(reflect.ValueOf(&x).Elem(), func(l Leaf) { leaves = append(leaves, l) }); message != "" {
			o.fail("%s", message)
			return nil
		}
		if i == 0 {
			rows = make([][]Bits, len(leaves))
		}
		if len(leaves) != len(rows) {
			o.fail("two bundles of type %T have %d and %d leaves: their slices differ in length", x, len(rows), len(leaves))
			return nil
		}
		for k, l := range leaves {
			rows[k] = append(rows[k], l.Bits)
		}
	}
	return rows
}

// Set sets every leaf of the bundle dst to the leaf of src; see [Bits.Set].
func Set[T any](dst, src T) { assign(dst, src, Bits.Set) }

// Default gives every leaf of dst the value that holds where no Set applies;
// see [Bits.Default].
func Default[T any](dst, src T) { assign(dst, src, Bits.Default) }

func assign[T any](dst, src T, set func(dst Bits, src Operand)) {
	o := begin()
	rows := pairs(o, dst, src)
	if o.fault != nil {
		reportTo(o.fault, dst, src)
	}
	for _, row := range rows {
		set(row[0], row[1])
		if !row[0].settable() {
			return // reported once for the whole bundle
		}
	}
}

// reportTo reports a mistake to the module of the first leaf of the bundles that
// has one, and forgives the leaves of the first bundle for not being set.
func reportTo(fault *Error, bundles ...any) {
	var mod *definition
	for i, x := range bundles {
		visitBits(reflect.ValueOf(x), func(b Bits) {
			r := b.resolve(site{})
			if r.mod == nil || r.mod.closed {
				return
			}
			if mod == nil {
				mod = r.mod
			}
			if ref, ok := r.expr.(*ir.Ref); ok && i == 0 {
				r.mod.of(ref.Signal).forgiven = true
			}
		})
	}
	report(fault, mod)
}

// MuxOf is yes where cond (1 bit) is 1, else no, leaf by leaf; the widths must be equal.
func MuxOf[T any](cond Operand, yes, no T) T {
	o := begin()
	rows := pairs(o, yes, no)
	if o.fault != nil {
		reportTo(o.fault, yes, no, cond)
		poisonBits(reflect.ValueOf(&yes).Elem())
		return yes
	}
	i := 0
	return fill(yes, func(string, Bits) Bits {
		i++
		return Mux(cond, rows[i-1][0], rows[i-1][1])
	})
}

// fill replaces every leaf of x, which is known to be a bundle.
func fill[T any](x T, f func(name string, leaf Bits) Bits) T {
	var out T
	copyBundle(reflect.ValueOf(&out).Elem(), reflect.ValueOf(&x).Elem(), "", f)
	return out
}

// Select is list[index], leaf by leaf, or 0 where index is len(list) or more.
// The list has at least one entry and at most 2^width(index).
func Select[T any](index Operand, list []T) T {
	o := begin()
	if len(list) == 0 {
		var none T
		o.operand(index, 0)
		o.fail("Select needs at least one entry")
		o.tell()
		poisonBits(reflect.ValueOf(&none).Elem())
		return none
	}
	rows := pairs(o, list...)
	if o.fault != nil {
		reportTo(o.fault, list[0], index)
		none := list[0]
		poisonBits(reflect.ValueOf(&none).Elem())
		return none
	}
	k := 0
	return fill(list[0], func(string, Bits) Bits {
		k++
		return pick(index, rows[k-1])
	})
}

func pick(index Operand, list []Bits) Bits {
	o := begin()
	i := o.operand(index, 0)
	cases := make([]ir.Expr, len(list))
	for k, b := range list {
		cases[k] = o.take(b)
		o.equal("Select", cases[0], cases[k])
	}
	if i != nil && i.Width() < 31 && len(cases) > 1<<i.Width() {
		o.fail("%s of %s%s cannot reach %d entries; widen the index to %s", name(i), text.InBits(i.Width()), declared(i), len(cases), text.InBits(IndexWidth(len(cases))))
	}
	return o.result(list[0].Width(), func() ir.Expr {
		return &ir.Mux{Index: i, Cases: cases, At: o.where.at}
	})
}

// Flatten packs the leaves of a bundle into one value, the first leaf least significant.
func Flatten[T any](x T) Bits {
	o := begin()
	rows := pairs(o, x)
	var list []Operand
	for _, row := range rows {
		list = append(list, row[0])
	}
	if o.fault != nil {
		return Bits{v: &value{width: 1, fault: o.fault}}
	}
	return Pack(list...)
}

// Unflatten is the inverse of [Flatten]: it unpacks a bundle of the given shape from
// x, whose width must be the sum of the leaves' widths.
func Unflatten[T any](shape T, x Bits) T {
	o := begin()
	e := o.take(x)
	w, lo := WidthOf(shape), 0
	if w != x.Width() && e != nil {
		o.fail("Unflatten: the shape is %s, %s is %s%s; both must be equally wide", text.InBits(w), name(e), text.InBits(x.Width()), declared(e))
	}
	out, fault := mapBundle(shape, o.where, func(_ string, leaf Bits) Bits {
		if o.fault != nil || o.poison {
			return poisoned(leaf.Width())
		}
		lo += leaf.Width()
		return x.Slice(lo-1, lo-leaf.Width())
	})
	if fault != nil {
		o.fault = fault
	}
	o.tell()
	return out
}

// WidthOf is the sum of the widths of a bundle's leaves; 0 if shape is not a bundle.
func WidthOf[T any](shape T) int {
	w := 0
	for _, l := range leavesOf(shape) {
		w += l.Bits.Width()
	}
	return w
}

package hdl

import (
	"reflect"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Set gives a target its value: a register at the next edge; a wire, an output
// or a child's input at once. If several Sets apply, the last in source order
// wins. The widths must be equal; a Go integer takes the target's width.
func (b Bits) Set(x Operand) { b.put(x) }

// put is [Bits.Set]; it returns the statement and its module, or nil after a mistake.
func (b Bits) put(x Operand) (*ir.Set, *definition) {
	s, d, at := b.assignment(x)
	if s == nil {
		return nil, nil
	}
	d.of(s.Target).set = true
	if !d.add(s, at) {
		d.of(s.Target).forgiven = true
	}
	return s, d
}

// Default is a Set that applies where no other does, wherever it is written, as if
// it were the first statement of Describe. If there are several, the last wins.
func (b Bits) Default(x Operand) {
	s, d, at := b.assignment(x)
	switch {
	case s == nil:
	case d.open(at, "a default"):
		d.defaults = append(d.defaults, s)
	default:
		d.of(s.Target).forgiven = true
	}
}

// Unused declares that it is intended if these ports, values or bundles are not read.
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

// assignment checks a Set and returns it with the target's module; it returns
// nil after a mistake in the target. A mistake in the value leaves a 0, so that
// the target counts as set.
func (b Bits) assignment(x Operand) (*ir.Set, *definition, site) {
	o := begin()
	target := b.target(o)
	if target == nil {
		if b.v != nil && b.v.kind == portValue && b.v.port.inner == nil && o.fault != nil {
			b.v.port.early = o.fault // reported when the component is described
			if o.operand(x, b.Width()); o.mod != nil {
				o.mod.ctx.early = append(o.mod.ctx.early, b.v.port)
			}
			return nil, nil, o.where
		}
		o.operand(x, b.Width()) // its module may be the one to report the mistake to
		o.tell()
		return nil, nil, o.where
	}
	mod := o.mod
	value := o.operand(x, target.Width)
	if value != nil && value.Width() != target.Width {
		o.fail("%s is %s (declared at %s), cannot be set to %s of %s%s; extend or truncate it", target.Name, text.InBits(target.Width),
			target.At.Short(), article(value), text.InBits(value.Width()), declared(value))
	}
	o.tell()
	if o.other != nil {
		o.mod.of(target).forgiven = true
		return nil, nil, o.where
	}
	if o.fault != nil || o.poison {
		value = zero(target.Width)
	}
	return &ir.Set{Target: target, Value: value, At: o.where.at}, mod, o.where
}

// target returns the signal that a Set of b sets, and its module; nil after a mistake.
func (b Bits) target(o *op) *ir.Signal {
	e := o.take(b)
	if o.fault != nil || o.poison {
		return nil
	}
	ref, ok := e.(*ir.Ref)
	switch {
	case !ok || b.v.kind == computedValue:
		for s, isSlice := e.(*ir.Slice); isSlice; s, isSlice = e.(*ir.Slice) {
			e = s.X
		}
		if r, ok := e.(*ir.Ref); ok && o.mod != nil {
			o.mod.of(r.Signal).forgiven = true // if it is never set, this is why
		}
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

func article(e ir.Expr) string {
	if n := name(e); n != "the value" {
		return n
	}
	return "a value"
}

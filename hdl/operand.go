package hdl

import (
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Operand is one side of an operation: a [Bits], a port, a Go integer or an
// integer-kinded constant (which takes the other side's width and must fit), or
// a *big.Int. Anything else, including a [Signed] or a Go bool, is reported as
// a mistake.
type Operand = any

func reflectInteger(v any) (*big.Int, bool) {
	r := reflect.ValueOf(v)
	switch {
	case r.IsValid() && r.CanInt():
		return big.NewInt(r.Int()), true
	case r.IsValid() && r.CanUint():
		return new(big.Int).SetUint64(r.Uint()), true
	}
	return nil, false
}

// asBits returns the hardware value in an operand, if it is one.
func asBits(o Operand) (Bits, bool) {
	switch x := o.(type) {
	case Bits:
		return x, true
	case In:
		return x.Bits, true
	case Out:
		return x.Bits, true
	}
	return Bits{}, false
}

// wrong says what is wrong with an operand that is neither a value nor an integer.
func wrong(o Operand) string {
	switch o.(type) {
	case nil:
		return "nil is not a value"
	case Signed:
		return "a Signed is not allowed here: the sign is a type; use .Bits() to reinterpret it"
	case bool:
		return "a Go bool is not a value: it is known when the design is described; use a 1-bit Bits, or a Go if"
	}
	if b, ok := o.(interface{ Bits() Bits }); ok {
		return fmt.Sprintf("a %s is not allowed here; use .Bits() for its encoding, or .Is", strings.TrimPrefix(fmt.Sprintf("%T", b), "hdl."))
	}
	if reflect.TypeOf(o).Kind() == reflect.Pointer {
		return describe(o) + " is a pointer, not a value; use what it points to"
	}
	if _, ok := o.(portGroup); ok {
		return describe(o) + " is a group of ports, not a value; use one of its fields"
	}
	if r := reflect.ValueOf(o); r.Kind() == reflect.Struct {
		return describe(o) + " is not a Bits; bundles are handled by Set, MuxOf, Select and Flatten"
	}
	return describe(o) + " is not a value; values are Bits, ports, integers and constants of enums"
}

// op collects the operands of one operation and the module they belong to.
type op struct {
	mod    *definition
	other  *definition // a second module that was mixed in by mistake
	poison bool
	fault  *Error // reported once a module is known
	where  site
	side   ir.Expr // the last hardware operand
	limit  string  // what an integer has to fit, if not side
	method string  // of an operation with two operands
}

// begin starts an operation at the user's current line.
func begin() *op { return &op{where: here()} }

func (o *op) fail(format string, args ...any) {
	if o.fault == nil && !o.poison {
		o.fault = o.where.errorf(format, args...)
	}
}

// take returns the expression of b, and notes its module.
func (o *op) take(b Bits) ir.Expr {
	r := b.resolve(o.where)
	switch {
	case r.fault != nil:
		if o.fault == nil {
			o.fault = r.fault
		}
	case r.poison: // its mistake was reported, whatever its module is
	case r.mod != nil && o.mod != nil && r.mod != o.mod:
		o.fail("%s belongs to module %s%s, but the other side to %s (%s): a value crosses a module boundary only through a port",
			name(r.expr), r.mod.title(), declared(r.expr), o.mod.title(), o.mod.at.Short())
		o.other = r.mod
	case r.mod != nil:
		o.mod = r.mod
	}
	if ref, ok := r.expr.(*ir.Ref); ok && r.mod != nil && !r.mod.closed {
		r.mod.of(ref.Signal).touched = true
	}
	o.poison = o.poison || r.poison
	o.side = r.expr
	return r.expr
}

// operand returns the expression of x; a Go integer becomes a constant of the
// given width. A width of 0 refuses integers.
func (o *op) operand(x Operand, width int) ir.Expr {
	if b, ok := asBits(x); ok {
		return o.take(b)
	}
	v, ok := integer(x)
	switch {
	case !ok:
		o.fail("%s", wrong(x))
	case width == 0:
		o.fail("the integer %v has no width here; use Const(width, %v)", v, v)
	case v.Sign() < 0:
		o.fail("%v is negative, and %s; %s", v, o.unsigned(), o.positive(v, width))
	case v.BitLen() > width:
		limit := o.limit
		if limit == "" {
			limit = fmt.Sprintf("%s of %s%s", name(o.side), text.InBits(width), declared(o.side))
		}
		o.fail("%v needs %s and does not fit %s", v, text.InBits(v.BitLen()), limit)
	default:
		return &ir.Const{Value: v, Bits: width, At: o.where.at}
	}
	return nil
}

// unsigned says that what an integer is for is unsigned.
func (o *op) unsigned() string {
	if o.side == nil {
		return "values are unsigned"
	}
	return name(o.side) + declared(o.side) + " is unsigned"
}

// positive says what to write in place of a negative integer.
func (o *op) positive(v *big.Int, width int) string {
	signed := fmt.Sprintf("SignedConst(%d, %v)", width, v)
	least := new(big.Int).Lsh(big.NewInt(-1), uint(width-1))
	switch {
	case o.method == ir.OpAdd.Method():
		return fmt.Sprintf("use Sub(%v)", new(big.Int).Neg(v))
	case o.method == ir.OpSub.Method():
		return fmt.Sprintf("use Add(%v)", new(big.Int).Neg(v))
	case v.Cmp(least) < 0:
		return fmt.Sprintf("in %s the least number is %v, in two's complement", text.InBits(width), least)
	case slices.Contains([]string{ir.OpLt.Method(), ir.OpLe.Method(), ir.OpGt.Method(), ir.OpGe.Method()}, o.method):
		return fmt.Sprintf("to compare signed numbers, use Signed().%s(%s)", o.method, signed)
	}
	return fmt.Sprintf("its two's complement is %s.Bits()", signed)
}

// operandWidth returns the width of a hardware operand, or 0 for an integer.
func operandWidth(x Operand) int {
	if b, ok := asBits(x); ok {
		return b.Width()
	}
	return 0
}

// result makes the Bits of a finished operation: of expr, or, after a mistake,
// a stand-in of the given width.
func (o *op) result(width int, make func() ir.Expr) Bits {
	if message := wrongWidth(width); message != "" {
		o.fail("%s", message)
		width = 1
	}
	v := &value{width: width, mod: o.mod, at: o.where.at, poison: o.poison}
	switch {
	case o.poison:
	case o.fault != nil && o.mod != nil:
		o.tell()
		v.poison = true
	case o.fault != nil:
		v.fault = o.fault
	default:
		v.kind, v.expr = computedValue, make()
	}
	return Bits{v: v}
}

// tell reports the mistake, if there is one.
func (o *op) tell() {
	if o.fault != nil {
		report(o.fault, o.mod, o.other)
	}
}

// equal requires equal widths of two operands.
func (o *op) equal(what string, x, y ir.Expr) {
	if x != nil && y != nil && x.Width() != y.Width() {
		o.fail("%s: %s is %s%s, %s is %s%s; widths never change silently, extend or truncate one side", what,
			name(x), text.InBits(x.Width()), declared(x), name(y), text.InBits(y.Width()), declared(y))
	}
}

// name describes an expression in an error.
func name(e ir.Expr) string {
	switch e := e.(type) {
	case nil:
		return "a value"
	case *ir.Ref:
		return e.Signal.Name
	case *ir.Const:
		return "constant " + e.Value.String()
	case *ir.MemRead:
		return "a read of " + e.Mem.Name
	case *ir.Slice:
		return "a slice of " + name(e.X)
	}
	return "the value"
}

// declared says where an expression, if it is a signal, was declared.
func declared(e ir.Expr) string {
	if r, ok := e.(*ir.Ref); ok {
		return " (declared at " + r.Signal.At.Short() + ")"
	}
	if e == nil {
		return ""
	}
	if p := e.Pos(); p.File != "" {
		return " (" + p.Short() + ")"
	}
	return ""
}

// Refuse reports that a library function cannot use b, at the line outside the
// library that called it, and returns a stand-in of n bits for the function's
// result or for b. The message continues "b is 15 bits: ". Values computed from
// the stand-in are not reported again.
func (b Bits) Refuse(n int, format string, args ...any) Bits {
	o := begin()
	if o.where.caller.File != "" {
		o.where = site{at: o.where.caller}
	}
	x := o.take(b)
	o.fail("%s is %s%s: %s", name(x), text.InBits(b.Width()), declared(x), fmt.Sprintf(format, args...))
	return o.result(n, nil)
}

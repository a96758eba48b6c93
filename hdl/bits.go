package hdl

import (
	"fmt"
	"math/big"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

// Bits is an unsigned value of a fixed width of at least 1 bit, or the shape of
// one (see [Width]). A Bits that came from [Module.Reg], [Module.Wire] or a
// port is also a target: [Bits.Set] gives it its value. The zero Bits is not a
// value; using it is reported.
//
// Hardware values are compared by [Bits.Eq]; Go's == does not compile.
type Bits struct {
	_ [0]func() // not comparable
	v *value
}

// value is what a Bits refers to: it has a kind, unless it results from a
// mistake; then fault or poison records that.
type value struct {
	kind   valueKind
	width  int
	expr   ir.Expr     // of a computed value; of a signal, the reference to it
	port   *port       // of a port
	mod    *definition // nil for constants and shapes
	at     ir.Pos
	fault  *Error // a mistake made where there was no module to report it to
	poison bool   // a stand-in after an error: no further errors about it
}

// valueKind is what a value can be used for.
type valueKind uint8

const (
	shapeValue    valueKind = iota // has a width and nothing else
	computedValue                  // can be read
	signalValue                    // can be read and set: the module declared it
	portValue                      // a port, one side for the module and one for the parent
)

// signal returns the signal that the module declared as v; nil if v is another
// kind of value.
func (v *value) signal() *ir.Signal {
	if v.kind != signalValue {
		return nil
	}
	return v.expr.(*ir.Ref).Signal
}

// port is a signal with two sides: inner belongs to the component, outer to its
// parent once the component is instantiated.
type port struct {
	kind         ir.Kind // Input or Output
	name         string  // in the component, once bound
	index        int     // among the component's ports, once bound
	inner, outer *ir.Signal
	in, out      *definition
	early        *Error // a Set before the component was described
}

// side returns the signal that the module under description sees.
func (p *port) side() (*ir.Signal, *definition) {
	if p.in != nil && p.out != nil && p.in.closed {
		return p.outer, p.out
	}
	return p.inner, p.in
}

// Width returns the number of bits; 1 for the zero Bits.
func (b Bits) Width() int {
	if b.v == nil || b.v.width < 1 {
		return 1
	}
	return b.v.width
}

// Width is the shape of a value of n bits, for the fields of a bundle. An n
// below 1 is reported where the shape is used.
func Width(n int) Bits {
	v := &value{width: n}
	if message := wrongWidth(n); message != "" {
		v.width, v.fault = 1, here().errorf("%s", message)
	}
	return Bits{v: v}
}

// MaxWidth is the largest width of a value: the width that Verilog requires
// every tool to accept.
const MaxWidth = 1 << 16

// wrongWidth says what is wrong with a width; "" if nothing is.
func wrongWidth(n int) string {
	switch {
	case n < 1:
		return fmt.Sprintf("a width is at least 1, not %d", n)
	case n > MaxWidth:
		return fmt.Sprintf("a width is at most %d, not %d; a memory holds more", MaxWidth, n)
	}
	return ""
}

// Const is the constant value v of width n: a Go integer, a constant of an
// integer-kinded type, or a *big.Int, which must be non-negative and fit n bits.
func Const(n int, v any) Bits {
	val := &value{width: n}
	x, ok := integer(v)
	switch message := wrongWidth(n); {
	case message != "":
		val.width, val.fault = 1, here().errorf("%s", message)
	case !ok:
		val.fault = here().errorf("a constant is made from a Go integer or a *big.Int, not from %s", describe(v))
	case x.Sign() < 0:
		val.fault = here().errorf("constant %v is negative; use SignedConst(%d, %v).Bits() for its two's complement", x, n, x)
	case x.BitLen() > n:
		val.fault = here().errorf("constant %v needs %s and does not fit %s", x, text.InBits(x.BitLen()), text.InBits(n))
	default:
		val.kind, val.expr = computedValue, &ir.Const{Value: x, Bits: n, At: here().at}
	}
	return Bits{v: val}
}

func zero(width int) ir.Expr { return &ir.Const{Value: new(big.Int), Bits: width} }

// SignedConst is the two's complement constant v of width n:
// -2^(n-1) <= v < 2^(n-1).
func SignedConst(n int, v int64) Signed {
	x := big.NewInt(v)
	limit := new(big.Int)
	if wrongWidth(n) == "" {
		limit.Lsh(big.NewInt(1), uint(n-1))
	}
	if message := wrongWidth(n); message != "" {
		return Signed{Bits{v: &value{width: 1, fault: here().errorf("%s", message)}}}
	}
	if x.Cmp(limit) >= 0 || x.Cmp(new(big.Int).Neg(limit)) < 0 {
		return Signed{Bits{v: &value{width: n, fault: here().errorf("constant %d does not fit %s in two's complement, which hold %v to %v", v, text.InBits(n), new(big.Int).Neg(limit), new(big.Int).Sub(limit, big.NewInt(1)))}}}
	}
	if v < 0 {
		x.Add(x, new(big.Int).Lsh(limit, 1))
	}
	return Signed{Bits{v: &value{kind: computedValue, width: n, expr: &ir.Const{Value: x, Bits: n, At: here().at}}}}
}

// resolved is a Bits that is ready for use in an expression.
type resolved struct {
	expr   ir.Expr
	mod    *definition
	poison bool
	fault  *Error
}

func (b Bits) resolve(where site) resolved {
	v := b.v
	switch {
	case v == nil:
		return resolved{fault: where.errorf("a zero Bits is used; make it with Reg, Wire, Const or an operation")}
	case v.fault != nil:
		return resolved{fault: v.fault}
	case v.poison:
		return resolved{expr: &ir.Const{Value: new(big.Int), Bits: b.Width()}, mod: v.mod, poison: true}
	case v.kind == portValue:
		sig, mod := v.port.side()
		if sig == nil {
			return resolved{fault: where.errorf("a port that belongs to no described component is used (made at %s); a port is an exported field, used in Describe, or by the parent after Instance", v.at.Short())}
		}
		return resolved{expr: &ir.Ref{Signal: sig, At: where.at}, mod: mod}
	case v.kind == shapeValue:
		return resolved{fault: where.errorf("a shape of %s is used as a value; a shape has only a width; make a value with Reg, Wire or Const", text.InBits(v.width))}
	}
	return resolved{expr: v.expr, mod: v.mod}
}

// integer returns the value of a Go integer, an integer-kinded constant or a *big.Int.
func integer(v any) (*big.Int, bool) {
	switch x := v.(type) {
	case int:
		return big.NewInt(int64(x)), true
	case *big.Int:
		if x == nil {
			return nil, false
		}
		return new(big.Int).Set(x), true
	}
	return reflectInteger(v)
}

func describe(v any) string {
	switch v.(type) {
	case nil:
		return "nil"
	case Bits, In, Out:
		if b, _ := asBits(v); b.v == nil {
			return "a zero Bits"
		}
		return "a hardware value"
	}
	return fmt.Sprintf("a Go %T", v)
}

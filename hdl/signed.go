package hdl

import "posedge/hdl/ir"

// Signed is a value in two's complement. It has its own arithmetic, which takes
// only Signed; ports, registers and bundles hold [Bits], and [Bits.Signed] and
// [Signed.Bits] convert between them without any logic.
type Signed struct {
	b Bits
}

// Signed interprets b as two's complement.
func (b Bits) Signed() Signed { return Signed{b} }

// Bits returns the same bits.
func (s Signed) Bits() Bits { return s.b }

// Width returns the number of bits.
func (s Signed) Width() int { return s.b.Width() }

// Add is s + y modulo 2^w; equal widths w.
func (s Signed) Add(y Signed) Signed { return Signed{s.b.binary(ir.OpAdd, y.b)} }

// Sub is s - y modulo 2^w; equal widths w.
func (s Signed) Sub(y Signed) Signed { return Signed{s.b.binary(ir.OpSub, y.b)} }

// Neg is -s modulo 2^w; the most negative value stays itself.
func (s Signed) Neg() Signed { return Signed{Const(s.Width(), 0).binary(ir.OpSub, s.b)} }

// AddCarry is s + y, exact, in w+1 bits; equal widths w.
func (s Signed) AddCarry(y Signed) Signed {
	w := s.Width()
	if w != y.Width() {
		o := begin()
		o.equal("AddCarry", o.take(s.b), o.take(y.b))
		return Signed{o.result(max(w, y.Width())+1, nil)}
	}
	return s.Extend(w + 1).Add(y.Extend(w + 1))
}

// Mul is the exact product; its width is the sum of both widths.
func (s Signed) Mul(y Signed) Signed { return Signed{s.b.product(ir.OpMulS, y.b)} }

// Eq is 1 where s equals y; equal widths.
func (s Signed) Eq(y Signed) Bits { return s.b.binary(ir.OpEq, y.b) }

// Ne is 1 where s differs from y; equal widths.
func (s Signed) Ne(y Signed) Bits { return s.b.binary(ir.OpNe, y.b) }

// Lt is 1 where s < y; equal widths.
func (s Signed) Lt(y Signed) Bits { return s.b.binary(ir.OpLtS, y.b) }

// Le is 1 where s <= y; equal widths.
func (s Signed) Le(y Signed) Bits { return s.b.binary(ir.OpLeS, y.b) }

// Gt is 1 where s > y; equal widths.
func (s Signed) Gt(y Signed) Bits { return s.b.binary(ir.OpGtS, y.b) }

// Ge is 1 where s >= y; equal widths.
func (s Signed) Ge(y Signed) Bits { return s.b.binary(ir.OpGeS, y.b) }

// Negative is the sign bit.
func (s Signed) Negative() Bits { return s.b.Bit(s.Width() - 1) }

// Shl shifts left, filling with zeros, and keeps the width: 0 if the amount is
// w or more. The amount is unsigned: a Go integer or a Bits of any width.
func (s Signed) Shl(amount Operand) Signed { return Signed{s.b.shift(ir.OpShl, amount)} }

// Shr shifts right arithmetically, filling with the sign: all bits are the sign if the
// amount is w or more. The amount is unsigned: a Go integer or a Bits of any width.
func (s Signed) Shr(amount Operand) Signed { return Signed{s.b.shift(ir.OpShrS, amount)} }

// Extend repeats the sign up to a width of n; n is at least the width.
func (s Signed) Extend(n int) Signed { return Signed{s.b.SignExtend(n)} }

// Truncate keeps the n least significant bits; n is at most the width.
func (s Signed) Truncate(n int) Signed { return Signed{s.b.Truncate(n)} }

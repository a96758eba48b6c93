package hdl

import (
	"math/big"

	"posedge/hdl/ir"
	"posedge/internal/text"
)

func (b Bits) binary(kind ir.BinaryOp, y Operand) Bits {
	o := begin()
	o.method = kind.Method()
	x := o.take(b)
	e := o.operand(y, b.Width())
	o.equal(kind.Method(), x, e)
	return o.result(kind.Width(b.Width(), b.Width()), func() ir.Expr { return &ir.Binary{Op: kind, X: x, Y: e, At: o.where.at} })
}

func (b Bits) unary(kind ir.UnaryOp) Bits {
	o := begin()
	x := o.take(b)
	return o.result(kind.Width(b.Width()), func() ir.Expr { return &ir.Unary{Op: kind, X: x, At: o.where.at} })
}

// Add is b + y modulo 2^w; equal widths w.
func (b Bits) Add(y Operand) Bits { return b.binary(ir.OpAdd, y) }

// Sub is b - y modulo 2^w; equal widths w.
func (b Bits) Sub(y Operand) Bits { return b.binary(ir.OpSub, y) }

// And is the bitwise and; equal widths.
func (b Bits) And(y Operand) Bits { return b.binary(ir.OpAnd, y) }

// Or is the bitwise or; equal widths.
func (b Bits) Or(y Operand) Bits { return b.binary(ir.OpOr, y) }

// Xor is the bitwise exclusive or; equal widths.
func (b Bits) Xor(y Operand) Bits { return b.binary(ir.OpXor, y) }

// Eq is 1 where b equals y; equal widths.
func (b Bits) Eq(y Operand) Bits { return b.binary(ir.OpEq, y) }

// Ne is 1 where b differs from y; equal widths.
func (b Bits) Ne(y Operand) Bits { return b.binary(ir.OpNe, y) }

// Lt is 1 where b < y, unsigned; equal widths.
func (b Bits) Lt(y Operand) Bits { return b.binary(ir.OpLt, y) }

// Le is 1 where b <= y, unsigned; equal widths.
func (b Bits) Le(y Operand) Bits { return b.binary(ir.OpLe, y) }

// Gt is 1 where b > y, unsigned; equal widths.
func (b Bits) Gt(y Operand) Bits { return b.binary(ir.OpGt, y) }

// Ge is 1 where b >= y, unsigned; equal widths.
func (b Bits) Ge(y Operand) Bits { return b.binary(ir.OpGe, y) }

// Not is the bitwise complement.
func (b Bits) Not() Bits { return b.unary(ir.OpNot) }

// ReduceAnd is 1 if all bits are 1.
func (b Bits) ReduceAnd() Bits { return b.unary(ir.OpReduceAnd) }

// ReduceOr is 1 if any bit is 1.
func (b Bits) ReduceOr() Bits { return b.unary(ir.OpReduceOr) }

// ReduceXor is the parity: 1 if an odd number of bits are 1.
func (b Bits) ReduceXor() Bits { return b.unary(ir.OpReduceXor) }

// PopCount is the number of ones, in [CountWidth](w) bits.
func (b Bits) PopCount() Bits { return b.unary(ir.OpPopCount) }

// CountWidth is the width that holds the numbers 0 to n; n is at least 1.
func CountWidth(n int) int { return ir.CountWidth(max(n, 1)) }

// IndexWidth is the width of an index into n entries, at least 1.
func IndexWidth(n int) int { return ir.CountWidth(max(n-1, 1)) }

// AddCarry is b + y, exact, in w+1 bits, the carry on top; equal widths w.
func (b Bits) AddCarry(y Operand) Bits {
	return b.addCarry("AddCarry", y, nil)
}

// AddCarryIn is b + y + carry, exact, in w+1 bits; carry is 1 bit, b and y have
// equal widths w.
func (b Bits) AddCarryIn(y, carry Operand) Bits {
	return b.addCarry("AddCarryIn", y, carry)
}

func (b Bits) addCarry(what string, y, carry Operand) Bits {
	o := begin()
	w := b.Width()
	x := o.take(b)
	e := o.operand(y, w)
	o.equal(what, x, e)
	var c ir.Expr
	if carry != nil {
		o.limit = "a carry of 1 bit"
		c = o.operand(carry, 1)
		if c != nil && c.Width() != 1 {
			o.fail("a carry is 1 bit, %s is %s%s", name(c), text.InBits(c.Width()), declared(c))
		}
	}
	return o.result(w+1, func() ir.Expr {
		sum := ir.Expr(&ir.Binary{Op: ir.OpAdd, X: zeroExtend(x, w+1, o.where.at), Y: zeroExtend(e, w+1, o.where.at), At: o.where.at})
		if c != nil {
			sum = &ir.Binary{Op: ir.OpAdd, X: sum, Y: zeroExtend(c, w+1, o.where.at), At: o.where.at}
		}
		return sum
	})
}

// Mul is the exact unsigned product; its width is the sum of both widths. A Go
// integer takes b's width.
func (b Bits) Mul(y Operand) Bits { return b.product(ir.OpMul, y) }

func (b Bits) product(kind ir.BinaryOp, y Operand) Bits {
	o := begin()
	x := o.take(b)
	e := o.operand(y, b.Width())
	wy := b.Width()
	if e != nil {
		wy = e.Width()
	}
	return o.result(kind.Width(b.Width(), wy), func() ir.Expr { return &ir.Binary{Op: kind, X: x, Y: e, At: o.where.at} })
}

// Shl shifts left, filling with zeros, and keeps the width: 0 if the amount is
// w or more. The amount is a Go integer, or a value of any width.
func (b Bits) Shl(amount Operand) Bits { return b.shift(ir.OpShl, amount) }

// Shr shifts right, filling with zeros, and keeps the width: 0 if the amount is
// w or more. The amount is a Go integer, or a value of any width. For the
// arithmetic shift see [Signed.Shr].
func (b Bits) Shr(amount Operand) Bits { return b.shift(ir.OpShr, amount) }

func (b Bits) shift(kind ir.BinaryOp, amount Operand) Bits {
	o := begin()
	x := o.take(b)
	width := 1
	if n, ok := integer(amount); ok {
		width = max(n.BitLen(), 1)
		if n.Sign() < 0 {
			o.fail("a shift by %v; an amount is not negative, shift the other way", n)
		}
	}
	n := o.operand(amount, width)
	return o.result(b.Width(), func() ir.Expr { return &ir.Binary{Op: kind, X: x, Y: n, At: o.where.at} })
}

// Slice is bits hi down to lo, both inclusive: 0 <= lo <= hi < w.
func (b Bits) Slice(hi, lo int) Bits {
	o := begin()
	x := o.take(b)
	switch outside := lo < 0 || hi < lo || hi >= b.Width(); {
	case outside && hi == lo:
		o.fail("bit %d is outside %s of %s%s; bit 0 is the lowest, %d the highest", hi, name(x), text.InBits(b.Width()), declared(x), b.Width()-1)
		return o.result(1, nil)
	case outside:
		o.fail("slice [%d:%d] is outside %s of %s%s; hi comes first, both ends are included", hi, lo, name(x), text.InBits(b.Width()), declared(x))
		return o.result(max(hi-lo+1, 1), nil)
	}
	return o.result(hi-lo+1, func() ir.Expr { return slice(x, hi, lo, o.where.at) })
}

// Bit is bit i, from 0.
func (b Bits) Bit(i int) Bits { return b.Slice(i, i) }

// At is the bit at a computed index of any width: 0 if the index is w or more.
func (b Bits) At(index Operand) Bits { return b.shift(ir.OpShr, index).Bit(0) }

// Truncate keeps the n least significant bits; n is at most the width.
func (b Bits) Truncate(n int) Bits {
	o := begin()
	x := o.take(b)
	if n < 1 || n > b.Width() {
		o.fail("cannot truncate %s of %s%s to %s; ZeroExtend and SignExtend make a value wider", name(x), text.InBits(b.Width()), declared(x), text.InBits(n))
		return o.result(max(n, 1), nil)
	}
	return o.result(n, func() ir.Expr { return slice(x, n-1, 0, o.where.at) })
}

// ZeroExtend adds zeros on top up to a width of n; n is at least the width.
func (b Bits) ZeroExtend(n int) Bits {
	o := begin()
	x := o.take(b)
	if n < b.Width() {
		o.fail("cannot extend %s of %s%s to %s; Truncate makes a value narrower", name(x), text.InBits(b.Width()), declared(x), text.InBits(n))
		return o.result(max(n, 1), nil)
	}
	return o.result(n, func() ir.Expr { return zeroExtend(x, n, o.where.at) })
}

// SignExtend adds copies of the top bit up to a width of n; n is at least the width.
func (b Bits) SignExtend(n int) Bits {
	o := begin()
	x := o.take(b)
	if n < b.Width() {
		o.fail("cannot extend %s of %s%s to %s; Truncate makes a value narrower", name(x), text.InBits(b.Width()), declared(x), text.InBits(n))
		return o.result(max(n, 1), nil)
	}
	return o.result(n, func() ir.Expr {
		if n == x.Width() {
			return x
		}
		top := slice(x, x.Width()-1, x.Width()-1, o.where.at)
		parts := make([]ir.Expr, 0, n-x.Width()+1)
		for range n - x.Width() {
			parts = append(parts, top)
		}
		return &ir.Concat{Parts: append(parts, x), At: o.where.at}
	})
}

// Repeat is n copies side by side, in n*w bits; n is at least 1.
func (b Bits) Repeat(n int) Bits {
	o := begin()
	x := o.take(b)
	if n < 1 || n > MaxWidth {
		o.fail("Repeat makes 1 to %d copies, not %d", MaxWidth, n)
		return o.result(b.Width(), nil)
	}
	return o.result(n*b.Width(), func() ir.Expr {
		if n == 1 {
			return x
		}
		parts := make([]ir.Expr, n)
		for i := range parts {
			parts[i] = x
		}
		return &ir.Concat{Parts: parts, At: o.where.at}
	})
}

// Cat joins values, the most significant first. Go integers have no width here;
// use [Const].
func Cat(parts ...Operand) Bits { return cat(parts, false) }

// Pack joins values, the least significant first.
func Pack(parts ...Operand) Bits { return cat(parts, true) }

func cat(parts []Operand, reverse bool) Bits {
	o := begin()
	exprs := make([]ir.Expr, len(parts))
	w := 0
	for i, p := range parts {
		at := i
		if reverse {
			at = len(parts) - 1 - i
		}
		exprs[at] = o.operand(p, 0)
		w += max(operandWidth(p), 1)
	}
	if len(parts) == 0 {
		o.fail("a concatenation needs at least one part")
	}
	return o.result(max(w, 1), func() ir.Expr {
		if len(exprs) == 1 {
			return exprs[0]
		}
		return &ir.Concat{Parts: exprs, At: o.where.at}
	})
}

// Mux is yes where cond (1 bit) is 1, else no; equal widths. One of them may be
// a Go integer.
func Mux(cond, yes, no Operand) Bits {
	o := begin()
	w := max(operandWidth(yes), operandWidth(no))
	c := o.condition(cond)
	var t, f ir.Expr
	if operandWidth(yes) > 0 {
		t = o.operand(yes, w)
		f = o.operand(no, w)
	} else {
		f = o.operand(no, w)
		t = o.operand(yes, w)
	}
	o.equal("Mux", t, f)
	return o.result(max(w, 1), func() ir.Expr {
		return &ir.Mux{Index: c, Cases: []ir.Expr{f, t}, At: o.where.at}
	})
}

// condition returns the expression of a 1-bit operand.
func (o *op) condition(cond Operand) ir.Expr {
	if _, isInt := integer(cond); isInt {
		o.fail("a condition is a 1-bit value, not a Go integer; use a Go if for what is known when the design is described")
		return nil
	}
	c := o.operand(cond, 1)
	if c != nil && c.Width() != 1 {
		o.fail("a condition is 1 bit, %s is %s%s; compare it, or use ReduceOr", name(c), text.InBits(c.Width()), declared(c))
	}
	return c
}

func slice(x ir.Expr, hi, lo int, at ir.Pos) ir.Expr {
	if lo == 0 && hi == x.Width()-1 {
		return x
	}
	return &ir.Slice{X: x, Hi: hi, Lo: lo, At: at}
}

func zeroExtend(x ir.Expr, n int, at ir.Pos) ir.Expr {
	if n == x.Width() {
		return x
	}
	zero := &ir.Const{Value: new(big.Int), Bits: n - x.Width(), At: at}
	return &ir.Concat{Parts: []ir.Expr{zero, x}, At: at}
}

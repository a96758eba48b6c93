package verilog

import (
	"fmt"
	"math/big"
	"slices"

	"posedge/hdl/ir"
)

// A normalizer rewrites expressions into forms that Verilog can express: slices
// only of names where possible, no shift by a constant past the width, no comparison
// that is constant for every value (tools warn about it), no operation on only
// constants and no choice by one (an always @* that reads nothing would never run).
// Equal pointers stay equal.
type normalizer struct {
	seen  ir.Seen
	done  map[ir.Expr]ir.Expr
	known known
}

// newNormalizer is for a module of these statements.
func newNormalizer(body []ir.Stmt) normalizer {
	return normalizer{ir.Seen{}, map[ir.Expr]ir.Expr{}, newKnown(body)}
}

func (n normalizer) expr(e ir.Expr) ir.Expr {
	n.seen.Each(e, func(x ir.Expr) { n.done[x] = n.rewrite(x) })
	return n.done[e]
}

// rewrite returns e over its operands, which have been rewritten.
func (n normalizer) rewrite(e ir.Expr) ir.Expr {
	if misread(e) {
		if v, ok := n.known.all(e); ok {
			return constant(v, e.Width(), e.Pos())
		}
	}
	switch e := e.(type) {
	case *ir.Unary:
		x := n.done[e.X]
		if k, ok := x.(*ir.Const); ok {
			return foldUnary(e.Op, k, e.At)
		}
		if (e.Op.Class() == ir.ClassReduce || e.Op.Class() == ir.ClassCount) && x.Width() == 1 {
			return x
		}
		if e.Op == ir.OpNot {
			return not(x, e.At)
		}
		return &ir.Unary{Op: e.Op, X: x, At: e.At}
	case *ir.Binary:
		if unsignedOrder(e) {
			return binary(e.Op, n.bounds(e.X), n.bounds(e.Y), e.At)
		}
		return binary(e.Op, n.done[e.X], n.done[e.Y], e.At)
	case *ir.Mux:
		return n.mux(e)
	case *ir.Slice:
		return slice(n.done[e.X], e.Hi, e.Lo, e.At)
	case *ir.Concat:
		var parts []ir.Expr
		for _, p := range e.Parts {
			p = n.done[p]
			if inner, ok := p.(*ir.Concat); ok && allAtoms(inner.Parts) {
				parts = append(parts, inner.Parts...)
			} else {
				parts = append(parts, p)
			}
		}
		return concat(parts, e.At)
	case *ir.MemRead:
		addr := n.address(e.Mem, e.Addr)
		if past(e.Mem, addr) {
			return zero(e.Mem.Width, e.At)
		}
		return &ir.MemRead{Mem: e.Mem, Addr: addr, At: e.At}
	default:
		return e
	}
}

func zero(width int, at ir.Pos) *ir.Const {
	return &ir.Const{Value: new(big.Int), Bits: width, At: at}
}

func ones(width int) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return v.Sub(v, big.NewInt(1))
}

// misread reports whether tools get e wrong, or warn of it, where its operands decide it: an order, an inequality of more
// than 64 bits, and a count of ones. Verilator 5.006 computes a signed >= of equal operands as 0 where one is an AND with
// a constant or with its own inverse. It takes an inequality that always holds for 32 ones, not 1, where a word of its
// operands is constant, and with them overwrites what it is concatenated with. It fails (V3Gate) at an If whose condition
// is a count of known bits.
func misread(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Unary:
		return e.Op == ir.OpReduceOr && e.X.Width() > 64 || e.Op == ir.OpPopCount && e.X.Width() > 1
	case *ir.Binary:
		return isOrder(e.Op) && e.X.Width() > 1 || e.Op == ir.OpNe && e.X.Width() > 64
	}
	return false
}

func unsignedOrder(e *ir.Binary) bool { return isOrder(e.Op) && !e.Op.Signed() && e.X.Width() > 1 }

// binary is op of normalized operands.
func binary(op ir.BinaryOp, x, y ir.Expr, at ir.Pos) ir.Expr {
	w := x.Width()
	cx, _ := x.(*ir.Const)
	cy, _ := y.(*ir.Const)
	switch {
	case cx != nil && cy != nil:
		return foldBinary(op, cx, cy, at)
	case (op == ir.OpAnd || op == ir.OpOr) && (cx != nil || cy != nil):
		k, other := cy, x
		if k == nil {
			k, other = cx, y
		}
		if e := absorbed(op, other, k); e != nil {
			return e
		}
	case op.IsShift() && cy != nil:
		return shifted(op, x, cy, at)
	case op.IsShift() && cx != nil && (cx.Value.Sign() == 0 || op == ir.OpShrS && cx.Value.Cmp(ones(w)) == 0):
		return x // it is all zeros, or all copies of the sign
	case op == ir.OpShrS && w == 1:
		return x
	case isOrder(op) && !op.Signed():
		return order(op, x, y, at)
	case isOrder(op) && op.Signed() && w == 1:
		// One bit, two's complement: 1 is -1.
		return binary(op.Unsigned(), y, x, at)
	}
	return &ir.Binary{Op: op, X: x, Y: y, At: at}
}

// absorbed is the AND or OR of x and k if that is one of them, or nil.
func absorbed(op ir.BinaryOp, x ir.Expr, k *ir.Const) ir.Expr {
	absorbing, neutral := new(big.Int), ones(k.Bits) // of an AND
	if op == ir.OpOr {
		absorbing, neutral = neutral, absorbing
	}
	switch {
	case k.Value.Cmp(absorbing) == 0:
		return k
	case k.Value.Cmp(neutral) == 0:
		return x
	}
	return nil
}

// shifted is a shift of x by a constant.
func shifted(op ir.BinaryOp, x ir.Expr, by *ir.Const, at ir.Pos) ir.Expr {
	w := x.Width()
	past := by.Value.Cmp(big.NewInt(int64(w))) >= 0
	switch {
	case by.Value.Sign() == 0:
		return x
	case past && op == ir.OpShrS:
		return repeat(slice(x, w-1, w-1, at), w, at)
	case past:
		return zero(w, at)
	case op == ir.OpShrS:
		// A constant arithmetic shift is wiring: {{n{x[msb]}}, x[msb:n]}.
		k := int(by.Value.Int64())
		fill := repeat(slice(x, w-1, w-1, at), k, at)
		return concat([]ir.Expr{fill, slice(x, w-1, k, at)}, at)
	}
	return &ir.Binary{Op: op, X: x, Y: &ir.Const{Value: by.Value, Bits: by.Value.BitLen(), At: by.At}, At: at}
}

// order is an unsigned <, <=, > or >= of operands that are not both constant.
func order(op ir.BinaryOp, x, y ir.Expr, at ir.Pos) ir.Expr {
	// Put a constant on the right; then the bounds of the range decide.
	if _, constant := x.(*ir.Const); constant {
		op, _ = op.Mirror()
		x, y = y, x
	}
	w := x.Width()
	if k, constant := y.(*ir.Const); constant {
		low, high := k.Value.Sign() == 0, k.Value.Cmp(ones(w)) == 0
		switch {
		case op == ir.OpLt && low, op == ir.OpGt && high:
			return zero(1, at)
		case op == ir.OpGe && low, op == ir.OpLe && high:
			return truth(true, at)
		case op == ir.OpGt && low, op == ir.OpLt && high:
			op = ir.OpNe
		case op == ir.OpLe && low, op == ir.OpGe && high:
			op = ir.OpEq
		}
	}
	if w == 1 && isOrder(op) {
		return oneBitCompare(op, x, y, at)
	}
	return &ir.Binary{Op: op, X: x, Y: y, At: at}
}

// oneBitCompare writes an order of two bits as logic.
func oneBitCompare(op ir.BinaryOp, x, y ir.Expr, at ir.Pos) ir.Expr {
	logic := ir.OpAnd
	switch op {
	case ir.OpLt: // !x && y
		x = not(x, at)
	case ir.OpGt: // x && !y
		y = not(y, at)
	case ir.OpLe: // !x || y
		logic, x = ir.OpOr, not(x, at)
	case ir.OpGe: // x || !y
		logic, y = ir.OpOr, not(y, at)
	default:
		panic(fmt.Sprintf("verilog: %v is no order", op))
	}
	return &ir.Binary{Op: logic, X: x, Y: y, At: at}
}

// not is the complement of a normalized x.
func not(x ir.Expr, at ir.Pos) ir.Expr {
	switch x := x.(type) {
	case *ir.Const:
		return foldUnary(ir.OpNot, x, at)
	case *ir.Unary:
		if x.Op == ir.OpNot {
			return x.X
		}
	}
	return &ir.Unary{Op: ir.OpNot, X: x, At: at}
}

func (n normalizer) mux(e *ir.Mux) ir.Expr {
	index := n.done[e.Index]
	if c, ok := index.(*ir.Const); ok {
		if c.Value.Cmp(big.NewInt(int64(len(e.Cases)))) >= 0 {
			return zero(e.Width(), e.At)
		}
		return n.done[e.Cases[c.Value.Int64()]]
	}
	cases := make([]ir.Expr, len(e.Cases))
	for i, c := range e.Cases {
		cases[i] = n.done[c]
	}
	return &ir.Mux{Index: index, Cases: cases, At: e.At}
}

// atom reports whether e is a constant, a name, or a slice of a name, which may be
// repeated in the text without a wire of its own.
func atom(e ir.Expr) bool {
	switch e := e.(type) {
	case *ir.Const, *ir.Ref:
		return true
	case *ir.Slice:
		_, ok := e.X.(*ir.Ref)
		return ok
	}
	return false
}

func allAtoms(list []ir.Expr) bool {
	return !slices.ContainsFunc(list, func(e ir.Expr) bool { return !atom(e) })
}

// sameAtom reports whether two atoms are written alike.
func sameAtom(a, b ir.Expr) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ir.Const:
		c, ok := b.(*ir.Const)
		return ok && a.Bits == c.Bits && a.Value.Cmp(c.Value) == 0
	case *ir.Ref:
		r, ok := b.(*ir.Ref)
		return ok && a.Signal == r.Signal
	case *ir.Slice:
		s, ok := b.(*ir.Slice)
		return ok && a.Hi == s.Hi && a.Lo == s.Lo && atom(a) && sameAtom(a.X, s.X)
	}
	return false
}

// slice is bits hi to lo of a normalized x.
func slice(x ir.Expr, hi, lo int, at ir.Pos) ir.Expr {
	if lo == 0 && hi == x.Width()-1 {
		return x
	}
	switch x := x.(type) {
	case *ir.Const:
		v := new(big.Int).Rsh(x.Value, uint(lo))
		return &ir.Const{Value: v.And(v, ones(hi-lo+1)), Bits: hi - lo + 1, At: at}
	case *ir.Slice:
		return slice(x.X, x.Lo+hi, x.Lo+lo, at)
	case *ir.Concat:
		var parts []ir.Expr
		top := x.Width()
		for _, p := range x.Parts {
			bottom := top - p.Width()
			if h, l := min(hi, top-1), max(lo, bottom); h >= l {
				parts = append(parts, slice(p, h-bottom, l-bottom, at))
			}
			top = bottom
		}
		return concat(parts, at)
	}
	return &ir.Slice{X: x, Hi: hi, Lo: lo, At: at}
}

func concat(parts []ir.Expr, at ir.Pos) ir.Expr {
	if len(parts) == 1 {
		return parts[0]
	}
	if k, ok := foldConcat(parts, at); ok {
		return k
	}
	var flat []ir.Expr
	for _, p := range parts {
		if inner, ok := p.(*ir.Concat); ok && allAtoms(inner.Parts) {
			flat = append(flat, inner.Parts...)
		} else {
			flat = append(flat, p)
		}
	}
	return &ir.Concat{Parts: flat, At: at}
}

func repeat(x ir.Expr, n int, at ir.Pos) ir.Expr {
	parts := make([]ir.Expr, n)
	for i := range parts {
		parts[i] = x
	}
	return concat(parts, at)
}

// body returns a copy of the statements over normalized expressions, without
// the memory writes that can never reach a word, the arms that a constant never
// selects, and empty choices.
func (n normalizer) body(list []ir.Stmt) []ir.Stmt {
	out := make([]ir.Stmt, 0, len(list))
	for _, s := range list {
		out = append(out, n.stmt(s)...)
	}
	return out
}

func (n normalizer) stmt(s ir.Stmt) []ir.Stmt {
	switch s := s.(type) {
	case *ir.Set:
		return []ir.Stmt{&ir.Set{Target: s.Target, Value: n.expr(s.Value), At: s.At}}
	case *ir.Property:
		return []ir.Stmt{&ir.Property{Kind: s.Kind, Name: s.Name, Cond: n.expr(s.Cond), Domain: s.Domain, At: s.At}}
	case *ir.MemWrite:
		return n.write(s)
	case *ir.If:
		cond := n.expr(s.Cond)
		if k, ok := cond.(*ir.Const); ok {
			if k.Value.Sign() == 0 {
				return n.body(s.Else)
			}
			return n.body(s.Then)
		}
		c := &ir.If{Cond: cond, Then: n.body(s.Then), Else: n.body(s.Else), At: s.At}
		if len(c.Then)+len(c.Else) > 0 {
			return []ir.Stmt{c}
		}
	case *ir.Switch:
		subject := n.expr(s.Subject)
		if k, ok := subject.(*ir.Const); ok {
			return n.body(taken(s, k.Value))
		}
		c := &ir.Switch{Subject: subject, Default: n.body(s.Default), HasDefault: s.HasDefault, At: s.At}
		filled := len(c.Default) > 0
		for _, arm := range s.Cases {
			body := n.body(arm.Body)
			c.Cases = append(c.Cases, ir.Case{Values: arm.Values, Body: body, At: arm.At})
			filled = filled || len(body) > 0
		}
		if filled {
			return []ir.Stmt{c}
		}
	}
	return nil
}

// write is s, or nothing if it never writes.
func (n normalizer) write(s *ir.MemWrite) []ir.Stmt {
	w := &ir.MemWrite{Mem: s.Mem, Addr: n.address(s.Mem, s.Addr), Domain: s.Domain, At: s.At}
	if past(s.Mem, w.Addr) {
		return nil
	}
	w.Data = n.expr(s.Data)
	if s.Mask != nil {
		w.Mask = n.expr(s.Mask)
		switch k, constant := w.Mask.(*ir.Const); {
		case constant && k.Value.Sign() == 0:
			return nil
		case constant && k.Value.Cmp(ones(k.Bits)) == 0:
			w.Mask = nil
		}
	}
	return []ir.Stmt{w}
}

package ir

import (
	"fmt"
	"math/big"
	"sync/atomic"
)

// cachedWidth is 0 until the width of an operation is known, and then 1 more
// than the width. An expression is not modified afterwards, and may be read by
// several goroutines.
type cachedWidth int32

func (w *cachedWidth) get() (n int, known bool) {
	n = int(atomic.LoadInt32((*int32)(w)))
	return n - 1, n > 0
}

// set keeps a width; one below 0, of a malformed expression, counts as 0.
func (w *cachedWidth) set(n int) { atomic.StoreInt32((*int32)(w), int32(max(n, 0)+1)) }

func (e *Const) Width() int   { return e.Bits }
func (e *Ref) Width() int     { return e.Signal.Width }
func (e *Unary) Width() int   { return e.width.of(e) }
func (e *Binary) Width() int  { return e.width.of(e) }
func (e *Mux) Width() int     { return e.width.of(e) }
func (e *Slice) Width() int   { return e.Hi - e.Lo + 1 }
func (e *Concat) Width() int  { return e.width.of(e) }
func (e *MemRead) Width() int { return e.Mem.Width }

// of returns the width of e, which w belongs to.
func (w *cachedWidth) of(e Expr) int {
	n, known := w.get()
	if !known {
		settleWidths(e)
		n, _ = w.get()
	}
	return n
}

// settleWidths finds the widths of e and of the operations that determine it,
// operands first.
func settleWidths(e Expr) {
	stack := []Expr{e}
	for len(stack) > 0 {
		e := stack[len(stack)-1]
		depth := len(stack)
		n := WidthOf(e, func(x Expr) int {
			w := cacheOf(x)
			if w == nil {
				return x.Width()
			}
			width, known := w.get()
			if !known {
				stack = append(stack, x)
			}
			return width
		})
		if len(stack) == depth {
			cacheOf(e).set(n)
			stack = stack[:len(stack)-1]
		}
	}
}

// cacheOf is where e keeps its width; nil if that does not depend on operands.
func cacheOf(e Expr) *cachedWidth {
	switch e := e.(type) {
	case *Unary:
		return &e.width
	case *Binary:
		return &e.width
	case *Mux:
		return &e.width
	case *Concat:
		return &e.width
	}
	return nil
}

// WidthOf returns the width of e, given the widths of its operands.
func WidthOf(e Expr, operand func(Expr) int) int {
	switch e := e.(type) {
	case *Const:
		return e.Bits
	case *Ref:
		return e.Signal.Width
	case *Unary:
		return e.Op.Width(operand(e.X))
	case *Binary:
		return e.Op.Width(operand(e.X), operand(e.Y))
	case *Mux:
		return operand(e.Cases[0])
	case *Slice:
		return e.Hi - e.Lo + 1
	case *Concat:
		w := 0
		for _, p := range e.Parts {
			w += operand(p)
		}
		return w
	case *MemRead:
		return e.Mem.Width
	}
	panic(fmt.Sprintf("ir: unknown expression %T", e))
}

// CountWidth is the width that holds the numbers 0 to n: the width of a
// population count of n bits. n is at least 1.
func CountWidth(n int) int { return big.NewInt(int64(n)).BitLen() }

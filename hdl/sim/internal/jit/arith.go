package jit

import (
	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/wide"
)

func (l *lowering) add(width int, a, b []word.ID) []word.ID {
	if len(a) == 1 {
		return l.cut(width, []word.ID{l.Add(a[0], b[0])})
	}
	a, b = l.long(a, len(a)), l.long(b, len(b))
	carry := l.Const(word.I64, 0)
	for k := range a {
		sum := l.Add(a[k], b[k])
		out := l.Add(sum, carry)
		carry = l.To(word.I64, l.Or(l.Less(word.LtU, sum, a[k]), l.Less(word.LtU, out, sum)))
		a[k] = out
	}
	return l.cut(width, a)
}

func (l *lowering) sub(width int, a, b []word.ID) []word.ID {
	if len(a) == 1 {
		return l.cut(width, []word.ID{l.Sub(a[0], b[0])})
	}
	a, b = l.long(a, len(a)), l.long(b, len(b))
	borrow := l.Const(word.I64, 0)
	for k := range a {
		diff := l.Sub(a[k], b[k])
		out := l.Sub(diff, borrow)
		borrow = l.To(word.I64, l.Or(l.Less(word.LtU, a[k], b[k]), l.Less(word.LtU, diff, borrow)))
		a[k] = out
	}
	return l.cut(width, a)
}

// mul is modulo 2^width.
func (l *lowering) mul(width int, a, b []word.ID) []word.ID {
	if t := typeOf(width, 0); width <= 64 {
		return l.cut(width, []word.ID{l.Mul(l.To(t, a[0]), l.To(t, b[0]))})
	}
	a, b = l.long(a, len(a)), l.long(b, len(b))
	out := l.long(nil, wide.Words(width))
	for i, x := range a {
		carry := l.Const(word.I64, 0)
		for j := 0; i+j < len(out); j++ {
			if j >= len(b) {
				if i+j < len(out) {
					out[i+j] = l.Add(out[i+j], carry)
				}
				break
			}
			hi, lo := l.product(x, b[j])
			sum := l.Add(lo, carry)
			hi = l.Add(hi, l.To(word.I64, l.Less(word.LtU, sum, lo)))
			total := l.Add(out[i+j], sum)
			carry = l.Add(hi, l.To(word.I64, l.Less(word.LtU, total, sum)))
			out[i+j] = total
		}
	}
	return l.cut(width, out)
}

// product returns the 128 bits of a product, from four of 64.
func (l *lowering) product(x, y word.ID) (hi, lo word.ID) {
	half := l.Const(word.I64, word.Mask(32))
	x0, x1 := l.And(x, half), l.Shr(x, 32)
	y0, y1 := l.And(y, half), l.Shr(y, 32)
	low := l.Mul(x0, y0)
	mid := l.Add(l.Mul(x1, y0), l.Shr(low, 32))
	other := l.Add(l.Mul(x0, y1), l.And(mid, half))
	hi = l.Add(l.Add(l.Mul(x1, y1), l.Shr(mid, 32)), l.Shr(other, 32))
	return hi, l.Mul(x, y)
}

// signed widens v by copies of its top bit; all words but the last are whole.
func (l *lowering) signed(v []word.ID, from, to int) []word.ID {
	out := make([]word.ID, wide.Words(to))
	if to <= 64 {
		out[0] = l.SignExtend(typeOf(to, 0), v[0], from)
		return out
	}
	top := len(v) - 1
	copy(out, l.long(v, len(v)))
	out[top] = l.SignExtend(word.I64, v[top], from-64*top)
	for k := top + 1; k < len(out); k++ {
		out[k] = l.Shift(word.ShrS, out[top], l.Const(word.I64, 63))
	}
	return out
}

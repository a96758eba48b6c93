package jit

import (
	"posedge/hdl/sim/internal/jit/word"
)

// equal compares with b, or with 0 where b is nil.
func (l *lowering) equal(a, b []word.ID) word.ID {
	differ := func(k int) word.ID {
		if b == nil {
			return a[k]
		}
		return l.Xor(a[k], b[k])
	}
	if len(a) == 1 && b != nil {
		return l.Eq(a[0], b[0])
	}
	v := differ(0)
	for k := 1; k < len(a); k++ {
		v = l.Or(v, l.To(word.I64, differ(k)))
	}
	return l.Not(l.Ne(v, l.Const(l.Nodes[v].T, 0)))
}

func (l *lowering) less(op word.Op, a, b []word.ID) word.ID {
	v := l.Less(op, a[0], b[0])
	for k := 1; k < len(a); k++ {
		v = l.Or(l.Less(word.LtU, a[k], b[k]), l.And(l.Eq(a[k], b[k]), v))
	}
	return v
}

// lessSigned compares in two's complement; it is true for equal values if
// orEqual is.
func (l *lowering) lessSigned(orEqual bool, width int, a, b []word.ID) word.ID {
	if t := typeOf(width, 0); width <= 64 {
		signed := word.LtS
		if orEqual {
			signed = word.LeS
		}
		return l.Less(signed, l.SignExtend(t, a[0], width), l.SignExtend(t, b[0], width))
	}
	unsigned := word.LtU
	if orEqual {
		unsigned = word.LeU
	}
	// With the top bits inverted, the order is that of unsigned numbers.
	top := len(a) - 1
	turn := func(v []word.ID) []word.ID {
		v = append([]word.ID(nil), v...)
		v[top] = l.Xor(v[top], l.Const(typeOf(width, top), 1<<(width-64*top-1)))
		return v
	}
	return l.less(unsigned, turn(a), turn(b))
}

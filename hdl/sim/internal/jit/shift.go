package jit

import (
	"fmt"
	"math/bits"

	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
)

// amount returns the least of a value and a limit, in 32 bits.
func (l *lowering) amount(v []word.ID, limit int) word.ID {
	least := l.Const(word.I32, uint64(limit))
	y := l.To(word.I32, v[0])
	if l.Nodes[v[0]].Ones > uint64(limit) || l.Plain {
		y = l.Select(l.Less(word.LtU, v[0], l.Const(l.Nodes[v[0]].T, uint64(limit))), y, least)
	}
	for _, high := range v[1:] {
		y = l.Select(l.Ne(high, l.Const(l.Nodes[high].T, 0)), least, y)
	}
	return y
}

func (l *lowering) shift(op netlist.Op, width int, a, by []word.ID) []word.ID {
	if len(a) > 1 {
		return l.shiftLong(op, width, a, l.amount(by, width))
	}
	t := typeOf(width, 0)
	if op == netlist.OpShrS {
		n := l.amount(by, t.Bits()-1)
		return l.cut(width, []word.ID{l.Shift(word.ShrS, l.SignExtend(t, a[0], width), l.To(t, n))})
	}
	n := l.amount(by, t.Bits())
	var shift word.Op
	switch op {
	case netlist.OpShl:
		shift = word.Shl
	case netlist.OpShr:
		shift = word.Shr
	default:
		panic(fmt.Sprintf("jit: %s is not a shift", op))
	}
	v, within := word.ID(0), l.Less(word.LtU, n, l.Const(word.I32, uint64(t.Bits())))
	if c, ok := l.Value(n); ok && c >= uint64(t.Bits()) {
		v = l.Const(t, 0)
	} else {
		v = l.Select(within, l.Shift(shift, a[0], l.To(t, n)), l.Const(t, 0))
	}
	return l.cut(width, []word.ID{v})
}

// shiftLong moves whole words, by a power of two of them at a time, and then
// the bits that are left. n is at most the width.
func (l *lowering) shiftLong(op netlist.Op, width int, a []word.ID, n word.ID) []word.ID {
	fill := l.Const(word.I64, 0)
	v := l.long(a, len(a))
	if op == netlist.OpShrS {
		v = l.signed(a, width, 64*len(a))
		fill = l.Shift(word.ShrS, v[len(v)-1], l.Const(word.I64, 63))
	}
	at := func(v []word.ID, k int) word.ID {
		switch {
		case k < 0:
			return l.Const(word.I64, 0)
		case k >= len(v):
			return fill
		}
		return v[k]
	}
	sign := 1
	if op == netlist.OpShl {
		sign = -1
	}
	for k := 6; k < bits.Len(uint(width)); k++ {
		moved := make([]word.ID, len(v))
		by := l.And(n, l.Const(word.I32, 1<<k))
		for i := range v {
			moved[i] = l.Select(by, at(v, i+sign<<(k-6)), v[i])
		}
		v = moved
	}
	s := l.To(word.I64, l.And(n, l.Const(word.I32, 63)))
	rest := l.Xor(s, l.Const(word.I64, 63)) // 63-s
	out := make([]word.ID, len(v))
	for i := range v {
		next := at(v, i+sign)
		if op == netlist.OpShl {
			out[i] = l.Or(l.Shift(word.Shl, v[i], s), l.Shift(word.Shr, l.Shr(next, 1), rest))
		} else {
			out[i] = l.Or(l.Shift(word.Shr, v[i], s), l.Shift(word.Shl, l.Shl(next, 1), rest))
		}
	}
	return l.cut(width, out)
}

package jit

import (
	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
)

// part returns bits of v, at most 64, from bit low up.
func (l *lowering) part(v []word.ID, width, low, n int) word.ID {
	k, s := low/64, low%64
	if have := min(64, width-64*k); s+n <= have {
		return l.Slice(v[k], s, n)
	}
	high := l.Shl(l.To(word.I64, v[k+1]), 64-s)
	x := l.Or(l.Shr(v[k], s), high)
	t := word.TypeOf(n)
	return l.And(l.To(t, x), l.Const(t, word.Mask(n)))
}

func (l *lowering) concat(x netlist.Node) []word.ID {
	out := l.each(x.Width, func(k int) word.ID { return l.Const(typeOf(x.Width, k), 0) })
	put := func(v word.ID, at int) {
		k, s := at/64, at%64
		t := typeOf(x.Width, k)
		out[k] = l.Or(out[k], l.Shl(l.To(t, v), s))
		if s > 0 && k+1 < len(out) {
			if over := l.Shr(l.To(word.I64, v), 64-s); !l.is0(over) {
				out[k+1] = l.Or(out[k+1], l.To(typeOf(x.Width, k+1), over))
			}
		}
	}
	at := 0
	for i := len(x.Args) - 1; i >= 0; {
		part, width := x.Args[i], l.widthOf(x.Args[i])
		run := l.run(x.Args[:i+1])
		if next := l.run(x.Args[:i]); run == 1 && l.isTop(x.Args, i) && width+next <= 64 {
			// Copies of the top bit above a value: its sign extension.
			t := word.TypeOf(width + next)
			put(l.And(l.SignExtend(t, l.nets[part][0], width), l.Const(t, word.Mask(width+next))), at)
			at += width + next
			i -= 1 + next
			continue
		}
		if run > 2 {
			// Copies of one bit.
			for n := run; n > 0; n -= 64 {
				t := word.TypeOf(min(64, n))
				ones := l.Sub(l.Const(t, 0), l.To(t, l.bit(part)))
				put(l.And(ones, l.Const(t, word.Mask(min(64, n)))), at+run-n)
			}
			at += run
			i -= run
			continue
		}
		for k, v := range l.nets[part] {
			put(v, at+64*k)
		}
		at += width
		i--
	}
	return out
}

func (l *lowering) is0(x word.ID) bool {
	v, ok := l.Value(x)
	return ok && v == 0
}

// run is the number of times that the last of args, if it is one bit, stands
// at the end.
func (l *lowering) run(args []netlist.Net) int {
	n := 0
	for i := len(args) - 1; i >= 0 && args[i] == args[len(args)-1] && l.widthOf(args[i]) == 1; i-- {
		n++
	}
	return max(n, 1)
}

// isTop reports whether the part above args[i] is its top bit.
func (l *lowering) isTop(args []netlist.Net, i int) bool {
	if i == 0 {
		return false
	}
	top := l.n.Nodes[args[i-1]]
	return top.Op == netlist.OpSlice && top.Width == 1 && top.Args[0] == args[i] && top.Aux == l.widthOf(args[i])-1
}

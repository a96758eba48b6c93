package jit

import (
	"math/bits"

	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
)

// choose makes a tree of choices by the bits of the index.
func (l *lowering) choose(x netlist.Node) []word.ID {
	index, cases := l.nets[x.Args[0]], x.Args[1:]
	levels := bits.Len(uint(len(cases) - 1))
	past := l.Const(word.I32, 0) // whether a bit above the levels is set
	for k, w := range index {
		t := typeOf(l.widthOf(x.Args[0]), k)
		if k == 0 {
			w = l.And(w, l.Const(t, ^(uint64(1)<<levels-1)))
		}
		past = l.Or(past, l.Ne(w, l.Const(t, 0)))
	}
	index0 := l.To(word.I32, index[0])
	if v, ok := l.pick(x, index0, past); ok {
		return v
	}
	if v, ok := l.pickWord(x, index0, past); ok {
		return v
	}
	if v, ok := l.pickSlice(x, index0, past); ok {
		return v
	}
	return l.each(x.Width, func(k int) word.ID {
		zero := l.Const(typeOf(x.Width, k), 0)
		row := make([]word.ID, len(cases))
		for i, c := range cases {
			row[i] = l.nets[c][k]
		}
		for b := range levels {
			by := l.And(index0, l.Const(word.I32, 1<<b))
			for i := 0; i < len(row); i += 2 {
				odd := zero
				if i+1 < len(row) {
					odd = row[i+1]
				}
				row[i/2] = l.Select(by, odd, row[i])
			}
			row = row[:(len(row)+1)/2]
		}
		return l.Select(past, zero, row[0])
	})
}

// minPick is the number of adjacent registers from which on one is loaded by its
// address instead of chosen.
const minPick = 4

// pick loads one of several adjacent registers.
func (l *lowering) pick(x netlist.Node, index, past word.ID) ([]word.ID, bool) {
	cases := x.Args[1:]
	first := l.n.Nodes[cases[0]]
	if first.Op != netlist.OpReg || x.Width > 64 || len(cases) < minPick || l.Plain {
		return nil, false
	}
	t := typeOf(x.Width, 0)
	size := t.Bits() / 8
	base := l.place.registers[first.Aux].addr
	for i, c := range cases {
		if r := l.n.Nodes[c]; r.Op != netlist.OpReg || r.Aux != first.Aux+i || l.place.registers[r.Aux].addr != base+uint32(i*size) {
			return nil, false
		}
	}
	zero := l.Const(t, 0)
	if bits.OnesCount(uint(len(cases))) != 1 {
		// The tree of choices has zeros up to a power of two.
		past = l.Or(past, l.Not(l.Less(word.LtU, index, l.Const(word.I32, uint64(len(cases))))))
	}
	at := l.Mul(l.Select(past, l.Const(word.I32, 0), index), l.Const(word.I32, uint64(size)))
	v := l.Pick(t, size, base, at, l.place.regState[first.Aux], int32(len(cases)), word.Mask(x.Width))
	return []word.ID{l.Select(past, zero, v)}, true
}

// pickWord loads one of several words at one address, from adjacent memories.
func (l *lowering) pickWord(x netlist.Node, index, past word.ID) ([]word.ID, bool) {
	cases := x.Args[1:]
	first := l.n.Nodes[cases[0]]
	if first.Op != netlist.OpRead || x.Width > 64 || len(cases) < minPick || l.Plain {
		return nil, false
	}
	at := func(c netlist.Net) array { return l.place.memories[l.n.Nodes[c].Aux] }
	if l.n.Nodes[cases[1]].Op != netlist.OpRead {
		return nil, false
	}
	m := at(cases[0])
	apart, step := at(cases[1]).addr-m.addr, at(cases[1]).state-m.state
	depth := l.n.Memories[first.Aux].Depth
	for i, c := range cases {
		r := l.n.Nodes[c]
		if r.Op != netlist.OpRead || r.Args[0] != first.Args[0] || l.n.Memories[r.Aux].Depth != depth ||
			at(c).addr != m.addr+uint32(i)*apart || at(c).state != m.state+int32(i)*step {
			return nil, false
		}
	}
	if step <= 0 {
		return nil, false
	}
	t := typeOf(x.Width, 0)
	zero := l.Const(t, 0)
	if bits.OnesCount(uint(len(cases))) != 1 {
		past = l.Or(past, l.Not(l.Less(word.LtU, index, l.Const(word.I32, uint64(len(cases))))))
	}
	which := l.Mul(l.Select(past, l.Const(word.I32, 0), index), l.Const(word.I32, uint64(apart)))
	addr := l.Add(which, l.address(first.Aux, l.nets[first.Args[0]], l.widthOf(first.Args[0]), depth))
	v := l.PickWord(t, min(m.size, t.Bits()/8), m.addr, addr, m.state, int32(len(cases)), step, word.Mask(x.Width))
	return []word.ID{l.Select(past, zero, v)}, true
}

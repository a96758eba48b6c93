package jit

import (
	"posedge/hdl/sim/internal/jit/code"
	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
)

func (l *lowering) load(s slot, state int32) []word.ID {
	return l.each(s.width, func(k int) word.ID {
		t, piece := typeOf(s.width, k), state
		if state != word.NoState {
			piece += int32(k)
		}
		return l.Load(t, t.Bits()/8, s.addr+8*uint32(k), piece, maskOf(s.width, k))
	})
}

// address returns the byte address of a word in a memory, and of the word
// other where addr is past the end.
func (l *lowering) address(mem int, addr []word.ID, width, other int) word.ID {
	depth := l.n.Memories[mem].Depth
	index := l.To(word.I32, addr[0])
	if width > 31 || 1<<width > depth {
		within := l.Less(word.LtU, addr[0], l.Const(typeOf(width, 0), uint64(depth)))
		for k, high := range addr[1:] {
			within = l.And(within, l.Eq(high, l.Const(typeOf(width, k+1), 0)))
		}
		index = l.Select(within, index, l.Const(word.I32, uint64(other)))
	}
	return l.Mul(index, l.Const(word.I32, uint64(l.place.memories[mem].size)))
}

func (l *lowering) read(x netlist.Node, addr []word.ID, width int) []word.ID {
	m := l.place.memories[x.Aux]
	at := l.address(x.Aux, addr, width, l.n.Memories[x.Aux].Depth) // always 0
	return l.each(x.Width, func(k int) word.ID {
		t := typeOf(x.Width, k)
		return l.Fetch(t, min(m.size, t.Bits()/8), m.addr+8*uint32(k), at, m.state, maskOf(x.Width, k))
	})
}

// stores returns what puts a value into a slot.
func (l *lowering) stores(s slot, state int32, v []word.ID) []code.Store {
	var list []code.Store
	for k, w := range v {
		piece := state
		if state != word.NoState {
			piece += int32(k)
		}
		list = append(list, code.Store{Value: w, Addr: s.addr + 8*uint32(k), State: piece})
	}
	return list
}

func (l *lowering) write(w netlist.Write) code.Write {
	m := l.place.memories[w.Mem]
	spare := l.n.Memories[w.Mem].Depth + 1
	return code.Write{Enable: l.bit(w.Enable), Addr: l.address(w.Mem, l.nets[w.Addr], l.widthOf(w.Addr), spare),
		Base: m.addr, Size: m.size, Values: l.nets[w.Data], State: m.state}
}

package jit

import (
	"posedge/hdl/sim/internal/jit/code"
	"posedge/hdl/sim/internal/jit/word"
	"posedge/hdl/sim/internal/netlist"
)

// stop is what stops a run before an edge: a collision, a failing property, or the
// signal that an armed run waits for. It is nil if nothing does. Most of its logic is
// that of the edge, whose program therefore begins with it; as hardly any cycle stops,
// the number of the stop is found only where there is one.
func (x *compilation) stop(l *lowering) *code.Stop {
	stops := x.n.Stops()
	l.want(x.n.Until...)
	l.want(whens(stops)...)
	var bits, numbers []word.ID
	add := func(bit word.ID, number int) {
		bits, numbers = append(bits, bit), append(numbers, l.Const(word.I32, uint64(number)))
	}
	for _, net := range x.n.Until {
		armed := l.load(slot{x.place.armed, 1}, word.NoState)[0]
		add(l.And(armed, l.bit(net)), 1+len(stops))
	}
	for i, s := range stops {
		add(l.bit(s.When), 1+i)
	}
	when := l.Const(word.I32, 0)
	for _, bit := range bits {
		when = l.Or(when, bit)
	}
	if v, ok := l.Value(when); ok && v == 0 {
		return nil
	}
	return &code.Stop{When: when, Store: code.Store{Value: l.first(bits, numbers), Addr: x.place.stop, State: word.NoState}}
}

func whens(stops []netlist.Stop) []netlist.Net {
	var nets []netlist.Net
	for _, s := range stops {
		nets = append(nets, s.When)
	}
	return nets
}

// first returns the number of the first bit that is 1, or 0 if there is none.
func (l *lowering) first(bits, numbers []word.ID) word.ID {
	if len(bits) == 1 {
		return l.Select(bits[0], numbers[0], l.Const(word.I32, 0))
	}
	half := len(bits) / 2
	low := l.first(bits[:half], numbers[:half])
	return l.Select(low, low, l.first(bits[half:], numbers[half:]))
}

// check is the stop as a program of its own.
func (x *compilation) check(l *lowering) *code.Program {
	p := &code.Program{Graph: l.Graph}
	if x.omit[code.Merge] {
		p.Stop = x.stop(l)
	}
	return p
}

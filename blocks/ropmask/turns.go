package ropmask

import (
	"posedge/hdl"
	"posedge/hdl/lib"
)

// turns serves the wanted entries one after the other, lowest first.
type turns struct {
	Index hdl.Bits // whose turn it is
	Some  hdl.Bits // an entry is pending
	Last  hdl.Bits // it is the last one pending

	done, one hdl.Bits
}

// newTurns serves a list of single bits, 1 for each wanted entry. The list must not change until all have had their
// turn.
func newTurns(m *hdl.Module, wanted []hdl.Operand) turns {
	m = m.Scope("turn")
	done := m.Reg("done", len(wanted)) // entries that had their turn
	pending := m.Named("pending", hdl.Pack(wanted...).And(done.Not()))
	index, some := lib.PriorityEncoder(pending)
	others := m.Named("others", pending.And(pending.Sub(1))) // without the lowest
	return turns{
		Index: m.Named("index", index),
		Some:  m.Named("some", some),
		Last:  m.Named("last", others.ReduceOr().Not()),
		done:  done, one: pending.And(others.Not()),
	}
}

// take ends the current entry's turn where fire is 1, and starts over where end is 1.
func (t turns) take(m *hdl.Module, fire, end hdl.Bits) {
	m.If(end, func() {
		t.done.Set(0)
	}).ElseIf(fire, func() {
		t.done.Set(t.done.Or(t.one))
	})
}

package lib_test

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// arbiterHarness proves one of the arbiters.
type arbiterHarness struct {
	In     []hdl.Sink[flit]
	Out    hdl.Source[flit]
	Source hdl.Out

	a arbiter
}

func newArbiterHarness(a arbiter) *arbiterHarness {
	h := &arbiterHarness{Out: hdl.NewSource(flitShape), Source: hdl.Output(a.source.Width()), a: a}
	for range a.in {
		h.In = append(h.In, hdl.NewSink(flitShape))
	}
	return h
}

// Describe states that a beat that passes comes from exactly one input, which asks;
// an input that waits sees a bounded number of turns of others; a chosen input stays.
func (h *arbiterHarness) Describe(m *hdl.Module) {
	n := len(h.In)
	hdl.Instance(m, "dut", h.a.component)
	h.Out.From(h.a.out)
	h.Source.Set(h.a.source)
	var fires, asks []hdl.Bits
	var beats []flit
	for i, in := range h.In {
		h.a.in[i].From(in)
		property.AssumeStable(m.Scope(fmt.Sprintf("at_in%d", i)), property.OfSink(in))
		fires, asks, beats = append(fires, in.Fire()), append(asks, in.Valid.Bits), append(beats, in.Data)
	}
	property.AssertStable(m.Scope("at_out"), property.OfSource(h.Out))
	all := hdl.Pack(operands(fires)...)
	m.Assert("one_owner", all.PopCount().Eq(h.Out.Fire().ZeroExtend(hdl.CountWidth(n))))
	m.If(h.Out.Valid, func() {
		m.Assert("owner_asks", hdl.Select(h.Source, asks))
		m.Assert("unchanged", hdl.Flatten(h.Out.Data).Eq(hdl.Flatten(hdl.Select(h.Source, beats))))
	})
	m.If(h.Out.Fire(), func() { m.Assert("owner_fires", hdl.Select(h.Source, fires)) })

	// A turn is a beat or, with packets, all beats up to the last.
	turn := h.Out.Fire()
	amid, owner := m.Reg("amid", 1), m.Reg("owner", h.Source.Width()) // a turn is in progress
	if h.a.model.packets {
		turn = turn.And(h.Out.Data.Last)
	}
	turn = m.Named("turn", turn)
	amid.Set(amid.Or(h.Out.Valid).And(turn.Not()))
	owner.Set(h.Source)
	m.If(amid, func() { m.Assert("owner_stays", h.Source.Eq(owner)) })
	some := hdl.Pack(operands(asks)...).ReduceOr()
	if h.a.model.packets {
		m.If(amid.Not(), func() { m.Assert("never_idle", h.Out.Valid.Eq(some)) })
		m.Cover("packet_waits", amid.And(h.Out.Valid.Not()).And(some))
	} else {
		m.Assert("never_idle", h.Out.Valid.Eq(some))
	}

	fair := 0
	for _, w := range h.a.model.weights {
		fair += w
	}
	for i, in := range h.In {
		s := m.Scope(fmt.Sprintf("in%d", i))
		m.Cover(fmt.Sprintf("serves%d", i), in.Fire())
		if fair == 0 { // by priority
			m.If(amid.Not().And(in.Valid), func() { s.Assert("first", h.Source.Le(i)) })
			continue
		}
		others := s.Reg("others", hdl.CountWidth(fair+1)) // turns of others while it waits
		bound := fair - h.a.model.weights[i]
		m.If(in.Valid.Not().Or(in.Fire()), func() {
			others.Set(0)
		}).ElseIf(turn.And(h.Source.Ne(i)), func() { others.Set(others.Add(1)) })
		s.Assert("served_in_time", others.Le(bound))
		s.Cover("waits_longest", others.Eq(bound))
	}
	m.Cover("all_ask", hdl.Pack(operands(asks)...).ReduceAnd())
}

func operands(list []hdl.Bits) []hdl.Operand {
	var out []hdl.Operand
	for _, b := range list {
		out = append(out, b)
	}
	return out
}

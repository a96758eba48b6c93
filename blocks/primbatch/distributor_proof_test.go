package primbatch

import (
	"fmt"
	"testing"
	"time"

	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// distributorProof states that each beat goes exactly once to each of its receivers: an element to the line whose turn it is,
// with the head if it is the first; a method or a first element to the collector.
type distributorProof struct {
	In       hdl.Sink[frontBeat]
	Heads    []hdl.Source[batchHead]
	Elements []hdl.Source[lineBeat]
	Order    hdl.Source[orderBeat]

	config Config
}

func newDistributorProof(lines int) *distributorProof {
	d := newDistributor(narrow(lines, 4))
	return &distributorProof{d.In, d.Heads, d.Elements, d.Order, d.config}
}

func (h *distributorProof) Describe(m *hdl.Module) {
	c := h.config
	d := hdl.Instance(m, "dut", newDistributor(c))
	d.In.From(h.In)
	h.Order.From(d.Order)
	in, order := h.In.Data, property.OfSource(h.Order)
	property.AssumeStable(m.Scope("at_in"), property.OfSink(h.In))
	property.AssertStable(m.Scope("at_order"), order)
	takes := m.Named("takes", h.In.Fire())
	element := in.Method.Not()
	turn, turns := hdl.Const(1, 0), takes.And(element).And(in.Beat.Kind.Eq(int(lastElement)))
	if c.Lines > 1 {
		turn = m.Reg("turn", hdl.IndexWidth(c.Lines))
		m.If(turns, func() { turn.Set(turn.Add(1)) })
	}
	once := func(name string, wanted, now hdl.Bits) {
		done := m.Reg(name+"_done", 1)
		m.If(takes, func() { done.Set(0) }).ElseIf(now, func() { done.Set(1) })
		m.Assert(name+"_once", implies(now, done.Not().And(h.In.Valid)))
		m.Assert(name+"_with_the_beat", implies(takes, wanted.Eq(done.Or(now))))
	}
	ready := order.Ready
	for k := range c.Lines {
		h.Heads[k].From(d.Heads[k])
		h.Elements[k].From(d.Elements[k])
		head, beat, its := property.OfSource(h.Heads[k]), property.OfSource(h.Elements[k]), turn.Eq(k)
		s := m.Scope(fmt.Sprintf("line_%d", k))
		property.AssertStable(s.Scope("head"), head)
		property.AssertStable(s.Scope("element"), beat)
		once(fmt.Sprintf("head_%d", k), element.And(in.First).And(its), head.Fire())
		once(fmt.Sprintf("element_%d", k), element.And(its), beat.Fire())
		s.Assert("its_head", implies(head.Valid, hdl.Flatten(head.Data).Eq(hdl.Flatten(in.Head))))
		s.Assert("its_element", implies(beat.Valid, hdl.Flatten(beat.Data).Eq(hdl.Flatten(in.Beat))))
		ready = ready.And(head.Ready).And(beat.Ready)
	}
	once("order", in.Method.Or(in.First), order.Fire())
	m.Assert("a_batch_or_a_method", implies(order.Valid, order.Data.Batch.Eq(element)))
	m.Assert("which_line", implies(order.Valid.And(element), order.Data.Line.Eq(turn)))
	m.Assert("which_method", implies(order.Valid.And(in.Method), order.Data.Address.Eq(in.Address).And(order.Data.Data.Eq(in.Data))))
	m.Assert("does_not_wait", implies(h.In.Valid.And(ready), takes))
	m.Cover("all_in_turn", turns.And(turn.Eq(c.Lines-1)))
}

func TestTheDistributorIsProved(t *testing.T) { proved(t, newDistributorProof(2), 20*time.Second) }

func TestLongTheDistributorIsProved(t *testing.T) {
	long.Only(t)
	for _, lines := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d lines", lines), func(t *testing.T) { proved(t, newDistributorProof(lines), time.Minute) })
	}
}

package primbatch

import (
	"fmt"
	"testing"
	"time"

	"posedge/blocks/primbatch/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// collectorProof states that only packets of the batch at the head of the order pass; that a primitive leaves in the cycle in
// which it is taken; and that a batch is done with its last packet, and a method at once.
type collectorProof struct {
	Order hdl.Sink[orderBeat]
	In    []hdl.Sink[packet]
	Out   hdl.Source[Primitive]

	config Config
}

func newCollectorProof(lines int) *collectorProof {
	k := newCollector(narrow(lines, 4))
	return &collectorProof{k.Order, k.In, k.Out, k.config}
}

func (h *collectorProof) Describe(m *hdl.Module) {
	c := h.config
	k := hdl.Instance(m, "dut", newCollector(c))
	k.Order.From(h.Order)
	h.Out.From(k.Out)
	order, out := h.Order.Data, property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_order"), property.OfSink(h.Order))
	property.AssertStable(m.Scope("at_out"), out)
	if c.Lines == 1 {
		m.Assume("only_line_0", order.Line.Eq(0))
	}
	method := m.Named("method", h.Order.Valid.And(order.Batch.Not()))
	drawn, last, data := hdl.Const(1, 0), hdl.Const(1, 0), hdl.Const(1, 0)
	for n := range c.Lines {
		k.In[n].From(h.In[n])
		in := property.OfSink(h.In[n])
		property.AssumeStable(m.Scope(fmt.Sprintf("at_in_%d", n)), in)
		its := h.Order.Valid.And(order.Batch).And(order.Line.Eq(n))
		m.Assert(fmt.Sprintf("line_%d_in_order", n), implies(in.Fire(), its))
		m.Assert(fmt.Sprintf("line_%d_does_not_wait", n), implies(its.And(in.Valid).And(h.Out.Ready), in.Fire()))
		drawn, last = drawn.Or(in.Fire().And(in.Data.Drawn)), last.Or(in.Fire().And(in.Data.Last))
		data = data.Or(in.Fire().And(hdl.Flatten(in.Data.Primitive).Eq(hdl.Flatten(out.Data))))
	}
	m.Assert("each_primitive_once", out.Fire().Eq(drawn))
	m.Assert("as_it_came", implies(out.Fire(), data))
	m.Assert("a_batch_until_its_end", h.Order.Fire().Eq(method.Or(last)))
	m.Cover("an_end_that_draws", out.Fire().And(last))

	// The state has all methods so far; it is stable while a primitive is offered.
	kept := func(name string, width int, reset uint32, address int, value hdl.Bits) hdl.Bits {
		r := m.Reg(name, width, hdl.ResetTo(hdl.Const(width, reset)))
		m.If(method.And(order.Address.Eq(address)), func() { r.Set(value) })
		return r
	}
	state := DrawState{
		Stipple:    kept("stipple", 1, 0, isa.LineStippleAddress, order.Data.Bit(0)),
		Factor:     kept("factor", 8, 0, isa.StippleParametersAddress, order.Data.Slice(7, 0)),
		Pattern:    kept("pattern", 16, 0xffff, isa.StippleParametersAddress, order.Data.Slice(23, 8)),
		Mode:       kept("mode", isa.PolygonModeBits, uint32(isa.PolygonFill), isa.PolygonModeAddress, order.Data.Slice(1, 0)),
		Horizontal: kept("horizontal", 32, isa.ResetViewport, isa.ViewportHorizontalAddress, order.Data),
		Vertical:   kept("vertical", 32, isa.ResetViewport, isa.ViewportVerticalAddress, order.Data),
	}
	m.Assert("its_state", hdl.Flatten(k.State.Data).Eq(hdl.Flatten(state)))
	m.Assert("stays_with_a_primitive", implies(out.Valid, method.Not()))
}

func TestTheCollectorIsProved(t *testing.T) { proved(t, newCollectorProof(2), 20*time.Second) }

func TestLongTheCollectorIsProved(t *testing.T) {
	long.Only(t)
	for _, lines := range []int{1, 4} {
		t.Run(fmt.Sprintf("%d lines", lines), func(t *testing.T) { proved(t, newCollectorProof(lines), time.Minute) })
	}
}

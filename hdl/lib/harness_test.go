package lib_test

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
)

// queueHarness states that a component passes on the beats that come in.
type queueHarness struct {
	In   hdl.Sink[hdl.Bits]
	Out  hdl.Source[hdl.Bits]
	Mark hdl.In

	build    func() (passage, *hdl.Out) // with the level, if there is one
	capacity int
	latency  int
}

func newQueueHarness(capacity, latency int, build func() (passage, *hdl.Out)) *queueHarness {
	w := hdl.Width(1)
	return &queueHarness{In: hdl.NewSink(w), Out: hdl.NewSource(w), Mark: hdl.Input(2), build: build, capacity: capacity, latency: latency}
}

func fifoWithLevel(depth int, options []lib.FIFOOption) func() (passage, *hdl.Out) {
	return func() (passage, *hdl.Out) {
		f := lib.NewFIFO(hdl.Width(1), depth, options...)
		return passage{f, f.Push, f.Pop}, &f.Level
	}
}

// Describe states that, besides being a queue, it takes a beat when it is empty and
// offers one in time; a level is the fill, and there is room up to the capacity.
func (h *queueHarness) Describe(m *hdl.Module) {
	p, level := h.build()
	hdl.Instance(m, "dut", p.component)
	p.in.From(h.In)
	h.Out.From(p.out)

	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssertStable(m.Scope("at_out"), out)
	fill := property.Queue(m, in, out, h.capacity, h.Mark.Bits)
	property.Within(m.Scope("at_out"), fill.Ne(0), out.Valid, max(h.latency-1, 0))
	m.If(fill.Eq(0), func() { m.Assert("empty_takes", in.Ready) })
	if level != nil {
		m.Assert("level_is_fill", level.ZeroExtend(fill.Width()).Eq(fill))
		m.Assert("ready_until_full", in.Ready.Eq(fill.Ne(h.capacity)))
	}
}

// partsHarness states the same of a width converter between 1 and 3 bits.
type partsHarness struct {
	In   hdl.Sink[hdl.Bits]
	Out  hdl.Source[hdl.Bits]
	Mark hdl.In

	p        passage
	capacity int
}

func newPartsHarness(p passage, capacity int) *partsHarness {
	in, out := p.in.Data.Width(), p.out.Data.Width()
	return &partsHarness{In: hdl.NewSink(hdl.Width(in)), Out: hdl.NewSource(hdl.Width(out)), Mark: hdl.Input(2 * in), p: p, capacity: capacity}
}

func (h *partsHarness) Describe(m *hdl.Module) {
	hdl.Instance(m, "dut", h.p.component)
	h.p.in.From(h.In)
	h.Out.From(h.p.out)

	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssertStable(m.Scope("at_out"), out)
	fill := property.Parts(m, in, out, 1, h.capacity, h.Mark.Bits)
	m.Assert("complete_is_offered", out.Valid.Eq(fill.Ge(out.Data.Width())))
	m.If(fill.Eq(0), func() { m.Assert("empty_takes", in.Ready) })
}

// once states that each beat of in passes exactly once at out, with the given
// data, in the cycle in which it passes at in or earlier.
func once(m *hdl.Module, in, out property.Stream[hdl.Bits], data hdl.Bits) {
	took := m.Reg("took", 1)
	took.Set(took.Or(out.Fire()).And(in.Fire().Not()))
	m.Assert("offered_once", out.Valid.Eq(in.Valid.And(took.Not())))
	m.If(out.Valid, func() { m.Assert("unchanged", out.Data.Eq(data)) })
	m.If(in.Fire(), func() { m.Assert("taken", took.Or(out.Fire())) })
	m.If(in.Valid, func() {
		m.Cover("ahead", took)
		m.Cover("last", out.Fire().And(in.Fire()).And(took.Not()))
	})
}

// broadcastHarness proves a broadcast.
type broadcastHarness struct {
	In  hdl.Sink[hdl.Bits]
	Out []hdl.Source[hdl.Bits]
}

func newBroadcastHarness(n int) *broadcastHarness {
	h := &broadcastHarness{In: hdl.NewSink(hdl.Width(2))}
	for range n {
		h.Out = append(h.Out, hdl.NewSource(hdl.Width(2)))
	}
	return h
}

func (h *broadcastHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewBroadcast(hdl.Width(2), len(h.Out)))
	dut.In.From(h.In)
	in := property.OfSink(h.In)
	property.AssumeStable(m.Scope("at_in"), in)
	for i, o := range h.Out {
		o.From(dut.Out[i])
		s := m.Scope(fmt.Sprintf("at_out%d", i))
		property.AssertStable(s, property.OfSource(o))
		once(s, in, property.OfSource(o), in.Data)
	}
}

// forkHarness proves a fork.
type forkHarness struct {
	In     hdl.Sink[lib.Pair[hdl.Bits, hdl.Bits]]
	First  hdl.Source[hdl.Bits]
	Second hdl.Source[hdl.Bits]
}

var pairShape = lib.Pair[hdl.Bits, hdl.Bits]{First: hdl.Width(2), Second: hdl.Width(1)}

func newForkHarness() *forkHarness {
	return &forkHarness{In: hdl.NewSink(pairShape), First: hdl.NewSource(pairShape.First), Second: hdl.NewSource(pairShape.Second)}
}

func (h *forkHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewFork(pairShape.First, pairShape.Second))
	dut.In.From(h.In)
	h.First.From(dut.First)
	h.Second.From(dut.Second)
	in := property.OfSink(h.In)
	property.AssumeStable(m.Scope("at_in"), in)
	flat := property.Stream[hdl.Bits]{Valid: in.Valid, Ready: in.Ready, Data: hdl.Flatten(in.Data)}
	for i, out := range []hdl.Source[hdl.Bits]{h.First, h.Second} {
		s := m.Scope([]string{"at_first", "at_second"}[i])
		property.AssertStable(s, property.OfSource(out))
		once(s, flat, property.OfSource(out), []hdl.Bits{h.In.Data.First, h.In.Data.Second}[i])
	}
}

// joinHarness proves a join.
type joinHarness struct {
	First  hdl.Sink[hdl.Bits]
	Second hdl.Sink[hdl.Bits]
	Out    hdl.Source[lib.Pair[hdl.Bits, hdl.Bits]]
}

func newJoinHarness() *joinHarness {
	return &joinHarness{First: hdl.NewSink(pairShape.First), Second: hdl.NewSink(pairShape.Second), Out: hdl.NewSource(pairShape)}
}

func (h *joinHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewJoin(pairShape.First, pairShape.Second))
	dut.First.From(h.First)
	dut.Second.From(h.Second)
	h.Out.From(dut.Out)
	property.AssumeStable(m.Scope("at_first"), property.OfSink(h.First))
	property.AssumeStable(m.Scope("at_second"), property.OfSink(h.Second))
	property.AssertStable(m.Scope("at_out"), property.OfSource(h.Out))
	m.Assert("both_or_none", h.First.Fire().Eq(h.Out.Fire()).And(h.Second.Fire().Eq(h.Out.Fire())))
	m.Assert("offered", h.Out.Valid.Eq(h.First.Valid.And(h.Second.Valid)))
	m.Assert("unchanged", hdl.Flatten(h.Out.Data).Eq(hdl.Pack(h.First.Data, h.Second.Data)))
	m.Cover("one_waits", h.First.Valid.And(h.Second.Valid.Not()))
	m.Cover("passes", h.Out.Fire())
}

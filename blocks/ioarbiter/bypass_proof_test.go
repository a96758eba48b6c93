package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// bypassHarness follows one arbitrary request through the bypass. Words and tags have one bit of data; a push has one
// or two words, and a response none, one or two.
type bypassHarness struct {
	Push     hdl.Sink[followedPush]
	Response hdl.InOf[followedResponse]
	Out      hdl.Source[Beat]
	Follow   hdl.In

	config Config
}

type followedPush struct {
	Data, Tag, Last hdl.Bits `width:"1"`
}

type followedResponse struct {
	Valid                    hdl.Bits `width:"1"`
	Slot                     hdl.Bits `width:"slot"`
	Data, Fault, Empty, Last hdl.Bits `width:"1"`
}

func newBypassHarness(slots int) *bypassHarness {
	c := Config{SMs: 2, AddressBits: 4, TagBits: 1, Slots: slots, Units: []isa.Unit{{StateWords: 1}}, Operations: []isa.Operation{{Request: make([]isa.Word, 2), Response: make([]isa.Word, 2)}}}
	return &bypassHarness{
		Push: hdl.NewSink(hdl.Shape[followedPush](nil)), Response: hdl.InputOf(hdl.Shape[followedResponse](hdl.Widths{"slot": c.slotBits()})),
		Out: hdl.NewSource(c.shapes().Beat), Follow: hdl.Input(1), config: c,
	}
}

func (h *bypassHarness) Describe(m *hdl.Module) {
	c := h.config
	b := hdl.Instance(m, "dut", NewBypass(c))
	p := zeros(c.shapes().Push)
	p.Beat.Data, p.Beat.Head.Tag, p.Beat.Last = h.Push.Data.Data.ZeroExtend(wordBits), h.Push.Data.Tag, h.Push.Data.Last
	b.Push.Send(h.Push.Valid.Bits, p)
	h.Push.Ready.Set(b.Push.Ready)
	h.Out.From(b.Out)
	hdl.Unused(b.OutSpan.Data)
	in, out := property.OfSink(h.Push), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("push"), in)
	property.AssertStable(m.Scope("out"), out)

	// The second word of a push is the last; its tag is that of the first.
	second, tag := m.Reg("second", 1), m.Reg("tag", 1)
	m.If(h.Push.Fire(), func() {
		second.Set(h.Push.Data.Last.Not())
		tag.Set(h.Push.Data.Tag)
	})
	m.If(second.And(in.Valid), func() { m.Assume("two_words", h.Push.Data.Last.And(h.Push.Data.Tag.Eq(tag))) })
	begun := m.Named("begun", h.Push.Fire().And(h.Push.Data.Last))

	// A response arrives once for each reserved slot.
	r := h.Response.Data
	later, slot := m.Reg("later", 1), m.Reg("slot_of_response", c.slotBits())
	waits := m.Reg("waits", c.Slots)
	d := zeros(c.shapes().Delivery)
	d.Slot, d.Word, d.Data, d.Status, d.Empty, d.Last = r.Slot, later.ZeroExtend(4), r.Data.ZeroExtend(wordBits), r.Fault.ZeroExtend(isa.StatusBits), r.Empty, r.Last
	b.Responses.Send(r.Valid, d)
	m.If(r.Valid, func() {
		m.Assume("to_a_slot_that_waits", waits.At(r.Slot))
		m.Assume("one_slot", later.Not().Or(r.Slot.Eq(slot)))
		m.Assume("last_word", later.Not().Or(r.Last))
		m.Assume("empty_alone", r.Empty.Not().Or(r.Last.And(later.Not())))
		m.Assume("a_fault_has_no_words", r.Fault.Not().Or(r.Empty))
		later.Set(r.Last.Not())
		slot.Set(r.Slot)
		m.Assert("has_space", b.Responses.Ready.Bits)
	})
	came := m.Named("came", r.Valid.And(r.Last))
	waits.Set(waits.Or(slotBit(begun, b.Slot.Bits, c.Slots)).And(slotBit(came, r.Slot, c.Slots).Not()))

	// The requests inside, and the followed one.
	left := m.Named("left", h.Out.Fire().And(h.Out.Data.Last))
	level := m.Reg("level", hdl.CountWidth(c.Slots))
	m.If(begun.Ne(left), func() { level.Set(hdl.Mux(begun, level.Add(1), level.Sub(1))) })
	m.Assert("ready_until_full", in.Ready.Eq(level.Ne(c.Slots)))
	m.Assert("no_more_than_slots", level.Le(c.Slots))
	m.Assert("none_invented", out.Valid.Not().Or(level.Ne(0)))

	first := m.Reg("first", 1) // word of the push
	m.If(h.Push.Fire(), func() { first.Set(h.Push.Data.Data) })
	follows, ahead, mine := m.Reg("follows", 1), m.Reg("ahead", level.Width()), m.Reg("mine", c.slotBits())
	words, own := m.Reg("words", 2), m.Reg("own", 2) // own words, and their number
	what, more := m.Reg("response", 2), m.Reg("more", 2)
	answered, fault, myTag := m.Reg("answered", 1), m.Reg("fault", 1), m.Reg("my_tag", 1)
	m.If(follows.Not().And(h.Follow).And(begun), func() {
		follows.Set(1)
		ahead.Set(level.Sub(left.ZeroExtend(level.Width())))
		mine.Set(b.Slot)
		words.Set(hdl.Mux(second, hdl.Cat(h.Push.Data.Data, first), h.Push.Data.Data.ZeroExtend(2)))
		own.Set(hdl.Mux(second, hdl.Const(2, 2), 1))
		myTag.Set(h.Push.Data.Tag)
		answered.Set(0)
	})
	m.If(follows.And(r.Valid).And(r.Slot.Eq(mine)).And(answered.Not()), func() {
		what.Set(hdl.Mux(later, hdl.Cat(r.Data, what.Bit(0)), r.Data.ZeroExtend(2)))
		more.Set(hdl.Mux(r.Empty, hdl.Const(2, 0), later.ZeroExtend(2).Add(1)))
		answered.Set(r.Last)
		fault.Set(r.Fault)
	})

	sent := m.Reg("sent", 3)
	turn := m.Named("turn", follows.And(ahead.Eq(0)))
	m.If(h.Out.Fire(), func() { sent.Set(hdl.Mux(h.Out.Data.Last, 0, sent.Add(1))) })
	m.If(left.And(follows), func() {
		m.If(turn, func() { follows.Set(0) }).Else(func() { ahead.Set(ahead.Sub(1)) })
	})
	m.If(turn, func() { m.Assert("sent_when_complete", out.Valid.Eq(answered)) })
	m.If(follows, func() { m.Assert("is_inside", ahead.Lt(level)) })
	m.If(turn.And(out.Valid), func() {
		o := h.Out.Data
		total := own.AddCarry(more)
		all := hdl.Mux(own.Eq(1), hdl.Cat(hdl.Const(1, 0), what, words.Bit(0)), hdl.Cat(what, words))
		m.Assert("its_tag", o.Head.Tag.Eq(myTag))
		m.Assert("its_status", o.Head.Status.Eq(fault.ZeroExtend(isa.StatusBits)))
		m.Assert("empty_with_a_fault", o.Empty.Eq(fault))
		m.Assert("its_last_word", o.Last.Eq(fault.Or(sent.AddCarry(1).Eq(total.ZeroExtend(4)))))
		m.Assert("its_words", fault.Or(o.Data.Bit(0).Eq(all.At(sent))))
	})
	m.Cover("a_fault", left.And(turn).And(fault))
	m.Cover("four_words", left.And(turn).And(sent.Eq(3)))
}

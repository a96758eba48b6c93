package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// commitHarness asserts the properties of the output commit unit with any memories that do their writes in order. The
// responses of two units interleave, each unit's one after the other; a third lane has requests that no unit carries
// out. It follows one arbitrary response: its tag is 1, and that of all others is 0.
type commitHarness struct {
	In      hdl.Sink[followedDelivery]
	Commit  hdl.Source[followedSM]
	Written []hdl.InOf[followedWritten]
	Acks    []hdl.Source[Ack]
	Follow  hdl.In

	config Config
	writes int
}

type followedDelivery struct {
	SM                        hdl.Bits `width:"sm"`
	Unit                      hdl.Bits `width:"2"`
	Status, Data, Empty, Last hdl.Bits `width:"1"`
}

type followedWritten struct {
	Valid, Error hdl.Bits `width:"1"`
}

func newCommitHarness(sms, writes int) *commitHarness {
	c := Config{SMs: sms, AddressBits: 1, TagBits: 1, Slots: 1, Units: []isa.Unit{{StateWords: 1}, {StateWords: 1}}, Operations: []isa.Operation{{Unit: 0}, {Unit: 1}}}
	sm := hdl.Widths{"sm": c.smBits()}
	h := &commitHarness{
		In: hdl.NewSink(hdl.Shape[followedDelivery](sm)), Commit: hdl.NewSource(hdl.Shape[followedSM](sm)),
		Follow: hdl.Input(1), config: c, writes: writes,
	}
	for range sms {
		h.Written, h.Acks = append(h.Written, hdl.InputOf(hdl.Shape[followedWritten](nil))), append(h.Acks, hdl.NewSource(c.shapes().Ack))
	}
	return h
}

func (h *commitHarness) Describe(m *hdl.Module) {
	c, in := h.config, h.In.Data
	o := hdl.Instance(m, "dut", newSizedCommit(c, h.writes))
	property.AssumeStable(m.Scope("in"), property.OfSink(h.In))
	m.Assume("of_an_sm", implies(h.In.Valid.Bits, in.SM.Le(c.SMs-1)))
	m.Assume("of_a_lane", in.Unit.Lt(3))

	// The words of a response are consecutive among those of its unit. The followed one begins when Follow is 1.
	follows, ended, mine := m.Reg("follows", 1), m.Reg("ended", 1), m.Reg("mine", c.smBits())
	lane, status := m.Reg("lane", 2), m.Reg("status", isa.StatusBits)
	opened := m.Reg("opened", 2) // by unit: the first word has arrived, the last has not
	isOpen := opened.ZeroExtend(3).At(in.Unit)
	continues := m.Named("continues", follows.And(ended.Not()).And(isOpen).And(in.Unit.Eq(lane)))
	begins := m.Named("begins", h.Follow.And(follows.Not()).And(isOpen.Not()))
	tag := m.Named("tag", begins.Or(continues))
	m.Assume("nothing_without_a_unit", implies(in.Unit.Eq(2), in.Empty))
	m.Assume("empty_alone", implies(in.Empty, in.Last.And(isOpen.Not())))
	m.If(h.In.Fire(), func() {
		opened.Set(hdl.Mux(in.Last, opened.And(hdl.Const(3, 1).Shl(in.Unit).Truncate(2).Not()), opened.Or(hdl.Const(3, 1).Shl(in.Unit).Truncate(2))))
	})
	for k := range 2 {
		s := m.Scope(fmt.Sprintf("unit_%d", k))
		sm := s.Reg("sm", c.smBits())
		m.If(h.In.Fire().And(in.Unit.Eq(k)), func() { sm.Set(in.SM) })
		s.Assume("one_sm", implies(h.In.Valid.And(in.Unit.Eq(k)).And(opened.Bit(k)), in.SM.Eq(sm)))
	}
	waiting := m.Reg("waiting", 1)
	before := m.Reg("tag_before", 1)
	waiting.Set(h.In.Valid.And(h.In.Ready.Not()))
	before.Set(tag)
	m.Assume("follows_what_is_offered", implies(waiting, tag.Eq(before)))

	d := zeros(c.shapes().Delivery)
	d.SM, d.Unit, d.Tag, d.Status, d.Data = in.SM, in.Unit.ZeroExtend(isa.UnitBits), tag, in.Status.ZeroExtend(isa.StatusBits), in.Data.ZeroExtend(wordBits)
	d.Empty, d.Last = in.Empty, in.Last
	o.In.Send(h.In.Valid, d)
	h.In.Ready.Set(o.In.Ready)
	now := m.Named("now", h.In.Fire().And(tag))
	m.If(now, func() {
		follows.Set(1)
		lane.Set(in.Unit)
		mine.Set(in.SM)
		ended.Set(in.Last)
		status.Set(in.Status.ZeroExtend(isa.StatusBits))
	})

	// Each word is written once, to its SM's memory.
	h.Commit.Send(o.Commit.Valid, followedSM{o.Commit.Data.SM, o.Commit.Data.Write.Data.Bit(0)})
	o.Commit.Ready.Set(h.Commit.Ready)
	hdl.Unused(o.Commit.Data.Write)
	property.AssertStable(m.Scope("commit"), property.OfSource(h.Commit))
	m.Assert("written_once", h.Commit.Fire().Eq(h.In.Fire().And(in.Empty.Not())))
	m.Assert("as_it_is", implies(h.Commit.Valid.Bits, h.In.Valid.And(h.Commit.Data.SM.Eq(in.SM)).And(h.Commit.Data.Bit.Eq(in.Data))))

	// The writes in flight, the oldest first: whether they belong to the followed response.
	failed := m.Reg("failed", 1)
	acked := hdl.Const(1, 0)
	var theirs []hdl.Bits // writes of the followed response in each memory
	for k := range c.SMs {
		s := m.Scope(fmt.Sprintf("memory_%d", k))
		level := s.Reg("level_now", hdl.CountWidth(h.writes))
		w := h.Written[k].Data
		writing, done := s.Named("writing", h.Commit.Fire().And(h.Commit.Data.SM.Eq(k))), o.Written[k].Fire()
		o.Written[k].Send(w.Valid, w.Error)
		s.Assume("only_what_was_written", implies(w.Valid, level.Ne(0)))
		s.Assert("is_taken", implies(level.Ne(0), o.Written[k].Ready.Bits))
		after := s.Named("after", level.Sub(done.ZeroExtend(level.Width())))
		level.Set(after.Add(writing.ZeroExtend(level.Width())))
		s.Assert("no_more_in_flight", level.Le(h.writes))
		var queue []hdl.Bits
		for i := range h.writes {
			queue = append(queue, s.Reg(fmt.Sprintf("write_%d", i), 1))
		}
		own := hdl.Const(1, 0)
		for i, q := range queue {
			behind := hdl.Const(1, 0)
			if i+1 < len(queue) {
				behind = queue[i+1]
			}
			q.Set(hdl.Mux(writing.And(after.Eq(i)), tag, hdl.Mux(done, behind, q)))
			own = own.Or(q)
		}
		theirs = append(theirs, own)
		m.If(done.And(queue[0]).And(w.Error), func() { failed.Set(1) })
		m.If(begins.And(h.In.Fire()), func() { failed.Set(0) })

		// One acknowledgement for each response, and that of the followed one.
		ack := o.Acks[k]
		h.Acks[k].From(ack)
		property.AssertStable(s.Scope("ack"), property.OfSource(h.Acks[k]))
		due := s.Reg("due", 2)
		due.Set(due.Add(h.In.Fire().And(in.Last).And(in.SM.Eq(k)).ZeroExtend(2)).Sub(ack.Fire().ZeroExtend(2)))
		s.Assert("acknowledges_what_has_come", implies(ack.Valid.Bits, due.Eq(1)))
		s.Assert("one_is_due", due.Le(1))
		s.Assert("goes_on", implies(due.Ne(0).And(level.Eq(0)), ack.Valid.Bits))
		own = ack.Valid.And(ack.Data.Tag)
		s.Assert("its_sm", implies(own, follows.And(mine.Eq(k)).And(ended)))
		what := hdl.Mux(status.Eq(int(isa.OK)).And(failed), int(isa.MemoryError), status)
		s.Assert("its_status", implies(own, ack.Data.Status.Eq(what)))
		s.Assert("after_the_last_write", implies(own, theirs[k].Not()))
		s.Assert("not_another", implies(ack.Valid.And(follows).And(mine.Eq(k)).And(ended), ack.Data.Tag))
		acked = acked.Or(own.And(ack.Fire()))
		s.Cover("fails", own.And(failed))
		s.Cover("fails_for_another", own.And(ack.Data.Status.Eq(0)).And(status.Eq(0)).And(failed.Not()).And(level.Ne(0)))
	}
	m.If(acked, func() { follows.Set(0) })
	m.Cover("both_units", opened.Eq(3).And(follows))
}

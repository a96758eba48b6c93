package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/hdl"
)

// responseSlots holds responses until the macro takes them: a ring in which a slot is reserved before its request is
// issued.
type responseSlots struct {
	c        Config
	words    *hdl.Mem[hdl.Bits]
	lengths  *hdl.Mem[hdl.Bits] // words of the response that each slot is reserved for
	newest   hdl.Bits           // the slot that the next request takes
	oldest   hdl.Bits
	used     hdl.Bits
	complete hdl.Bits // the slots whose response is complete
	failed   hdl.Bits // those whose response has a fault
	underWay hdl.Bits // requests in flight
	fault    hdl.Bits // a unit could not carry out a request

	// Wires.
	issue  hdl.Bits // a request is issued
	take   hdl.Bits // its response takes a slot
	length hdl.Bits // and has this many words
	free   hdl.Bits // the oldest slot is freed
	clear  hdl.Bits // all slots are freed

	following, number hdl.Bits // the next cycle's oldest slot, and the number of its word to be read
	word              hdl.Bits // that word, read in the previous cycle
}

var lengthBits = hdl.CountWidth(microcode.MaxAnswer)

func newResponseSlots(m *hdl.Module, c Config) responseSlots {
	_, longest := c.longest()
	s := responseSlots{
		c:      c,
		words:  hdl.NewMem(m, "responses", hdl.Width(wordBits), c.Slots<<hdl.IndexWidth(longest), hdl.NoInit()),
		newest: m.Reg("newest", c.slotBits()), oldest: m.Reg("oldest", c.slotBits()), used: m.Reg("used", hdl.CountWidth(c.Slots)),
		lengths:  hdl.NewMem(m, "lengths", hdl.Width(lengthBits), c.Slots, hdl.NoInit()),
		complete: m.Reg("complete", c.Slots), failed: m.Reg("failed", c.Slots),
		underWay: m.Reg("in_flight", underWayBits), fault: m.Reg("fault", 1),
		issue: m.Wire("issue", 1), take: m.Wire("take", 1), length: m.Wire("length", lengthBits),
		free: m.Wire("free", 1), clear: m.Wire("clear_slots", 1),
		following: m.Wire("oldest_next", c.slotBits()), number: m.Wire("number_next", 5),
	}
	// A word may be taken in the cycle after it is written.
	s.word = s.words.ReadReg("response_word", inSlot(s.words, s.following, s.index(s.number)), 1, hdl.WriteFirst)
	s.following.Default(s.oldest)
	for _, w := range []hdl.Bits{s.issue, s.take, s.length, s.free, s.clear} {
		w.Default(0)
	}
	return s
}

// index truncates the number of a word to the width of those in a slot.
func (s responseSlots) index(x hdl.Bits) hdl.Bits {
	_, longest := s.c.longest()
	return x.Truncate(hdl.IndexWidth(longest))
}

func (s responseSlots) build(m *hdl.Module, responses hdl.Sink[Delivery]) {
	responses.Ready.Set(1)
	r := responses.Data
	mine := m.Named("for_slot", r.Route.Eq(int(toExpander)))
	m.If(responses.Fire().And(mine), func() { s.words.Write(inSlot(s.words, r.Slot, s.index(r.Word)), r.Data) })
	done := m.Named("response_done", responses.Fire().And(r.Last))
	bad := m.Named("response_failed", done.And(r.Status.Ne(0)))
	hdl.Unused(r.SM, r.Unit, r.Tag, r.Address, r.Empty)

	m.If(s.issue.Ne(done), func() { s.underWay.Set(hdl.Mux(s.issue, s.underWay.Add(1), s.underWay.Sub(1))) })
	m.If(bad, func() { s.fault.Set(1) })
	freed := slotBit(s.free, s.oldest, s.c.Slots).Not()
	s.complete.Set(s.complete.Or(slotBit(done.And(mine), r.Slot, s.c.Slots)).And(freed))
	s.failed.Set(s.failed.Or(slotBit(bad.And(mine), r.Slot, s.c.Slots)).And(freed))
	m.If(s.take, func() {
		s.lengths.Write(s.newest, s.length)
		s.newest.Set(s.c.nextSlot(s.newest))
		s.used.Set(s.used.Add(1))
	})
	m.If(s.free, func() {
		s.following.Set(s.c.nextSlot(s.oldest))
		s.used.Set(s.used.Sub(1))
	})
	s.oldest.Set(s.following)
	m.If(s.clear, func() {
		for _, r := range []hdl.Bits{s.newest, s.following, s.used, s.complete, s.failed, s.fault} {
			r.Set(0)
		}
	})
}

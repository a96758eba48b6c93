package ioarbiter

import (
	"posedge/hdl"
)

// Bypass combines a unit's response with words that wait for it: the pushed words, followed by those of the response,
// make a request for another unit. Requests leave in the order of their pushes. A slot is reserved at the push, before
// the unit's request is issued, so that the response always finds room.
//
// A response with a status other than OK has no words: its request goes out as a single Empty beat with that status.
type Bypass struct {
	Push      hdl.Sink[Push]     `doc:"first words of requests; the last word of each is marked, and has the head and span"`
	Slot      hdl.Out            `doc:"the slot of the push in progress, or of the next one"`
	Responses hdl.Sink[Delivery] `doc:"words of responses for reserved slots; always ready"`
	Out       hdl.Source[Beat]   `doc:"the complete requests, word by word"`
	OutSpan   hdl.OutOf[Span]    `doc:"goes with the beat at out"`

	config Config
}

// NewBypass makes the bypass of a connector.
func NewBypass(c Config) *Bypass {
	s := c.shapes()
	return &Bypass{
		Push: hdl.NewSink(s.Push), Slot: hdl.Output(c.slotBits()), Responses: hdl.NewSink(s.Delivery),
		Out: hdl.NewSource(s.Beat), OutSpan: hdl.OutputOf(s.Span), config: c,
	}
}

// ModuleName is bypass with the beats.
func (b *Bypass) ModuleName() string { return "bypass_" + b.config.widths() }

// longest is the number of words in the longest record and in the longest response.
func (c Config) longest() (request, response int) {
	for _, o := range c.Operations {
		request, response = max(request, len(o.Request)), max(response, len(o.Response))
	}
	return request, max(response, 1)
}

// pushed is what a slot keeps of a push besides its words.
type pushed struct {
	Head Head
	Span Span
	End  hdl.Bits `width:"request_word"` // number of the last word
}

// completion is what a slot keeps of a response besides its words.
type completion struct {
	Status hdl.Bits `width:"status"`
	Empty  hdl.Bits `width:"1"`
	End    hdl.Bits `width:"response_word"` // number of the last word
}

// inSlot is the address of a word of a slot, in a memory with a power of two of words for each slot.
func inSlot(mem *hdl.Mem[hdl.Bits], slot, index hdl.Bits) hdl.Bits {
	return hdl.Cat(slot, index).Truncate(mem.AddrWidth())
}

// nextSlot is the slot after another.
func (c Config) nextSlot(slot hdl.Bits) hdl.Bits {
	return hdl.Mux(slot.Eq(c.Slots-1), 0, slot.Add(1))
}

// Describe builds a ring of slots: a memory for what was pushed and one for the responses.
func (b *Bypass) Describe(m *hdl.Module) {
	c := b.config
	longest, response := c.longest()
	ownBits, moreBits := hdl.IndexWidth(longest), hdl.IndexWidth(response)
	own := hdl.NewMem(m, "pushed_words", hdl.Width(wordBits), c.Slots<<ownBits, hdl.NoInit())
	more := hdl.NewMem(m, "response_words", hdl.Width(wordBits), c.Slots<<moreBits, hdl.NoInit())
	requests := hdl.NewMem(m, "requests", c.shapes().Pushed, c.Slots, hdl.NoInit())
	completions := hdl.NewMem(m, "completions", c.shapes().Completion, c.Slots, hdl.NoInit())
	newest, oldest := m.Reg("newest", c.slotBits()), m.Reg("oldest", c.slotBits())
	used := m.Reg("used", hdl.CountWidth(c.Slots))
	complete := m.Reg("complete", c.Slots) // the slots whose response is complete

	pushes := m.Reg("pushes", ownBits) // words of the push so far
	b.Slot.Set(newest)
	b.Push.Ready.Set(used.Ne(c.Slots))
	in := b.Push.Data
	taken := m.Named("slot_taken", b.Push.Fire().And(in.Beat.Last))
	m.If(b.Push.Fire(), func() {
		own.Write(inSlot(own, newest, pushes), in.Beat.Data)
		requests.Write(newest, pushed{in.Beat.Head, in.Span, pushes})
		pushes.Set(hdl.Mux(in.Beat.Last, 0, pushes.Add(1)))
	})
	m.If(taken, func() { newest.Set(c.nextSlot(newest)) })

	b.Responses.Ready.Set(1)
	r := b.Responses.Data
	index := r.Word.Truncate(moreBits)
	m.If(b.Responses.Fire(), func() {
		more.Write(inSlot(more, r.Slot, index), r.Data)
		completions.Write(r.Slot, completion{r.Status, r.Empty, index})
	})
	hdl.Unused(in.Beat.Empty, r.SM, r.Unit, r.Tag, r.Route, r.Address)

	// The oldest request is sent when it is complete: first its own words, then those of the response. A word is read
	// in the cycle before it is offered. It is always written by then, since a slot becomes complete after its own
	// words are written, and sends one of these first.
	request, end := requests.Read(oldest), completions.Read(oldest)
	behind, sent := m.Reg("in_response", 1), m.Reg("sent", max(ownBits, moreBits))
	following, next := m.Wire("oldest_next", oldest.Width()), m.Wire("sent_next", sent.Width())
	oldest.Set(following)
	sent.Set(next)
	ownWord := own.ReadReg("pushed_word", inSlot(own, following, next.Truncate(ownBits)), 1, hdl.ReadFirst)
	moreWord := more.ReadReg("response_word", inSlot(more, following, next.Truncate(moreBits)), 1, hdl.ReadFirst)
	failed := m.Named("failed", end.Status.Ne(0))
	ownEnds := sent.Eq(request.End.ZeroExtend(sent.Width()))
	moreEnds := sent.Eq(end.End.ZeroExtend(sent.Width()))
	last := m.Named("last", failed.Or(hdl.Mux(behind, moreEnds, ownEnds.And(end.Empty))))
	head := request.Head
	head.Status = end.Status
	b.Out.Send(complete.At(oldest), Beat{Head: head, Data: hdl.Mux(behind, moreWord, ownWord), Empty: failed, Last: last})
	hdl.Set(b.OutSpan.Data, request.Span)
	freed := m.Named("slot_freed", b.Out.Fire().And(last)) // a slot is freed
	following.Default(oldest)
	next.Default(sent)
	m.If(b.Out.Fire(), func() {
		next.Set(sent.Add(1))
		m.If(last, func() {
			next.Set(0)
			behind.Set(0)
			following.Set(c.nextSlot(oldest))
		}).ElseIf(behind.Not().And(ownEnds), func() {
			next.Set(0)
			behind.Set(1)
		})
	})

	m.If(taken.Ne(freed), func() { used.Set(hdl.Mux(taken, used.Add(1), used.Sub(1))) })
	came := b.Responses.Fire().And(r.Last)
	complete.Set(complete.Or(slotBit(came, r.Slot, c.Slots)).And(slotBit(freed, oldest, c.Slots).Not()))
}

// slotBit is one-hot at the slot if the condition holds, else 0.
func slotBit(condition, slot hdl.Bits, slots int) hdl.Bits {
	return condition.ZeroExtend(slots).Shl(slot)
}

package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// interfaceHarness puts the interface logic before a unit of two state words that answers its requests in order, after
// any time, with the request itself and with arbitrary faults. It follows one arbitrary request and one of its records:
// the tag is 1 for that request and 0 for all others, and so are the words of the record. A wide word has another bit,
// for which its field has no room.
//
// Operation 0 has one word and one word of response, operation 1 has two of each, operation 2 has a word and no
// response.
type interfaceHarness struct {
	In       hdl.Sink[followedBeat]
	Requests hdl.Source[hdl.Bits] `doc:"to the unit"`
	Update   hdl.Source[hdl.Bits]
	Unit     hdl.InOf[unitDoes]
	Results  hdl.Source[Result]
	Follow   hdl.In `doc:"the request that begins"`
	Mark     hdl.In `doc:"the record that begins"`

	config Config
	away   bool // responses go to the bypass or are counted, instead of to an SM
}

// followedBeat is a beat of a request of one or more records; Status is valid with Empty.
type followedBeat struct {
	Operation                  hdl.Bits `width:"2"`
	Status                     hdl.Bits `width:"1"`
	Count                      hdl.Bits `width:"2"`
	Empty, Last, Counted, Wide hdl.Bits `width:"1"`
	State                      hdl.Bits `width:"2"`
}

// unitDoes is the unit's behaviour in a cycle.
type unitDoes struct {
	Responds, Fault hdl.Bits `width:"1"`
}

// proofUnit is the unit of the harness.
func proofUnit() (isa.Unit, []isa.Operation) {
	type request struct {
		A, B, Kind hdl.Bits `width:"1"`
	}
	type response struct {
		A, B, Fault hdl.Bits `width:"1"`
	}
	u, err := NewUnit("unit", 2, hdl.Shape[request](nil), hdl.Shape[response](nil), "Fault")
	if err != nil {
		panic(err) // the shapes are constant
	}
	a, b := isa.Word{Name: "a", Field: "A"}, isa.Word{Name: "b", Field: "B"}
	return u, []isa.Operation{
		{Name: "one", Request: []isa.Word{a}, Response: []isa.Word{a}},
		{Name: "two", Request: []isa.Word{a, b}, Response: []isa.Word{a, b}, Settings: []isa.Setting{{Field: "Kind", Value: 1}}},
		{Name: "none", Request: []isa.Word{b}},
	}
}

func newInterfaceHarness(context int, away bool) *interfaceHarness {
	u, operations := proofUnit()
	c := Config{SMs: 2, AddressBits: 1, TagBits: 1, Slots: 1, Context: context, Units: []isa.Unit{u}, Operations: operations}
	return &interfaceHarness{
		In: hdl.NewSink(hdl.Shape[followedBeat](nil)), Requests: hdl.NewSource(hdl.Width(3)), Update: hdl.NewSource(hdl.Width(2)),
		Unit: hdl.InputOf(hdl.Shape[unitDoes](nil)), Results: hdl.NewSource(c.shapes().Result), Follow: hdl.Input(1), Mark: hdl.Input(1),
		config: c, away: away,
	}
}

func (h *interfaceHarness) Describe(m *hdl.Module) {
	c, in := h.config, h.In.Data
	x := hdl.Instance(m, "dut", newInterface(c, 0))
	hdl.Unused(x.Updates)
	fire := h.In.Fire()
	property.AssumeStable(m.Scope("in"), property.OfSink(h.In))

	// A request is a whole number of records of one operation, or a single empty beat with a status. One whose response
	// does not go to an SM has one record.
	first, second := m.Reg("first", 1, hdl.ResetTo(1)), m.Reg("second", 1) // beat of the request; word of a record
	operation, isCounted := m.Reg("operation", 2), m.Reg("is_counted", 1)
	m.If(fire, func() {
		isCounted.Set(in.Counted)
		first.Set(in.Last)
		second.Set(in.Operation.Eq(1).And(second.Not()))
		operation.Set(in.Operation)
	})
	ends := m.Named("ends", in.Operation.Ne(1).Or(second).Or(in.Empty)) // the record
	m.Assume("an_operation", in.Operation.Ne(3))
	m.Assume("one_operation", implies(first.Not(), in.Operation.Eq(operation)))
	m.Assume("one_route", implies(first.Not(), in.Counted.Eq(isCounted)))
	m.Assume("whole_records", implies(in.Last.And(in.Empty.Not()), ends))
	m.Assume("empty_alone", implies(in.Empty, all(first, in.Last)))
	m.Assume("empty_with_a_status", in.Empty.Eq(in.Status))
	m.Assume("empty_is_no_word", implies(in.Empty, in.Operation.Eq(0)))
	m.Assume("words_of_state", in.Count.Le(2))
	m.Assume("empty_is_not_wide", implies(in.Empty, in.Wide.Not()))
	if h.away {
		m.Assume("one_record", ends.Eq(in.Last))
	}

	// The followed request and record.
	follows, marked := m.Reg("follows", 1), m.Reg("marked", 1) // the request has begun; the record has begun
	now, here := m.Reg("now", 1), m.Reg("here", 1)             // more beats of the request follow; of the record
	mine, own := m.Named("mine", hdl.Mux(first, h.Follow.And(follows.Not()), now)), m.Wire("own", 1)
	own.Set(hdl.Mux(second, here, all(mine, h.Mark.Bits, marked.Not(), in.Empty.Not())))
	waits, wasMine, wasOwn := m.Reg("waits", 1), m.Reg("was_mine", 1), m.Reg("was_own", 1)
	waits.Set(h.In.Valid.And(h.In.Ready.Not()))
	wasMine.Set(mine)
	wasOwn.Set(own)
	m.Assume("stays", implies(waits, all(mine.Eq(wasMine), own.Eq(wasOwn))))
	kind, empty, counted := m.Reg("kind", 2), m.Reg("empty", 1), m.Reg("counted", 1)
	whole, come := m.Reg("whole", 1), m.Reg("come", 1) // the whole record has arrived; the whole request has
	number, its := m.Reg("number", countBits), m.Reg("its_number", countBits)
	tooWide, wideBefore := m.Reg("wide", 1), m.Reg("wide_before", 1) // the record is too wide; one before it is
	m.If(fire, func() {
		now.Set(mine.And(in.Last.Not()))
		here.Set(own.And(ends.Not()))
		m.If(mine.And(first), func() {
			follows.Set(1)
			marked.Set(0)
			empty.Set(in.Empty)
			counted.Set(in.Counted)
			whole.Set(0)
			come.Set(0)
			kind.Set(in.Operation)
			tooWide.Set(0)
			wideBefore.Set(0)
		})
		m.If(own, func() { tooWide.Set(second.And(tooWide).Or(in.Wide)) })
		m.If(all(mine, own.Not(), in.Wide, first.Or(marked.Not())), func() { wideBefore.Set(1) })
		m.If(own, func() { marked.Set(1) })
		m.If(own.And(ends), func() {
			whole.Set(1)
			its.Set(number)
		})
		m.If(mine.And(in.Last), func() { come.Set(1) })
		number.Set(hdl.Mux(in.Last, 0, number.Add(ends.ZeroExtend(countBits))))
	})

	// The state that each request must find.
	var goals, units []hdl.Bits
	for k := range 2 {
		goal, unit := m.Reg(fmt.Sprintf("goal_%d", k), 1), m.Reg(fmt.Sprintf("unit_%d", k), 1)
		m.If(all(fire, first, in.Empty.Not(), in.Count.Gt(k)), func() { goal.Set(in.State.Bit(k)) })
		goals, units = append(goals, goal), append(units, unit)
	}

	b := zeros(c.shapes().UnitBeat)
	b.Beat.Head.Tag, b.Beat.Head.Unit, b.Beat.Head.Status = mine, in.Operation.ZeroExtend(isa.UnitBits), hdl.Mux(in.Status, int(isa.BadLength), hdl.Const(isa.StatusBits, int(isa.OK)))
	b.Beat.Head.Route = hdl.Const(routeBits, int(toSM))
	if h.away {
		b.Beat.Head.Route = hdl.Mux(in.Counted, int(toCount), hdl.Const(routeBits, int(toBypass)))
	}
	b.Beat.Data, b.Beat.Empty, b.Beat.Last = hdl.Cat(in.Wide, own).ZeroExtend(wordBits), in.Empty, in.Last
	b.Count = in.Count.ZeroExtend(5)
	for k := range 2 {
		b.Words[k] = in.State.Bit(k).ZeroExtend(wordBits)
	}
	x.In.Send(h.In.Valid, b)
	h.In.Ready.Set(x.In.Ready)

	// The unit: the requests inside, the oldest first.
	level := m.Reg("level", hdl.CountWidth(c.Context+1))
	type asked struct {
		A, B, Own, Kind hdl.Bits `width:"1"`
	}
	h.Requests.Send(x.Unit.Requests.Valid, x.Unit.Requests.Data)
	x.Unit.Requests.Ready.Set(h.Requests.Ready)
	property.AssertStable(m.Scope("requests"), property.OfSource(h.Requests))
	h.Update.Send(x.Unit.State.Valid.And(level.Eq(0)), hdl.Cat(x.Unit.State.Data.Index.Bit(0), x.Unit.State.Data.Data.Bit(0)))
	x.Unit.State.Ready.Set(level.Eq(0).And(h.Update.Ready))
	hdl.Unused(x.Unit.State.Data)
	m.Assert("update_of_a_word", implies(x.Unit.State.Valid.Bits, x.Unit.State.Data.Index.Lt(2)))
	m.Assert("no_update_with_a_request", x.Unit.State.Valid.And(x.Unit.Requests.Valid).Not())
	for k, unit := range units {
		m.If(x.Unit.State.Fire().And(x.Unit.State.Data.Index.Eq(k)), func() { unit.Set(x.Unit.State.Data.Data.Bit(0)) })
	}
	fields := x.Unit.Requests.Data
	isOwn := m.Named("is_own", hdl.Mux(fields.Bit(2).Not().And(fields.Bit(0).Not()), fields.Bit(1), fields.Bit(0)))
	request, response := x.Unit.Requests.Fire(), x.Unit.Responses.Fire()
	m.Assert("no_more_than_the_context", level.Le(c.Context))
	after := level.Sub(response.ZeroExtend(level.Width()))
	level.Set(after.Add(request.ZeroExtend(level.Width())))
	var queue []asked
	for i := range c.Context {
		queue = append(queue, hdl.RegOf(m, fmt.Sprintf("asked_%d", i), hdl.Shape[asked](nil)))
	}
	for i, q := range queue {
		behind := queue[min(i+1, len(queue)-1)]
		next := asked{fields.Bit(0), fields.Bit(1), isOwn, fields.Bit(2)}
		hdl.Set(q, hdl.MuxOf(request.And(after.Eq(i)), next, hdl.MuxOf(response, behind, q)))
	}
	head := queue[0]
	u := h.Unit.Data
	x.Unit.Responses.Send(u.Responds, hdl.Cat(u.Fault, head.B, head.A))
	m.Assume("answers_what_was_asked", implies(u.Responds, level.Ne(0)))
	property.AssumeStable(m.Scope("unit"), property.Stream[hdl.Bits]{Valid: u.Responds, Ready: x.Unit.Responses.Ready.Bits, Data: u.Fault})

	// At the unit: the record arrives once, unchanged, and with its state.
	issued := m.Reg("issued", 1)
	isIts := all(h.Requests.Valid.Bits, isOwn)
	m.Assert("asked_once", implies(isIts, all(whole, tooWide.Not(), issued.Not(), follows)))
	m.Assert("asked_next", implies(all(h.Requests.Valid.Bits, whole, tooWide.Not(), issued.Not()), isOwn))
	m.Assert("as_it_is", implies(isIts, fields.Eq(hdl.Mux(kind.Eq(0), hdl.Const(3, 1), hdl.Mux(kind.Eq(1), hdl.Const(3, 7), 2)))))
	m.Assert("nothing_else_is_1", implies(h.Requests.Valid.And(isOwn.Not()), fields.Truncate(2).Eq(0)))
	m.Assert("in_its_state", implies(h.Requests.Valid.Bits, all(units[0].Eq(goals[0]), units[1].Eq(goals[1]))))
	m.If(all(fire, own, ends), func() { issued.Set(0) }).ElseIf(all(request, isOwn), func() { issued.Set(1) })

	// One response for each request, in order, with one for each of its records.
	h.Results.From(x.Results)
	r := h.Results.Data
	property.AssertStable(m.Scope("results"), property.OfSource(h.Results))
	inside := m.Reg("requests_inside", 3+c.Context)
	wide := func(x hdl.Bits) hdl.Bits { return x.ZeroExtend(inside.Width()) }
	enters, leaves := m.Named("enters", fire.And(first)), m.Named("leaves", h.Results.Fire().And(r.Last))
	inside.Set(inside.Add(wide(enters)).Sub(wide(leaves)))
	ahead := m.Reg("ahead", inside.Width())
	m.If(enters.And(mine), func() { ahead.Set(inside.Sub(wide(leaves))) }).
		ElseIf(leaves.And(follows).And(ahead.Ne(0)), func() { ahead.Set(ahead.Sub(1)) })
	turn := m.Named("turn", follows.And(ahead.Eq(0)))
	m.If(all(leaves, turn), func() { follows.Set(0) })
	m.Assert("none_invented", implies(h.Results.Valid.Bits, inside.Ne(0)))
	m.Assert("no_more_inside", inside.Le(c.Context+2))
	m.Assert("in_order", implies(h.Results.Valid.Bits, r.Head.Tag.Eq(turn)))
	m.Assert("is_last", implies(all(h.Results.Valid.Bits, r.Head.Tag, r.Last), come))

	// While the unit responds to the record, an earlier one that was too wide may still be answered: their numbers
	// differ.
	ofRecord := m.Named("of_record", all(h.Results.Valid.Bits, u.Responds, level.Ne(0), head.Own, r.Head.Tag, r.Record.Eq(its)))
	words := m.Reg("words", 2) // of the record so far
	total := hdl.Mux(kind.Eq(2), hdl.Const(2, 0), hdl.Mux(kind.Eq(1), hdl.Const(2, 2), 1))
	fault := m.Reg("fault", 1) // of an earlier record of the followed request
	m.If(enters.And(mine), func() { fault.Set(0) }).
		ElseIf(all(response, follows, turn, u.Fault), func() { fault.Set(1) })
	failed := m.Named("failed", fault.Or(wideBefore).Or(u.Fault))
	m.If(all(fire, own, ends), func() { words.Set(0) }).
		ElseIf(all(ofRecord, h.Results.Ready.Bits), func() { words.Set(words.Add(1)) })
	if h.away {
		silent := m.Named("silent", counted.Or(failed).Or(kind.Eq(2)))
		m.Assert("its_words", implies(ofRecord, r.Empty.Eq(silent)))
		m.Assert("all_words", implies(all(response, head.Own), all(ofRecord, r.Last, hdl.Mux(silent, words.Eq(0), words.Add(1).Eq(total)))))
	} else {
		m.Assert("its_words", implies(ofRecord, r.Empty.Eq(kind.Eq(2))))
		done := words.Add(ofRecord.And(r.Empty.Not()).ZeroExtend(2))
		m.Assert("all_words", implies(all(response, head.Own), done.Eq(total)))
	}
	m.Assert("its_data", implies(ofRecord.And(r.Empty.Not()), all(r.Data.Eq(1), r.Word.Eq(words.ZeroExtend(4)))))
	m.Assert("its_status", implies(ofRecord, r.Head.Status.Eq(hdl.Mux(failed, int(isa.UnitFault), hdl.Const(isa.StatusBits, int(isa.OK))))))
	answer := all(h.Results.Valid.Bits, r.Head.Tag, whole, tooWide)
	m.Assert("wide_is_a_fault", implies(all(answer, r.Last), r.Head.Status.Eq(int(isa.UnitFault))))
	if h.away {
		m.Assert("wide_has_no_words", implies(answer, all(r.Empty, r.Last)))
	}
	m.Assert("no_other_data", implies(all(h.Results.Valid.Bits, r.Empty.Not(), ofRecord.Not()), r.Data.Eq(0)))
	m.Assert("status_of_the_empty", implies(all(h.Results.Valid.Bits, r.Head.Tag, empty), all(r.Empty, r.Last, r.Head.Status.Eq(int(isa.BadLength)))))

	// Progress: a request that has arrived is answered within bound cycles in which the unit and the results are ready.
	willing := all(h.Results.Ready.Bits, h.Requests.Ready.Bits, h.Update.Ready.Bits, u.Responds.Eq(level.Ne(0)))
	hdl.Unused(counted)
	bound := 4*c.Context + 8
	waited := m.Reg("waited", hdl.CountWidth(bound+1))
	m.If(all(follows, come, leaves.And(turn).Not()), func() {
		m.If(willing, func() { waited.Set(waited.Add(1)) })
	}).Else(func() { waited.Set(0) })
	m.Assert("answered_in_time", waited.Le(bound))
	m.Cover("a_record_with_a_state", all(isIts, units[0], units[1]))
	m.Cover("answered_though_wide", all(answer, r.Last))
	m.Cover("full", level.Eq(c.Context))
	if !h.away {
		m.Cover("second_record", all(ofRecord, its.Eq(1)))
	}
	m.Cover("after_a_fault", all(ofRecord, failed))
}

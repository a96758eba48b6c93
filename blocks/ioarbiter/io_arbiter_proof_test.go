package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// arbiterHarness asserts the properties of the IO arbiter with any SMs and any memories that answer reads in order. It
// follows one arbitrary read: the memory's answer is 1 for it and 0 for all others.
type arbiterHarness struct {
	Requests []hdl.Sink[hdl.Bits]   `doc:"tag"`
	Granted  hdl.Source[followedSM] `doc:"the tag of a request"`
	Fetch    hdl.Sink[followedSM]   `doc:"an address"`
	Reads    []hdl.Source[hdl.Bits]
	Data     []hdl.In `doc:"1: a memory answers"`
	Fetched  hdl.Source[hdl.Bits]
	Commit   hdl.Sink[followedSM] `doc:"data"`
	Writes   []hdl.Source[hdl.Bits]
	Follow   hdl.In

	config Config
}

type followedSM struct {
	SM  hdl.Bits `width:"sm"`
	Bit hdl.Bits `width:"1"`
}

func newArbiterHarness(sms, depth int) *arbiterHarness {
	c := Config{SMs: sms, AddressBits: 1, TagBits: 1, Depth: depth, Units: []isa.Unit{{StateWords: 1}}}
	one := hdl.Width(1)
	beat := hdl.Shape[followedSM](hdl.Widths{"sm": c.smBits()})
	h := &arbiterHarness{Granted: hdl.NewSource(beat), Fetch: hdl.NewSink(beat), Fetched: hdl.NewSource(one), Commit: hdl.NewSink(beat), Follow: hdl.Input(1), config: c}
	for range sms {
		h.Requests, h.Data = append(h.Requests, hdl.NewSink(one)), append(h.Data, hdl.Input(1))
		h.Reads, h.Writes = append(h.Reads, hdl.NewSource(one)), append(h.Writes, hdl.NewSource(one))
	}
	return h
}

func (h *arbiterHarness) Describe(m *hdl.Module) {
	a := hdl.Instance(m, "dut", newIOArbiter(h.config))
	h.grants(m, a)
	h.reads(m, a)
	h.writes(m, a)
}

// grants asserts that each request is granted once, unchanged, after at most N−1 grants to others.
func (h *arbiterHarness) grants(m *hdl.Module, a *IOArbiter) {
	n := len(h.Requests)
	h.Granted.Send(a.Granted.Valid, followedSM{a.Granted.Data.SM, a.Granted.Data.Request.Tag})
	a.Granted.Ready.Set(h.Granted.Ready)
	hdl.Unused(a.Granted.Data.Request)
	property.AssertStable(m.Scope("granted"), property.OfSource(h.Granted))
	some := hdl.Const(1, 0)
	for k, in := range h.Requests {
		s := m.Scope(fmt.Sprintf("sm_%d", k))
		property.AssumeStable(s, property.OfSink(in))
		r := zeros(h.config.shapes().Request)
		r.Tag = in.Data
		a.Requests[k].Send(in.Valid, r)
		in.Ready.Set(a.Requests[k].Ready)
		some = some.Or(in.Valid)

		mine := h.Granted.Data.SM.Eq(k)
		s.Assert("granted_once", in.Fire().Eq(h.Granted.Fire().And(mine)))
		s.Assert("as_it_is", implies(h.Granted.Valid.And(mine), in.Valid.And(in.Data.Eq(h.Granted.Data.Bit))))
		others := s.Reg("others", hdl.CountWidth(n)) // grants to others while it waits
		m.If(in.Valid.Not().Or(in.Fire()), func() { others.Set(0) }).
			ElseIf(h.Granted.Fire(), func() { others.Set(others.Add(1)) })
		s.Assert("granted_in_time", others.Lt(n))
		s.Cover("waits_longest", others.Eq(n-1))
	}
	m.Assert("never_idle", h.Granted.Valid.Eq(some))
	m.Assert("of_an_sm", implies(h.Granted.Valid.Bits, h.Granted.Data.SM.Le(n-1)))
}

// reads asserts that the words arrive in the order of the reads, each from the memory of its SM.
func (h *arbiterHarness) reads(m *hdl.Module, a *IOArbiter) {
	n, depth := len(h.Reads), h.config.Depth
	fetch := h.Fetch.Data
	property.AssumeStable(m.Scope("fetch"), property.OfSink(h.Fetch))
	m.Assume("fetch_of_an_sm", implies(h.Fetch.Valid.Bits, fetch.SM.Le(n-1)))
	a.Fetch.Send(h.Fetch.Valid, Read{fetch.SM, fetch.Bit})
	h.Fetch.Ready.Set(a.Fetch.Ready)
	h.Fetched.Send(a.Fetched.Valid, a.Fetched.Data.Data.Bit(0))
	a.Fetched.Ready.Set(h.Fetched.Ready)
	hdl.Unused(a.Fetched.Data)
	property.AssertStable(m.Scope("fetched"), property.OfSource(h.Fetched))

	level := m.Reg("level", hdl.CountWidth(depth)+1) // reads that have no answer yet
	asked, answered := h.Fetch.Fire(), h.Fetched.Fire()
	wide := func(x hdl.Bits) hdl.Bits { return x.ZeroExtend(level.Width()) }
	level.Set(level.Add(wide(asked)).Sub(wide(answered)))
	m.Assert("no_more_than_the_depth", level.Le(depth))
	m.Assert("none_invented", implies(h.Fetched.Valid.Bits, level.Ne(0)))
	m.Cover("full", level.Eq(depth))

	follows, mine := m.Reg("follows", 1), m.Reg("mine", fetch.SM.Width())
	ahead, aheadThere := m.Reg("ahead", level.Width()), m.Reg("ahead_there", level.Width()) // in all, and in its memory
	begins := m.Named("begins", asked.And(h.Follow).And(follows.Not()))
	turn := m.Named("turn", follows.And(ahead.Eq(0)))
	sum, there := hdl.Const(level.Width(), 0), hdl.Const(1, 0)
	var levels []hdl.Bits
	for k, read := range h.Reads {
		s := m.Scope(fmt.Sprintf("memory_%d", k))
		read.From(a.Reads[k])
		property.AssertStable(s.Scope("reads"), property.OfSource(read))
		s.Assert("asked_once", read.Fire().Eq(asked.And(fetch.SM.Eq(k))))
		s.Assert("address", implies(read.Valid.Bits, read.Data.Eq(fetch.Bit)))

		data := a.Data[k]
		own := follows.And(mine.Eq(k)).And(aheadThere.Eq(0)) // the answer is the followed one
		data.Send(h.Data[k], ReadData{own.ZeroExtend(wordBits), hdl.Const(1, 0)})
		property.AssumeStable(s.Scope("data"), property.Stream[hdl.Bits]{Valid: h.Data[k].Bits, Ready: data.Ready.Bits, Data: hdl.Const(1, 0)})
		inside := s.Reg("asked_for", level.Width())
		inside.Set(inside.Add(wide(read.Fire())).Sub(wide(data.Fire())))
		s.Assume("only_what_was_read", implies(h.Data[k].Bits, inside.Ne(0)))
		levels, sum = append(levels, inside.Sub(wide(data.Fire()))), sum.Add(inside)
		there = there.Or(mine.Eq(k).And(h.Data[k]))
		s.Assert("taken_for_fetch", implies(data.Fire(), answered))
		m.If(follows.And(mine.Eq(k)).And(data.Fire()), func() {
			s.Assert("not_before_its_turn", aheadThere.Ne(0).Or(turn))
			aheadThere.Set(aheadThere.Sub(1))
		})
	}
	m.Assert("inside_one_memory", sum.Eq(level))
	m.If(begins, func() {
		follows.Set(1)
		mine.Set(fetch.SM)
		ahead.Set(level.Sub(wide(answered)))
		aheadThere.Set(hdl.Select(fetch.SM, levels))
	}).ElseIf(follows.And(answered), func() {
		ahead.Set(ahead.Sub(1))
		m.If(turn, func() { follows.Set(0) })
	})
	m.Assert("is_inside", implies(follows, ahead.Lt(level)))
	m.Assert("its_word", implies(h.Fetched.Valid.Bits, h.Fetched.Data.Eq(turn)))
	m.Assert("as_soon_as_it_is_there", implies(turn, h.Fetched.Valid.Eq(there)))
	m.Assert("room", implies(h.Fetch.Valid.And(level.Ne(depth)), hdl.Select(fetch.SM, h.offered())))
	m.Cover("answered_behind_others", answered.And(turn).And(level.Eq(depth)))
}

// offered are the reads that are offered, by memory.
func (h *arbiterHarness) offered() (valid []hdl.Bits) {
	for _, r := range h.Reads {
		valid = append(valid, r.Valid.Bits)
	}
	return valid
}

// writes asserts that a write goes to the memory of its SM, once and unchanged.
func (h *arbiterHarness) writes(m *hdl.Module, a *IOArbiter) {
	n, commit := len(h.Writes), h.Commit.Data
	m.Assume("commit_of_an_sm", implies(h.Commit.Valid.Bits, commit.SM.Le(n-1)))
	a.Commit.Send(h.Commit.Valid, Commit{commit.SM, Write{commit.Bit, commit.Bit.ZeroExtend(wordBits)}})
	h.Commit.Ready.Set(a.Commit.Ready)
	for k, w := range h.Writes {
		s := m.Scope(fmt.Sprintf("written_%d", k))
		w.Send(a.Writes[k].Valid, a.Writes[k].Data.Data.Bit(0))
		a.Writes[k].Ready.Set(w.Ready)
		hdl.Unused(a.Writes[k].Data)
		s.Assert("to_its_memory", w.Valid.Eq(h.Commit.Valid.And(commit.SM.Eq(k))))
		s.Assert("once", w.Fire().Eq(h.Commit.Fire().And(commit.SM.Eq(k))))
		s.Assert("as_it_is", implies(w.Valid.Bits, w.Data.Eq(commit.Bit).And(a.Writes[k].Data.Address.Eq(commit.Bit))))
	}
}

package ioarbiter

import (
	"fmt"
	"slices"

	"posedge/hdl"
	"posedge/hdl/lib/property"
)

// shadowHarness puts a shadow state before the registers of a unit.
type shadowHarness struct {
	Take   hdl.In
	Words  hdl.InOf[[]hdl.Bits]
	Count  hdl.In
	Ready  hdl.In `doc:"1: the unit takes an update"`
	Update hdl.Out

	words int
}

func newShadowHarness(words int) *shadowHarness {
	return &shadowHarness{
		Take: hdl.Input(1), Words: hdl.InputOf(slices.Repeat([]hdl.Bits{hdl.Width(1)}, words)), Count: hdl.Input(hdl.CountWidth(words)),
		Ready: hdl.Input(1), Update: hdl.Output(1), words: words,
	}
}

func (h *shadowHarness) Describe(m *hdl.Module) {
	s := hdl.Instance(m, "dut", newNarrowShadow("unit", h.words, 1))
	s.Take.Set(h.Take)
	hdl.Set(s.Words.Data, h.Words.Data)
	s.Count.Set(h.Count.ZeroExtend(5))
	s.Updates.Ready.Set(h.Ready)
	h.Update.Set(s.Updates.Valid)
	update := s.Updates.Data
	m.Assume("taken_when_sent", implies(h.Take.Bits, s.Sent.Bits))
	m.Assume("that_many_words", h.Count.Le(h.words))
	property.AssertStable(m.Scope("updates"), property.OfSource(s.Updates))

	// The registers of the unit, and their target values.
	equal := hdl.Const(1, 1)
	var units, goals []hdl.Bits
	for k := range h.words {
		unit, goal := m.Reg(fmt.Sprintf("unit_%d", k), 1), m.Reg(fmt.Sprintf("goal_%d", k), 1)
		m.If(s.Updates.Fire().And(update.Index.Eq(k)), func() { unit.Set(update.Data) })
		m.If(h.Take.And(h.Count.Gt(k)), func() { goal.Set(h.Words.Data[k]) })
		units, goals = append(units, unit), append(goals, goal)
		equal = equal.And(unit.Eq(goal))
		below := hdl.Const(1, 0)
		for i := range k {
			below = below.Or(units[i].Ne(goals[i]))
		}
		m.Assert(fmt.Sprintf("ascending_%d", k), implies(s.Updates.Valid.And(update.Index.Eq(k)), below.Not()))
	}
	m.Assert("sent_when_equal", s.Sent.Eq(equal))
	m.Assert("update_until_then", s.Updates.Valid.Eq(equal.Not()))
	m.Assert("of_a_word", implies(s.Updates.Valid.Bits, update.Index.Lt(h.words)))
	m.Assert("only_what_differs", implies(s.Updates.Valid.Bits, hdl.Select(update.Index, units).Ne(update.Data)))
	m.Assert("to_what_was_taken", implies(s.Updates.Valid.Bits, hdl.Select(update.Index, goals).Eq(update.Data)))

	// Updates since a state was taken: at most one for each word that differed then.
	sent := m.Reg("sent", hdl.CountWidth(h.words)+1)
	differed := m.Reg("differed", sent.Width())
	m.If(h.Take, func() {
		sent.Set(0)
		count := hdl.Const(sent.Width(), 0)
		for k, u := range units {
			count = count.Add(h.Count.Gt(k).And(u.Ne(h.Words.Data[k])).ZeroExtend(sent.Width()))
		}
		differed.Set(count)
	}).ElseIf(s.Updates.Fire(), func() { sent.Set(sent.Add(1)) })
	m.Assert("one_for_each", sent.Le(differed))
	m.Assert("none_for_the_same", implies(differed.Eq(0), s.Updates.Valid.Not()))
	m.Assert("all_are_sent", implies(s.Sent.Bits, sent.Eq(differed)))
	m.Cover("all_differed", s.Sent.And(differed.Eq(h.words)))
	m.Cover("nothing_to_send", h.Take.And(s.Sent).And(differed.Eq(0)))
}

package ioarbiter

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
)

// cacheHarness asserts the properties of a state cache with any memory that answers reads in order. It follows one
// arbitrary object, and the lookups with one id.
type cacheHarness struct {
	StateCache
	Mark    hdl.In `doc:"free: the object and the id, in the first cycle"`
	Content hdl.In `doc:"free: what the object becomes with an Invalidate"`
}

func newCacheHarness(s cacheSize) *cacheHarness {
	return &cacheHarness{StateCache: *newSizedCache(s), Mark: hdl.Input(s.objectBits + s.idBits), Content: hdl.Input(s.words * s.wordBits)}
}

func (h *cacheHarness) Describe(m *hdl.Module) {
	s := h.size
	fetches := h.build(m)
	m = m.Scope("proof")
	lookups, answers, reads, lines := property.OfSink(h.Lookups), property.OfSource(h.Answers), property.OfSource(h.Reads), property.OfSink(h.Lines)
	property.AssumeStable(m.Scope("at_lookups"), lookups)
	property.AssertStable(m.Scope("at_answers"), answers)
	property.AssertStable(m.Scope("at_reads"), reads)

	started := m.Reg("started", 1)
	object, id, content := m.Reg("object", s.objectBits), m.Reg("id", s.idBits), m.Reg("content", h.Content.Width())
	started.Set(1)
	m.If(started.Not(), func() {
		object.Set(h.Mark.Truncate(s.objectBits))
		id.Set(h.Mark.Slice(s.objectBits+s.idBits-1, s.objectBits))
	})
	m.If(started.Not().Or(h.Invalidate), func() { content.Set(h.Content) })
	m.Assume("not_before", implies(started.Not(), lookups.Valid.Not()))

	// One answer for each lookup.
	n := 1 << s.idBits
	waiting := m.Reg("waiting", n)
	asks, leaves := lib.Gate(lookups.Fire(), lib.OneHot(lookups.Data.ID, n)), lib.Gate(answers.Fire(), lib.OneHot(answers.Data.ID, n))
	waiting.Set(waiting.Or(asks).And(leaves.Not()))
	m.Assume("ids_differ", implies(lookups.Valid, waiting.At(lookups.Data.ID).Not()))
	m.Assert("no_answer_without_lookup", implies(answers.Valid, waiting.At(answers.Data.ID)))
	places := lib.Gate(answers.Valid, lib.OneHot(answers.Data.ID, n)) // where lookups wait: at the output, or for a fetch
	inTwo := hdl.Const(n, 0)
	for _, f := range fetches.entries {
		here := lib.Gate(f.Active, f.Waiting)
		inTwo, places = inTwo.Or(places.And(here)), places.Or(here)
	}
	m.Assert("none_is_lost", places.Eq(waiting))
	m.Assert("none_waits_twice", inTwo.Eq(0))
	for k, f := range fetches.entries {
		for l, g := range fetches.entries[:k] {
			reading := f.Active.And(g.Active).And(f.Complete.Or(g.Complete).Or(f.Stale).Or(g.Stale).Not())
			m.Assert(fmt.Sprintf("not_read_twice_%d_%d", l, k), reading.And(f.Object.Eq(g.Object)).Not())
		}
	}
	goes := answers.Valid.Or(reads.Valid).Or(lines.Ready).Or(fetches.oldest().Complete)
	m.Assert("goes_on", implies(waiting.Ne(0).Or(lookups.Valid.And(lookups.Ready.Not())), goes))

	// Memory: the objects that it has yet to send, the oldest first.
	type promised struct {
		Mine  hdl.Bits `width:"1"` // the followed object
		Fresh hdl.Bits `width:"1"` // memory has not changed since it was read
	}
	level, sent := m.Reg("level", hdl.CountWidth(s.Misses)), m.Reg("sent", hdl.IndexWidth(s.words))
	var queue []promised
	for k := range s.Misses {
		queue = append(queue, hdl.RegOf(m, fmt.Sprintf("promised_%d", k), hdl.Shape[promised](nil)))
	}
	head := queue[0]
	line := lines.Fire().And(sent.Eq(s.words - 1))
	m.Assert("misses_under_way", implies(reads.Valid, level.Ne(s.Misses)))
	m.Assume("only_what_was_read", implies(lines.Valid, level.Ne(0)))
	m.Assert("takes_what_was_read", implies(level.Ne(0), lines.Ready))
	m.If(lines.Fire(), func() { sent.Set(hdl.Mux(line, 0, sent.Add(1))) })
	level.Set(level.Add(reads.Fire().ZeroExtend(level.Width())).Sub(line.ZeroExtend(level.Width())))
	unchanged := h.Invalidate.Not()
	zero := hdl.Const(1, 0)
	for k, q := range queue {
		next := promised{q.Mine, q.Fresh.And(unchanged)}
		behind := promised{zero, zero}
		if k+1 < s.Misses {
			behind = queue[k+1]
			behind.Fresh = behind.Fresh.And(unchanged)
		}
		next = hdl.MuxOf(line, behind, next)
		at := level.Sub(line.ZeroExtend(level.Width())).Eq(k)
		hdl.Set(q, hdl.MuxOf(reads.Fire().And(at), promised{reads.Data.Eq(object), unchanged}, next))
	}
	var truth []hdl.Bits
	for k := range s.words {
		truth = append(truth, content.Slice((k+1)*s.wordBits-1, k*s.wordBits))
	}
	m.Assume("memory_sends_the_object", implies(lines.Valid.And(head.Mine).And(head.Fresh).And(lines.Data.Error.Not()), lines.Data.Data.Eq(hdl.Select(sent, truth))))

	// A lookup of the object with the id.
	mine, fresh := m.Reg("mine", 1), m.Reg("fresh", 1)
	begins := lookups.Fire().And(lookups.Data.ID.Eq(id))
	m.If(begins, func() {
		mine.Set(lookups.Data.Object.Eq(object))
		fresh.Set(unchanged)
	}).ElseIf(h.Invalidate, func() { fresh.Set(0) })
	answer := m.Named("answer", answers.Valid.And(answers.Data.ID.Eq(id)).And(mine))
	words := hdl.Flatten(answers.Data.Words).Truncate(content.Width())
	m.Assert("as_memory", implies(answer.And(fresh).And(answers.Data.Error.Not()), words.Eq(content)))
	failed := m.Reg("failed", 1)
	m.If(lines.Fire().And(lines.Data.Error).And(head.Mine), func() { failed.Set(1) })
	m.Assert("errors_are_memorys", implies(answer.And(answers.Data.Error), failed))
}

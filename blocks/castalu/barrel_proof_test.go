package castalu

import (
	"fmt"
	"testing"

	"posedge/blocks/castalu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// A plainQueue is a queue with visible entries, the oldest first.
type plainQueue[T any] struct {
	Push    hdl.Sink[T]
	Pop     hdl.Source[T]
	Entries []hdl.OutOf[T]
	Level   hdl.Out
}

func newPlainQueue[T any](shape T, depth int) *plainQueue[T] {
	q := &plainQueue[T]{hdl.NewSink(shape), hdl.NewSource(shape), nil, hdl.Output(hdl.CountWidth(depth))}
	for range depth {
		q.Entries = append(q.Entries, hdl.OutputOf(shape))
	}
	return q
}

func (q *plainQueue[T]) ModuleName() string {
	return fmt.Sprintf("plain_%s_d%d", hdl.ShapeName(q.Push.Data), len(q.Entries))
}

func (q *plainQueue[T]) Describe(m *hdl.Module) {
	depth := len(q.Entries)
	level := m.Reg("level_count", q.Level.Width())
	q.Level.Set(level)
	q.Push.Ready.Set(level.Ne(depth))
	var entries []T
	for k := range depth {
		entries = append(entries, hdl.RegOf(m, fmt.Sprintf("entry_%d", k), q.Push.Data, hdl.NoReset()))
		hdl.Set(q.Entries[k].Data, entries[k])
	}
	q.Pop.Send(level.Ne(0), entries[0])
	push, pop := q.Push.Fire(), q.Pop.Fire()
	at := level.Sub(pop.ZeroExtend(level.Width()))
	for k := range depth {
		m.If(pop, func() { hdl.Set(entries[k], entries[min(k+1, depth-1)]) })
		m.If(push.And(at.Eq(k)), func() { hdl.Set(entries[k], q.Push.Data) })
	}
	level.Set(at.Add(push.ZeroExtend(level.Width())))
}

// queueHarness states that a queue of the library behaves as a plainQueue.
type queueHarness struct {
	Push hdl.Sink[hdl.Bits]
	Pop  hdl.Source[hdl.Bits]
}

func (h *queueHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", lib.NewFIFO(h.Push.Data, 4))
	plain := hdl.Instance(m, "plain", newPlainQueue(h.Push.Data, 4))
	dut.Push.From(h.Push)
	h.Pop.From(dut.Pop)
	plain.Push.Send(h.Push.Valid, h.Push.Data)
	plain.Pop.Ready.Set(h.Pop.Ready)
	m.Assert("room", dut.Push.Ready.Eq(plain.Push.Ready))
	m.Assert("some", dut.Pop.Valid.Eq(plain.Pop.Valid))
	m.Assert("first", implies(dut.Pop.Valid.Bits, dut.Pop.Data.Eq(plain.Pop.Data)))
	m.Assert("level", dut.Level.Eq(plain.Level))
	for _, e := range plain.Entries {
		hdl.Unused(e.Data)
	}
}

func TestAQueueIsAPlainOne(t *testing.T) {
	proved(t, &queueHarness{hdl.NewSink(hdl.Width(1)), hdl.NewSource(hdl.Width(1))})
}

// anyUnit has the ports of an arithmetic unit; inputs of its own drive its outputs.
type anyUnit struct {
	In          hdl.Sink[Operation]
	Out         hdl.Source[Result]
	Meaningless hdl.Out

	Ready, Valid hdl.In
	Result       hdl.InOf[Result]
}

func (u *anyUnit) Describe(m *hdl.Module) {
	u.In.Ready.Set(u.Ready)
	u.Out.Send(u.Valid, u.Result.Data)
	u.Meaningless.Set(0)
	hdl.Unused(u.In.Data, u.In.Valid, u.Out.Ready)
}

// barrelHarness states what holds for a processor's barrel, whatever its program and its arithmetic unit do: the fetched
// words and the unit's results are inputs. It follows each thread from place to place, and one item to its result.
type barrelHarness struct {
	Items        hdl.Sink[Item]
	Results      hdl.Source[Beat]
	Calls        hdl.Source[Call]
	Replies      hdl.Sink[Reply]
	Program      hdl.InOf[Store[hdl.Bits]]
	Constants    hdl.InOf[Store[[4]hdl.Bits]]
	Fault        hdl.Out
	FaultAddress hdl.Out
	FaultWord    hdl.Out

	Ends, Requests hdl.In // class of the fetched word
	Word           hdl.In
	Ready, Valid   hdl.In // of the unit's ports
	Answer         hdl.InOf[Result]

	p *Processor
}

func newBarrelHarness(c Config) *barrelHarness {
	p := newProcessor(c)
	return &barrelHarness{
		p.Items, p.Results, p.Calls, p.Replies, p.Program, p.Constants, p.Fault, p.FaultAddress, p.FaultWord,
		hdl.Input(1), hdl.Input(1), hdl.Input(isa.WordBits), hdl.Input(1), hdl.Input(1), hdl.InputOf(c.unit().shapes().Result), p,
	}
}

func (h *barrelHarness) Describe(m *hdl.Module) {
	c, s := h.p.config, h.p.config.shapes()
	u := newUnit(c.unit())
	unit := hdl.Instance(m, "unit", &anyUnit{u.In, u.Out, u.Meaningless, hdl.Input(1), hdl.Input(1), hdl.InputOf(c.unit().shapes().Result)})
	unit.Ready.Set(h.Ready)
	unit.Valid.Set(h.Valid)
	hdl.Set(unit.Result.Data, h.Answer.Data)
	turns := hdl.Instance(m, "turns", newPlainQueue(s.Turn, c.Threads))
	order := hdl.Instance(m, "order", newPlainQueue(s.Turn.Thread, c.Threads))
	b := newBarrel(m, h.p, components{u, &lib.FIFO[turn]{Push: turns.Push, Pop: turns.Pop}, &lib.FIFO[hdl.Bits]{Push: order.Push, Pop: order.Pop}})
	b.fetch()
	b.fetched.Word = h.Word.Bits
	b.kind = class{h.Ends.Bits, h.Requests.Bits, hdl.Const(1, 0), hdl.Const(1, 0)}
	m.Assume("one_kind", h.Ends.And(h.Requests).Not())
	b.execute()
	m.Assert("one_kind_issues", implies(b.issuing, b.issue.Kind.End.And(b.issue.Kind.Request).Not()))

	property.AssumeStable(m.Scope("at_items"), property.OfSink(h.Items))
	property.AssumeStable(m.Scope("at_replies"), property.OfSink(h.Replies))
	results := property.OfSource(h.Results)
	type control struct{ Tag, Index, Last, Killed hdl.Bits }
	property.AssertStable(m.Scope("at_results"), property.Stream[control]{Valid: results.Valid, Ready: results.Ready,
		Data: control{results.Data.Tag, results.Data.Index, results.Data.Last, results.Data.Killed}})
	offered := u.In.Data
	property.AssertStable(m.Scope("at_unit"), property.Stream[hdl.Bits]{Valid: u.In.Valid.Bits, Ready: u.In.Ready.Bits, Data: hdl.Cat(offered.Thread, offered.Word)})
	call := h.Calls.Data
	property.AssertStable(m.Scope("at_calls"), property.Stream[hdl.Bits]{Valid: h.Calls.Valid.Bits, Ready: h.Calls.Ready.Bits, Data: hdl.Cat(call.Thread, call.Unit, call.Count)})

	var waiting, addresses, leaving []hdl.Bits
	for k := range c.Threads {
		addresses = append(addresses, turns.Entries[k].Data.Address)
		waiting, leaving = append(waiting, turns.Entries[k].Data.Thread), append(leaving, order.Entries[k].Data)
	}
	ready, finished := entries{waiting, turns.Level.Bits}, entries{leaving, order.Level.Bits}
	stopped := h.followThreads(m, b, u, ready, finished)
	h.followProgram(m, b, ready, addresses, stopped)
	h.followItem(m.Scope("followed"), b, finished, stopped)
}

// entries are the threads in a queue, the oldest first.
type entries struct {
	threads []hdl.Bits
	level   hdl.Bits
}

// has reports whether thread t is entry k.
func (e entries) has(k, t int) hdl.Bits { return e.level.Gt(k).And(e.threads[k].Eq(t)) }

// where reports whether thread t is in the queue.
func (e entries) where(t int) hdl.Bits {
	y := hdl.Const(1, 0)
	for k := range e.threads {
		y = y.Or(e.has(k, t))
	}
	return y
}

// distinct reports whether no thread is in the queue twice.
func (e entries) distinct() hdl.Bits {
	y := e.level.Le(len(e.threads))
	for k := range e.threads {
		for l := range k {
			y = y.And(implies(e.level.Gt(k), e.threads[k].Ne(e.threads[l])))
		}
	}
	return y
}

// followThreads states that each thread is in one place, and how soon it issues. It returns those that have stopped.
func (h *barrelHarness) followThreads(m *hdl.Module, b *barrel, u *Unit, turns, order entries) (stopped hdl.Bits) {
	n := b.config.Threads
	issuing := b.issue.Of.Turn.Thread
	inside, called := m.Reg("inside_threads", n), m.Reg("called_threads", n)
	stopped = m.Reg("stopped_threads", n)
	toUnit, fromUnit := b.oneHot(u.In.Fire(), issuing), b.oneHot(u.Out.Fire(), u.Out.Data.Thread)
	inside.Set(inside.Or(toUnit).And(fromUnit.Not()))
	m.Assume("results_of_what_is_inside", implies(u.Out.Valid.Bits, inside.At(u.Out.Data.Thread)))
	toCalls, replied := b.oneHot(h.Calls.Fire(), h.Calls.Data.Thread), b.oneHot(h.Replies.Fire(), h.Replies.Data.Thread)
	called.Set(called.Or(toCalls).And(replied.Not()))
	m.Assume("replies_to_calls", implies(h.Replies.Valid.Bits, called.At(h.Replies.Data.Thread)))
	ends := b.oneHot(b.ending, issuing).Or(b.oneHot(b.killing, u.Out.Data.Thread))
	stopped.Set(stopped.Or(ends).And(b.oneHot(b.lastRead, order.threads[0]).Not()))

	m.Assert("turns_distinct", turns.distinct())
	m.Assert("order_distinct", order.distinct())
	m.Assert("one_inside_of_a_thread", implies(u.In.Valid.Bits, inside.At(issuing).Not()))
	m.Assert("killed_have_stopped", b.killed.And(stopped.Not()).Eq(0))
	if b.config.Ordered {
		m.Assert("finished_have_stopped", b.finished.Eq(stopped))
	}
	left := b.issuing.And(b.advance)
	for t := range n {
		s := m.Scope(fmt.Sprintf("thread%d", t))
		fetched, issued := b.fetching.And(b.fetched.Turn.Thread.Eq(t)), b.issuing.And(issuing.Eq(t))
		loading := b.loading.And(b.loader.Eq(t))
		queued := turns.where(t)
		places := hdl.Pack(b.free.Bit(t), loading, queued, fetched, issued, inside.Bit(t), called.Bit(t), stopped.Bit(t))
		s.Assert("in_one_place", places.PopCount().Eq(1))
		if b.config.Ordered {
			s.Assert("in_order", order.where(t).Eq(b.free.Bit(t).Or(loading).Not()))
		} else {
			s.Assert("in_order", order.where(t).Eq(stopped.Bit(t)))
		}

		// Instructions of other threads that leave while this one is ready.
		others := s.Reg("others", hdl.CountWidth(n))
		ready := queued.Or(fetched).Or(issued)
		m.If(ready.Not().Or(issued.And(left)), func() { others.Set(0) }).ElseIf(left, func() { others.Set(others.Add(1)) })
		wide := others.Width() + 1
		sum := others.ZeroExtend(wide)
		for k := range n {
			ahead := sum.Add(k).Add(b.fetching.ZeroExtend(wide)).Add(b.issuing.ZeroExtend(wide))
			s.Assert(fmt.Sprintf("in_turn_%d", k), implies(turns.has(k, t), ahead.Lt(n)))
		}
		s.Assert("in_turn_fetched", implies(fetched, sum.Add(b.issuing.ZeroExtend(wide)).Lt(n)))
		s.Assert("issues_in_time", others.Lt(n))
	}
	return stopped
}

// followProgram states that a thread fetches the words of its program in sequence, beginning at the item's start.
func (h *barrelHarness) followProgram(m *hdl.Module, b *barrel, turns entries, addresses []hdl.Bits, stopped hdl.Bits) {
	for t := range b.config.Threads {
		s := m.Scope(fmt.Sprintf("program%d", t))
		at := s.Reg("address", b.shapes.Turn.Address.Width())
		turn := b.turns.Pop.Data
		m.If(b.load.Begin.And(b.load.Thread.Eq(t)), func() { at.Set(h.Items.Data.Start) }).
			ElseIf(b.takeTurn.And(turn.Thread.Eq(t)), func() { at.Set(at.Add(1)) })
		s.Assert("fetched_in_order", implies(b.takeTurn.And(turn.Thread.Eq(t)), turn.Address.Eq(at)))
		loading := b.loading.And(b.loader.Eq(t))
		s.Assert("from_the_start", implies(loading, b.load.Start.Eq(at)))
		queued := turns.where(t)
		for k, address := range addresses {
			s.Assert(fmt.Sprintf("ready_%d", k), implies(turns.has(k, t), address.Eq(at)))
		}
		under := all(b.free.Bit(t).Not(), loading.Not(), queued.Not(), stopped.Bit(t).Not())
		s.Assert("next", implies(under, b.next.Read(hdl.Const(b.shapes.Turn.Thread.Width(), t)).Eq(at)))
	}
}

// followItem follows an arbitrary item: its tag is 1, and that of every other item is 0.
func (h *barrelHarness) followItem(m *hdl.Module, b *barrel, order entries, stopped hdl.Bits) {
	n := b.config.Threads
	results := property.OfSource(h.Results)
	tag := results.Data.Tag
	there, gone := m.Reg("there", 1), m.Reg("gone", 1)                                // the item has come; its last vector has been read
	thread, ended := m.Reg("thread", b.shapes.Turn.Thread.Width()), m.Reg("ended", 1) // its thread; it has ended
	killed, last := m.Reg("killed", 1), m.Reg("last", isa.RegisterBits)
	next := m.Reg("next", isa.RegisterBits) // number of its next vector
	m.Assume("one_at_a_time", implies(there.And(h.Items.Valid), h.Items.Data.Tag.Not()))
	begin := b.load.Begin.And(h.Items.Data.Tag)
	m.If(begin, func() {
		there.Set(1)
		gone.Set(0)
		thread.Set(b.load.Thread)
		ended.Set(0)
		next.Set(0)
	})
	runs := there.And(gone.Not())
	m.If(runs.And(b.ending).And(b.issue.Of.Turn.Thread.Eq(thread)), func() {
		ended.Set(1)
		killed.Set(0)
		last.Set(fieldOf(isa.FieldCount, b.issue.Of.Word))
	})
	m.If(runs.And(b.killing).And(b.unit.Out.Data.Thread.Eq(thread)), func() {
		ended.Set(1)
		killed.Set(1)
	})
	m.If(runs.And(b.lastRead).And(order.threads[0].Eq(thread)), func() { gone.Set(1) })
	m.If(results.Fire().And(tag), func() {
		next.Set(next.Add(1))
		m.If(results.Data.Last, func() { there.Set(0) })
	})
	mine := results.Valid.And(tag)
	m.Assert("result_of_the_item", implies(mine, all(there, ended, results.Data.Index.Eq(next), results.Data.Killed.Eq(killed),
		results.Data.Last.Eq(killed.Or(next.Eq(last))), implies(killed, next.Eq(0)))))

	// The invariants that prove this.
	head := order.threads[0]
	m.Assert("gone_is_offered", implies(there.And(gone), all(mine, results.Data.Last)))
	m.Assert("last_is_gone", implies(mine.And(results.Data.Last), gone))
	m.Assert("not_free", implies(runs, b.free.At(thread).Not()))
	m.Assert("ended_has_stopped", implies(runs, ended.Eq(stopped.At(thread)).And(implies(ended, killed.Eq(b.killed.At(thread))))))
	for t := range n {
		own := runs.And(thread.Eq(t))
		m.Assert(fmt.Sprintf("tag_%d", t), implies(b.free.Bit(t).Not(), b.tags.Read(hdl.Const(thread.Width(), t)).Eq(own)))
		m.Assert(fmt.Sprintf("extent_%d", t), implies(all(own, ended, killed.Not()), b.extents.Read(hdl.Const(thread.Width(), t)).Last.Eq(last)))
	}
	amid := order.level.Ne(0).And(stopped.At(head))
	m.Assert("number", implies(b.number.Ne(0), all(amid, b.killed.At(head).Not(), b.number.Le(b.extents.Read(head).Last))))
	m.Assert("more_to_come", implies(results.Valid.And(results.Data.Last.Not()), all(amid, b.number.Ne(0), b.tags.Read(head).Eq(tag))))
	isHead := all(runs, order.level.Ne(0), head.Eq(thread))
	m.Assert("number_of_item", implies(isHead, b.number.Eq(next.Add(mine.ZeroExtend(isa.RegisterBits)))))
	m.Assert("not_begun", implies(runs.And(isHead.Not()), next.Eq(0).And(mine.Not())))
	if !b.config.Ordered {
		return
	}

	// The number of earlier items whose results have not left.
	before := m.Reg("before", hdl.CountWidth(n+1))
	finishes := results.Fire().And(results.Data.Last)
	count := order.level.ZeroExtend(before.Width()).Add(results.Valid.And(results.Data.Last).And(finishes.Not()).ZeroExtend(before.Width()))
	m.If(begin, func() { before.Set(count) }).
		ElseIf(finishes.And(there), func() { before.Set(before.Sub(1)) })
	m.Assert("in_order", implies(results.Valid.And(there), tag.Eq(before.Eq(0))))
	offered := results.Valid.And(results.Data.Last).And(tag.Not()).ZeroExtend(before.Width())
	for k := range n {
		m.Assert(fmt.Sprintf("before_%d", k), implies(all(runs, order.level.Gt(k), order.threads[k].Eq(thread)), before.Eq(offered.Add(k))))
	}
	loading := runs.And(b.loading).And(b.loader.Eq(thread))
	m.Assert("before_loading", implies(loading, before.Eq(offered.Add(order.level.ZeroExtend(before.Width())))))
	m.Assert("before_gone", implies(there.And(gone), before.Eq(0)))
}

// smallBarrel is a barrel with few threads, registers and words, and short pipelines.
func smallBarrel(ordered bool) *barrelHarness {
	return newBarrelHarness(Config{Threads: 4, Registers: 8, Constants: 2, Words: 8, TagBits: 1, Ordered: ordered, Lanes: 4, copies: copies{2, 3}})
}

func TestTheBarrelIsProved(t *testing.T) {
	t.Parallel()
	proved(t, smallBarrel(true))
}

// The barrel whose results leave out of order.
func TestLongTheBarrelIsProved(t *testing.T) {
	long.Only(t)
	proved(t, smallBarrel(false))
}

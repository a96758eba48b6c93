package ioarbiter

import (
	"fmt"
	"math/bits"
	"slices"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// StateCache caches the state objects of global memory. Each lookup gets one answer; the answers may be out of order. A
// hit is answered in the cycle after the lookup is taken if nothing else waits, a miss when memory has sent the object.
// Hits are answered, one a cycle, under outstanding misses. Lookups of an object that is being read share its miss.
//
// The low bits of an object's number select its set. A miss takes a way at once, an empty one or else the next in turn
// (round-robin in each set), and the words are written there as they arrive. A way cannot be taken again before all
// lookups that wait for its object are answered. A miss stalls, with the lookups behind it, while the maximum number of
// misses is outstanding or all ways of its set are taken.
//
// An object with a word that could not be read is answered with an error, and not kept. Lookups taken after an
// Invalidate never see what memory held before it: the cache is emptied, and an object that is being read still answers
// the lookups that wait for it, but is not kept. A lookup taken in the cycle of an Invalidate counts as before it.
type StateCache struct {
	Lookups    hdl.Sink[Lookup]     `doc:"lookups"`
	Answers    hdl.Source[Answer]   `doc:"their answers, in any order"`
	Reads      hdl.Source[hdl.Bits] `doc:"numbers of objects for memory to read"`
	Lines      hdl.Sink[ReadData]   `doc:"the words of these objects, in order"`
	Invalidate hdl.In               `doc:"1: memory has changed"`
	Hits       hdl.Out              `doc:"lookups that hit, modulo 2^32"`
	Misses     hdl.Out              `doc:"lookups that waited for memory, modulo 2^32"`

	size cacheSize
}

// cacheSize is the configuration of a cache. Only proofs have fewer or narrower words in an object.
type cacheSize struct {
	CacheConfig
	objectBits, idBits, words, wordBits int
}

const counterBits = 32

// cacheSize is that of the connector's cache.
func (c Config) cacheSize() cacheSize {
	return cacheSize{c.Cache, c.objectBits(), hdl.IndexWidth(Window), isa.ObjectWords, wordBits}
}

func newStateCache(c Config) *StateCache { return newSizedCache(c.cacheSize()) }

func newSizedCache(s cacheSize) *StateCache {
	shapes := s.shapes()
	return &StateCache{
		Lookups: hdl.NewSink(shapes.Lookup), Answers: hdl.NewSource(shapes.Answer),
		Reads: hdl.NewSource(hdl.Width(s.objectBits)), Lines: hdl.NewSink(shapes.ReadData),
		Invalidate: hdl.Input(1), Hits: hdl.Output(counterBits), Misses: hdl.Output(counterBits),
		size: s,
	}
}

// cacheShapes are the beats and words of a cache.
type cacheShapes struct {
	Lookup   Lookup
	Answer   Answer
	ReadData ReadData
	Line     []hdl.Bits `width:"word" len:"words"`
	Fetch    fetch
}

func (s cacheSize) shapes() cacheShapes {
	return hdl.Shape[cacheShapes](hdl.Widths{
		"object": s.objectBits, "id": s.idBits, "word": s.wordBits, "words": s.words,
		"way": hdl.IndexWidth(s.Ways), "waiting": 1 << s.idBits,
	})
}

// ModuleName is ioarbiter_state_cache with the cache's objects, ways and misses.
func (c *StateCache) ModuleName() string {
	return fmt.Sprintf("ioarbiter_state_cache_%s_g%d", c.size.name(), 1<<c.size.objectBits)
}

// ModuleDoc describes the cache in its Verilog.
func (c *StateCache) ModuleDoc() string {
	s := c.size
	return fmt.Sprintf("State cache: %d objects of %d words, %d in a set; up to %d outstanding misses.", s.Objects, s.words, s.Ways, s.Misses)
}

// Describe builds the cache: the lookup, the fetches, and the port through which both are answered.
func (c *StateCache) Describe(m *hdl.Module) {
	s := c.size
	if err := s.Check(); err != nil {
		m.Errorf("%v", err)
		return
	}
	c.build(m)
}

// build returns the fetches, for the assertions of proofs.
func (c *StateCache) build(m *hdl.Module) *fetchTable {
	s := c.size
	store := newCacheStore(m, s)
	table := m.Scope("fetch")
	fetches := newFetchTable(table, s)
	lines := hdl.NewMem(m, "lines", s.shapes().Line, s.Objects, hdl.NoInit())

	lookup := c.Lookups.Data
	hit, hitWay := store.find(lookup.Object)
	hit = m.Named("hit", hit)
	joined := fetches.underWay(lookup.Object)
	join := m.Named("joins_miss", joined.ReduceOr())
	victim, some := store.victim(lookup.Object, fetches.taken(store, lookup.Object))
	room := m.Named("room", some.And(fetches.full().Not()))

	// The port for answers: lookups that waited go first.
	offered := m.Reg("offered", 1)
	move := m.Named("move", offered.Not().Or(c.Answers.Ready))
	done := fetches.oldest()
	serve := m.Named("serve", done.Complete)
	c.Lookups.Ready.Set(hdl.Mux(hit, move.And(serve.Not()), join.Or(room)))
	taken := m.Named("taken", c.Lookups.Fire())
	read := m.Named("read", move.And(serve.Or(taken.And(hit))))
	waiter, _ := lib.PriorityEncoder(done.Waiting)
	id, failure := m.Reg("id", s.idBits, hdl.NoReset()), m.Reg("failure", 1, hdl.NoReset())
	m.If(move, func() {
		offered.Set(read)
		id.Set(hdl.Mux(serve, waiter, lookup.ID))
		failure.Set(serve.And(done.Failed))
	})
	place := hdl.Mux(serve, store.place(done.Object, done.Way), store.place(lookup.Object, hitWay))
	answer := Answer{ID: id, Error: failure}
	for k := range answer.Words { // a smaller object's further words are 0
		answer.Words[k] = hdl.Const(s.wordBits, 0)
	}
	copy(answer.Words[:], lines.ReadReg("words", place, read, hdl.Forbidden))
	c.Answers.Send(offered, answer)
	m.If(move.And(serve), func() { fetches.answer(table) })

	// A miss.
	miss := m.Named("miss", taken.And(hit.Not()).And(join.Not()))
	m.If(miss, func() {
		fetches.begin(table, lookup, victim)
		store.take(lookup.Object, victim)
	})
	m.If(taken.And(hit.Not()), func() { fetches.join(table, joined, lookup.ID) })
	c.Reads.Send(fetches.unread())
	m.If(c.Reads.Fire(), func() { fetches.issue(table) })

	expected := c.fill(m, table, fetches, store, lines)
	m.If(c.Invalidate, func() {
		store.forget()
		fetches.forget()
	})
	c.count(m, taken, hit)
	m.Cover("hit_under_miss", taken.And(hit).And(expected))
	m.Cover("joins", taken.And(hit.Not()).And(join))
	if s.Misses >= s.Ways && 1<<s.idBits > s.Ways {
		m.Cover("waits_for_a_way", c.Lookups.Valid.And(hit.Or(join).Not()).And(some.Not()))
	}
	return fetches
}

// fill takes the words of the oldest incomplete object; expected is 1 if there is one.
func (c *StateCache) fill(m, table *hdl.Module, fetches *fetchTable, store *cacheStore, lines *hdl.Mem[[]hdl.Bits]) (expected hdl.Bits) {
	s := c.size
	count := m.Reg("count", hdl.IndexWidth(s.words))
	filling, expected := fetches.filling()
	c.Lines.Ready.Set(expected)
	m.If(c.Lines.Fire(), func() {
		count.Set(hdl.Mux(count.Eq(s.words-1), 0, count.Add(1)))
		words := slices.Repeat([]hdl.Bits{c.Lines.Data.Data}, s.words)
		lines.WriteMasked(store.place(filling.Object, filling.Way), words, lib.OneHot(count, s.words))
	})
	lastWord := m.Named("last_word", c.Lines.Fire().And(count.Eq(s.words-1)))
	failed := filling.Failed.Or(c.Lines.Data.Error)
	m.If(c.Lines.Fire(), func() { fetches.fill(table, lastWord, failed) })
	m.If(lastWord.And(failed.Or(filling.Stale).Not()), func() { store.keep(m, filling.Object, filling.Way) })
	return expected
}

// count counts hits and misses among the lookups taken.
func (c *StateCache) count(m *hdl.Module, taken, hit hdl.Bits) {
	for _, counter := range []struct {
		name  string
		value hdl.Out
		when  hdl.Bits
	}{{"hits_counted", c.Hits, hit}, {"misses_counted", c.Misses, hit.Not()}} {
		n := m.Reg(counter.name, counterBits)
		m.If(taken.And(counter.when), func() { n.Set(n.Add(1)) })
		counter.value.Set(n)
	}
}

// log2 of a power of two.
func log2(n int) int { return bits.Len(uint(n)) - 1 }

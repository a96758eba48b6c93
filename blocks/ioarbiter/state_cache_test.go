package ioarbiter

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

type lookupValue struct{ Object, ID uint64 }

type answerValue struct {
	ID    uint64
	Words [isa.ObjectWords]uint32
	Error bool
}

type readValue struct {
	Data  uint32
	Error bool
}

// cacheRun is how a cache is exercised.
type cacheRun struct {
	size       cacheSize
	objects    int     // objects that are looked up
	lookups    int     // number of lookups
	gap, stall float64 // of lookups and of answers
	latency    int     // of memory, at most, in cycles
	errors     float64 // share of the reads that fail
	strobes    float64 // share of the cycles in which memory changes
	seed       uint64
}

// memory is the global memory: the content of each object changes with each Invalidate. It sends the content of when it
// took the read.
type memory struct {
	t       *testing.T
	run     cacheRun
	rng     *rand.Rand
	now     int // changes so far
	cycle   uint64
	lines   *bench.Driver
	due     []uint64 // the cycle from which each word in the queue may be sent
	reads   int
	open    []int               // objects that have not been sent as a whole
	failing map[int]map[int]int // of each object: failed reads of each version
}

func contentOf(object, version, k int) uint32 {
	x := uint32(object*1_000_003+version*7919+k*31+12345) * 2654435761
	return x ^ x>>15
}

func (m *memory) take(object uint64) {
	o := int(object)
	m.reads++
	require.Less(m.t, len(m.open), m.run.size.Misses, "reads that are not answered")
	if m.run.strobes == 0 {
		require.NotContains(m.t, m.open, o, "the object is being read")
	}
	m.open = append(m.open, o)
	fails := -1
	if m.rng.Float64() < m.run.errors {
		fails = m.rng.IntN(m.run.size.words)
		if m.failing[o] == nil {
			m.failing[o] = map[int]int{}
		}
		m.failing[o][m.now]++
	}
	from := m.cycle + uint64(m.rng.IntN(m.run.latency+1))
	for k := range m.run.size.words {
		x := readValue{contentOf(o, m.now, k), k == fails}
		if x.Error {
			x.Data = m.rng.Uint32()
		}
		m.lines.Send(x)
		m.due = append(m.due, from)
	}
}

// exerciseCache runs random lookups and compares each answer with memory: it is what memory held at some time between
// the lookup and the answer, and not before a change that preceded the lookup.
func exerciseCache(t *testing.T, run cacheRun, opts ...bench.Option) *bench.TB {
	dut := newSizedCache(run.size)
	tb := bench.New(t, dut, append(opts, bench.Seed(run.seed))...)
	rng := rand.New(rand.NewPCG(run.seed, 5))
	lookups, answers := bench.Drive(tb, dut.Lookups, run.gap), bench.Collect[answerValue](tb, dut.Answers, run.stall)
	reads := bench.Collect[uint64](tb, dut.Reads, run.stall/2)
	m := &memory{t: t, run: run, rng: rng, lines: bench.Drive(tb, dut.Lines, 0), failing: map[int]map[int]int{}}
	m.lines.When(func() bool {
		return m.lines.Passed() < len(m.due) && tb.Cycle() >= m.due[m.lines.Passed()] && rng.IntN(4) > 0
	})
	reads.Each(m.take)
	type waiting struct {
		object, since int // changes before it was taken; -1: not yet
	}
	ids := map[uint64]*waiting{}
	var offered []uint64
	answered := 0
	answers.Each(func(a answerValue) {
		w := ids[a.ID]
		require.NotNil(t, w, "an answer to no lookup")
		require.GreaterOrEqual(t, w.since, 0, "an answer before its lookup")
		delete(ids, a.ID)
		answered++
		for version := w.since; version <= m.now; version++ {
			if a.Error {
				if m.failing[w.object][version] > 0 || version > 0 && m.failing[w.object][version-1] > 0 {
					return
				}
				continue
			}
			same := true
			for k, x := range a.Words[:run.size.words] {
				same = same && x == contentOf(w.object, version, k)
			}
			if same {
				return
			}
		}
		require.Fail(t, "wrong answer", "object %d, changes %d to %d: %+v", w.object, w.since, m.now, a)
	})
	sent, strobe := 0, false
	for limit := 0; answered < run.lookups; limit++ {
		require.Less(t, limit, 1000+200*run.lookups, "cycles")
		if id := rng.Uint64N(1 << run.size.idBits); sent < run.lookups && lookups.Waiting() == 0 && ids[id] == nil {
			object := rng.IntN(run.objects)
			ids[id] = &waiting{object, -1}
			offered = append(offered, id)
			lookups.Send(lookupValue{uint64(object), id})
			sent++
		}
		strobe = rng.Float64() < run.strobes
		tb.Set(dut.Invalidate, strobe)
		m.cycle = tb.Cycle()
		before := lookups.Passed()
		tb.Tick()
		if lookups.Passed() > before {
			ids[offered[before]].since = m.now
		}
		for len(m.open) > 0 && m.lines.Passed() >= (m.reads-len(m.open)+1)*run.size.words {
			m.open = m.open[1:]
		}
		if strobe {
			m.now++
		}
	}
	assert.Equal(t, uint64(run.lookups), tb.Get(dut.Hits)+tb.Get(dut.Misses))
	assert.LessOrEqual(t, uint64(m.reads), tb.Get(dut.Misses))
	assert.Empty(t, ids)
	return tb
}

// sizeOf is a cache for a memory of 64 objects with the given number of words.
func sizeOf(objects, ways, misses, words int) cacheSize {
	return cacheSize{CacheConfig{objects, ways, misses}, 6, 3, words, wordBits}
}

// eachCache calls f for every size and number of ways.
func eachCache(f func(objects, ways int)) {
	for _, objects := range []int{1, 2, 4, 16, 128} {
		for _, ways := range []int{1, 2, 4} {
			if ways <= objects {
				f(objects, ways)
			}
		}
	}
}

func TestAnswersOfTheStateCacheAreWhatMemoryHolds(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	seed := 0
	eachCache(func(objects, ways int) {
		for _, strobes := range []float64{0, 0.03} { // all numbers of misses, in turn
			seed++
			size := sizeOf(objects, ways, 1+seed/2%4, 3)
			exerciseCache(t, cacheRun{size, 3 + 2*objects%64, 200, 0.2 * float64(seed%3), 0.3 * float64(seed%2), 20, 0.1, strobes, uint64(seed)})
		}
	})
	exerciseCache(t, cacheRun{sizeOf(8, 2, 2, 4), 12, 100, 0, 0.1, 40, 0.1, 0.02, 1}, bench.Engine(sim.Reference()))

	coverage := bench.NewCoverage(t)
	exerciseCache(t, cacheRun{sizeOf(8, 2, 4, isa.ObjectWords), 12, 500, 0, 0.1, 40, 0.1, 0.005, 1}, bench.Cover(coverage))
	coverage.Require(t)
}

func TestLongAnswersOfTheStateCacheAreWhatMemoryHolds(t *testing.T) {
	long.Only(t)
	seed := 1000
	eachCache(func(objects, ways int) {
		for misses := 1; misses <= 4; misses++ {
			for _, strobes := range []float64{0, 0.001, 0.03, 0.2} {
				for _, latency := range []int{0, 30} {
					seed++
					size := sizeOf(objects, ways, misses, 1+seed%isa.ObjectWords)
					exerciseCache(t, cacheRun{size, 3 + 2*objects%64, 400, 0.2 * float64(seed%3), 0.3 * float64(seed%2), latency, 0.1, strobes, uint64(seed)})
				}
			}
		}
	})
}

// cacheBench drives a cache of 16 words an object by hand.
type cacheBench struct {
	*bench.TB
	dut     *StateCache
	lookups *bench.Driver
	lines   *bench.Driver
	answers *bench.Monitor[answerValue]
	reads   *bench.Monitor[uint64]
}

func newCacheBench(t *testing.T, size cacheSize) *cacheBench {
	dut := newSizedCache(size)
	tb := bench.New(t, dut)
	return &cacheBench{tb, dut, bench.Drive(tb, dut.Lookups, 0), bench.Drive(tb, dut.Lines, 0),
		bench.Collect[answerValue](tb, dut.Answers, 0), bench.Collect[uint64](tb, dut.Reads, 0)}
}

// ask looks up an object.
func (b *cacheBench) ask(object, id int) { b.lookups.Send(lookupValue{uint64(object), uint64(id)}) }

// send sends an object from memory.
func (b *cacheBench) send(object, version int) {
	for k := range b.dut.size.words {
		b.lines.Send(readValue{Data: contentOf(object, version, k)})
	}
}

// load brings an object into the cache.
func (b *cacheBench) load(object int) {
	n := b.answers.Passed()
	b.ask(object, 0)
	b.send(object, 0)
	b.answers.Wait(n+1, 100)
}

func (b *cacheBench) strobe() {
	b.Set(b.dut.Invalidate, true)
	b.Tick()
	b.Set(b.dut.Invalidate, false)
}

func (b *cacheBench) ids() (list []uint64) {
	for _, a := range b.answers.Beats() {
		list = append(list, a.ID)
	}
	return list
}

func TestHitsAreAnsweredUnderMissesOneACycle(t *testing.T) {
	b := newCacheBench(t, sizeOf(8, 2, 2, isa.ObjectWords))
	b.load(5)
	n := b.answers.Passed()
	b.ask(6, 1)
	b.ask(7, 2)
	for range 50 {
		b.ask(5, 3)
	}
	b.answers.Wait(n+50, 200)
	assert.Equal(t, []uint64{5, 6, 7}, b.reads.Beats())
	cycles := b.answers.Cycles()
	assert.Equal(t, cycles[n]+49, cycles[n+49], "one a cycle")
	b.send(6, 0)
	b.send(7, 0)
	b.answers.Wait(n+52, 200)
	assert.Equal(t, []uint64{1, 2}, b.ids()[n+50:])
	assert.Equal(t, [2]uint64{50, 3}, [2]uint64{b.Get(b.dut.Hits), b.Get(b.dut.Misses)})
}

func TestLookupsOfAnObjectThatIsBeingReadShareItsMiss(t *testing.T) {
	b := newCacheBench(t, sizeOf(8, 2, 2, isa.ObjectWords))
	for id := range 8 {
		b.ask(9, 7-id)
	}
	b.Ticks(20)
	b.send(9, 0)
	b.answers.Wait(8, 200)
	assert.Equal(t, []uint64{9}, b.reads.Beats())
	assert.ElementsMatch(t, []uint64{0, 1, 2, 3, 4, 5, 6, 7}, b.ids())
}

func TestAnObjectReadDuringAnInvalidateIsReadAgain(t *testing.T) {
	b := newCacheBench(t, sizeOf(8, 2, 2, 2))
	b.load(1)
	b.ask(2, 1)
	b.Until(20, "the read", func() bool { return b.reads.Passed() == 2 })
	b.strobe()
	b.ask(2, 2)
	b.ask(2, 3)
	b.Ticks(10)
	b.send(2, 0)
	b.send(2, 1)
	b.answers.Wait(4, 50)
	b.ask(1, 4)
	b.Ticks(10)
	b.send(1, 1)
	b.answers.Wait(5, 50)
	b.ask(2, 5)
	b.answers.Wait(6, 50)
	assert.Equal(t, []uint64{1, 2, 2, 1}, b.reads.Beats())
	for k, version := range []int{0, 0, 1, 1, 1, 1} {
		object := []int{1, 2, 2, 2, 1, 2}[k]
		assert.Equal(t, []uint32{contentOf(object, version, 0), contentOf(object, version, 1)}, b.answers.Beats()[k].Words[:2], "answer %d", k)
	}
}

func TestAnObjectWithAnErrorIsNotKept(t *testing.T) {
	for bad := range 2 {
		b := newCacheBench(t, sizeOf(8, 2, 2, 2))
		b.ask(3, 1)
		b.ask(3, 2)
		b.lines.Send(readValue{1, bad == 0}, readValue{2, bad == 1})
		b.answers.Wait(2, 50)
		b.ask(3, 3)
		b.send(3, 0)
		b.answers.Wait(3, 50)
		b.ask(3, 4)
		b.answers.Wait(4, 50)
		for k, failed := range []bool{true, true, false, false} {
			assert.Equal(t, failed, b.answers.Beats()[k].Error, "answer %d", k)
		}
		assert.Equal(t, []uint64{3, 3}, b.reads.Beats())
	}
}

// In a set of 2 ways the objects are replaced in the order in which they arrived.
func TestTheOldestObjectOfASetIsReplaced(t *testing.T) {
	b := newCacheBench(t, sizeOf(8, 2, 1, 2))
	for _, object := range []int{1, 5, 9, 1, 13} { // of one set
		b.load(object)
	}
	n := b.reads.Passed()
	for id, object := range []int{1, 13} {
		b.ask(object, id)
	}
	b.answers.Wait(7, 50)
	assert.Equal(t, 5, n)
	assert.Equal(t, n, b.reads.Passed())
}

func TestStateCachesLeaveNothingUnread(t *testing.T) {
	for _, size := range []cacheSize{sizeOf(1, 1, 1, isa.ObjectWords), sizeOf(16, 4, 3, isa.ObjectWords), sizeOf(4, 4, 4, isa.ObjectWords), sizeOf(1024, 2, 2, isa.ObjectWords)} {
		d, err := hdl.Elaborate(newSizedCache(size))
		require.NoError(t, err)
		assert.Empty(t, d.Notes, fmt.Sprint(size))
	}
}

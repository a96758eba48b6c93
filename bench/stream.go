package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/text"
)

// Driver feeds a stream that the component consumes. Beats wait in a queue;
// valid stays 1, with its data, until the beat has passed.
type Driver struct {
	tb           *TB
	duty         duty
	name         string // of the stream
	valid, ready sim.Port
	data         *flat
	rng          *rand.Rand
	gap          float64
	when         func() bool
	queue        []uint64 // the words of the beats, the passed ones included
	passedWords  int      // of queue
	offered      bool
	passed       int
	fired        bool
}

// Drive makes the driver of a sink of the bench's component. In a cycle in
// which it could offer a beat it pauses with probability gap, which is at least 0
// and less than 1.
func Drive[T any](tb *TB, s hdl.Sink[T], gap float64) *Driver {
	tb.r.Helper()
	valid, ready, data := tb.stream(s.Valid, s.Ready, s.Data)
	tb.check(probability("gap", gap))
	d := &Driver{tb: tb, gap: gap, data: data, valid: valid.Port, ready: ready.Port, name: streamName(valid), rng: tb.random(valid.Name())}
	tb.own(fmt.Sprintf("the driver of %s", d.name), append(data.ports(), valid)...)
	d.duty = duty{agent: d, watched: d.ready, drives: true}
	tb.employ(&d.duty)
	return d
}

// stream resolves the ports of a stream.
func (tb *TB) stream(valid, ready, data any) (v, r *port, d *flat) {
	tb.r.Helper()
	d, err := tb.flat(data)
	tb.check(err)
	one := func(x any) *port {
		f, err := tb.flat(x)
		if err != nil {
			tb.r.Helper()
			tb.fail(err)
		}
		return f.port()
	}
	return one(valid), one(ready), d
}

// streamName is the name of the stream that a valid belongs to.
func streamName(valid *port) string { return strings.TrimSuffix(valid.Name(), "_valid") }

// probability refuses a p that is not in [0, 1); at 1 nothing would ever happen.
func probability(what string, p float64) error {
	if !(p >= 0 && p < 1) {
		return fmt.Errorf("%s is the probability of a pause, 0 to less than 1, not %v", what, p)
	}
	return nil
}

func (f *flat) ports() []*port {
	var list []*port
	for _, x := range f.leaves {
		list = append(list, x.port)
	}
	return list
}

// own records that an agent drives inputs; two agents on one input are an error.
func (tb *TB) own(who string, inputs ...*port) {
	tb.r.Helper()
	tb.check(tb.open())
	for _, p := range inputs {
		if p.owner != "" {
			tb.check(fmt.Errorf("%s cannot drive %s: %s does already", who, p.Name(), p.owner))
		}
		p.owner = who
	}
}

// Send puts beats into the queue: Go values with the fields of the stream's data.
func (d *Driver) Send(beats ...any) {
	for _, b := range beats {
		words, err := d.data.encode(d.queue, b)
		if err != nil {
			d.tb.r.Helper()
			d.tb.fail(fmt.Errorf("beat for %s: %w", d.name, err))
		}
		d.queue = words
	}
	d.duty.drives = true
}

// next takes the first beat from the queue.
func (d *Driver) next() {
	d.passedWords += d.data.words
	if d.passedWords > len(d.queue)/2 {
		d.queue = d.queue[:copy(d.queue, d.queue[d.passedWords:])]
		d.passedWords = 0
	}
}

// Waiting is the number of beats that have not passed yet.
func (d *Driver) Waiting() int { return (len(d.queue) - d.passedWords) / d.data.words }

// Passed is the number of beats that have passed.
func (d *Driver) Passed() int { return d.passed }

// When makes f decide instead of the gap: it is called in each cycle in which a
// beat could be offered, and the beat is offered if it returns true.
func (d *Driver) When(f func() bool) { d.when = f }

// Drain ticks until every beat has passed; it is fatal if that takes more than
// limit cycles.
func (d *Driver) Drain(limit int) {
	err := atLeast(0, limit, "the limit of Drain")
	if err == nil {
		err = d.tb.tickUntil(limit, func() bool { return d.Waiting() == 0 },
			func() error {
				return fmt.Errorf("%s for %s did not pass within %d cycles", text.Count(d.Waiting(), "beat"), d.name, limit)
			})
	}
	if err != nil {
		d.tb.r.Helper()
		d.tb.fail(err)
	}
}

// observe is called if the component is ready for the offered beat.
func (d *Driver) observe() error {
	if !d.tb.inReset() {
		d.fired, d.duty.drives = true, true
	}
	return nil
}

// goes reports whether an agent acts in this cycle.
func goes(when func() bool, rng *rand.Rand, pause float64) bool {
	if when != nil {
		return when()
	}
	return pause == 0 || rng.Float64() >= pause
}

// inReset reports whether a reset is 1: no beat passes then, and a waiting
// one may go away.
func (tb *TB) inReset() bool {
	return slices.ContainsFunc(tb.resets, func(p sim.Port) bool { return tb.sim.Get(p) == 1 })
}

func (d *Driver) drive() error {
	if d.fired {
		d.next()
		d.passed++
		d.offered, d.fired = false, false
	}
	if !d.offered && d.Waiting() > 0 && goes(d.when, d.rng, d.gap) {
		d.offered = true
		if err := d.data.apply(d.tb.sim, d.queue[d.passedWords:]); err != nil {
			return err
		}
	}
	var valid uint64
	d.duty.observes, d.duty.drives = never, d.Waiting() > 0
	if d.offered {
		valid = 1
		d.duty.observes, d.duty.drives = whenWatched, false
	}
	return d.tb.sim.Set(d.valid, valid)
}

// Monitor takes the beats of a stream that the component produces, as Go values
// of type V. It checks the rule of streams: once valid, a beat stays as it is
// until it has passed.
type Monitor[V any] struct {
	tb           *TB
	duty         duty
	name         string
	valid, ready sim.Port
	data         *flat
	rng          *rand.Rand
	stall        float64
	when         func() bool
	taking       bool
	waiting      bool
	since        uint64 // the cycle in which the waiting beat was offered
	passed       int
	waited, now  []uint64
	beats        []V
	cycles       []uint64
	sink         func(V)
	watchers     []func(V) error // scoreboards
}

// Collect makes the monitor of a source of the bench's component. In each cycle
// it is not ready with probability stall, at least 0 and less than 1. V is a Go integer or
// a struct with the fields of the stream's data.
func Collect[V, T any](tb *TB, s hdl.Source[T], stall float64) *Monitor[V] {
	tb.r.Helper()
	valid, ready, data := tb.stream(s.Valid, s.Ready, s.Data)
	m := &Monitor[V]{tb: tb, stall: stall, data: data, name: streamName(valid), valid: valid.Port, ready: ready.Port, rng: tb.random(ready.Name())}
	tb.check(probability("stall", stall))
	if err := data.check(new(V)); err != nil {
		tb.check(fmt.Errorf("beats of %s as %T: %w", m.name, *new(V), err))
	}
	tb.own(fmt.Sprintf("the monitor of %s", m.name), ready)
	m.duty = duty{agent: m, observes: whenWatched, watched: m.valid}
	tb.employ(&m.duty)
	tb.check(m.drive())
	return m
}

// Each calls f for every beat instead of keeping it.
func (m *Monitor[V]) Each(f func(V)) { m.sink = f }

// Beats returns the beats that have passed.
func (m *Monitor[V]) Beats() []V { return m.beats }

// Cycles returns the cycle in which each beat of Beats passed.
func (m *Monitor[V]) Cycles() []uint64 { return m.cycles }

// Passed is the number of beats that have passed.
func (m *Monitor[V]) Passed() int { return m.passed }

// When makes f decide instead of the stall: it is called once in each cycle, and the
// monitor is ready in the next cycle if it returns true. It may depend on
// anything that the test knows.
func (m *Monitor[V]) When(f func() bool) {
	m.when = f
	if err := m.drive(); err != nil {
		m.tb.r.Helper()
		m.tb.fail(err)
	}
}

// Wait ticks until n beats have passed since the monitor was made; it is fatal
// if that takes more than limit cycles.
func (m *Monitor[V]) Wait(n, limit int) {
	err := atLeast(0, n, "the number of beats of Wait")
	if err == nil {
		err = atLeast(0, limit, "the limit of Wait")
	}
	if err == nil {
		err = m.tb.tickUntil(limit, func() bool { return m.passed >= n },
			func() error {
				return fmt.Errorf("%d beats of %s passed within %d cycles, not %d", m.passed, m.name, limit, n)
			})
	}
	if err != nil {
		m.tb.r.Helper()
		m.tb.fail(err)
	}
}

// observe is called if a beat is offered, and in each cycle after one has had to wait.
func (m *Monitor[V]) observe() error {
	m.duty.observes = whenWatched
	if m.tb.inReset() {
		m.waiting = false
		return nil
	}
	valid := m.tb.sim.Get(m.valid) == 1
	if m.waiting {
		if err := m.steady(valid); err != nil {
			return err
		}
	} else {
		m.since = m.tb.Cycle()
	}
	m.waiting = valid && !m.taking
	if m.waiting {
		m.duty.observes = always
		m.waited = m.data.read(m.tb.sim, m.waited[:0])
	}
	if !valid || !m.taking {
		return nil
	}
	m.passed++
	var v V
	if err := m.data.decode(m.tb.sim, &v); err != nil {
		return err
	}
	for _, f := range m.watchers {
		if err := f(v); err != nil {
			return err
		}
	}
	if m.sink != nil {
		m.sink(v)
		return nil
	}
	m.beats = append(m.beats, v)
	m.cycles = append(m.cycles, m.tb.sim.Cycle())
	return nil
}

// steady is an error if a beat that waits has changed or gone.
func (m *Monitor[V]) steady(valid bool) error {
	if !valid {
		return fmt.Errorf("%s breaks the rule of streams: %s fell before the beat offered since cycle %d had passed", m.name, m.valid.Name(), m.since)
	}
	m.now = m.data.read(m.tb.sim, m.now[:0])
	for i := range m.data.leaves {
		x := &m.data.leaves[i]
		for k := x.at; k < x.at+x.words; k++ {
			if m.now[k] != m.waited[k] {
				return fmt.Errorf("%s breaks the rule of streams: %s changed from %#x to %#x while the beat offered since cycle %d waited",
					m.name, x.Name(), m.waited[k], m.now[k], m.since)
			}
		}
	}
	return nil
}

func (m *Monitor[V]) drive() error {
	m.taking = goes(m.when, m.rng, m.stall)
	m.duty.drives = m.when != nil || m.stall > 0
	var ready uint64
	if m.taking {
		ready = 1
	}
	return m.tb.sim.Set(m.ready, ready)
}

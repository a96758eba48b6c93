package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/sim"
	"posedge/internal/text"
)

// Driver feeds a stream that the component consumes. Beats wait in a queue;
// valid stays 1, with its data, until the beat has passed.
type Driver struct {
	tb           *TB
	name         string // of the stream
	valid, ready sim.Port
	data         flat
	rng          *rand.Rand
	gap          float64
	when         func() bool
	queue        [][][]uint64
	offered      bool
	passed       int
	fired        bool
}

// Drive makes the driver of a sink of the bench's component. In a cycle in
// which it could offer a beat it pauses with probability gap, which is at least 0
// and less than 1.
func Drive[T any](tb *TB, s hdl.Sink[T], gap float64) *Driver {
	tb.r.Helper()
	d := &Driver{tb: tb, gap: gap, data: tb.flat(s.Data)}
	valid, ready := tb.flat(s.Valid).list[0], tb.flat(s.Ready).list[0]
	tb.check(probability("gap", gap))
	d.valid, d.ready = valid.port, ready.port
	d.name = streamName(valid.signal)
	d.rng = tb.random(valid.signal.Name)
	tb.own(fmt.Sprintf("the driver of %s", d.name), append(d.data.signals(), valid.signal)...)
	tb.agents = append(tb.agents, d)
	return d
}

// streamName is the name of the stream that a valid belongs to.
func streamName(valid *ir.Signal) string { return strings.TrimSuffix(valid.Name, "_valid") }

// probability refuses a p that is not in [0, 1); at 1 nothing would ever happen.
func probability(what string, p float64) error {
	if !(p >= 0 && p < 1) {
		return fmt.Errorf("%s is the probability of a pause, 0 to less than 1, not %v", what, p)
	}
	return nil
}

func (f flat) signals() []*ir.Signal {
	var list []*ir.Signal
	for _, x := range f.list {
		list = append(list, x.signal)
	}
	return list
}

// own records that an agent drives inputs; two agents on one input are an error.
func (tb *TB) own(who string, inputs ...*ir.Signal) {
	tb.r.Helper()
	tb.open()
	for _, s := range inputs {
		if first := tb.owner[s]; first != "" {
			tb.check(fmt.Errorf("%s cannot drive %s: %s does already", who, s.Name, first))
		}
		tb.owner[s] = who
	}
}

// Send puts beats into the queue: Go values with the fields of the stream's data.
func (d *Driver) Send(beats ...any) {
	d.tb.r.Helper()
	for _, b := range beats {
		words, err := d.data.encode(b)
		if err != nil {
			d.tb.check(fmt.Errorf("beat for %s: %w", d.name, err))
		}
		d.queue = append(d.queue, words)
	}
}

// Waiting is the number of beats that have not passed yet.
func (d *Driver) Waiting() int { return len(d.queue) }

// Passed is the number of beats that have passed.
func (d *Driver) Passed() int { return d.passed }

// When makes f decide instead of the gap: it is called in each cycle in which a
// beat could be offered, and the beat is offered if it returns true.
func (d *Driver) When(f func() bool) { d.when = f }

// Drain ticks until every beat has passed; it is fatal if that takes more than
// limit cycles.
func (d *Driver) Drain(limit int) {
	d.tb.r.Helper()
	d.tb.check(atLeast(0, limit, "the limit of Drain"))
	for range limit {
		if len(d.queue) == 0 {
			return
		}
		d.tb.Tick()
	}
	if n := len(d.queue); n > 0 {
		d.tb.check(fmt.Errorf("%s for %s did not pass within %d cycles", text.Count(n, "beat"), d.name, limit))
	}
}

func (d *Driver) observe() {
	d.fired = d.offered && d.tb.sim.Get(d.ready) == 1 && !d.tb.inReset()
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

func (d *Driver) drive() {
	if d.fired {
		d.queue = d.queue[1:]
		d.passed++
		d.offered, d.fired = false, false
	}
	if !d.offered && len(d.queue) > 0 && goes(d.when, d.rng, d.gap) {
		d.offered = true
		d.tb.check(d.data.apply(d.tb.sim, d.queue[0]))
	}
	var v uint64
	if d.offered {
		v = 1
	}
	d.tb.check(d.tb.sim.Set(d.valid, v))
}

// Monitor takes the beats of a stream that the component produces, as Go values
// of type V. It checks the rule of streams: once valid, a beat stays as it is
// until it has passed.
type Monitor[V any] struct {
	tb           *TB
	name         string
	valid, ready sim.Port
	data         flat
	rng          *rand.Rand
	stall        float64
	when         func() bool
	taking       bool
	waiting      bool
	since        uint64 // the cycle in which the waiting beat was offered
	passed       int
	waited       []uint64
	beats        []V
	cycles       []uint64
	sink         func(V)
	watchers     []func(V) // scoreboards
}

// Collect makes the monitor of a source of the bench's component. In each cycle
// it is not ready with probability stall, at least 0 and less than 1. V is a Go integer or
// a struct with the fields of the stream's data.
func Collect[V, T any](tb *TB, s hdl.Source[T], stall float64) *Monitor[V] {
	tb.r.Helper()
	m := &Monitor[V]{tb: tb, stall: stall, data: tb.flat(s.Data)}
	valid, ready := tb.flat(s.Valid).list[0], tb.flat(s.Ready).list[0]
	m.name = streamName(valid.signal)
	m.valid, m.ready = valid.port, ready.port
	tb.check(probability("stall", stall))
	var v V
	if err := m.data.get(tb.sim, &v, true); err != nil {
		tb.check(fmt.Errorf("beats of %s as %T: %w", m.name, v, err))
	}
	m.rng = tb.random(ready.signal.Name)
	tb.own(fmt.Sprintf("the monitor of %s", m.name), ready.signal)
	tb.agents = append(tb.agents, m)
	m.drive()
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
	m.drive()
}

// Wait ticks until n beats have passed since the monitor was made; it is fatal
// if that takes more than limit cycles.
func (m *Monitor[V]) Wait(n, limit int) {
	m.tb.r.Helper()
	m.tb.check(atLeast(0, n, "the number of beats of Wait"))
	m.tb.check(atLeast(0, limit, "the limit of Wait"))
	for range limit {
		if m.passed >= n {
			return
		}
		m.tb.Tick()
	}
	if m.passed < n {
		m.tb.check(fmt.Errorf("%d beats of %s passed within %d cycles, not %d", m.passed, m.name, limit, n))
	}
}

func (m *Monitor[V]) observe() {
	if m.tb.inReset() {
		m.waiting = false
		return
	}
	valid := m.tb.sim.Get(m.valid) == 1
	if m.waiting {
		if !valid {
			m.tb.r.Helper()
			m.tb.check(fmt.Errorf("%s breaks the rule of streams: %s fell before the beat offered since cycle %d had passed",
				m.name, m.valid.Name(), m.since))
		}
		i := 0
		for _, x := range m.data.list {
			for _, w := range m.tb.sim.GetWords(nil, x.port) {
				if w != m.waited[i] {
					m.tb.r.Helper()
					m.tb.check(fmt.Errorf("%s breaks the rule of streams: %s changed from %#x to %#x while the beat offered since cycle %d waited",
						m.name, x.signal.Name, m.waited[i], w, m.since))
				}
				i++
			}
		}
	}
	if !m.waiting {
		m.since = m.tb.Cycle()
	}
	m.waiting = valid && !m.taking
	if m.waiting {
		m.waited = m.waited[:0]
		for _, x := range m.data.list {
			m.waited = m.tb.sim.GetWords(m.waited, x.port)
		}
	}
	if valid && m.taking {
		m.tb.r.Helper() // a scoreboard may end the test
		m.passed++
		var v V
		m.tb.check(m.data.get(m.tb.sim, &v, false))
		for _, f := range m.watchers {
			f(v)
		}
		if m.sink != nil {
			m.sink(v)
			return
		}
		m.beats = append(m.beats, v)
		m.cycles = append(m.cycles, m.tb.sim.Cycle())
	}
}

func (m *Monitor[V]) drive() {
	m.taking = goes(m.when, m.rng, m.stall)
	var v uint64
	if m.taking {
		v = 1
	}
	m.tb.check(m.tb.sim.Set(m.ready, v))
}

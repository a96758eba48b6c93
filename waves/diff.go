package waves

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// DiffOptions say what [Diff] compares. The zero value compares every signal
// of a at every time at which anything changes in either wave.
type DiffOptions struct {
	// Signals are full names in a; nil means all signals of a.
	Signals []string

	// Rename gives the full name in b of a signal of a, or "" for one that is
	// not compared; nil means the same name. Verilator, for one, puts "TOP."
	// before every name.
	Rename func(name string) string

	// Times are the times to compare at, increasing, in units of a: one a
	// cycle where the waves only agree when they have settled. nil means all.
	Times []uint64

	// TimeB gives the time in b, in its units, that belongs to one of Times;
	// nil means the same moment. It needs Times, and must keep their order.
	TimeB func(time uint64) uint64
}

// Difference is a place where two waves differ.
type Difference struct {
	Signal string // full name in a
	TimeA  uint64 // in units of a
	TimeB  uint64 // in units of b
	A, B   Value
}

func (d *Difference) String() string {
	at := fmt.Sprintf("at #%d", d.TimeA)
	if d.TimeB != d.TimeA {
		at += fmt.Sprintf(" (#%d)", d.TimeB)
	}
	return fmt.Sprintf("%s %s: %s, not %s", d.Signal, at, d.A, d.B)
}

// Diff compares two waves and returns the first difference in time, and of
// those the first in a's order; nil if there is none. Values are equal if all
// their bits are, x and z included. An error means that the waves cannot be
// compared: a signal that b does not have or has with another width, time
// scales of which only one is known, or nothing to compare at all.
func Diff(a, b *File, opts DiffOptions) (*Difference, error) {
	clock, err := newTimeMap(a, b)
	if err != nil {
		return nil, err
	}
	if opts.TimeB != nil && opts.Times == nil {
		return nil, errors.New("waves: DiffOptions.TimeB needs Times, the moments that it is asked for")
	}
	pairs, err := pairSignals(a, b, opts)
	if err != nil {
		return nil, err
	}
	moments := make([]moment, 0, len(opts.Times))
	for i, t := range opts.Times {
		m, err := clock.moment(t)
		if err != nil {
			return nil, err
		}
		if opts.TimeB != nil {
			m.b = opts.TimeB(t)
		}
		if i > 0 && (t <= moments[i-1].a || m.b < moments[i-1].b) {
			return nil, fmt.Errorf("waves: DiffOptions.Times[%d] is #%d (#%d in the second wave), which is not after the one before", i, t, m.b)
		}
		moments = append(moments, m)
	}
	if opts.Times != nil && len(moments) == 0 {
		return nil, errors.New("waves: DiffOptions.Times is empty, so nothing is compared; leave it nil for all times")
	}

	var first *Difference
	var firstAt moment
	done := map[[2]*trace]bool{} // aliases differ where the first of them does
	for _, p := range pairs {
		ta, tb := p.a.trace, p.b.trace
		if done[[2]*trace{ta, tb}] {
			continue
		}
		done[[2]*trace{ta, tb}] = true
		at := moments
		if opts.Times == nil {
			if at, err = clock.changes(ta, tb); err != nil {
				return nil, err
			}
		}
		ia, ib := -1, -1
		for _, m := range at {
			if first != nil && m.compare(firstAt) >= 0 {
				break
			}
			ia, ib = ta.advance(ia, m.a), tb.advance(ib, m.b)
			va, vb := ta.value(ia), tb.value(ib)
			if va != vb {
				first = &Difference{Signal: p.a.Path(), TimeA: m.a, TimeB: m.b, A: va, B: vb}
				firstAt = m
				break
			}
		}
	}
	return first, nil
}

// advance is at(time) for times that increase.
func (t *trace) advance(i int, time uint64) int {
	for i+1 < len(t.times) && t.times[i+1] <= time {
		i++
	}
	return i
}

type signalPair struct{ a, b *Signal }

func pairSignals(a, b *File, opts DiffOptions) ([]signalPair, error) {
	var wanted []*Signal
	if opts.Signals == nil {
		wanted = a.signals
	}
	for _, name := range opts.Signals {
		s := a.Find(name)
		if s == nil {
			return nil, fmt.Errorf("waves: the first wave has no signal %s", name)
		}
		wanted = append(wanted, s)
	}
	var pairs []signalPair
	for _, s := range wanted {
		name := s.Path()
		other := name
		if opts.Rename != nil {
			if other = opts.Rename(name); other == "" {
				continue
			}
		}
		sb := b.Find(other)
		if sb == nil {
			return nil, fmt.Errorf("waves: the second wave has no signal %s, to compare with %s of the first", other, name)
		}
		if sb.Width != s.Width {
			return nil, fmt.Errorf("waves: %s is %s in the first wave and %s in the second", name, bitCount(s.Width), bitCount(sb.Width))
		}
		pairs = append(pairs, signalPair{s, sb})
	}
	if len(pairs) == 0 {
		return nil, errors.New("waves: no signal to compare")
	}
	return pairs, nil
}

// moment is one time in the units of both waves, rounded down.
type moment struct{ a, b uint64 }

func (m moment) compare(n moment) int {
	switch {
	case m.a < n.a || m.a == n.a && m.b < n.b:
		return -1
	case m == n:
		return 0
	}
	return 1
}

// timeMap relates the units of two waves: one a-unit is ratioA fine units, one
// b-unit ratioB; the finer of the two is the fine unit.
type timeMap struct{ ratioA, ratioB uint64 }

func newTimeMap(a, b *File) (timeMap, error) {
	if a.Timescale == "" && b.Timescale == "" {
		return timeMap{1, 1}, nil
	}
	if a.Timescale == "" || b.Timescale == "" {
		return timeMap{}, errors.New("waves: one wave has a time scale and the other has none, so their times cannot be compared")
	}
	ua, err := parseTimescale(a.Timescale)
	if err != nil {
		return timeMap{}, fmt.Errorf("waves: %w", err)
	}
	ub, err := parseTimescale(b.Timescale)
	if err != nil {
		return timeMap{}, fmt.Errorf("waves: %w", err)
	}
	fine := min(ua, ub) // units are powers of ten, so it divides the other
	return timeMap{ua / fine, ub / fine}, nil
}

// moment is a's time t in both units.
func (c timeMap) moment(t uint64) (moment, error) {
	if t > math.MaxUint64/c.ratioA {
		return moment{}, fmt.Errorf("waves: the time #%d is too late to compare with a wave of a finer time scale", t)
	}
	return moment{t, t * c.ratioA / c.ratioB}, nil
}

// changes are the moments at which either history changes.
func (c timeMap) changes(a, b *trace) ([]moment, error) {
	fine := make([]uint64, 0, len(a.times)+len(b.times))
	for _, side := range []struct {
		times []uint64
		ratio uint64
	}{{a.times, c.ratioA}, {b.times, c.ratioB}} {
		for _, t := range side.times {
			if t > math.MaxUint64/side.ratio {
				return nil, fmt.Errorf("waves: the time #%d is too late to compare with a wave of a finer time scale", t)
			}
			fine = append(fine, t*side.ratio)
		}
	}
	slices.Sort(fine)
	fine = slices.Compact(fine)
	moments := make([]moment, len(fine))
	for i, t := range fine {
		moments[i] = moment{t / c.ratioA, t / c.ratioB}
	}
	return moments, nil
}

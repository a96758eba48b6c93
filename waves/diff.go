package waves

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// DiffOptions say what [Diff] compares. The zero value compares every signal of
// a in every cycle.
type DiffOptions struct {
	// Signals are names and patterns in a, see [File.Match]; nil means all
	// signals of a. In b a signal has the same full name, apart from the "TOP."
	// that Verilator puts before it.
	Signals []string

	// Clock names the clock in both waves; "" means [DefaultClock] if a has one. In
	// each of its cycles the settled values are compared, whatever the time of the
	// cycle in each wave.
	Clock string

	// ByTime instead compares at each time at which anything changes in either
	// wave. Without a clock this is always done.
	ByTime bool

	// From is the first cycle, or time in units of a, that is compared, and End
	// the first that is not; 0 is the end of the waves.
	From, End uint64
}

// Comparison is the result of [Diff].
type Comparison struct {
	// First is the earliest difference, and of several at that time the first in
	// a's order of declaration; nil if there is none.
	First *Difference

	Unit    string // what is counted, "cycle" or "time"
	Signals int    // how many were compared, without the clock
	Columns int    // how many cycles, or times, were compared

	// LastA and LastB are the last cycles of each wave before End; they are equal
	// if times were compared.
	LastA, LastB uint64
}

// Difference is a place where two waves differ.
type Difference struct {
	Signal string // full name in a
	Number uint64 // of the cycle, or the time in units of a
	TimeA  uint64 // in units of a
	TimeB  uint64 // in units of b
	A, B   Value
}

// Diff compares two waves. Values are equal if all their bits are, x and z
// included. An error means that the waves cannot be compared: a signal that b
// does not have or has with another width, a clock that b does not have, time
// scales of which only one is known, or nothing to compare.
func Diff(a, b *File, opts DiffOptions) (*Comparison, error) {
	view := View{Clock: opts.Clock, ByTime: opts.ByTime}
	clock, err := a.clockOf(view)
	if err != nil {
		return nil, err
	}
	pairs, err := pairSignals(a, b, opts.Signals)
	if err != nil {
		return nil, err
	}
	if clock != nil {
		pairs = slices.DeleteFunc(pairs, func(p signalPair) bool { return p.a.trace == clock.trace })
	}
	if len(pairs) == 0 {
		return nil, errors.New("waves: no signal to compare")
	}
	c := &Comparison{Unit: "time", Signals: len(pairs)}
	seen := map[uint64]bool{} // the moments that were compared
	var moments func(p signalPair) ([]moment, error)
	if clock != nil {
		c.Unit = "cycle"
		var list []moment
		if list, err = c.cycles(a, b, clock, view, opts); err != nil {
			return nil, err
		}
		moments = func(signalPair) ([]moment, error) { return list, nil }
	} else {
		units, err := newTimeMap(a, b)
		if err != nil {
			return nil, err
		}
		moments = func(p signalPair) ([]moment, error) { return units.changes(p.a.trace, p.b.trace, opts) }
	}
	var firstAt moment
	done := map[[2]*trace]bool{} // aliases differ where the first of them does
	for _, p := range pairs {
		if done[[2]*trace{p.a.trace, p.b.trace}] {
			continue
		}
		done[[2]*trace{p.a.trace, p.b.trace}] = true
		list, err := moments(p)
		if err != nil {
			return nil, err
		}
		inA, inB := sampler{p.a.trace, -1}, sampler{p.b.trace, -1}
		for _, m := range list {
			if c.First != nil && m.compare(firstAt) >= 0 {
				break
			}
			seen[m.a.Sample] = true
			if va, vb := inA.at(m.a), inB.at(m.b); va != vb {
				c.First = &Difference{Signal: p.a.Path(), Number: m.a.Number, TimeA: m.a.Sample, TimeB: m.b.Sample, A: va, B: vb}
				firstAt = m
				break
			}
		}
	}
	if c.Columns = len(seen); c.Columns == 0 {
		return nil, fmt.Errorf("waves: no %s to compare", c.Unit)
	}
	return c, nil
}

// cycles returns the cycles that both waves have.
func (c *Comparison) cycles(a, b *File, clock *Signal, view View, opts DiffOptions) ([]moment, error) {
	if view.Clock == "" {
		view.Clock = DefaultClock // as a has it
	}
	other, err := b.clockOf(view)
	if err != nil {
		return nil, fmt.Errorf("waves: the second wave: %s", strings.TrimPrefix(err.Error(), "waves: "))
	}
	inB := map[uint64]cycle{}
	for _, x := range within(b.cycles(other), opts) {
		inB[x.Number] = x
		c.LastB = x.Number
	}
	var list []moment
	for _, x := range within(a.cycles(clock), opts) {
		if y, ok := inB[x.Number]; ok {
			list = append(list, moment{x, y})
		}
		c.LastA = x.Number
	}
	return list, nil
}

// within returns the cycles that the options ask for.
func within(list []cycle, opts DiffOptions) []cycle {
	return slices.DeleteFunc(list, func(c cycle) bool {
		return c.Number < opts.From || opts.End != 0 && c.Number >= opts.End
	})
}

// advance is at(time) for times that increase.
func (t *trace) advance(i int, time uint64) int {
	for i+1 < len(t.times) && t.times[i+1] <= time {
		i++
	}
	return i
}

type signalPair struct{ a, b *Signal }

func pairSignals(a, b *File, patterns []string) ([]signalPair, error) {
	wanted := a.signals
	if len(patterns) > 0 {
		var err error
		if wanted, err = a.chosen(View{Signals: patterns}); err != nil {
			return nil, err
		}
	}
	var pairs []signalPair
	for _, s := range wanted {
		name := s.Path()
		other := b.findTop(name)
		if other == nil {
			return nil, fmt.Errorf("waves: the second wave has no signal %s", name)
		}
		if other.Width != s.Width {
			return nil, fmt.Errorf("waves: %s is %s in the first wave and %s in the second", name, bitCount(s.Width), bitCount(other.Width))
		}
		pairs = append(pairs, signalPair{s, other})
	}
	return pairs, nil
}

// verilatorTop is the prefix that Verilator puts before every name.
const verilatorTop = "TOP."

// findTop is Find for a name that may or may not have Verilator's prefix.
func (f *File) findTop(name string) *Signal {
	if s := f.Find(name); s != nil {
		return s
	}
	if rest, ok := strings.CutPrefix(name, verilatorTop); ok {
		return f.Find(rest)
	}
	return f.Find(verilatorTop + name)
}

// moment is a cycle in each of two waves, or a time, rounded down to the units
// of each.
type moment struct{ a, b cycle }

func (m moment) compare(n moment) int {
	return cmp.Or(cmp.Compare(m.a.Sample, n.a.Sample), cmp.Compare(m.b.Sample, n.b.Sample))
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

// changes are the moments at which either history changes, and the first that
// the options ask for.
func (c timeMap) changes(a, b *trace, opts DiffOptions) ([]moment, error) {
	fine := make([]uint64, 0, len(a.times)+len(b.times)+1)
	for _, side := range []struct {
		times []uint64
		ratio uint64
	}{{a.times, c.ratioA}, {b.times, c.ratioB}, {[]uint64{opts.From}, c.ratioA}} {
		for _, t := range side.times {
			if t > math.MaxUint64/side.ratio {
				return nil, fmt.Errorf("waves: the time #%d is too late to compare with a wave of a finer time scale", t)
			}
			fine = append(fine, t*side.ratio)
		}
	}
	slices.Sort(fine)
	var moments []moment
	for _, t := range slices.Compact(fine) {
		inA, inB := t/c.ratioA, t/c.ratioB
		if inA >= opts.From && (opts.End == 0 || inA < opts.End) {
			moments = append(moments, moment{cycle{Number: inA, Begin: inA, Sample: inA}, cycle{Number: inB, Begin: inB, Sample: inB}})
		}
	}
	return moments, nil
}

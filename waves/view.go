package waves

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// View says which part of a wave a diagram shows. The zero value shows the
// first cycles of the outermost signals.
type View struct {
	// Signals are names and patterns, see [File.Match], in the order of the rows;
	// nil means the signals of the outermost scope that has any, at most 24.
	Signals []string

	// Clock names the clock whose cycles are the columns; "" means clk if there is
	// one. As a row it is drawn as a clock.
	Clock string

	// ByTime makes a column for each time at which one of the signals changes,
	// instead of for each cycle of a clock. Without a clock this is always done.
	ByTime bool

	// From is the first cycle, or time, and End the first that is not shown. With
	// End 0 there are at most 32 columns. An End beyond the end of the wave means its end.
	From, End uint64

	// Cut shortens runs of more than Cut cycles without a change to their first and
	// last cycle; 0 shows every cycle.
	Cut int

	Radix Radix
	// Enums names values, by the full name of the signal, as [ReadSave] returns
	// them. The "TOP." that Verilator puts before a name may be missing there.
	Enums map[string]*Enum
	// Title is the title of the diagram.
	Title string
}

const (
	viewColumns = 32
	viewRows    = 24
	// maxCells limits a diagram; nobody reads a larger one.
	maxCells = 1 << 20
)

// Diagram makes a diagram of a part of the wave.
func (f *File) Diagram(v View) (*Diagram, error) {
	signals, err := f.chosen(v.Signals)
	if err != nil {
		return nil, err
	}
	clock, err := f.clockOf(v)
	if err != nil {
		return nil, err
	}
	d := &Diagram{Title: v.Title}
	if clock == nil {
		d.Unit = "time"
	}
	all := f.columns(clock, signals)
	cycles, err := part(all, v, d.unit())
	if err != nil {
		return nil, err
	}
	d.Last = all[len(all)-1].Number
	root := commonScope(signals)
	var samplers []*sampler
	for _, s := range signals {
		r := Row{Scope: strings.Join(s.scopes()[len(root):], "."), Name: s.Name, Width: s.Width, Radix: v.Radix, Enum: v.enum(s)}
		r.Clock = clock != nil && s.trace == clock.trace
		d.Rows = append(d.Rows, r)
		samplers = append(samplers, &sampler{trace: s.trace, i: -1})
	}
	if v.Cut > 0 {
		d.columns, cycles = cut(cycles, d.Rows, samplers, v.Cut)
	} else {
		for _, c := range cycles {
			d.columns = append(d.columns, column{Number: c.Number, Still: c.Still})
		}
	}
	if v.End == 0 {
		n := min(len(cycles), viewColumns)
		d.columns, cycles = d.columns[:n], cycles[:n]
	}
	if len(cycles)*len(signals) > maxCells {
		return nil, fmt.Errorf("waves: %d signals in %d columns are too many for a diagram; choose fewer of them", len(signals), len(cycles))
	}
	for i, r := range d.Rows {
		samplers[i].i = -1
		for _, c := range cycles {
			if !r.Clock {
				d.Rows[i].Values = append(d.Rows[i].Values, samplers[i].at(c))
			}
		}
	}
	return d, nil
}

func (v View) enum(s *Signal) *Enum {
	path := s.Path()
	e := v.Enums[path]
	if e == nil {
		e = v.Enums[strings.TrimPrefix(path, verilatorTop)]
	}
	if e == nil || e.Width < s.Width {
		return nil
	}
	return e
}

// chosen are the signals of the rows, each only once.
func (f *File) chosen(patterns []string) ([]*Signal, error) {
	if len(patterns) == 0 {
		list := f.Outermost()
		if len(list) == 0 {
			return nil, errors.New("waves: the file has no signals")
		}
		return list[:min(len(list), viewRows)], nil
	}
	var list []*Signal
	seen := map[*Signal]bool{}
	for _, p := range patterns {
		found := f.Match(p)
		if len(found) == 0 {
			return nil, &NoSignalError{p, len(match(f.texts, p)) > 0}
		}
		for _, s := range found {
			if !seen[s] {
				seen[s] = true
				list = append(list, s)
			}
		}
	}
	return list, nil
}

// NoSignalError is a pattern that no signal of a wave matches.
type NoSignalError struct {
	Pattern string
	Text    bool // it names a variable of type string, which is not read
}

func (e *NoSignalError) Error() string {
	if e.Text {
		return fmt.Sprintf("waves: %q is a variable of type string, which is not read; choose signals", e.Pattern)
	}
	return fmt.Sprintf("waves: no signal %q", e.Pattern)
}

// Outermost returns the signals of the outermost scopes that have any. A [View]
// without Signals shows these unless there are too many.
func (f *File) Outermost() []*Signal {
	level := f.tops
	for len(level) > 0 {
		var list []*Signal
		var next []*instance
		for _, m := range level {
			list = append(list, m.signals...)
			next = append(next, m.inner...)
		}
		if len(list) > 0 {
			return list
		}
		level = next
	}
	return nil
}

// clockOf is the clock of a view; nil if the columns are times.
func (f *File) clockOf(v View) (*Signal, error) {
	switch {
	case v.ByTime && v.Clock != "":
		return nil, errors.New("waves: ByTime and Clock exclude each other")
	case v.ByTime:
		return nil, nil
	}
	name := v.Clock
	if name == "" {
		if name = "clk"; len(f.Match(name)) == 0 {
			return nil, nil
		}
	}
	clock, err := f.clock(name)
	if err != nil {
		return nil, err
	}
	if len(f.cycles(clock)) == 0 {
		return nil, fmt.Errorf("waves: the clock %s has no whole cycle; show the wave by time, or name another clock", clock.Path())
	}
	return clock, nil
}

// columns are the cycles, or the times at which one of the signals changes.
func (f *File) columns(clock *Signal, signals []*Signal) []cycle {
	if clock != nil {
		return f.cycles(clock)
	}
	var times []uint64
	seen := map[*trace]bool{}
	for _, s := range signals {
		if !seen[s.trace] {
			seen[s.trace] = true
			times = append(times, s.trace.times...)
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	list := make([]cycle, len(times))
	for i, t := range times {
		list[i] = cycle{Number: t, Begin: t, Sample: t}
	}
	return list
}

// part returns the cycles from From to End.
func part(cycles []cycle, v View, unit string) ([]cycle, error) {
	end := v.End
	switch {
	case end != 0 && end <= v.From:
		return nil, fmt.Errorf("waves: from %s %d to %d: the first comes after the last", unit, v.From, end-1)
	case len(cycles) == 0:
		return nil, errors.New("waves: the signals have no values; there is nothing to show")
	case end == 0:
		end = math.MaxUint64
	}
	var list []cycle
	for _, c := range cycles {
		if c.Number >= v.From && c.Number < end {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("waves: nothing to show from %s %d on; the wave has %d to %d", unit, v.From, cycles[0].Number, cycles[len(cycles)-1].Number)
	}
	return list, nil
}

// sampler gives the values of a signal at the ends of consecutive cycles. An event is 1 in a cycle in which it occurs.
type sampler struct {
	trace *trace
	i     int // of the last change
}

func (s *sampler) at(c cycle) Value {
	s.i = s.trace.advance(s.i, c.Sample)
	if !s.trace.event {
		return s.trace.value(s.i)
	}
	if s.i >= 0 && s.trace.times[s.i] >= c.Begin {
		return NewValue(1, 1)
	}
	return NewValue(1, 0)
}

// cut shortens runs longer than limit without a change to their first and last
// cycle.
func cut(cycles []cycle, rows []Row, samplers []*sampler, limit int) (columns []column, kept []cycle) {
	last := make([]Value, len(rows))
	begin := 0 // of the cycles without a change up to i
	keep := func(end int) {
		for i := begin; i < end; i++ {
			col := column{Number: cycles[i].Number, Still: cycles[i].Still}
			if end-begin > max(2, limit) && i == begin+1 {
				i = end - 1
				col = column{Number: cycles[i].Number, Cut: true}
			}
			columns, kept = append(columns, col), append(kept, cycles[i])
		}
		begin = end
	}
	for i, c := range cycles {
		changes := false
		for k, r := range rows {
			if r.Clock {
				continue
			}
			if v := samplers[k].at(c); v != last[k] {
				last[k], changes = v, true
			}
		}
		if changes {
			keep(i)
		}
	}
	keep(len(cycles))
	return columns, kept
}

// commonScope is the innermost scope, as its names, that contains all signals.
func commonScope(signals []*Signal) []string {
	common := signals[0].scopes()
	for _, s := range signals[1:] {
		scopes := s.scopes()
		n := 0
		for n < min(len(common), len(scopes)) && common[n] == scopes[n] {
			n++
		}
		common = common[:n]
	}
	return common
}

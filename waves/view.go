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

	// Clock names the clock whose cycles are the columns; "" means [DefaultClock] if
	// there is one. As a row it is drawn as a clock.
	Clock string

	// ByTime makes a column for each time at which one of the signals changes,
	// instead of for each cycle of a clock. Without a clock this is always done.
	ByTime bool

	// From is the first cycle, or time, and End the first that is not shown. With
	// End 0 there are at most 32 columns. An End beyond the end of the wave means its end.
	From, End uint64

	// Changing leaves out the rows at rest in the columns shown: a signal that keeps
	// its value and a stream that is idle. Their number is written below.
	Changing bool

	// Streams shows a stream in one row, see [Row.Beats]: the signals NAME_valid,
	// NAME_ready, and NAME_data or NAME_data_FIELD of one scope. Its valid or its ready
	// chooses it, and so does NAME alone. It shows the data fields that are chosen
	// besides, or all if none is.
	Streams bool

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
	signals, err := f.chosen(v)
	if err != nil {
		return nil, err
	}
	clock, err := f.clockOf(v)
	if err != nil {
		return nil, err
	}
	if v.Streams && clock == nil {
		return nil, errors.New("waves: streams are shown in the cycles of a clock; name it, or show the signals one by one")
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
	sources := v.sources(signals)
	if !v.Changing {
		d.Beyond = v.beyond(len(sources))
		sources = sources[:len(sources)-d.Beyond]
	}
	if err := v.fill(d, sources, cycles, clock); err != nil {
		return nil, err
	}
	if v.Changing {
		if sources, err = v.leaveOut(d, sources); err != nil {
			return nil, err
		}
	}
	root := commonScope(sources)
	for i, s := range sources {
		d.Rows[i].Scope = strings.Join(s.signal.scopes()[len(root):], ".")
	}
	return d, nil
}

// sources are what the rows show.
func (v View) sources(signals []*Signal) []rowSource {
	if v.Streams {
		return grouped(signals)
	}
	list := make([]rowSource, len(signals))
	for i, s := range signals {
		list[i].signal = s
	}
	return list
}

// beyond is how many of so many rows are not shown because nobody has chosen them.
func (v View) beyond(rows int) int {
	if len(v.Signals) > 0 {
		return 0
	}
	return max(0, rows-viewRows)
}

// fill samples the rows and decides on the columns.
func (v View) fill(d *Diagram, sources []rowSource, cycles []cycle, clock *Signal) error {
	for _, s := range sources {
		d.Rows = append(d.Rows, v.row(s, clock))
	}
	if v.Cut > 0 {
		d.columns, cycles = v.cut(cycles, d.Rows, sources)
	} else {
		for _, c := range cycles {
			d.columns = append(d.columns, column{Number: c.Number, Still: c.Still})
		}
	}
	if v.End == 0 {
		n := min(len(cycles), viewColumns)
		d.columns, cycles = d.columns[:n], cycles[:n]
	}
	if len(cycles)*len(sources) > maxCells {
		return fmt.Errorf("waves: %d signals in %d columns are too many for a diagram; choose fewer of them", len(sources), len(cycles))
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		sample := v.sampler(sources[i])
		for _, c := range cycles {
			switch {
			case r.Clock:
			case r.stream():
				r.Beats = append(r.Beats, sample(c).beat)
			default:
				r.Values = append(r.Values, sample(c).value)
			}
		}
	}
	return nil
}

// row is a row without its values.
func (v View) row(s rowSource, clock *Signal) Row {
	if s.stream != nil {
		return Row{Name: s.stream.name, Fields: s.stream.fields(), Beats: []Beat{}}
	}
	return Row{
		Name: s.signal.Name, Width: s.signal.Width, Radix: v.Radix, Enum: v.enum(s.signal),
		Clock: clock != nil && s.signal.trace == clock.trace,
	}
}

// leaveOut takes the rows at rest out of the diagram and returns the sources of the others.
func (v View) leaveOut(d *Diagram, sources []rowSource) ([]rowSource, error) {
	var rows []Row
	var kept []rowSource
	moving := false
	for i, r := range d.Rows {
		if r.rests() {
			d.Resting++
			continue
		}
		rows, kept = append(rows, r), append(kept, sources[i])
		moving = moving || !r.Clock
	}
	if !moving {
		return nil, fmt.Errorf("waves: nothing changes from %s %d to %d; show another part, or the rows at rest too", d.unit(), d.columns[0].Number, d.LastShown())
	}
	d.Beyond = v.beyond(len(rows))
	d.Rows = rows[:len(rows)-d.Beyond]
	return kept[:len(d.Rows)], nil
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
		if name = DefaultClock; len(f.Match(name)) == 0 {
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

// cut shortens runs longer than Cut without a change to their first and last
// cycle.
func (v View) cut(cycles []cycle, rows []Row, sources []rowSource) (columns []column, kept []cycle) {
	begin := 0 // of the cycles without a change up to i
	keep := func(end int) {
		for i := begin; i < end; i++ {
			col := column{Number: cycles[i].Number, Still: cycles[i].Still}
			if end-begin > max(2, v.Cut) && i == begin+1 {
				i = end - 1
				col = column{Number: cycles[i].Number, Cut: true}
			}
			columns, kept = append(columns, col), append(kept, cycles[i])
		}
		begin = end
	}
	changes := v.changes(rows, sources)
	for i, c := range cycles {
		if changes(c) {
			keep(i)
		}
	}
	keep(len(cycles))
	return columns, kept
}

// changes returns a function that says of consecutive cycles whether a row changes. Each beat that a stream takes is a
// change, also where it equals the one before.
func (v View) changes(rows []Row, sources []rowSource) func(cycle) bool {
	last := make([]cell, len(rows))
	samplers := make([]func(cycle) cell, len(rows))
	for i, s := range sources {
		samplers[i] = v.sampler(s)
	}
	first := true
	return func(c cycle) bool {
		changes := first
		first = false
		for k, r := range rows {
			if r.Clock {
				continue
			}
			if now := samplers[k](c); now != last[k] || now.beat.Phase == Taken {
				last[k], changes = now, true
			}
		}
		return changes
	}
}

// commonScope is the innermost scope, as its names, that contains all rows.
func commonScope(rows []rowSource) []string {
	common := rows[0].signal.scopes()
	for _, r := range rows[1:] {
		scopes := r.signal.scopes()
		n := 0
		for n < min(len(common), len(scopes)) && common[n] == scopes[n] {
			n++
		}
		common = common[:n]
	}
	return common
}

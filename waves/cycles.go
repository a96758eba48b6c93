package waves

import "fmt"

// DefaultClock is the clock of a wave where none is named.
const DefaultClock = "clk"

// cycle is one period of a clock in a wave.
type cycle struct {
	Number uint64
	// Begin is the time of its rising edge, or the beginning of the wave. Sample is
	// its last time: the values have settled by then, and the next edge takes them.
	Begin, Sample uint64
	// Still is true if there is no edge at Begin.
	Still bool
}

// clock returns the clock of the wave: the outermost signal of that name, of
// which there must be only one, with 1 bit.
func (f *File) clock(name string) (*Signal, error) {
	found := f.Match(name)
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("waves: no signal %s", name)
	case found[0].Width != 1:
		return nil, fmt.Errorf("waves: the clock %s is %s; a clock has 1 bit", found[0].Path(), bitCount(found[0].Width))
	}
	for _, s := range found[1:] {
		if s.trace != found[0].trace {
			return nil, fmt.Errorf("waves: %s and %s are two clocks; name one", found[0].Path(), s.Path())
		}
	}
	return found[0], nil
}

// cycles are the cycles of a clock, from one rising edge to the next. The time
// before the first edge is a cycle too: it has the registers' first values and
// the inputs that the edge takes. The time after the last edge is one if it is
// as long as the cycle before; if not, the end of the file has cut it short.
//
// The first cycle is number 0; in a wave that begins with an edge at a later time,
// such as the last cycles of a run, its number is that time divided by the period.
func (f *File) cycles(clock *Signal) []cycle {
	t := clock.trace
	var edges []uint64
	for i, time := range t.times {
		if t.value(i).Bit(0) == '1' {
			edges = append(edges, time)
		}
	}
	if len(edges) == 0 {
		return nil
	}
	begin, number, still := t.times[0], uint64(0), true
	if edges[0] == begin { // the wave begins with the edge
		edges, still = edges[1:], false
		if period := first(edges, f.End) - begin; period > 0 && begin%period == 0 {
			number = begin / period
		}
	}
	var list []cycle
	add := func(end uint64) {
		list = append(list, cycle{number, begin, end - 1, still})
		begin, number, still = end, number+1, false
	}
	for _, e := range edges {
		add(e)
	}
	last := uint64(0)
	if n := len(edges); n > 1 {
		last = edges[n-1] - edges[n-2]
	} else if n == 1 && len(list) == 1 {
		last = edges[0] - list[0].Begin
	}
	if f.End > begin && f.End-begin >= last {
		add(f.End)
	}
	return list
}

func first(list []uint64, otherwise uint64) uint64 {
	if len(list) > 0 {
		return list[0]
	}
	return otherwise
}

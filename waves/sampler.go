package waves

// sampler gives the values of a signal at the ends of consecutive cycles. An event is 1 in a cycle in which it occurs.
type sampler struct {
	trace *trace
	i     int // of the last change
}

func newSampler(s *Signal) *sampler { return &sampler{trace: s.trace, i: -1} }

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

// rowSource is what a row shows: a signal or, if that is set, a stream with this valid.
type rowSource struct {
	signal *Signal
	stream *stream
}

// cell is what a row shows in a column.
type cell struct {
	value Value
	beat  Beat
}

// sampler returns a function that samples consecutive cycles.
func (v View) sampler(r rowSource) func(cycle) cell {
	if r.stream != nil {
		s := v.streamSampler(r.stream)
		return func(c cycle) cell { return cell{beat: s.at(c)} }
	}
	s := newSampler(r.signal)
	return func(c cycle) cell { return cell{value: s.at(c)} }
}

// rests reports whether nothing happens in a row: a signal keeps one value, a stream is idle.
func (r Row) rests() bool {
	for i := range r.Values {
		if r.Values[i] != r.Values[0] {
			return false
		}
	}
	for _, b := range r.Beats {
		if b.Phase != Idle {
			return false
		}
	}
	return !r.Clock
}

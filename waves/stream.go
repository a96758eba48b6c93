package waves

import "strings"

// The names of a stream's signals: NAME_valid, NAME_ready, and NAME_data or, for
// a bundle, NAME_data_FIELD.
const (
	validSuffix = "_valid"
	readySuffix = "_ready"
	dataSuffix  = "_data"
)

// Phase says what a stream does in a cycle.
type Phase uint8

const (
	Idle    Phase = iota // valid is low
	Offered              // valid is high and ready is low
	Taken                // both are high, or valid alone where a stream has no ready
	Unclear              // one of the two that matter is x or z
)

var phaseNames = [...]string{"idle", "offered", "taken", "x"}

// String is "idle", "offered", "taken" or "x".
func (p Phase) String() string { return phaseNames[min(int(p), len(phaseNames)-1)] }

// Beat is what a stream shows in one cycle.
type Beat struct {
	Phase Phase
	Data  string // the fields' values with a blank between; "" while nothing is offered
}

// describe is the beat in words.
func (b Beat) describe() string { return strings.TrimRight(b.Phase.String()+" "+b.Data, " ") }

// stream is a stream's signals in a file.
type stream struct {
	name         string
	valid, ready *Signal   // ready may be nil
	data         []*Signal // in the order of the file
}

// streamOf is the stream that a signal is the valid or the ready of, or nil. A
// valid without a ready and without data is a bit like any other.
func streamOf(s *Signal) *stream {
	name, ok := strings.CutSuffix(s.Name, validSuffix)
	if !ok {
		if name, ok = strings.CutSuffix(s.Name, readySuffix); !ok {
			return nil
		}
	}
	x := &stream{name: name}
	for _, other := range s.in.signals {
		rest, ok := strings.CutPrefix(other.Name, name)
		switch {
		case !ok:
		case rest == validSuffix && other.Width == 1:
			x.valid = other
		case rest == readySuffix && other.Width == 1:
			x.ready = other
		case rest == dataSuffix || strings.HasPrefix(rest, dataSuffix+"_"):
			x.data = append(x.data, other)
		}
	}
	if x.valid == nil || x.ready == nil && len(x.data) == 0 {
		return nil
	}
	return x
}

// field is the name of a data signal within the stream, "" if it is all of the data.
func (x *stream) field(s *Signal) string {
	return strings.TrimPrefix(strings.TrimPrefix(s.Name, x.name+dataSuffix), "_")
}

// fields are the names of the data signals; nil if there is but one, without a name.
func (x *stream) fields() []string {
	if len(x.data) == 1 && x.field(x.data[0]) == "" {
		return nil
	}
	var list []string
	for _, s := range x.data {
		list = append(list, x.field(s))
	}
	return list
}

// grouped puts the chosen streams in the place of their signals: a stream is
// chosen by its valid or its ready. Of its data it shows the chosen fields, or all
// of them if none is chosen.
func grouped(signals []*Signal) []rowSource {
	chosen := map[*Signal]bool{}
	for _, s := range signals {
		chosen[s] = true
	}
	streams := map[*Signal]*stream{} // by any of its chosen signals
	for _, s := range signals {
		x := streamOf(s)
		if x == nil || streams[s] != nil {
			continue
		}
		var data []*Signal
		for _, field := range x.data {
			if chosen[field] {
				data = append(data, field)
			}
		}
		if len(data) > 0 {
			x.data = data
		}
		for _, part := range append([]*Signal{x.valid, x.ready}, x.data...) {
			streams[part] = x
		}
	}
	var rows []rowSource
	done := map[*stream]bool{}
	for _, s := range signals {
		switch x := streams[s]; {
		case x == nil:
			rows = append(rows, rowSource{signal: s})
		case !done[x]:
			done[x] = true
			rows = append(rows, rowSource{signal: x.valid, stream: x})
		}
	}
	return rows
}

// streamSampler gives the beats of a stream in consecutive cycles.
type streamSampler struct {
	valid, ready *sampler // ready may be nil
	data         []*sampler
	show         []func(Value) string
}

func (v View) streamSampler(x *stream) *streamSampler {
	s := &streamSampler{valid: newSampler(x.valid)}
	if x.ready != nil {
		s.ready = newSampler(x.ready)
	}
	for _, d := range x.data {
		s.data = append(s.data, newSampler(d))
		s.show = append(s.show, Row{Width: d.Width, Radix: v.Radix, Enum: v.enum(d)}.shower())
	}
	return s
}

func (s *streamSampler) at(c cycle) Beat {
	phase := s.phase(c)
	if phase == Idle || phase == Unclear {
		return Beat{Phase: phase}
	}
	texts := make([]string, len(s.data))
	for i, d := range s.data {
		texts[i] = s.show[i](d.at(c))
	}
	return Beat{phase, strings.Join(texts, " ")}
}

func (s *streamSampler) phase(c cycle) Phase {
	ready := byte('1')
	if s.ready != nil {
		ready = s.ready.at(c).Bit(0)
	}
	switch valid := s.valid.at(c).Bit(0); {
	case valid == '0':
		return Idle
	case valid != '1' || ready != '0' && ready != '1':
		return Unclear
	case ready == '0':
		return Offered
	}
	return Taken
}

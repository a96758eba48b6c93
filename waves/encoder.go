package waves

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// encoder turns samples into the text of a VCD.
type encoder struct {
	w      io.Writer
	buf    []byte
	slots  []slot
	ids    []string // by slot
	slotAt []int32  // by word of a sample
	index  map[*Var]int
	words  int

	clockID  string // "" without a clock
	period   uint64
	last     uint64
	previous []uint64 // the values written last; nil before the first sample
}

func newEncoder(w io.Writer, l *Layout, opts Options) *encoder {
	e := &encoder{w: w, slots: l.slots, index: l.index, words: l.words, period: opts.Period}
	n := 0
	if l.clocks {
		e.clockID = string(appendID(nil, n))
		n++
	}
	for i, s := range l.slots {
		e.ids = append(e.ids, string(appendID(nil, n+i)))
		for range s.words() {
			e.slotAt = append(e.slotAt, int32(i))
		}
	}
	return e
}

// header declares the tree (IEEE 1364-2005, 18.2.3). There is no $date: the
// same run gives the same bytes.
func (e *encoder) header(top *Scope, opts Options) {
	line := func(format string, args ...any) { e.buf = fmt.Appendf(e.buf, format+"\n", args...) }
	if opts.Comment != "" {
		line("$comment %s $end", opts.Comment)
	}
	line("$version posedge waves $end")
	line("$timescale %s $end", strings.Join(strings.Fields(opts.Timescale), ""))
	e.scope(top, line)
	line("$enddefinitions $end")
}

func (e *encoder) scope(s *Scope, line func(string, ...any)) {
	line("$scope module %s $end", s.Name)
	for _, v := range s.Vars {
		kind, id := v.Kind, e.clockID
		if kind == Clock {
			kind = Wire
		} else {
			id = e.ids[e.index[v]]
		}
		line("$var %s %d %s %s $end", kind, v.Width, id, reference(v, " "))
	}
	for _, inner := range s.Scopes {
		e.scope(inner, line)
	}
	line("$upscope $end")
}

// reference is the variable's name with its bit range. A scalar has none,
// unless an index in its name would be read as one.
func reference(v *Var, gap string) string {
	if v.Width == 1 && !strings.HasSuffix(v.Name, "]") {
		return v.Name
	}
	return fmt.Sprintf("%s%s[%d:0]", v.Name, gap, v.Width-1)
}

// batch writes the changes of a run of samples.
func (e *encoder) batch(b *batch) error {
	for i, t := range b.times {
		if err := e.sample(t, b.words[i*e.words:(i+1)*e.words]); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) sample(t uint64, words []uint64) error {
	begun := e.clockID != "" || e.previous == nil
	if begun {
		e.buf = appendTime(e.buf, t)
	}
	first := e.previous == nil
	if first {
		e.buf = append(e.buf, "$dumpvars\n"...)
	}
	if e.clockID != "" {
		e.buf = append(append(append(e.buf, '1'), e.clockID...), '\n')
	}
	for i := 0; i < len(words); {
		if !first && words[i] == e.previous[i] {
			i++
			continue
		}
		if !begun {
			e.buf = appendTime(e.buf, t)
			begun = true
		}
		n := e.slotAt[i]
		s := &e.slots[n]
		end := s.offset + s.words()
		value := words[s.offset:end]
		if s.width%64 != 0 && value[len(value)-1]>>(s.width%64) != 0 {
			return fmt.Errorf("%s at time %d: the sample has bits above its %d", s.name, t, s.width)
		}
		e.buf = appendChange(e.buf, s.width, value, e.ids[n])
		i = end
		if len(e.buf) >= writeSize {
			if err := e.flush(); err != nil {
				return err
			}
		}
	}
	if first {
		e.buf = append(e.buf, "$end\n"...)
		e.previous = slices.Clone(words)
		if e.previous == nil {
			e.previous = []uint64{} // a tree of clocks only
		}
	} else {
		copy(e.previous, words)
	}
	if e.clockID != "" {
		e.buf = appendTime(e.buf, t+e.period/2)
		e.buf = append(append(append(e.buf, '0'), e.clockID...), '\n')
	}
	e.last = t
	if len(e.buf) >= writeSize {
		return e.flush()
	}
	return nil
}

// finish ends the last cycle, which no viewer would show without a later time.
// A wave without a sample has unknown values throughout.
func (e *encoder) finish() error {
	if e.previous == nil {
		e.buf = append(appendTime(e.buf, 0), "$dumpvars\n"...)
		if e.clockID != "" {
			e.buf = append(append(append(e.buf, 'x'), e.clockID...), '\n')
		}
		for i, s := range e.slots {
			if s.width > 1 {
				e.buf = append(e.buf, "bx "...)
			} else {
				e.buf = append(e.buf, 'x')
			}
			e.buf = append(append(e.buf, e.ids[i]...), '\n')
		}
		e.buf = append(e.buf, "$end\n"...)
	} else {
		e.buf = appendTime(e.buf, e.last+e.period)
	}
	return e.flush()
}

func (e *encoder) flush() error {
	n, err := e.w.Write(e.buf)
	if err == nil && n < len(e.buf) {
		err = io.ErrShortWrite
	}
	e.buf = e.buf[:0]
	return err
}

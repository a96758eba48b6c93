package waves

import (
	"sort"
	"strings"
)

// File is a VCD that was read.
type File struct {
	Timescale string // such as "1ns"; "" if the file has none
	End       uint64 // the last time, in units of the time scale

	tops    []*instance // the outermost scopes
	signals []*Signal
	texts   []*Signal // variables of type string: declared, not read
}

// Texts are the variables of type string, which GTKWave and others write. They
// are not signals: their changes are skipped.
func (f *File) Texts() []*Signal { return f.texts }

// instance is a scope of a file.
type instance struct {
	name    string
	signals []*Signal
	inner   []*instance

	parent *instance
	signal map[string]*Signal   // by name
	scope  map[string]*instance // by name
}

func path(m *instance, name string) string {
	parts := []string{name}
	for ; m != nil; m = m.parent {
		parts = append(parts, m.name)
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ".")
}

// Signal is a variable of a file, as a [Var] is a variable of a wave that is
// written. Aliases, declared with one identifier, are separate signals with one
// history.
type Signal struct {
	Name  string // without the scope and the bit range: "count", "mem[3]"
	Type  string // "wire", "reg", "integer", "real", …
	Width int    // bits; 0 for a real

	in    *instance
	trace *trace
}

// Path is the full name, "tb.dut.count".
func (s *Signal) Path() string { return path(s.in, s.Name) }

// Scope is the full name of the scope, "tb.dut".
func (s *Signal) Scope() string { return path(s.in.parent, s.in.name) }

// trace is the history of one identifier.
type trace struct {
	width int // bits; 0 for a real, textWidth for a string
	event bool
	times []uint64 // of the changes, increasing
	ends  []int    // where each change's digits end
	pool  []byte   // the digits while reading,
	text  string   // and once it is read
}

// textWidth marks a string.
const textWidth = -1

// unknown is the value before the first change.
const unknown = "x"

func (t *trace) value(i int) Value {
	if i < 0 {
		return Value{t.width, unknown}
	}
	begin := 0
	if i > 0 {
		begin = t.ends[i-1]
	}
	return Value{t.width, t.text[begin:t.ends[i]]}
}

// at is the index of the last change not after time; -1 before the first.
func (t *trace) at(time uint64) int {
	return sort.Search(len(t.times), func(i int) bool { return t.times[i] > time }) - 1
}

// add records a change. If there are several at one time, the last one counts,
// and a repeated value is not a change, except for an event.
func (t *trace) add(time uint64, digits []byte) {
	n := len(t.times)
	if n > 0 && t.times[n-1] == time {
		n--
		t.times, t.ends = t.times[:n], t.ends[:n]
		if n > 0 {
			t.pool = t.pool[:t.ends[n-1]]
		} else {
			t.pool = t.pool[:0]
		}
	}
	if n > 0 && !t.event {
		begin := 0
		if n > 1 {
			begin = t.ends[n-2]
		}
		if string(t.pool[begin:]) == string(digits) {
			return
		}
	}
	t.times = append(t.times, time)
	t.pool = append(t.pool, digits...)
	t.ends = append(t.ends, len(t.pool))
}

// At is the value at a time, including the changes of that time. Before the
// first change every bit is x.
func (s *Signal) At(time uint64) Value { return s.trace.value(s.trace.at(time)) }

// Len is the number of changes, the first value included.
func (s *Signal) Len() int { return len(s.trace.times) }

// Change is the i-th change, 0 to Len()-1: its time, greater than the one
// before, and the value from then on.
func (s *Signal) Change(i int) (time uint64, v Value) {
	return s.trace.times[i], s.trace.value(i)
}

// Signals are all signals in the order of their declaration.
func (f *File) Signals() []*Signal { return f.signals }

// Find returns the signal with a full name, such as "tb.dut.count" or "tb.dut.mem[3]";
// nil if there is none. The backslash of an escaped identifier is not part of a name.
func (f *File) Find(name string) *Signal {
	for _, top := range f.tops {
		if rest, ok := strings.CutPrefix(name, top.name+"."); ok {
			if s := top.find(rest); s != nil {
				return s
			}
		}
	}
	return nil
}

// find tries each dot, since an escaped identifier may hold dots itself.
func (m *instance) find(name string) *Signal {
	if s := m.signal[name]; s != nil {
		return s
	}
	for i := 0; i < len(name); i++ {
		if name[i] != '.' {
			continue
		}
		if inner := m.scope[name[:i]]; inner != nil {
			if s := inner.find(name[i+1:]); s != nil {
				return s
			}
		}
	}
	return nil
}

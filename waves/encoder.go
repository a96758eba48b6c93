package waves

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
)

// encoder turns the changes of frames into the text of a VCD.
type encoder struct {
	disk *behind
	buf  []byte // of writeSize bytes
	n    int    // bytes of text in it

	fields  []field // by slot
	slots   []slot
	fieldAt []int32 // by byte of a frame
	index   map[*Var]int
	ids     []string // by slot

	clockID string // "" without a clock
	period  uint64
	last    uint64
	frame   []byte // the last one written; all 0 before the first
	begun   bool   // it has been written
}

// field is what the encoder needs to know about a slot to write a change.
type field struct {
	at, bytes, width int32
	// tail is the text after the digits, the first byte lowest: a space unless the
	// slot is one bit, the identifier, and the end of the line.
	tail      uint64
	tailBytes int32
}

// room is the free space that a piece of text needs in the buffer: the longest
// piece is a time and a value of 64 bits with its identifier.
const room = 128

func newEncoder(w io.Writer, l *layout, opts Options) *encoder {
	e := &encoder{disk: newBehind(w), buf: make([]byte, writeSize), slots: l.slots, index: l.index, period: opts.Period}
	n := 0
	if l.clocks {
		e.clockID = string(appendID(nil, n))
		n++
	}
	e.fieldAt = make([]int32, l.frame)
	e.frame = make([]byte, l.frame)
	for i, s := range l.slots {
		id := string(appendID(nil, n+i))
		e.ids = append(e.ids, id)
		tail := id + "\n"
		if s.width > 1 {
			tail = " " + tail
		}
		var bytes [8]byte // an identifier has at most 5: slots are fewer than 94^5
		copy(bytes[:], tail)
		e.fields = append(e.fields, field{int32(s.at), int32(s.bytes()), int32(s.width), binary.LittleEndian.Uint64(bytes[:]), int32(len(tail))})
		for k := range s.bytes() {
			e.fieldAt[s.at+k] = int32(i)
		}
	}
	return e
}

// header declares the tree (IEEE 1364-2005, 18.2.3). There is no $date: the
// same run gives the same bytes.
func (e *encoder) header(top *Scope, opts Options) error {
	var head []byte
	line := func(format string, args ...any) { head = fmt.Appendf(head, format+"\n", args...) }
	if opts.Comment != "" {
		line("$comment %s $end", opts.Comment)
	}
	line("$version posedge waves $end")
	line("$timescale %s $end", strings.Join(strings.Fields(opts.Timescale), ""))
	e.scope(top, line)
	line("$enddefinitions $end")
	return e.text(string(head))
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
	changes := b.changes
	for i, t := range b.times {
		n := b.counts[i]
		if err := e.sample(t, changes[:n]); err != nil {
			return err
		}
		changes = changes[n:]
	}
	return nil
}

func (e *encoder) sample(t uint64, changes []change) error {
	frame := e.frame
	for _, c := range changes {
		at := frame[c.at:]
		binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)^c.bits)
	}
	if !e.begun {
		return e.first(t)
	}
	told := e.clockID != ""
	if told {
		if err := e.rise(t); err != nil {
			return err
		}
	}
	done := 0 // of a wide value that was written: its end
	for _, c := range changes {
		i, changed := int(c.at), c.bits
		if i < done {
			continue
		}
		if !told {
			if err := e.time(t); err != nil {
				return err
			}
			told = true
		}
		now := binary.LittleEndian.Uint64(frame[i:])
		for changed != 0 {
			n := e.fieldAt[i+bits.TrailingZeros64(changed)>>3]
			f := &e.fields[n]
			if f.bytes > 8 {
				if err := e.change(n, t); err != nil {
					return err
				}
				done = int(f.at + f.bytes)
				break
			}
			if e.n > len(e.buf)-room {
				if err := e.flush(); err != nil {
					return err
				}
			}
			shift := 8 * uint(int(f.at)-i)
			mask := ^uint64(0) >> (64 - 8*uint(f.bytes))
			v := now >> shift & mask
			changed &^= mask << shift
			if v>>f.width != 0 {
				return e.slots[n].excess(t)
			}
			e.n += f.put(e.buf[e.n:], v)
		}
	}
	return e.fall(t)
}

// first writes all values.
func (e *encoder) first(t uint64) error {
	e.begun = true
	if err := e.time(t); err != nil {
		return err
	}
	if err := e.text("$dumpvars\n"); err != nil {
		return err
	}
	if e.clockID != "" {
		if err := e.text("1" + e.clockID + "\n"); err != nil {
			return err
		}
	}
	for i := range e.fields {
		if err := e.change(int32(i), t); err != nil {
			return err
		}
	}
	if err := e.text("$end\n"); err != nil {
		return err
	}
	return e.fall(t)
}

// change writes the value of a slot of any width.
func (e *encoder) change(n int32, t uint64) error {
	s, f := &e.slots[n], &e.fields[n]
	words := s.unpack(e.frame)
	if s.width%64 != 0 && words[len(words)-1]>>(s.width%64) != 0 {
		return s.excess(t)
	}
	if len(words) == 1 {
		if err := e.need(); err != nil {
			return err
		}
		e.n += f.put(e.buf[e.n:], words[0])
		return nil
	}
	return e.text("b" + string(appendDigits(nil, words)) + " " + e.ids[n] + "\n")
}

// rise and fall write the edges of the clock, if there is one.
func (e *encoder) rise(t uint64) error {
	if err := e.time(t); err != nil {
		return err
	}
	e.edge('1')
	return nil
}

func (e *encoder) fall(t uint64) error {
	e.last = t
	if e.clockID == "" {
		return nil
	}
	if err := e.time(t + e.period/2); err != nil {
		return err
	}
	e.edge('0')
	return nil
}

// edge follows a time, and the room made for the time includes it.
func (e *encoder) edge(v byte) {
	e.buf[e.n] = v
	e.n += 1 + copy(e.buf[e.n+1:], e.clockID)
	e.buf[e.n] = '\n'
	e.n++
}

func (e *encoder) time(t uint64) error {
	if err := e.need(); err != nil {
		return err
	}
	e.buf[e.n] = '#'
	e.n = len(strconv.AppendUint(e.buf[:e.n+1], t, 10))
	e.buf[e.n] = '\n'
	e.n++
	return nil
}

// finish ends the last cycle, because no viewer would show it without a later
// time. A wave without a sample has unknown values throughout.
func (e *encoder) finish() error {
	if e.begun {
		if err := e.time(e.last + e.period); err != nil {
			return err
		}
		return e.flush()
	}
	var text strings.Builder
	text.WriteString("#0\n$dumpvars\n")
	if e.clockID != "" {
		text.WriteString("x" + e.clockID + "\n")
	}
	for i, s := range e.slots {
		value := "x"
		if s.width > 1 {
			value = "bx "
		}
		text.WriteString(value + e.ids[i] + "\n")
	}
	text.WriteString("$end\n")
	if err := e.text(text.String()); err != nil {
		return err
	}
	return e.flush()
}

// text appends text of any length.
func (e *encoder) text(s string) error {
	for {
		n := copy(e.buf[e.n:], s)
		e.n += n
		if s = s[n:]; s == "" {
			return nil
		}
		if err := e.flush(); err != nil {
			return err
		}
	}
}

// need makes room.
func (e *encoder) need() error {
	if e.n > len(e.buf)-room {
		return e.flush()
	}
	return nil
}

func (e *encoder) flush() error {
	buf, err := e.disk.exchange(e.buf[:e.n])
	e.buf, e.n = buf, 0
	return err
}

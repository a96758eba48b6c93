package waves

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"
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
	fieldAt []int32  // by byte of a frame; of a byte between two values: the first one's
	excess  []uint64 // by word of a frame: the bits that are no value's
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
	mask  uint64 // its bits in their word of a frame; unused if it is wide
	shift uint8  // the lowest of them
	wide  bool   // it has several words
	lead  uint8  // bytes before the digits: 1 for a vector, which has a "b", otherwise 0
	extra uint8  // bytes before and behind the digits
	// tail is the text behind the digits, the first byte lowest: a space unless the
	// slot is one bit, the identifier, and the end of the line.
	tail uint64
}

const (
	// room is the free space that a piece of text needs in the buffer. The longest piece
	// is a word of a frame: 8 values of 8 bits take 16 bytes each, and the last of them
	// needs valueRoom.
	room = 256
	// valueRoom is the space that the change of a value of at most 64 bits needs: for
	// its text, and for what is put behind that and overwritten by the next text.
	valueRoom = 96
)

func newEncoder(w io.Writer, l *layout, opts Options) *encoder {
	e := &encoder{disk: newBehind(w), buf: make([]byte, writeSize), slots: l.slots, index: l.index, period: opts.Period}
	n := 0
	if l.clocks {
		e.clockID = string(appendID(nil, n))
		n++
	}
	e.fieldAt = make([]int32, l.frame)
	e.frame = make([]byte, l.frame)
	e.excess = slices.Repeat([]uint64{^uint64(0)}, l.frame/8)
	for i, s := range l.slots {
		id := string(appendID(nil, n+i))
		e.ids = append(e.ids, id)
		tail := id + "\n"
		if s.width > 1 {
			tail = " " + tail
		}
		f := field{wide: s.width > 64, extra: uint8(len(tail))}
		if s.width > 1 {
			f.lead = 1
			f.extra++
		}
		var text [8]byte // an identifier has at most 5: slots are fewer than 94^5
		copy(text[:], tail)
		f.tail = word(text[:])
		for k := range s.words() {
			at := s.at + 8*k
			f.shift = uint8(8 * (at % 8))
			f.mask = ^uint64(0) >> (64 - min(s.width-64*k, 64)) << f.shift
			e.excess[at/8] &^= f.mask
		}
		e.fields = append(e.fields, f)
		end := l.frame
		if i+1 < len(l.slots) {
			end = l.slots[i+1].at
		}
		for k := s.at; k < end; k++ {
			e.fieldAt[k] = int32(i)
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
		now := word(frame[c.at:]) ^ c.bits
		binary.LittleEndian.PutUint64(frame[c.at:], now)
		if x := now & e.excess[c.at/8]; x != 0 {
			return e.slots[e.fieldAt[c.at+bits.TrailingZeros64(x)/8]].excess(t)
		}
	}
	if !e.begun {
		return e.first(t)
	}
	if e.clockID != "" {
		if err := e.rise(t); err != nil {
			return err
		}
	} else if len(changes) > 0 {
		if err := e.time(t); err != nil {
			return err
		}
	}
	if err := e.values(changes); err != nil {
		return err
	}
	return e.fall(t)
}

// values writes the values that changed.
func (e *encoder) values(changes []change) error {
	buf, n := e.buf, e.n
	done := 0 // of a wide value that was written: its end
	for _, c := range changes {
		if c.at < done {
			continue
		}
		if n > len(buf)-room {
			e.n = n
			if err := e.flush(); err != nil {
				return err
			}
			buf, n = e.buf, e.n
		}
		now := word(e.frame[c.at:])
		for changed := c.bits; changed != 0; {
			i := e.fieldAt[c.at+bits.TrailingZeros64(changed)/8]
			f := &e.fields[i]
			if f.wide {
				e.n = n
				if err := e.wide(i); err != nil {
					return err
				}
				buf, n = e.buf, e.n
				done = e.slots[i].at + e.slots[i].bytes()
				break
			}
			changed &^= f.mask
			text, v := (*[valueRoom]byte)(buf[n:]), now&f.mask>>(f.shift&63)
			if v < 256 {
				n += f.putByte(text, v)
			} else {
				n += f.put(text, v)
			}
		}
	}
	e.n = n
	return nil
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
	for i, s := range e.slots {
		if e.fields[i].wide {
			if err := e.wide(int32(i)); err != nil {
				return err
			}
			continue
		}
		if err := e.need(); err != nil {
			return err
		}
		e.n += e.fields[i].put((*[valueRoom]byte)(e.buf[e.n:]), s.unpack(e.frame)[0])
	}
	if err := e.text("$end\n"); err != nil {
		return err
	}
	return e.fall(t)
}

// wide writes the value of a slot of several words.
func (e *encoder) wide(n int32) error {
	s, f := &e.slots[n], &e.fields[n]
	value := e.frame[s.at:][:s.bytes()]
	for len(value) > 8 && word(value[len(value)-8:]) == 0 {
		value = value[:len(value)-8]
	}
	if err := e.need(); err != nil {
		return err
	}
	e.buf[e.n] = 'b'
	e.n++
	digits := bits.Len64(word(value[len(value)-8:]) | 1)
	for ; len(value) > 0; value = value[:len(value)-8] {
		if err := e.need(); err != nil {
			return err
		}
		putDigits((*[64]byte)(e.buf[e.n:]), word(value[len(value)-8:]), digits)
		e.n += digits
		digits = 64
	}
	if err := e.need(); err != nil {
		return err
	}
	binary.LittleEndian.PutUint64(e.buf[e.n:], f.tail)
	e.n += int(f.extra - f.lead)
	return nil
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

package waves

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Layout says where in a sample each variable's value lies. A variable of w
// bits has ceil(w/64) words, the least significant first, and the bits above
// w are 0. Variables follow each other in declaration order: the variables of
// a scope, then its inner scopes one after the other. Clocks and aliases have
// no words of their own.
//
// A frame is the same packed: in that order, a variable of up to 8, 16, 32 or 64
// bits has 1, 2, 4 or 8 bytes, a wider one 8 for each 64 bits, little-endian, and
// begins at a multiple of its size, or of 8. The length of a frame is a multiple
// of 8.
type Layout struct {
	slots  []slot
	index  map[*Var]int // of the slot, through aliases
	clocks bool
	words  int
	frame  int // bytes
}

// NewLayout checks the tree and lays out its samples. All that is wrong with
// the tree comes back in one joined error, each line with a variable's full
// name.
func NewLayout(top *Scope) (*Layout, error) {
	l := &Layout{index: map[*Var]int{}}
	c := &treeCheck{layout: l, names: map[*Var]string{}, scopes: map[*Scope]bool{}, enums: map[string]*Enum{}}
	if top == nil {
		return nil, errors.New("waves: the tree has no top scope")
	}
	c.scope(top, "", 1)
	c.aliases()
	l.frame = (l.frame + 7) &^ 7
	if len(c.errs) > 0 {
		return nil, errors.Join(c.errs...)
	}
	return l, nil
}

// slot is one value in a sample: a variable that is neither clock nor alias.
type slot struct {
	name   string // full name, for messages
	width  int
	offset int // in words
	at     int // in a frame, in bytes
}

func (s slot) words() int { return (s.width + 63) / 64 }

// bytes is the size in a frame.
func (s slot) bytes() int {
	switch {
	case s.width <= 8:
		return 1
	case s.width <= 16:
		return 2
	case s.width <= 32:
		return 4
	}
	return 8 * s.words()
}

// pack puts the words of the slot into a frame, unpack takes them out.
func (s slot) pack(frame []byte, words []uint64) {
	at := frame[s.at:]
	switch s.bytes() {
	case 1:
		at[0] = byte(words[0])
	case 2:
		binary.LittleEndian.PutUint16(at, uint16(words[0]))
	case 4:
		binary.LittleEndian.PutUint32(at, uint32(words[0]))
	default:
		for k, w := range words {
			binary.LittleEndian.PutUint64(at[8*k:], w)
		}
	}
}

func (s slot) unpack(frame []byte) []uint64 {
	words := make([]uint64, s.words())
	at := frame[s.at:]
	switch s.bytes() {
	case 1:
		words[0] = uint64(at[0])
	case 2:
		words[0] = uint64(binary.LittleEndian.Uint16(at))
	case 4:
		words[0] = uint64(binary.LittleEndian.Uint32(at))
	default:
		for k := range words {
			words[k] = binary.LittleEndian.Uint64(at[8*k:])
		}
	}
	return words
}

// excess is the error of a value that does not fit.
func (s slot) excess(time uint64) error {
	return fmt.Errorf("%s at time %d: the sample has bits above its %d", s.name, time, s.width)
}

// Words is the length of a sample.
func (l *Layout) Words() int { return l.words }

// FrameSize is the length of a frame in bytes.
func (l *Layout) FrameSize() int { return l.frame }

// FrameOffset is [Layout.Offset] in a frame, in bytes.
func (l *Layout) FrameOffset(v *Var) (int, bool) {
	i, ok := l.index[v]
	if !ok {
		return 0, false
	}
	return l.slots[i].at, true
}

// Offset is the index of v's first word in a sample; for an alias, that of the
// variable it stands for. It is false for a clock and for a variable that is
// not in the tree.
func (l *Layout) Offset(v *Var) (int, bool) {
	i, ok := l.index[v]
	if !ok {
		return 0, false
	}
	return l.slots[i].offset, true
}

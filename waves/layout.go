package waves

import (
	"errors"
	"fmt"

	"posedge/internal/frame"
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
	packed frame.Layout
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
	l.frame = l.packed.Size()
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

func (s slot) words() int { return frame.Words(s.width) }

// bytes is the size in a frame.
func (s slot) bytes() int { return frame.Bytes(s.width) }

// pack puts the words of the slot into a frame, unpack takes them out.
func (s slot) pack(dst []byte, words []uint64) { frame.Put(dst[s.at:], words, s.width) }

func (s slot) unpack(src []byte) []uint64 { return frame.Get(src[s.at:], s.width) }

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

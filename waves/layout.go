package waves

import (
	"errors"
	"fmt"

	"posedge/internal/frame"
)

// layout says where in a sample, and in a frame, each variable's value is: see
// [Writer.Sample] and [Writer.Frames].
type layout struct {
	slots  []slot
	index  map[*Var]int // of the slot, through aliases
	clocks bool
	words  int
	packed frame.Layout
	frame  int // bytes
}

// newLayout checks the tree and lays out its samples. It returns everything that
// is wrong with the tree as one joined error, each line with a variable's full
// name.
func newLayout(top *Scope) (*layout, error) {
	l := &layout{index: map[*Var]int{}}
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

// excess is the error for a value that does not fit.
func (s slot) excess(time uint64) error {
	return fmt.Errorf("%s at time %d: the sample has bits above its %d", s.name, time, s.width)
}

// slot returns the place of v, or for an alias the place of the variable it
// stands for, and false for a clock or a variable that is not in the tree.
func (l *layout) slot(v *Var) (slot, bool) {
	i, ok := l.index[v]
	if !ok {
		return slot{}, false
	}
	return l.slots[i], true
}

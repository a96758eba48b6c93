package waves

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// batch is a run of samples: their times, how many words of the frame change in
// each, and the changed words in order.
type batch struct {
	times   []uint64
	counts  []int
	changes []change
}

// change is a word of a frame, by its first byte, and its bits that change.
type change struct {
	at   int
	bits uint64
}

// A frame is compared in blocks of this size first.
const (
	blockBytes = 256
	blockWords = blockBytes / 8
)

// compare appends the words in which two frames differ, and makes old the same.
func (b *batch) compare(old, now []byte) {
	old = old[:len(now)]
	for at := 0; at < len(now); at += blockBytes {
		end := min(at+blockBytes, len(now))
		if bytes.Equal(old[at:end], now[at:end]) {
			continue
		}
		b.compareWords(at, old[at:end], now[at:end])
		copy(old[at:end], now[at:end])
	}
}

// compareWords appends the words in which two blocks differ. The blocks begin at
// the given byte of their frames.
//
// Which words change is hard to predict, and a mispredicted branch costs more than
// a few stores. Therefore, if any of four words changes, each of them is stored at the end
// of the list, and the end moves only if the word has changed, without a branch.
func (b *batch) compareWords(at int, old, now []byte) {
	n := len(b.changes)
	list := slices.Grow(b.changes, blockWords)[:n+blockWords]
	for len(old) >= 32 && len(now) >= 32 {
		x0, x1 := word(old)^word(now), word(old[8:])^word(now[8:])
		x2, x3 := word(old[16:])^word(now[16:]), word(old[24:])^word(now[24:])
		if x0|x1|x2|x3 != 0 {
			list[n] = change{at, x0}
			n += nonzero(x0)
			list[n] = change{at + 8, x1}
			n += nonzero(x1)
			list[n] = change{at + 16, x2}
			n += nonzero(x2)
			list[n] = change{at + 24, x3}
			n += nonzero(x3)
		}
		old, now, at = old[32:], now[32:], at+32
	}
	for len(old) >= 8 && len(now) >= 8 {
		x := word(old) ^ word(now)
		list[n] = change{at, x}
		n += nonzero(x)
		old, now, at = old[8:], now[8:], at+8
	}
	b.changes = list[:n]
}

// word is the first word of b. Unlike a variable that holds the method Uint64, it is
// inlined.
func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// nonzero is 1 if x is not 0, and 0 if it is. The compiler makes no branch of it.
func nonzero(x uint64) int {
	if x != 0 {
		return 1
	}
	return 0
}

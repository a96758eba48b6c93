// Package frame lays out the values of signals in bytes, as the simulators sample
// them and as a wave takes them.
//
// A value of up to 8, 16, 32 or 64 bits has 1, 2, 4 or 8 bytes, a wider one 8 for
// each 64, little-endian with zeros above its width. In a frame, values follow
// each other, each at a multiple of its size, or of 8 where it is larger; the
// size of a frame is a multiple of 8. Outside a frame a value is words of 64
// bits, the least significant first.
package frame

import "encoding/binary"

// Words is the number of words of a value of so many bits.
func Words(width int) int { return (width + 63) / 64 }

// Bytes is the number of bytes of a value of so many bits.
func Bytes(width int) int {
	switch {
	case width <= 8:
		return 1
	case width <= 16:
		return 2
	case width <= 32:
		return 4
	}
	return 8 * Words(width)
}

// Put stores a value, of which there are [Words], in its [Bytes].
func Put(dst []byte, words []uint64, width int) {
	switch Bytes(width) {
	case 1:
		dst[0] = byte(words[0])
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(words[0]))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(words[0]))
	default:
		for k, w := range words {
			binary.LittleEndian.PutUint64(dst[8*k:], w)
		}
	}
}

// Get returns the words of the value that src begins with.
func Get(src []byte, width int) []uint64 {
	words := make([]uint64, Words(width))
	switch Bytes(width) {
	case 1:
		words[0] = uint64(src[0])
	case 2:
		words[0] = uint64(binary.LittleEndian.Uint16(src))
	case 4:
		words[0] = uint64(binary.LittleEndian.Uint32(src))
	default:
		for k := range words {
			words[k] = binary.LittleEndian.Uint64(src[8*k:])
		}
	}
	return words
}

// Layout gives the values of a frame their places. The zero value has none.
type Layout struct{ end int }

// Add is the first byte of the next value.
func (l *Layout) Add(width int) int {
	bytes := Bytes(width)
	unit := min(bytes, 8)
	at := (l.end + unit - 1) / unit * unit
	l.end = at + bytes
	return at
}

// Size is the number of bytes of a frame of the values so far.
func (l *Layout) Size() int { return (l.end + 7) &^ 7 }

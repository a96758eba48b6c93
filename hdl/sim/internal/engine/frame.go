package engine

import (
	"encoding/binary"

	"posedge/hdl/sim/internal/netlist"
	"posedge/hdl/sim/internal/wide"
)

// PackedSize is the number of bytes of a value in a frame and of a word of a
// memory: 1, 2, 4 or 8 for up to 8, 16, 32 or 64 bits, else 8 for each 64.
func PackedSize(width int) int {
	switch {
	case width <= 8:
		return 1
	case width <= 16:
		return 2
	case width <= 32:
		return 4
	}
	return 8 * wide.Words(width)
}

// FrameOf lays out the signals of a netlist: one after the other, each at a
// multiple of its size, or of 8 where it is larger. The size of all is a
// multiple of 8.
func FrameOf(n *netlist.Netlist) (at []int, size int) {
	for _, x := range n.Signals {
		bytes := PackedSize(n.Nodes[x.Net].Width)
		unit := min(bytes, 8)
		size = (size + unit - 1) / unit * unit
		at = append(at, size)
		size += bytes
	}
	return at, (size + 7) &^ 7
}

// PutPacked stores a value of the width in its bytes.
func PutPacked(dst []byte, words []uint64, width int) {
	switch PackedSize(width) {
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

package ioarbiter

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
)

// The cycles of a quad or a tile if the units answer at once, as docs/ioarbiter-microcode.md has them: the difference
// between two rectangles, of 16 and of 32 of them.
func TestCyclesOfMacros(t *testing.T) {
	c := macroConfig(4)
	c.Bound = 10_000
	machine, entries := machineOf(c)
	cycles := func(macro int, mask uint32, columns uint32) uint64 {
		e := newEnvironment(t, c, 1, answers{c: c, word: &mask}, false)
		var p []uint32
		for _, q := range microcode.Macros()[macro].Parameters {
			v := uint32(256)
			switch q.Name {
			case "tx0", "ty0", "qx0", "qy0":
				v = 0
			case "tx1", "qx1":
				v = columns
			case "ty1", "qy1":
				v = 4
			}
			p = append(p, v)
		}
		h := e.send(macro, isa.OK, p)
		ack := e.until(1, 20_000)[0]
		e.expects(machine, entries[macro].Address, p, ack, h)
		return e.done.Cycles()[0]
	}
	for _, x := range []struct {
		macro, cycles int
		mask          uint32
	}{
		{0, 19, 0},          // blit: a quad
		{1, 10, 0},          // clear: a tile
		{2, 55, 0xffffffff}, // triangle: a tile that is covered
		{2, 26, 0},          // one that is not
		{3, 15, 0},          // zonly
	} {
		assert.Equal(t, 16*x.cycles, int(cycles(x.macro, x.mask, 8)-cycles(x.macro, x.mask, 4)), "%s, mask %#x", microcode.Macros()[x.macro].Name, x.mask)
	}
}

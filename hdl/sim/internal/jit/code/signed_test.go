package code

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
)

// Sign extensions of 8, 16 and 32 bits, of what is in memory and of what is
// computed, in both types: one instruction each, and the value of the shifts.
func TestSignExtensionIsOneInstruction(t *testing.T) {
	for _, bits := range []int{8, 16, 32} {
		for _, typ := range []word.Type{word.I32, word.I64} {
			if bits == typ.Bits() {
				continue
			}
			for _, computed := range []bool{false, true} {
				p := newProgram(t)
				x := p.Load(word.I32, 4, 8, 0, word.Mask(32))
				if computed {
					x = p.Add(x, p.Const(word.I32, 1))
				}
				v := p.SignExtend(typ, x, bits)
				p.set(1, p.To(word.I32, v))
				p.set(2, p.To(word.I32, p.Shr(p.To(word.I64, v), 32)))
				plan := p.plan(Omitted{})
				// One bit less has no instruction.
				shifts := newProgram(t)
				y := shifts.Load(word.I32, 4, 8, 0, word.Mask(32))
				if computed {
					y = shifts.Add(y, shifts.Const(word.I32, 1))
				}
				y = shifts.SignExtend(typ, y, bits-1)
				shifts.set(1, shifts.To(word.I32, y))
				shifts.set(2, shifts.To(word.I32, shifts.Shr(shifts.To(word.I64, y), 32)))
				assert.LessOrEqual(t, plan.size()+4, shifts.plan(Omitted{}).size(), "%d bits of %v, computed %v", bits, typ, computed)
				for _, in := range []uint32{0, 0x7e, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xfffe, 0x7fffffff, 0x80000000, 0xfffffffe} {
					got := p.run(plan, in, 0, 0)
					if computed {
						in++
					}
					want := int64(int32(in<<(32-bits))) >> (32 - bits)
					if typ == word.I32 {
						want = int64(uint32(want))
					}
					require.Equal(t, []uint32{uint32(want), uint32(want >> 32)}, got[1:], "%d bits of %#x as %v", bits, in, typ)
				}
			}
		}
	}
}

// size is the length of the code in bytes.
func (p *Plan) size() int {
	n := 0
	for _, f := range p.Emit(&wasm.Module{}, Map{Top: 4096}) {
		n += f.Size()
	}
	return n
}

func TestAShiftOfSomethingElseIsNoSignExtension(t *testing.T) {
	p := newProgram(t)
	p.set(1, p.Shift(word.ShrS, p.reg(0), p.Const(word.I32, 16)))
	p.set(2, p.Shift(word.ShrS, p.Shl(p.reg(0), 16), p.Const(word.I32, 17)))
	p.set(3, p.Shift(word.ShrS, p.Shift(word.Shl, p.reg(0), p.reg(3)), p.Const(word.I32, 16)))
	assert.Equal(t, []uint32{0x8765fedc, 0xffff8765, 0xffffff6e, 0x0000765f}, p.run(p.plan(Omitted{}), 0x8765fedc, 0, 0, 4))
}

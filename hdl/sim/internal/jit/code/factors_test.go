package code

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/sim/internal/jit/word"
)

// bit is register i, of one bit.
func (p program) bit(i int) word.ID {
	return p.Load(word.I32, 4, uint32(8+4*i), int32(i), 1)
}

// Slots of a queue: each is written if the queue is pushed and the pointer says
// so. Whether it is pushed is asked once, and the compares are made only then.
func TestConditionsWithACommonFactorNest(t *testing.T) {
	p := newProgram(t)
	push, at := p.bit(0), p.reg(1)
	for i := range 4 {
		slot := 3 + i
		here := p.Eq(at, p.Const(word.I32, uint64(i)))
		p.set(slot, p.Select(p.And(push, here), p.reg(2), p.reg(slot)))
	}
	plan := p.plan(Omitted{})
	assert.Equal(t, lines("function 0",
		"  if @8",
		"    @20 = select(@12 @20 @16)",
		"    @24 = select(xor(@12 0x1) @24 @16)",
		"    @28 = select(xor(@12 0x2) @28 @16)",
		"    @32 = select(xor(@12 0x3) @32 @16)"), plan.Text())
	assert.Equal(t, lines("function 0",
		"  @20 = select(and(@8 eq(@12 0x0)) @16 @20)",
		"  @24 = select(and(@8 eq(@12 0x1)) @16 @24)",
		"  @28 = select(and(@8 eq(@12 0x2)) @16 @28)",
		"  @32 = select(and(@8 eq(@12 0x3)) @16 @32)"), p.plan(Omitted{Factors: true}).Text())
	for push := range uint32(2) {
		for at := range uint32(5) {
			want := p.run(p.plan(Omitted{Factors: true}), push, at, 9, 1, 2, 3, 4)
			assert.Equal(t, want, p.run(plan, push, at, 9, 1, 2, 3, 4))
			if push == 1 && at == 2 {
				assert.Equal(t, []uint32{1, 2, 9, 1, 2, 9, 4}, want)
			}
		}
	}
}

// The rest of a condition keeps its meaning where the factor was what took the
// other bits away: bit 4 of a word under a single bit.
func TestTheRestOfAConditionIsOneBit(t *testing.T) {
	p := newProgram(t)
	enable := p.bit(0)
	for i := range 3 {
		cond := p.And(enable, p.Slice(p.reg(1), 4+i, 1))
		p.set(2+i, p.Select(cond, p.much(p.reg(2+i), 5), p.reg(2+i)))
	}
	plan := p.plan(Omitted{})
	assert.Contains(t, plan.Text(), "function 0\n  if @8\n")
	for _, word := range []uint32{0, 0x80, 0x10, 0xaf, 0xff} {
		for enable := range uint32(2) {
			assert.Equal(t, p.run(p.plan(Omitted{Groups: true}), enable, word, 5, 6, 7), p.run(plan, enable, word, 5, 6, 7))
		}
	}
}

// A register that does not hold where the condition is 0 has no part in it: both
// of its values would be stored under each factor.
func TestOnlyWhatHoldsNests(t *testing.T) {
	p := newProgram(t)
	for i := range 3 {
		cond := p.And(p.bit(0), p.Eq(p.reg(1), p.Const(word.I32, uint64(i))))
		p.set(2+i, p.Select(cond, p.much(p.reg(2+i), 5), p.Const(word.I32, 7)))
	}
	assert.NotContains(t, p.plan(Omitted{}).Text(), "if @8\n")
}

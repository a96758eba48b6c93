package code

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"posedge/hdl/sim/internal/jit/word"
)

// A shift register behind an enable is written in place, as one without.
func TestOrderHoldsInsideAGroup(t *testing.T) {
	p := newProgram(t)
	for i := 1; i < 12; i++ {
		p.set(i, p.Select(p.bit(0), p.reg(i%11+1), p.reg(i)))
	}
	plan := p.plan(Omitted{})
	assert.Equal(t, lines("function 0",
		"  if @8",
		"    later @16 = @20",
		"    @20 = @24",
		"    @24 = @28",
		"    @28 = @32",
		"    @32 = @36",
		"    @36 = @40",
		"    @40 = @44",
		"    @44 = @48",
		"    @48 = @52",
		"    @52 = @12",
		"    @12 = @16",
		"    finish @16"), plan.Text())
	assert.Equal(t, []uint32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1}, p.run(plan, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
	assert.Equal(t, []uint32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, p.run(plan, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
}

// Registers that change places in one arm, and take other values in the other:
// each arm has its own order and its own temporary.
func TestEachArmPostponesForItself(t *testing.T) {
	p := newProgram(t)
	a, b := p.reg(1), p.reg(2)
	p.set(1, p.Select(p.bit(0), b, p.much(b, 4)))
	p.set(2, p.Select(p.bit(0), a, p.much(a, 5)))
	plan := p.plan(Omitted{})
	text := plan.Text()
	assert.Contains(t, text, "  if @8\n    later @16 = @12\n    @12 = @16\n    finish @16\n  else\n")
	assert.Regexp(t, `(?s)  else\n.*    later @16 = mul.*\n    finish @16\n.*    @12 = mul`, text)
	for enable := range uint32(2) {
		want := p.run(p.plan(Omitted{Groups: true, Arms: true, Order: true}), enable, 5, 6)
		assert.Equal(t, want, p.run(plan, enable, 5, 6))
	}
}

// A reader after the group: the new value waits for it there, and where the
// group was not reached the old one is put back.
func TestAReaderOutsideTheGroupIsWaitedFor(t *testing.T) {
	p := newProgram(t)
	p.set(1, p.Select(p.bit(0), p.much(p.reg(2), 10), p.Select(p.bit(3), p.much(p.reg(3), 12), p.reg(1))))
	p.set(2, p.reg(1))
	plan := p.plan(Omitted{Order: true})
	text := plan.Text()
	assert.Regexp(t, `(?s)  if @8\n.*    later @12 = .*  else\n.*later @12 = .*\n  @16 = @12\n  finish @12\n$`, text)
	for i := range uint32(4) {
		want := p.run(p.plan(Omitted{Groups: true, Arms: true}), i&1, 5, 6, i>>1)
		assert.Equal(t, want, p.run(plan, i&1, 5, 6, i>>1))
		assert.EqualValues(t, 5, want[2])
	}
}

// A memory written in a group and read after it.
func TestAWriteInAGroupWaitsForAReaderOutside(t *testing.T) {
	p := newProgram(t)
	const array = 7
	p.Writes = []Write{{Enable: p.bit(0), Addr: p.reg(2), Size: 4, Values: []word.ID{p.much(p.reg(1), 10)}, State: array}}
	p.Writes = append(p.Writes, Write{Enable: word.None, Addr: p.reg(2), Base: 64, Size: 4,
		Values: []word.ID{p.Fetch(word.I32, 4, 0, p.reg(2), array, word.Mask(32))}, State: array + 1})
	plan := p.plan(Omitted{Order: true})
	assert.Regexp(t, `(?s)  if @8\n.*    later array @0.*\n  array @64\[@16\] = fetch0\(@16\)\n  finish array @0\n$`, plan.Text())
}

package code

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"

	"posedge/hdl/sim/internal/jit/wasm"
	"posedge/hdl/sim/internal/jit/word"
)

// program has registers of 32 bits at 8, 12, 16, …, which are the state 0, 1, ….
type program struct {
	*Program
	t *testing.T
}

func newProgram(t *testing.T) program { return program{&Program{Graph: word.New()}, t} }

func (p program) reg(i int) word.ID {
	return p.Load(word.I32, 4, uint32(8+4*i), int32(i), word.Mask(32))
}

func (p program) set(i int, v word.ID) {
	p.Stores = append(p.Stores, Store{Value: v, Addr: uint32(8 + 4*i), State: int32(i)})
}

// much is a chain of n operations that nothing else uses.
func (p program) much(x word.ID, n int) word.ID {
	for i := range n {
		x = p.Mul(p.Xor(x, p.Const(word.I32, uint64(3*i+5))), x)
	}
	return x
}

func (p program) plan(omit Omitted) *Plan {
	top := uint32(100)
	return NewPlan(p.Program, omit, func(bytes int) uint32 {
		top += 8
		return top - 8
	})
}

func lines(s ...string) string { return strings.Join(s, "\n") + "\n" }

// run does the plan once on a memory that starts with the registers.
func (p program) run(plan *Plan, registers ...uint32) []uint32 {
	m := &wasm.Module{Pages: 1}
	f := m.Func(nil, nil)
	for _, part := range plan.Emit(m, Map{Top: 4096, Arrays: 4096}) {
		f.Const(wasm.I32, 0)
		f.Call(part)
	}
	m.Export("f", f)
	r := wazero.NewRuntime(p.t.Context())
	defer r.Close(context.Background())
	x, err := r.Instantiate(p.t.Context(), m.Encode())
	require.NoError(p.t, err)
	for i, v := range registers {
		x.Memory().WriteUint32Le(uint32(8+4*i), v)
	}
	_, err = x.ExportedFunction("f").Call(p.t.Context())
	require.NoError(p.t, err)
	for i := range registers {
		registers[i], _ = x.Memory().ReadUint32Le(uint32(8 + 4*i))
	}
	return registers
}

func TestOrderWritesAShiftRegisterInPlace(t *testing.T) {
	p := newProgram(t)
	for i := 1; i < 4; i++ {
		p.set(i, p.reg(i-1))
	}
	p.set(0, p.Add(p.reg(0), p.Const(word.I32, 1)))
	assert.Equal(t, lines("function 0",
		"  @20 = @16",
		"  @16 = @12",
		"  @12 = @8",
		"  @8 = add(@8 0x1)"), p.plan(Omitted{}).Text())
	assert.Equal(t, lines("function 0",
		"  later @12 = @8",
		"  later @16 = @12",
		"  finish @12",
		"  @20 = @16",
		"  finish @16",
		"  @8 = add(@8 0x1)"), p.plan(Omitted{Order: true}).Text())
	for _, omit := range []Omitted{{}, {Order: true}} {
		assert.Equal(t, []uint32{11, 10, 20, 30}, p.run(p.plan(omit), 10, 20, 30, 40))
	}
}

func TestRegistersThatChangePlacesNeedOneTemporary(t *testing.T) {
	p := newProgram(t)
	p.set(0, p.reg(1))
	p.set(1, p.reg(0))
	assert.Equal(t, lines("function 0",
		"  later @12 = @8",
		"  @8 = @12",
		"  finish @12"), p.plan(Omitted{}).Text())
	assert.Equal(t, []uint32{2, 1}, p.run(p.plan(Omitted{}), 1, 2))
}

func TestRegistersWithOneEnableShareABranch(t *testing.T) {
	p := newProgram(t)
	enable := p.And(p.reg(0), p.Const(word.I32, 1))
	common := p.much(p.reg(1), 10)
	p.set(1, p.Select(enable, common, p.reg(1)))
	p.set(2, p.Select(enable, p.Add(common, p.reg(3)), p.reg(2)))
	p.set(3, p.Select(enable, p.reg(2), p.reg(1)))
	plan := p.plan(Omitted{})
	require.Len(t, plan.steps, 1)
	text := plan.Text()
	assert.Contains(t, text, "  if and(@8 0x1)\n")
	assert.Contains(t, text, "    @12 = %33\n    later @20 = @16\n    @16 = add(%33 @20)\n    finish @20\n  else\n    @20 = @12\n")
	apart := p.plan(Omitted{Groups: true, Arms: true})
	assert.NotContains(t, apart.Text(), "if")
	for _, enable := range []uint32{0, 1} {
		want := p.run(apart, enable, 5, 6, 7)
		assert.Equal(t, want, p.run(plan, enable, 5, 6, 7))
		if enable == 0 {
			assert.Equal(t, []uint32{0, 5, 6, 5}, want)
		}
	}
}

func TestABranchThatSavesLittleIsNone(t *testing.T) {
	p := newProgram(t)
	p.set(1, p.Select(p.reg(0), p.Add(p.reg(1), p.reg(2)), p.reg(1)))
	assert.Equal(t, lines("function 0", "  @12 = select(@8 add(@12 @16) @12)"), p.plan(Omitted{}).Text())
}

func TestWhatOneArmNeedsIsComputedInIt(t *testing.T) {
	p := newProgram(t)
	shared := p.Add(p.reg(1), p.reg(2))
	long := p.much(shared, 25)
	p.set(1, p.Add(p.Select(p.reg(0), long, p.Sub(shared, p.reg(0))), p.reg(2)))
	text := p.plan(Omitted{}).Text()
	assert.Regexp(t, `(?s)^function 0\n  %\d+ = add\(@12 @16\)\n  %\d+ = if @8\n.*  else\n    sub\(%\d+ @8\)\n  @12 = add`, text)
	assert.NotContains(t, p.plan(Omitted{Arms: true}).Text(), "if")
	for _, choice := range []uint32{0, 9} {
		assert.Equal(t, p.run(p.plan(Omitted{Arms: true}), choice, 2, 3), p.run(p.plan(Omitted{}), choice, 2, 3))
	}
}

// What an arm needs may be needed elsewhere, once the branches around that are
// taken back: then the arm holds nothing, and is none.
func TestAnArmThatHoldsNothingIsNone(t *testing.T) {
	p := newProgram(t)
	long := p.much(p.reg(1), 20)
	p.set(1, p.Select(p.bit(0), long, p.Select(p.bit(2), p.Add(long, p.reg(3)), p.reg(3))))
	p.set(3, p.Add(long, p.reg(1)))
	assert.NotContains(t, p.plan(Omitted{}).Text(), "if")
}

// A write and a reader of the word: the reader sees the word before the write.
func TestAWriteWaitsForTheReaders(t *testing.T) {
	p := newProgram(t)
	const array = 7
	word0 := p.Fetch(word.I32, 4, 0, p.reg(2), array, word.Mask(32))
	p.Writes = []Write{{Enable: p.reg(0), Addr: p.reg(2), Size: 4, Values: []word.ID{p.reg(1)}, State: array}}
	p.set(1, p.Add(word0, p.Const(word.I32, 1)))
	plan := p.plan(Omitted{})
	assert.Equal(t, lines("function 0",
		"  later array @0[@16] = @12 if @8",
		"  @12 = add(fetch0(@16) 0x1)",
		"  finish array @0"), plan.Text())
	assert.Equal(t, []uint32{1, 1, 0}, p.run(plan, 1, 5, 0))
}

func TestALargeProgramIsCutAndItsValuesCross(t *testing.T) {
	p := newProgram(t)
	var values []word.ID
	for i := range 8 {
		values = append(values, p.much(p.reg(i), 400))
	}
	for i := range 8 {
		p.set(i, p.Add(values[i], values[7-i]))
	}
	plan := p.plan(Omitted{})
	assert.Greater(t, plan.parts, 2)
	assert.NotEmpty(t, plan.slot)
	want := make([]uint32, 8)
	for i := range want {
		for _, from := range []int{i, 7 - i} {
			x := uint32(from + 1)
			for k := range 400 {
				x *= x ^ uint32(3*k+5)
			}
			want[i] += x
		}
	}
	assert.Equal(t, want, p.run(plan, 1, 2, 3, 4, 5, 6, 7, 8))
}

// firstLines are the first n lines of a text.
func firstLines(text string, n int) string {
	return lines(strings.Split(text, "\n")[:n]...)
}

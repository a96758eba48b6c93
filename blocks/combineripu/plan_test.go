package combineripu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/blocks/combineripu/stimulus"
	"posedge/hdl"
	"posedge/internal/long"
)

// planHarness packs a plan's ports into few, which a bench sets and reads faster.
type planHarness struct {
	Step  hdl.In  `doc:"bit 0: final; bit 1: odd; from bit 2 on: live results"`
	Low   hdl.In  `doc:"two words"`
	High  hdl.In  `doc:"the other two"`
	Valid hdl.Out `doc:"the plan's"`
	Slots hdl.Out `doc:"the plan's slots, concatenated"`
}

func newPlanHarness() *planHarness {
	return &planHarness{
		Step: hdl.Input(11), Low: hdl.Input(64), High: hdl.Input(64),
		Valid: hdl.Output(numSlots), Slots: hdl.Output(hdl.WidthOf(commonShapes().Slots)),
	}
}

func (h *planHarness) Describe(m *hdl.Module) {
	c := NewConfig(1)
	dut := hdl.Instance(m, "dut", newPlan(c))
	dut.Final.Set(h.Step.Bit(0))
	w := zeros(c.shapes().Words)
	w.Words = [4]hdl.Bits{h.Low.Slice(31, 0), h.Low.Slice(63, 32), h.High.Slice(31, 0), h.High.Slice(63, 32)}
	w.Odd = h.Step.Bit(1)
	dut.Words.Set(w)
	dut.Live.Set(hdl.Unflatten(commonShapes().Live, h.Step.Slice(10, 2)))
	h.Valid.Set(dut.Valid)
	h.Slots.Set(hdl.Flatten(dut.Slots.Data))
}

// slotValue is a slot as an instruction of integers.
type slotValue struct {
	Op, Dest, Halves int
	In               [3]isa.Operand
	Bias, Scale      int
	Final, Odd, Last int
}

// slotOf is an instruction as a slot.
func slotOf(i isa.Instruction) slotValue {
	return slotValue{int(i.Op), int(i.Dest), int(i.Halves), i.In, bit(i.Bias), int(i.Scale), bit(i.Final), bit(i.Odd), bit(i.Last)}
}

// readSlots reads the slots that hold an instruction.
func readSlots(tb *bench.TB, dut *planHarness) (list []slotValue) {
	valid, all := tb.Get(dut.Valid), tb.GetBig(dut.Slots)
	at := 0
	next := func(width int) (v uint8) {
		for k := range width {
			v |= uint8(all.Bit(at+k)) << k
		}
		at += width
		return v
	}
	size := hdl.WidthOf(commonShapes().Slots[0])
	for k := range numSlots {
		if valid>>k&1 == 0 {
			continue
		}
		at = k * size
		s := slotValue{Op: int(next(3)), Dest: int(next(4)), Halves: int(next(2))}
		for i := range s.In {
			s.In[i] = isa.Operand{Kind: isa.Kind(next(2)), Register: isa.Register(next(4)), RGB: next(1), Alpha: next(1), Mapping: isa.Mapping(next(3))}
		}
		s.Bias, s.Scale, s.Final, s.Odd, s.Last = int(next(1)), int(next(2)), int(next(1)), int(next(1)), int(next(1))
		list = append(list, s)
	}
	return list
}

type liveResultValue struct{ RGB, Blue, AlphaHalf int }

// liveValue is a [Live] in integers.
type liveValue struct{ AB, CD, Sum liveResultValue }

func (v liveValue) packed() (x uint64) {
	for k, r := range []liveResultValue{v.AB, v.CD, v.Sum} {
		x |= uint64(r.RGB|r.Blue<<1|r.AlphaHalf<<2) << (3 * k)
	}
	return x
}

// liveOf marks the live results of a stage, given the halves that are live after it.
func liveOf(s isa.StageWords, after model.Halves) (v liveValue) {
	alphaAB, alphaCD, alphaSum := model.Targets(s.OutAlpha)
	ab, cd, sum := model.Targets(s.OutRGB)
	alive := func(rgb, alpha isa.Register, blueBit int) (l liveResultValue) {
		l.RGB = bit(rgb != isa.Zero) * int(after.Of(rgb)&isa.RGBHalf)
		l.AlphaHalf = bit(alpha != isa.Zero) * int(after.Of(alpha)/isa.AlphaHalf)
		overwritten := rgb == alphaAB || rgb == alphaCD || rgb == alphaSum
		l.Blue = bit(rgb != isa.Zero && blueBit > 0 && s.OutRGB>>blueBit&1 != 0 && !overwritten) * int(after.Of(rgb)/isa.AlphaHalf)
		return l
	}
	return liveValue{alive(ab, alphaAB, 19), alive(cd, alphaCD, 18), alive(sum, alphaSum, 0)}
}

// planOf sets the words and live results of a step, and returns its plan.
func planOf(tb *bench.TB, dut *planHarness, final, odd bool, words [4]uint32, live liveValue) []slotValue {
	tb.Set(dut.Step, uint64(bit(final)|bit(odd)<<1)|live.packed()<<2)
	tb.Set(dut.Low, uint64(words[0])|uint64(words[1])<<32)
	tb.Set(dut.High, uint64(words[2])|uint64(words[3])<<32)
	list := readSlots(tb, dut)
	tb.Tick()
	return list
}

func slotsOf(program []isa.Instruction) (list []slotValue) {
	for _, i := range program {
		list = append(list, slotOf(i))
	}
	return list
}

// exercisePlans compares the plans of all steps of n random program states with the translation, and returns the most
// instructions in a stage and in a final combiner.
func exercisePlans(t *testing.T, n int, opts ...bench.Option) (tb *bench.TB, general, final int) {
	dut := newPlanHarness()
	tb = bench.New(t, dut, opts...)
	for seed := range uint64(n) {
		w := stimulus.Words(rand.New(rand.NewPCG(seed, 3)), isa.MaxStages, stimulus.Mix(seed%stimulus.NumMixes))
		p := model.Translate(&w, isa.MaxStages)
		program := p.Instructions
		for step, count := range p.Steps {
			words, live := [4]uint32{w.Final[0], w.Final[1]}, liveValue{}
			isFinal := step == w.Active(isa.MaxStages)
			if isFinal {
				final = max(final, count)
			} else {
				s := w.Stages[step]
				words = [4]uint32{s.InRGB, s.InAlpha, s.OutRGB, s.OutAlpha}
				live, general = liveOf(s, p.Live[step+1]), max(general, count)
			}
			got := planOf(tb, dut, isFinal, w.Odd(), words, live)
			require.Equal(t, slotsOf(program[:count]), got, "seed %d, step %d: words %08x, live %+v\n%s", seed, step, words, live, isa.Listing(program[:count]))
			program = program[count:]
		}
	}
	// Stages with few registers, all of them live.
	all := model.Halves{RGB: 0xffff, Alpha: 0xffff}
	for seed := range uint64(n) {
		s := stimulus.Stage(rand.New(rand.NewPCG(seed, 4)), stimulus.HazardMix)
		if seed%2 == 0 { // products beside MUX
			s.OutRGB, s.OutAlpha = s.OutRGB|1<<14&^0x3000, s.OutAlpha|1<<14
		}
		want := model.TranslateStage(s, seed%3 == 0, all)
		general = max(general, len(want))
		got := planOf(tb, dut, false, seed%3 == 0, [4]uint32{s.InRGB, s.InAlpha, s.OutRGB, s.OutAlpha}, liveOf(s, all))
		require.Equal(t, slotsOf(want), got, "seed %d: %08x\n%s", seed, s, isa.Listing(want))
	}
	return tb, general, final
}

func TestLongManyPlansAreTheTranslation(t *testing.T) {
	long.Only(t)
	exercisePlans(t, 100000)
}

func TestPlansAreTheTranslation(t *testing.T) {
	long.NotShort(t)
	t.Parallel()
	_, general, final := exercisePlans(t, 3000)
	assert.Equal(t, 15, general, "of a stage")
	assert.Equal(t, 7, final, "of the final combiner")
}

package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// controlStorage keeps the state words of each program state in flip-flops. Loads go into the current set. Reads return
// the words as they were before this cycle's load.
type controlStorage struct {
	Load      hdl.InOf[loadBits] `doc:"a register load"`
	Changed   hdl.Out            `doc:"1: the load addresses a state word, and differs from the current set's"`
	Write     hdl.In             `doc:"1: the load is written to the current set; ignored if it addresses no state word"`
	Next      hdl.In             `doc:"1: the next set takes over all words and becomes the current one; never together with write"`
	Allocated hdl.In             `doc:"1: allocation for the current set begins, which makes it clean"`
	Dirty     hdl.Out            `doc:"1: a word has changed since the last allocation, or there has been none"`
	Current   hdl.Out            `doc:"the set that loads go into"`

	Allocating      hdl.InOf[Position]   `doc:"a step, for register allocation"`
	AllocatingWords hdl.OutOf[StepWords] `doc:"its words, in the same cycle"`
	Emulating       hdl.InOf[Position]   `doc:"a step, for the instruction emulator"`
	EmulatingWords  hdl.OutOf[StepWords] `doc:"its words, in the same cycle"`

	config Config
}

// loadBits is a register load.
type loadBits struct {
	Offset hdl.Bits `width:"offset"`
	Word   hdl.Bits `width:"32"`
}

func newControlStorage(c Config) *controlStorage {
	shapes := c.shapes()
	return &controlStorage{
		Load: hdl.InputOf(commonShapes().Load), Changed: hdl.Output(1), Write: hdl.Input(1), Next: hdl.Input(1),
		Allocated: hdl.Input(1), Dirty: hdl.Output(1), Current: hdl.Output(c.setWidth()),
		Allocating: hdl.InputOf(shapes.Position), AllocatingWords: hdl.OutputOf(shapes.Words),
		Emulating: hdl.InputOf(shapes.Position), EmulatingWords: hdl.OutputOf(shapes.Words),
		config: c,
	}
}

// ModuleName is combiner_storage with the numbers of sets and stages.
func (s *controlStorage) ModuleName() string {
	return fmt.Sprintf("combiner_storage_s%d_n%d", s.config.Sets, s.config.Stages)
}

// ModuleDoc describes the storage in its Verilog.
func (s *controlStorage) ModuleDoc() string {
	return fmt.Sprintf("Control storage: the %d state words of each of %d program states.", len(isa.Offsets(s.config.Stages)), s.config.Sets)
}

// Describe builds the words, the comparison, and two read ports.
func (s *controlStorage) Describe(m *hdl.Module) {
	c := s.config
	var sets []setBits
	var words [][]hdl.Bits // of each set, in the order of offsets
	for k := range c.Sets {
		set := hdl.RegOf(m, fmt.Sprintf("set%d", k), c.shapes().Stored, hdl.ResetTo(c.resetBits()))
		sets, words = append(sets, set), append(words, set.list())
	}
	current, next := hdl.Const(c.setWidth(), 0), hdl.Const(c.setWidth(), 0)
	if c.Sets > 1 {
		current = m.Reg("current_set", c.setWidth())
		next = current.Add(1)
		m.If(s.Next, func() { current.Set(next) })
	}
	s.Current.Set(current)

	load := s.Load.Data
	var hits []hdl.Operand
	for _, offset := range isa.Offsets(c.Stages) {
		hits = append(hits, load.Offset.Eq(offset))
	}
	hit := m.Named("hit", hdl.Pack(hits...))
	now := hdl.Select(current, words)
	stored := m.Named("stored", lib.OneHotMux(hit, now))
	changed := m.Named("differs", hit.ReduceOr().And(stored.Ne(load.Word)))
	s.Changed.Set(changed)

	for k, set := range words {
		m.If(s.Next.And(next.Eq(k)), func() { hdl.Set(set, now) })
		write := m.Named(fmt.Sprintf("write_%d", k), s.Write.And(current.Eq(k)))
		for i, word := range set {
			m.If(write.And(hit.Bit(i)), func() { word.Set(load.Word) })
		}
	}

	dirty := m.Reg("changed_since", 1, hdl.ResetTo(1))
	m.If(s.Write.And(changed), func() { dirty.Set(1) }).ElseIf(s.Allocated, func() { dirty.Set(0) })
	s.Dirty.Set(dirty)

	s.AllocatingWords.Set(c.step(sets, s.Allocating.Data))
	s.EmulatingWords.Set(c.step(sets, s.Emulating.Data))
}

// step is a read port: the words of a step of a set.
func (c Config) step(sets []setBits, at Position) StepWords {
	set := hdl.Select(at.Set, sets)
	zero := hdl.Const(32, 0)
	var steps []StepWords
	for _, stage := range set.Stages {
		steps = append(steps, StepWords{
			Words: [4]hdl.Bits{stage.InRGB, stage.InAlpha, stage.OutRGB, stage.OutAlpha},
			Constants: [2]hdl.Bits{
				hdl.Mux(set.Control.Bit(12), stage.Constants[0], set.Stages[0].Constants[0]),
				hdl.Mux(set.Control.Bit(16), stage.Constants[1], set.Stages[0].Constants[1]),
			},
		})
	}
	steps = append(steps, StepWords{Words: [4]hdl.Bits{set.Final[0], set.Final[1], zero, zero}, Constants: set.FinalConstants})
	count := set.Control.Slice(3, 0)
	active := hdl.Mux(count.Gt(c.Stages), c.Stages, count).Truncate(c.stageWidth())
	for i := range steps {
		steps[i].Active, steps[i].Odd, steps[i].Count = active, set.Control.Bit(8).Not(), count
	}
	return hdl.Select(at.Stage, steps)
}

// stageBits and setBits are [isa.StageWords] and [isa.Words] in hardware, with the stages that are built.
type stageBits struct {
	InRGB, InAlpha, OutRGB, OutAlpha hdl.Bits    `width:"32"`
	Constants                        [2]hdl.Bits `width:"32"`
}

type setBits struct {
	Stages         []stageBits `len:"stages"`
	Final          [2]hdl.Bits `width:"32"`
	FinalConstants [2]hdl.Bits `width:"32"`
	Control        hdl.Bits    `width:"32"`
}

// resetBits is a set after a reset.
func (c Config) resetBits() setBits {
	reset := isa.ResetWords()
	word := func(offset int) hdl.Bits { return hdl.Const(32, *reset.At(offset)) }
	s := setBits{
		Final:          [2]hdl.Bits{word(isa.OffsetFinal0), word(isa.OffsetFinal1)},
		FinalConstants: [2]hdl.Bits{word(isa.OffsetFinalConst), word(isa.OffsetFinalConst + 4)},
		Control:        word(isa.OffsetControl),
	}
	for stage := range c.Stages {
		k := 4 * stage
		s.Stages = append(s.Stages, stageBits{
			InRGB: word(isa.OffsetInRGB + k), InAlpha: word(isa.OffsetInAlpha + k), OutRGB: word(isa.OffsetOutRGB + k), OutAlpha: word(isa.OffsetOutAlpha + k),
			Constants: [2]hdl.Bits{word(isa.OffsetConstant0 + k), word(isa.OffsetConstant1 + k)},
		})
	}
	return s
}

// list is the words in the order of [isa.Offsets].
func (s setBits) list() (words []hdl.Bits) {
	for _, stage := range s.Stages {
		words = append(words, stage.InRGB, stage.InAlpha, stage.OutRGB, stage.OutAlpha, stage.Constants[0], stage.Constants[1])
	}
	return append(words, s.Final[0], s.Final[1], s.FinalConstants[0], s.FinalConstants[1], s.Control)
}

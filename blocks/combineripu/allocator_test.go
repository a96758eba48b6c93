package combineripu

import (
	"fmt"
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

// allocatorHarness packs an allocator's ports into few, which a bench sets and reads faster.
type allocatorHarness struct {
	Trigger   hdl.In  `doc:"bit 0: a trigger; from bit 1 on: its set"`
	Position  hdl.Out `doc:"from bit 0 on: the set; then the stage"`
	Step      hdl.In  `doc:"active stages; bit 4: odd; from bit 5 on: the count"`
	Low       hdl.In  `doc:"two words"`
	High      hdl.In  `doc:"the other two"`
	Ready     hdl.In  `doc:"the count is taken"`
	Counted   hdl.Out `doc:"bit 0: offered; then the count; from bit 6 on: what to load"`
	Numbers   hdl.Out `doc:"the table"`
	Emitted   hdl.Out `doc:"bit 0: a program; then its set"`
	Emulating hdl.In  `doc:"laid out as Position"`
	Live      hdl.Out
	Remapping hdl.In `doc:"the set whose table is read"`
	TableOut  hdl.Out
	Illegal   hdl.Out `doc:"bit 0: illegal; then the offset"`

	c Config
}

func newAllocatorHarness(c Config) *allocatorHarness {
	in, out := hdl.Input, hdl.Output
	set, at := c.setWidth(), hdl.WidthOf(c.shapes().Position)
	return &allocatorHarness{
		Trigger: in(1 + set), Position: out(at), Step: in(9), Low: in(64), High: in(64), Ready: in(1),
		Counted: out(22), Numbers: out(64), Emitted: out(1 + set), Emulating: in(at), Live: out(9),
		Remapping: in(set), TableOut: out(64), Illegal: out(1 + isa.OffsetBits),
		c: c,
	}
}

func (h *allocatorHarness) Describe(m *hdl.Module) {
	dut := hdl.Instance(m, "dut", newAllocator(h.c))
	dut.Trigger.Send(h.Trigger.Bit(0), SetBeat{h.Trigger.Slice(h.Trigger.Width()-1, 1)})
	h.Position.Set(hdl.Flatten(dut.Position.Data))
	shapes := h.c.shapes()
	w := zeros(shapes.Words)
	w.Words = [4]hdl.Bits{h.Low.Slice(31, 0), h.Low.Slice(63, 32), h.High.Slice(31, 0), h.High.Slice(63, 32)}
	w.Active, w.Odd, w.Count = h.Step.Truncate(h.c.stageWidth()), h.Step.Bit(4), h.Step.Slice(8, 5)
	dut.Words.Set(w)
	dut.Counted.Ready.Set(h.Ready)
	a := dut.Counted.Data
	h.Counted.Set(hdl.Pack(dut.Counted.Valid, a.Count, a.Load))
	h.Numbers.Set(hdl.Flatten(a.Table))
	dut.Programs.Ready.Set(1)
	h.Emitted.Set(hdl.Pack(dut.Programs.Valid, dut.Programs.Data.Set))
	dut.Emulating.Set(hdl.Unflatten(shapes.Position, h.Emulating.Bits))
	h.Live.Set(hdl.Flatten(dut.EmulatingLive.Data))
	dut.TableOf.Set(h.Remapping)
	h.TableOut.Set(hdl.Flatten(dut.Table.Data))
	h.Illegal.Set(hdl.Pack(dut.Illegal, dut.IllegalOffset))
}

// allocatorBench runs an allocator, and stands in for its control storage.
type allocatorBench struct {
	*testing.T
	tb      *bench.TB
	dut     *allocatorHarness
	sets    []isa.Words
	illegal int // offset, or −1
}

func newAllocatorBench(t *testing.T, c Config, opts ...bench.Option) *allocatorBench {
	dut := newAllocatorHarness(c)
	return &allocatorBench{t, bench.New(t, dut, opts...), dut, make([]isa.Words, c.Sets), -1}
}

// packedTable is a table as the harness packs it.
func packedTable(table [isa.NumRegisters]uint8) (x uint64) {
	for k, number := range table {
		x |= uint64(number) << (4 * k)
	}
	return x
}

// words answers the allocator's read port.
func (b *allocatorBench) words() {
	c, at := b.dut.c, b.tb.Get(b.dut.Position)
	setBits := c.setWidth()
	w, stage := &b.sets[at&(1<<setBits-1)], int(at>>setBits)
	words := [4]uint32{w.Final[0], w.Final[1]}
	if stage < c.Stages {
		s := w.Stages[stage]
		words = [4]uint32{s.InRGB, s.InAlpha, s.OutRGB, s.OutAlpha}
	}
	b.tb.Set(b.dut.Step, w.Active(c.Stages)|bit(w.Odd())<<4|int(w.Control&15)<<5)
	b.tb.Set(b.dut.Low, uint64(words[0])|uint64(words[1])<<32)
	b.tb.Set(b.dut.High, uint64(words[2])|uint64(words[3])<<32)
}

// allocate triggers a set's allocation, stalls its count for some cycles, and compares everything with the translation.
func (b *allocatorBench) allocate(set, stall int, about string) (p model.Program) {
	tb, dut := b.tb, b.dut
	w := &b.sets[set]
	p = model.Translate(w, dut.c.Stages)
	table, count := p.Table(dut.c.Remap)
	tb.Set(dut.Trigger, 1|set<<1)
	tb.Set(dut.Ready, 0)
	tb.Tick()
	tb.Set(dut.Trigger, 0)
	for range w.Active(dut.c.Stages) + 2 {
		require.Zero(b, tb.Get(dut.Counted)&1, "%s: the count is early", about)
		b.words()
		tb.Tick()
	}
	want := 1 | uint64(count)<<1 | uint64(p.Load)<<6
	for k := range stall + 1 {
		tb.Set(dut.Ready, bit(k == stall))
		require.Equal(b, want, tb.Get(dut.Counted), "%s: count and load\n%s", about, isa.Listing(p.Instructions))
		require.Equal(b, packedTable(table), tb.Get(dut.Numbers), "%s: table\n%s", about, isa.Listing(p.Instructions))
		require.Equal(b, uint64(bit(k == stall)), tb.Get(dut.Emitted)&1, about)
		tb.Tick()
	}
	tb.Set(dut.Ready, 0)
	require.Zero(b, tb.Get(dut.Counted)&1, about)
	if b.illegal < 0 {
		b.illegal = p.Illegal
	}
	if b.illegal < 0 {
		require.Zero(b, tb.Get(dut.Illegal)&1, about)
	} else {
		require.Equal(b, 1|b.illegal<<1, int(tb.Get(dut.Illegal)), "%s: illegal at %s", about, isa.WordName(b.illegal))
	}
	return p
}

// kept compares the table and the live results kept for a set.
func (b *allocatorBench) kept(set int, p model.Program, about string) {
	tb, dut := b.tb, b.dut
	table, _ := p.Table(dut.c.Remap)
	tb.Set(dut.Remapping, set)
	require.Equal(b, packedTable(table), tb.Get(dut.TableOut), "%s: table of set %d", about, set)
	for stage := range p.Steps {
		live := liveValue{}
		if stage == len(p.Steps)-1 {
			stage = dut.c.Stages
		} else {
			live = liveOf(b.sets[set].Stages[stage], p.Live[stage+1])
		}
		tb.Set(dut.Emulating, set|stage<<dut.c.setWidth())
		require.Equal(b, live.packed(), tb.Get(dut.Live), "%s: live results of set %d, stage %d: %+v\n%s", about, set, stage, live, isa.Listing(p.Instructions))
	}
}

// exerciseAllocator allocates n random program states.
func exerciseAllocator(t *testing.T, c Config, n int, opts ...bench.Option) *bench.TB {
	b := newAllocatorBench(t, c, opts...)
	programs := make([]model.Program, c.Sets)
	legal := 0
	for seed := range uint64(n) {
		rng := rand.New(rand.NewPCG(seed, 5))
		set := rng.IntN(c.Sets)
		b.sets[set] = stimulus.Words(rng, c.Stages, stimulus.Mix(seed%stimulus.NumMixes))
		about := fmt.Sprintf("seed %d", seed)
		programs[set] = b.allocate(set, max(0, rng.IntN(6)-3), about)
		for k := range programs {
			if programs[k].Steps != nil {
				b.kept(k, programs[k], about)
			}
		}
		legal += bit(programs[set].Illegal < 0)
		if b.illegal >= 0 && rng.IntN(4) > 0 {
			b.tb.Reset()
			b.illegal = -1
		}
	}
	assert.Greater(t, legal, n/4)
	assert.Less(t, legal, n*3/4)
	return b.tb
}

func TestLongAllocationIsTheTranslation(t *testing.T) {
	long.Only(t)
	for _, sets := range []int{1, 2, 4} {
		for stages := 1; stages <= isa.MaxStages; stages++ {
			for _, remap := range []bool{false, true} {
				c := Config{Sets: sets, Stages: stages, Remap: remap}
				t.Run(newAllocator(c).ModuleName(), func(t *testing.T) {
					t.Parallel()
					exerciseAllocator(t, c, 2000)
				})
			}
		}
	}
}

func TestAllocationIsTheTranslation(t *testing.T) {
	for _, c := range []Config{
		{Sets: 2, Stages: isa.MaxStages, Remap: true}, {Sets: 4, Stages: isa.MaxStages}, {Sets: 1, Stages: 3, Remap: true}, {Sets: 1, Stages: 1},
	} {
		t.Run(newAllocator(c).ModuleName(), func(t *testing.T) {
			t.Parallel()
			exerciseAllocator(t, c, 300)
		})
	}
}

func TestKnownStatesAreAllocated(t *testing.T) {
	t.Parallel()
	for _, remap := range []bool{false, true} {
		b := newAllocatorBench(t, Config{Sets: 1, Stages: isa.MaxStages, Remap: remap})
		for _, k := range stimulus.KnownStates() {
			b.sets[0] = k.Words
			b.kept(0, b.allocate(0, 0, k.Name), k.Name)
		}
	}
}

// Each kind of illegal word is found where nothing else is illegal.
func TestEachIllegalWordIsFound(t *testing.T) {
	t.Parallel()
	b := newAllocatorBench(t, Config{Sets: 1, Stages: isa.MaxStages, Remap: true})
	for _, x := range stimulus.IllegalWords() {
		b.sets[0] = isa.ResetWords()
		*b.sets[0].At(x.Offset) = x.Word
		b.allocate(0, 0, x.What)
		require.Equal(t, x.Offset, b.illegal, x.What)
		b.tb.Reset()
		b.illegal = -1
	}
}

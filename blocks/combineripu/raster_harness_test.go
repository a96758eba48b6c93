package combineripu

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/blocks/combineripu/model"
	"posedge/hdl"
)

// rasterFront is a raster state machine with its storage. The test stands in for allocation and for a shader.
type rasterFront struct {
	In      hdl.Sink[Input[hdl.Bits]]
	Out     hdl.Source[Packet[hdl.Bits]]
	Trigger hdl.Source[SetBeat]
	Counted hdl.Sink[Allocation]
	Freed   hdl.Sink[SetBeat]
	At      hdl.InOf[[2]Position]
	Words   hdl.OutOf[[2]StepWords]
	Counts  hdl.OutOf[[5]hdl.Bits] `doc:"pixels, programs, blocks, stalled, counting"`

	config Config
	pixel  hdl.Bits
}

func newRasterFront(c Config, pixelBits int) *rasterFront {
	n, p := hdl.Width(counterBits), hdl.Width(pixelBits)
	shapes := c.shapes()
	return &rasterFront{
		In: hdl.NewSink(InputShape(p)), Out: hdl.NewSource(PacketShape(c, p)),
		Trigger: hdl.NewSource(shapes.SetBeat), Counted: hdl.NewSink(commonShapes().Allocation), Freed: hdl.NewSink(shapes.SetBeat),
		At: hdl.InputOf([2]Position{shapes.Position, shapes.Position}), Words: hdl.OutputOf([2]StepWords{shapes.Words, shapes.Words}),
		Counts: hdl.OutputOf([5]hdl.Bits{n, n, n, n, n}),
		config: c, pixel: p,
	}
}

func (f *rasterFront) ModuleName() string { return "raster_front_" + f.config.name() }

func (f *rasterFront) Describe(m *hdl.Module) { f.build(m) }

func (f *rasterFront) build(m *hdl.Module) (*rasterMachine[hdl.Bits], *controlStorage) {
	r := hdl.Instance(m, "raster", newRasterMachine(f.config, f.pixel))
	s := hdl.Instance(m, "storage", newControlStorage(f.config))
	r.connect(s)
	r.In.From(f.In)
	f.Out.From(r.Out)
	f.Trigger.From(r.Trigger)
	r.Counted.From(f.Counted)
	r.Freed.From(f.Freed)
	s.Allocating.Set(f.At.Data[0])
	s.Emulating.Set(f.At.Data[1])
	f.Words.Set([2]StepWords{s.AllocatingWords.Data, s.EmulatingWords.Data})
	f.Counts.Set([5]hdl.Bits{r.Pixels.Bits, r.Programs.Bits, r.Blocks.Bits, r.Stalled.Bits, r.Counting.Bits})
	return r, s
}

// Beats as Go values.
type (
	inputValue struct {
		Load         bool
		Offset, Word uint64
		Pixel        uint64
	}
	allocationValue struct {
		Count, Load uint64
		Table       [isa.NumRegisters]uint64
	}
	packetValue struct {
		Kind         isa.PacketKind
		Set          uint64
		Offset, Word uint64
		Allocation   allocationValue
		Pixel        uint64
	}
	setValue      struct{ Set uint64 }
	positionValue struct{ Set, Stage uint64 }
	stepValue     struct {
		Words              [4]uint64
		Constants          [2]uint64
		Active, Odd, Count uint64
	}
)

// rasterBench surrounds a front with what answers it: an allocator, whose allocations identify the set and the number
// of the program, and a shader, which returns blocks.
type rasterBench struct {
	t      testing.TB
	tb     *bench.TB
	c      Config
	f      *rasterFront
	rng    *rand.Rand
	in     *bench.Driver
	out    *bench.Monitor[packetValue]
	freed  *bench.Driver
	model  *model.Raster
	pixels int
	want   []packetValue

	countDelay func() int // cycles from a trigger to its count
	freeDelay  func() int // cycles from a block to its return
	programs   int
	timers     []*timer
}

type timer struct {
	left int
	send func()
}

func newRasterBench(t testing.TB, c Config, seed uint64, gap, stall float64, options ...bench.Option) *rasterBench {
	f := newRasterFront(c, 16)
	b := &rasterBench{t: t, c: c, f: f, model: model.NewRaster(c.Sets, c.Stages), rng: rand.New(rand.NewPCG(seed, 3))}
	b.tb = bench.New(t, f, append(options, bench.Seed(seed))...)
	b.in, b.out = bench.Drive(b.tb, f.In, gap), bench.Collect[packetValue](b.tb, f.Out, stall)
	b.freed = bench.Drive(b.tb, f.Freed, 0)
	counted := bench.Drive(b.tb, f.Counted, 0)
	trigger := bench.Collect[setValue](b.tb, f.Trigger, stall)
	b.countDelay, b.freeDelay = func() int { return 4 }, func() int { return 2 }
	trigger.Each(func(s setValue) {
		b.programs++
		a := allocationOf(b.programs, s.Set)
		b.after(b.countDelay(), func() { counted.Send(a) })
	})
	return b
}

// allocationOf is the bench allocator's answer to its n-th trigger.
func allocationOf(n int, set uint64) allocationValue {
	a := allocationValue{Count: uint64(n) & 31, Load: uint64(n)}
	for k := range a.Table {
		a.Table[k] = (set + uint64(k*n)) & 15
	}
	return a
}

// after sends something that is seen the given number of cycles later, at least 2.
func (b *rasterBench) after(cycles int, send func()) {
	b.timers = append(b.timers, &timer{cycles - 2, send})
}

// load and pixel send a packet and expect what the model says.
func (b *rasterBench) load(offset int, word uint32) {
	b.in.Send(inputValue{Load: true, Offset: uint64(offset), Word: uint64(word)})
	b.expect(b.model.Load(offset, word))
}

func (b *rasterBench) pixel() {
	b.pixels++
	b.in.Send(inputValue{Pixel: uint64(b.pixels - 1)})
	b.expect(b.model.Pixel())
}

func (b *rasterBench) expect(list []model.Packet) {
	for _, p := range list {
		v := packetValue{Kind: p.Kind, Set: uint64(p.Set), Offset: uint64(p.Offset), Word: uint64(p.Word), Pixel: uint64(p.Pixel)}
		if p.Kind == isa.AllocatePacket {
			n := 1
			for _, w := range b.want {
				if w.Kind == isa.AllocatePacket {
					n++
				}
			}
			v.Allocation = allocationOf(n, v.Set)
		}
		b.want = append(b.want, v)
	}
}

// run ticks until everything expected has arrived, and checks it.
func (b *rasterBench) run(limit int) {
	b.t.Helper()
	freed := b.out.Passed()
	for range limit {
		if b.out.Passed() >= len(b.want) && b.in.Waiting() == 0 {
			break
		}
		b.tb.Tick()
		for ; freed < b.out.Passed(); freed++ {
			if p := b.out.Beats()[freed]; p.Kind == isa.BlockPacket {
				b.after(b.freeDelay(), func() { b.freed.Send(setValue{p.Set}) })
			}
		}
		for _, x := range b.timers {
			if x.left == 0 {
				x.send()
			}
			x.left--
		}
	}
	require.Equal(b.t, b.want, b.packets())
}

// packets are those that have arrived, with unused fields set to zero.
func (b *rasterBench) packets() (list []packetValue) {
	for _, p := range b.out.Beats() {
		v := packetValue{Kind: p.Kind, Set: p.Set}
		switch p.Kind {
		case isa.PixelPacket:
			v.Pixel = p.Pixel
		case isa.LoadPacket:
			v.Set, v.Offset, v.Word = 0, p.Offset, p.Word
		case isa.AllocatePacket:
			v.Allocation = p.Allocation
		}
		list = append(list, v)
	}
	return list
}

// step reads a step of a set through a read port.
func (b *rasterBench) step(port, set, stage int) (s stepValue) {
	var at [2]positionValue
	at[port] = positionValue{uint64(set), uint64(stage)}
	b.tb.Set(b.f.At, at)
	var words [2]stepValue
	b.tb.Read(b.f.Words, &words)
	return words[port]
}

// stepOf is what a read port returns for a step of these words.
func stepOf(c Config, w isa.Words, stage int) (s stepValue) {
	s.Active, s.Count = uint64(w.Active(c.Stages)), uint64(w.Control&15)
	if w.Odd() {
		s.Odd = 1
	}
	constants := w.FinalConstants
	if stage < c.Stages {
		x := w.Stages[stage]
		s.Words = [4]uint64{uint64(x.InRGB), uint64(x.InAlpha), uint64(x.OutRGB), uint64(x.OutAlpha)}
		constants = w.Constants(stage)
	} else {
		s.Words = [4]uint64{uint64(w.Final[0]), uint64(w.Final[1])}
	}
	s.Constants = [2]uint64{uint64(constants[0]), uint64(constants[1])}
	return s
}

// checkWords compares all words of the current set, at both read ports, with the model's.
func (b *rasterBench) checkWords() {
	b.t.Helper()
	for set := range b.c.Sets {
		if set != b.model.Current() && b.c.Sets > 1 {
			continue // a set that is not in use may hold anything
		}
		for stage := range b.c.Stages + 1 {
			for port := range 2 {
				require.Equal(b.t, stepOf(b.c, b.model.Words(set), stage), b.step(port, set, stage), "set %d, step %d, port %d", set, stage, port)
			}
		}
	}
}

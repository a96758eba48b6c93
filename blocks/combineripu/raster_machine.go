package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// rasterMachine inserts tokens into the raster stream, so that each pixel is shaded by the program of the state words
// loaded before it.
//
// A load that changes a word closes the current set with a block token if pixels have used it; the next set takes over
// as soon as it is free. The first pixel in a dirty state waits until registers are allocated for its program, and
// follows an allocate token. Everything else passes in the cycle in which it arrives.
type rasterMachine[P any] struct {
	In  hdl.Sink[Input[P]]    `doc:"the raster stream"`
	Out hdl.Source[Packet[P]] `doc:"the same with tokens, and the set of each pixel"`

	Load      hdl.OutOf[loadBits] `doc:"to control storage: the packet at the input, if it is a load"`
	Changed   hdl.In              `doc:"1: the load changes a word of the current set"`
	Write     hdl.Out             `doc:"1: the load is written to the current set"`
	Next      hdl.Out             `doc:"1: the next set takes over"`
	Allocated hdl.Out             `doc:"1: allocation for the current set begins"`
	Dirty     hdl.In              `doc:"1: the current set needs an allocation"`
	Current   hdl.In              `doc:"the current set"`

	Trigger hdl.Source[SetBeat]  `doc:"sets to allocate registers for"`
	Counted hdl.Sink[Allocation] `doc:"the registers allocated for the last trigger"`
	Freed   hdl.Sink[SetBeat]    `doc:"sets whose block has returned; always ready"`

	Pixels   hdl.Out `doc:"pixels sent, modulo 2^32"`
	Programs hdl.Out `doc:"allocate tokens sent, modulo 2^32"`
	Blocks   hdl.Out `doc:"block tokens sent, modulo 2^32"`
	Stalled  hdl.Out `doc:"cycles in which a load waited for a free set, modulo 2^32"`
	Counting hdl.Out `doc:"cycles from a trigger to its count, modulo 2^32"`

	pixel  P
	config Config
}

func newRasterMachine[P any](c Config, pixel P) *rasterMachine[P] {
	shapes, common := c.shapes(), commonShapes()
	bit := func() hdl.Out { return hdl.Output(1) }
	counter := func() hdl.Out { return hdl.Output(counterBits) }
	return &rasterMachine[P]{
		In: hdl.NewSink(InputShape(pixel)), Out: hdl.NewSource(PacketShape(c, pixel)),
		Load: hdl.OutputOf(common.Load), Changed: hdl.Input(1), Write: bit(), Next: bit(), Allocated: bit(),
		Dirty: hdl.Input(1), Current: hdl.Input(c.setWidth()),
		Trigger: hdl.NewSource(shapes.SetBeat), Counted: hdl.NewSink(common.Allocation), Freed: hdl.NewSink(shapes.SetBeat),
		Pixels: counter(), Programs: counter(), Blocks: counter(), Stalled: counter(), Counting: counter(),
		pixel: pixel, config: c,
	}
}

// ModuleName is raster_machine with the number of sets and the shape of a pixel.
func (r *rasterMachine[P]) ModuleName() string {
	return fmt.Sprintf("raster_machine_s%d_%s", r.config.Sets, hdl.ShapeName(r.pixel))
}

// ModuleDoc describes the machine in its Verilog.
func (r *rasterMachine[P]) ModuleDoc() string {
	return "Raster state machine: puts block and allocate tokens between pixels and register loads."
}

// rasterState is what the machine does with the packet at its input.
type rasterState uint8

const (
	passing  rasterState = iota // sends it, or the token before it
	closed                      // it is a load, which waits for a free set
	counting                    // it is a pixel, which waits for its program's registers
)

func (s rasterState) String() string { return [...]string{"passing", "closed", "counting"}[s] }

// Describe builds the state machine, the record of free sets, and the counters.
func (r *rasterMachine[P]) Describe(m *hdl.Module) {
	state := hdl.FSM(m, "state", passing, closed, counting)
	used := m.Reg("used", 1) // a pixel has used the current set

	in, current := r.In.Data, r.Current.Bits
	load := m.Named("load", r.In.Valid.And(in.Load))
	pixel := m.Named("pixel", r.In.Valid.And(in.Load.Not()))
	closes := m.Named("closes", load.And(r.Changed).And(used))
	first := m.Named("first", pixel.And(r.Dirty))
	passes := m.Named("passes", state.Is(passing).And(r.In.Valid).And(closes.Or(first).Not()))

	closing := m.Named("closing", state.Is(passing).And(closes))
	kind := func(k isa.PacketKind) hdl.Bits { return hdl.Const(packetKindBits, k) }
	out := Packet[P]{
		Kind: hdl.Mux(state.Is(counting), kind(isa.AllocatePacket), hdl.Mux(closing, kind(isa.BlockPacket), hdl.Mux(in.Load, kind(isa.LoadPacket), kind(isa.PixelPacket)))),
		Set:  current, Offset: in.Offset, Word: in.Word, Allocation: hdl.Unflatten(commonShapes().Allocation, lib.Gate(state.Is(counting), hdl.Flatten(r.Counted.Data))), Pixel: in.Pixel,
	}
	r.Out.Send(hdl.Mux(state.Is(counting), r.Counted.Valid, passes.Or(closing)), out)
	r.In.Ready.Set(passes.And(r.Out.Ready))
	r.Counted.Ready.Set(state.Is(counting).And(r.Out.Ready))
	r.Trigger.Send(state.Is(passing).And(first), SetBeat{current})

	r.Load.Set(loadBits{in.Offset, in.Word})
	r.Write.Set(r.In.Fire().And(in.Load).And(r.Changed))
	r.Allocated.Set(r.Trigger.Fire())

	m.If(r.In.Fire().And(in.Load.Not()), func() { used.Set(1) }).ElseIf(r.Next, func() { used.Set(0) })
	free := m.Named("next_is_free", r.freeSets(m))
	r.Next.Set(state.Is(closed).And(free))
	state.Switch().
		Case(passing, func() {
			m.If(closing.And(r.Out.Ready), func() { state.Goto(closed) }).
				ElseIf(r.Trigger.Fire(), func() { state.Goto(counting) })
		}).
		Case(closed, func() { m.If(free, func() { state.Goto(passing) }) }).
		Case(counting, func() { m.If(r.Counted.Fire(), func() { state.Goto(passing) }) })

	for _, counter := range []struct {
		name  string
		value hdl.Out
		when  hdl.Bits
	}{
		{"pixels_sent", r.Pixels, r.In.Fire().And(in.Load.Not())},
		{"programs_sent", r.Programs, r.Counted.Fire()},
		{"blocks_sent", r.Blocks, closing.And(r.Out.Ready)},
		{"cycles_stalled", r.Stalled, state.Is(closed).And(free.Not())},
		{"cycles_counting", r.Counting, r.Trigger.Fire().Or(state.Is(counting).And(r.Counted.Valid.Not()))},
	} {
		n := m.Reg(counter.name, counterBits)
		m.If(counter.when, func() { n.Set(n.Add(1)) })
		counter.value.Set(n)
	}
}

// freeSets tracks which sets are in use, from the time they become current until their block returns, and returns
// whether the next one is free.
func (r *rasterMachine[P]) freeSets(m *hdl.Module) hdl.Bits {
	r.Freed.Ready.Set(1)
	next := hdl.Const(r.Current.Width(), 0)
	if r.config.Sets > 1 {
		next = r.Current.Add(1)
	}
	var free []hdl.Bits
	for k := range r.config.Sets {
		f := m.Reg(fmt.Sprintf("free_%d", k), 1, hdl.ResetTo(min(k, 1)))
		m.If(r.Freed.Fire().And(r.Freed.Data.Set.Eq(k)), func() { f.Set(1) }).
			ElseIf(r.Next.And(next.Eq(k)), func() { f.Set(0) })
		free = append(free, f)
	}
	return hdl.Select(next, free)
}

// connect wires the machine to the storage in their parent.
func (r *rasterMachine[P]) connect(s *controlStorage) {
	s.Load.Set(r.Load.Data)
	s.Write.Set(r.Write)
	s.Next.Set(r.Next)
	s.Allocated.Set(r.Allocated)
	r.Changed.Set(s.Changed)
	r.Dirty.Set(s.Dirty)
	r.Current.Set(s.Current)
}

package lib

import (
	"fmt"

	"posedge/hdl"
)

// FIFO is a queue between two valid/ready streams. The first beat in it is
// offered at Pop without being asked for. Neither end depends combinationally on
// the other, except with [FallThrough].
//
// A beat that is pushed into an empty queue is offered one cycle later, and another
// cycle later with each of [BlockRAM] and [RegisteredOutput]; with [FallThrough] it
// is offered at once. Both ends pass a beat every cycle if the queue is deeper
// than that latency; with a depth of d and a latency of l >= d they pass d
// beats in l+1 cycles.
type FIFO[T any] struct {
	Push  hdl.Sink[T]   `doc:"what goes in"`
	Pop   hdl.Source[T] `doc:"what comes out, in the same order"`
	Level hdl.Out       `doc:"number of entries, 0 to the depth"`

	shape   T
	depth   int
	options fifoOptions
}

// NewFIFO makes a queue of depth entries, at least 1, of the given shape. Without
// options its memory is read asynchronously, as distributed RAM or registers.
func NewFIFO[T any](shape T, depth int, options ...FIFOOption) *FIFO[T] {
	f := &FIFO[T]{
		Push:  hdl.NewSink(shape),
		Pop:   hdl.NewSource(shape),
		Level: hdl.Output(hdl.CountWidth(depth)),
		shape: shape,
		depth: depth,
	}
	for _, o := range options {
		o(&f.options)
	}
	return f
}

// ModuleName is fifo_<shape>_d<depth>, with the shape as [hdl.ShapeName] gives
// it, and the suffix of the options.
func (f *FIFO[T]) ModuleName() string {
	return fmt.Sprintf("fifo_%s_d%d%s", hdl.ShapeName(f.shape), f.depth, f.options.suffix())
}

// ModuleDoc describes the queue in its Verilog.
func (f *FIFO[T]) ModuleDoc() string {
	return fmt.Sprintf("A queue of %d entries between two valid/ready streams.", f.depth)
}

// Describe builds the queue: a memory, two pointers, a level, and the registers
// behind the memory.
func (f *FIFO[T]) Describe(m *hdl.Module) {
	if f.depth < 1 {
		m.Errorf("a queue has at least 1 entry, not %d", f.depth)
		return
	}
	if wrong := f.options.wrong(); wrong != "" {
		m.Errorf("%s", wrong)
		return
	}
	mem := hdl.NewMem(m, "mem", f.shape, f.depth)
	wr, rd := m.Reg("wr", mem.AddrWidth()), m.Reg("rd", mem.AddrWidth())
	level := m.Reg("level_count", f.Level.Width())
	f.Level.Set(level)
	f.Push.Ready.Set(level.Ne(f.depth))
	push, pop := f.Push.Fire(), f.Pop.Fire()

	var write, read hdl.Bits // a beat enters or leaves the memory
	switch {
	case f.options.fallThrough:
		empty := m.Named("empty", level.Eq(0))
		f.Pop.Send(level.Ne(0).Or(f.Push.Valid), hdl.MuxOf(empty, f.Push.Data, mem.Read(rd)))
		push, pop = m.Named("push", push), m.Named("pop", pop)
		write = m.Named("write", push.And(empty.And(pop).Not()))
		read = m.Named("read", pop.And(empty.Not()))
	case f.options.stages() > 0:
		read = f.registers(m, mem, rd, level)
		push, pop = m.Named("push", push), m.Named("pop", pop)
		write = push
	default:
		f.Pop.Send(level.Ne(0), mem.Read(rd))
		push, pop = m.Named("push", push), m.Named("pop", pop)
		write, read = push, pop
	}
	m.If(write, func() {
		mem.Write(wr, f.Push.Data)
		wr.Set(next(wr, f.depth))
	})
	m.If(read, func() { rd.Set(next(rd, f.depth)) })
	m.If(push.Ne(pop), func() { level.Set(upDown(level, pop)) })
}

// upDown is x - 1 where down is 1, else x + 1, with one adder.
func upDown(x, down hdl.Bits) hdl.Bits { return x.Add(down.Repeat(x.Width()).Or(1)) }

// registers makes the registers between the memory and Pop: the read register of a
// block RAM, an output register, or both in this order. The result is 1 when a
// word leaves the memory. The level counts the words in the memory and in the
// registers. A word is never read in the cycle in which it is written: if the
// pointers are equal, the memory is either empty and not read, or full and not
// written.
func (f *FIFO[T]) registers(m *hdl.Module, mem *hdl.Mem[T], rd, level hdl.Bits) hdl.Bits {
	var valid []hdl.Bits
	var names []string
	if f.options.blockRAM {
		names = append(names, "fetched")
	}
	if f.options.registeredOutput {
		names = append(names, "out")
	}
	for _, n := range names {
		valid = append(valid, m.Reg(n+"_valid", 1))
	}
	behind := valid[0]
	if len(valid) > 1 {
		behind = valid[0].AddCarry(valid[1])
	}
	w := max(level.Width(), behind.Width())
	have := m.Named("stored", level.ZeroExtend(w).Gt(behind.ZeroExtend(w)))

	// From the back: a register takes a word if it is empty or passes its word on.
	load := make([]hdl.Bits, len(valid))
	take := f.Pop.Ready.Bits
	for i := len(valid) - 1; i >= 0; i-- {
		from := have
		if i > 0 {
			from = valid[i-1]
		}
		room := m.Named(names[i]+"_room", valid[i].Not().Or(take))
		load[i] = m.Named(names[i]+"_load", from.And(room))
		m.If(room, func() { valid[i].Set(from) })
		take = room
	}

	var word T
	if f.options.blockRAM {
		word = mem.ReadReg("fetched", rd, load[0], hdl.Forbidden)
	} else {
		word = mem.Read(rd)
	}
	if f.options.registeredOutput {
		out := hdl.RegOf(m, "out", f.shape, hdl.NoReset())
		m.If(load[len(load)-1], func() { hdl.Set(out, word) })
		word = out
	}
	f.Pop.Send(valid[len(valid)-1], word)
	return load[0]
}

// next is the index after i among depth entries; after the last comes 0.
func next(i hdl.Bits, depth int) hdl.Bits {
	switch {
	case depth == 1:
		return hdl.Const(i.Width(), 0)
	case depth == 1<<i.Width():
		return i.Add(1)
	}
	return hdl.Mux(i.Eq(depth-1), 0, i.Add(1))
}

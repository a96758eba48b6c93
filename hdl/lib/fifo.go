package lib

import (
	"fmt"

	"posedge/hdl"
)

// FIFO is a queue between two valid/ready streams. A beat that is pushed into
// an empty queue is offered at Pop one cycle later; both ends take a beat every
// cycle. Neither end depends combinationally on the other.
type FIFO[T any] struct {
	Push  hdl.Sink[T]   `doc:"what goes in"`
	Pop   hdl.Source[T] `doc:"what comes out, in the same order"`
	Level hdl.Out       `doc:"number of entries, 0 to the depth"`

	shape T
	depth int
}

// NewFIFO makes a queue of depth entries, at least 1, of the given shape. The
// memory is read asynchronously, as distributed RAM or registers.
func NewFIFO[T any](shape T, depth int) *FIFO[T] {
	return &FIFO[T]{
		Push:  hdl.NewSink(shape),
		Pop:   hdl.NewSource(shape),
		Level: hdl.Output(hdl.CountWidth(depth)),
		shape: shape,
		depth: depth,
	}
}

// ModuleName is fifo_w<width>_d<depth>.
func (f *FIFO[T]) ModuleName() string {
	return fmt.Sprintf("fifo_w%d_d%d", hdl.WidthOf(f.shape), f.depth)
}

// ModuleDoc describes the queue in its Verilog.
func (f *FIFO[T]) ModuleDoc() string {
	return fmt.Sprintf("A queue of %d entries between two valid/ready streams.", f.depth)
}

// Describe is the queue: a memory, two pointers and a level.
func (f *FIFO[T]) Describe(m *hdl.Module) {
	if f.depth < 1 {
		m.Errorf("a queue has at least 1 entry, not %d", f.depth)
		return
	}
	mem := hdl.NewMem(m, "mem", f.shape, f.depth)
	wr, rd := m.Reg("wr", mem.AddrWidth()), m.Reg("rd", mem.AddrWidth())
	level := m.Reg("level_count", f.Level.Width())
	f.Level.Set(level)

	f.Push.Ready.Set(level.Ne(f.depth))
	f.Pop.Send(level.Ne(0), mem.Read(rd))

	push, pop := m.Named("push", f.Push.Fire()), m.Named("pop", f.Pop.Fire())
	m.If(push, func() {
		mem.Write(wr, f.Push.Data)
		wr.Set(next(wr, f.depth))
	})
	m.If(pop, func() { rd.Set(next(rd, f.depth)) })
	m.If(push.And(pop.Not()), func() {
		level.Set(level.Add(1))
	}).ElseIf(pop.And(push.Not()), func() {
		level.Set(level.Sub(1))
	})
}

// next is the index after i among depth entries, around the end.
func next(i hdl.Bits, depth int) hdl.Bits {
	switch {
	case depth == 1:
		return hdl.Const(i.Width(), 0)
	case depth == 1<<i.Width():
		return i.Add(1)
	}
	return hdl.Mux(i.Eq(depth-1), 0, i.Add(1))
}

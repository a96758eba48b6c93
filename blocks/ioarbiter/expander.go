package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/hdl"
)

// Expander expands a request for a macro into requests for units. It runs microcode, an instruction a cycle and one
// macro at a time, and acknowledges a macro when all its requests are done. An emit and its push are both checked
// before either is sent, so that no slot of the bypass is taken in vain.
//
// A microcode fault stops the macro: the requests in flight are drained, and the acknowledgement's status is the fault.
// After a unit fault the macro runs on to its end; the words of the failed response are 0, so that a mask covers
// nothing.
type Expander struct {
	In        hdl.Sink[Beat]                       `doc:"parameters of macros, converted"`
	State     hdl.Sink[[isa.ObjectWords]hdl.Bits]  `doc:"a state object for each request at in, taken with its last beat"`
	Load      hdl.InOf[Load]                       `doc:"writes microcode and macros"`
	Out       hdl.Source[Beat]                     `doc:"records for the units"`
	OutSpan   hdl.OutOf[Span]                      `doc:"goes with the beat at out"`
	Object    hdl.OutOf[[isa.ObjectWords]hdl.Bits] `doc:"the state object of the running macro"`
	Push      hdl.Source[Push]                     `doc:"first words of records that wait in the bypass for a response"`
	Slot      hdl.In                               `doc:"the bypass slot that the push takes"`
	Responses hdl.Sink[Delivery]                   `doc:"responses for the expander, or only to be counted; always ready"`
	Done      hdl.Source[Result]                   `doc:"acknowledgements"`

	config Config
}

// NewExpander makes the expander of a connector. Its memory holds the built-in macros that fit and whose operations the
// configuration has.
func NewExpander(c Config) *Expander {
	s := c.shapes()
	return &Expander{
		In: hdl.NewSink(s.Beat), State: hdl.NewSink(s.Object), Load: hdl.InputOf(s.Load),
		Out: hdl.NewSource(s.Beat), OutSpan: hdl.OutputOf(s.Span), Object: hdl.OutputOf(s.Object),
		Push: hdl.NewSource(s.Push), Slot: hdl.Input(c.slotBits()),
		Responses: hdl.NewSink(s.Delivery), Done: hdl.NewSource(s.Result), config: c,
	}
}

// ModuleName is expander with the beats, the instructions and the bound of a macro.
func (e *Expander) ModuleName() string {
	return fmt.Sprintf("expander_%s_i%d_b%d", e.config.widths(), e.config.Instructions, e.config.Bound)
}

// MicrocodeOperations are the operations as the microcode sees them.
func (c Config) MicrocodeOperations() (list []microcode.Operation) {
	for _, o := range c.Operations {
		list = append(list, microcode.Operation{Name: o.Name, Request: len(o.Request), Response: len(o.Response)})
	}
	return list
}

// States of the expander.
type expanderState uint8

const (
	receiving expanderState = iota // parameters
	starting                       // the macro's entry is looked up
	running                        // an instruction
	draining                       // until no request is in flight
	answering                      // the acknowledgement is sent
)

// String is the state's name in waves.
func (s expanderState) String() string {
	return [...]string{"RECEIVING", "STARTING", "RUNNING", "DRAINING", "ANSWERING"}[s]
}

// underWayBits is the width of the count of requests in flight; the expander issues none while it is at its maximum.
const underWayBits = 10

// expander is the state shared by the parts of an Expander.
type expander struct {
	*Expander
	m     *hdl.Module
	c     Config
	state hdl.State[expanderState]

	head      Head // of the macro's request
	registers registerFile
	code      *hdl.Mem[hdl.Bits]
	word      hdl.Bits // the current instruction
	fetch     hdl.Bits // 1: the instruction at next is fetched
	nextPC    hdl.Bits // its address, 12 bits; a negative one is past the end
	pc        hdl.Bits // the address of the current instruction
	outside   hdl.Bits // 1: that is outside the memory
	steps     hdl.Bits // instructions so far
	status    hdl.Bits // why the macro ended
	slots     responseSlots
}

// Describe builds the machine.
func (e *Expander) Describe(m *hdl.Module) {
	c := e.config
	x := &expander{Expander: e, m: m, c: c, state: hdl.FSM(m, "state", receiving, starting, running, draining, answering)}
	x.head = hdl.RegOf(m, "head", c.shapes().Head, hdl.NoReset())
	x.registers = newRegisterFile(m)
	x.steps = m.Reg("steps", hdl.CountWidth(c.Bound))
	x.status = m.Reg("status", isa.StatusBits)
	x.fetch, x.nextPC = m.Wire("fetch", 1), m.Wire("next_pc", pcBits)
	x.pc, x.outside = m.Reg("pc", microcode.EntryAddressBits), m.Reg("pc_outside", 1)
	x.slots = newResponseSlots(m, c)
	words, entries := microcode.Link(c.MicrocodeOperations(), c.Instructions)
	x.memory(words)
	x.receive()
	x.start(entries)
	x.run()
	x.finish()
	x.registers.build(m)
	x.slots.build(m, e.Responses)
}

// pcBits holds the sum of any address and any branch offset.
const pcBits = 12

// memory builds the microcode memory and the fetch of the next instruction.
func (x *expander) memory(words []microcode.Word) {
	x.code = hdl.NewMem(x.m, "microcode", hdl.Width(wordBits), x.c.Instructions)
	var list []hdl.Bits
	for _, w := range words {
		list = append(list, hdl.Const(wordBits, uint32(w)))
	}
	x.code.Init(list)
	load := x.Load.Data
	inside := hdl.Const(1, 1)
	if x.c.Instructions < 1<<load.Address.Width() {
		inside = load.Address.Lt(x.c.Instructions)
	}
	x.m.If(load.Enable.And(load.Table.Eq(LoadMicrocode)).And(inside), func() {
		x.code.Write(load.Address.Truncate(x.code.AddrWidth()), load.Data.Truncate(wordBits))
	})
	x.word = x.code.ReadReg("instruction", x.nextPC.Truncate(x.code.AddrWidth()), x.fetch, hdl.ReadFirst)
	x.fetch.Default(0)
	x.m.If(x.fetch, func() {
		x.pc.Set(x.nextPC.Truncate(microcode.EntryAddressBits))
		x.outside.Set(x.nextPC.Ge(x.c.Instructions))
	})
}

// receive takes the parameters into the registers.
func (x *expander) receive() {
	m, in := x.m, x.In
	count := x.registers.parameters
	object := hdl.RegOf(m, "macro_state", x.c.shapes().Object, hdl.NoReset())
	accepts := m.Named("accepts", x.state.Is(receiving).And(x.State.Valid))
	in.Ready.Set(accepts)
	x.State.Ready.Set(accepts.And(in.Valid).And(in.Data.Last))
	hdl.Set(x.Object.Data, object)
	m.If(in.Fire(), func() {
		m.If(in.Data.Empty.Not(), func() {
			x.registers.put(count.Bit(5).Not(), count.Truncate(5), in.Data.Data)
			count.Set(count.Add(1))
		})
		m.If(in.Data.Last, func() {
			hdl.Set(x.head, in.Data.Head)
			hdl.Set(object, x.State.Data)
			x.state.Goto(starting)
		})
	})
}

// start looks up the macro.
func (x *expander) start(entries []microcode.Entry) {
	m, load := x.m, x.Load.Data
	macros := hdl.NewMem(m, "macros", hdl.Width(microcode.EntryBits), isa.Macros)
	var list []hdl.Bits
	for _, e := range entries {
		list = append(list, hdl.Const(microcode.EntryBits, e.Word()))
	}
	macros.Init(list)
	m.If(load.Enable.And(load.Table.Eq(LoadMacro)), func() {
		macros.Write(load.Address.Truncate(macros.AddrWidth()), load.Data.Truncate(microcode.EntryBits))
	})
	entry := m.Named("entry", macros.Read(x.head.Unit.Truncate(macros.AddrWidth())))
	parameters := entry.Slice(microcode.EntryParameterLow+microcode.EntryParameters-1, microcode.EntryParameterLow)
	x.nextPC.Default(entry.Truncate(microcode.EntryAddressBits).ZeroExtend(pcBits))
	m.If(x.state.Is(starting), func() {
		x.fetch.Set(1)
		x.steps.Set(0)
		x.state.Goto(answering)
		m.If(x.head.Status.Ne(0), func() {
			x.status.Set(x.head.Status)
		}).ElseIf(entry.Bit(microcode.EntryLoadedBit).Not(), func() {
			x.status.Set(isa.MacroFault)
		}).ElseIf(parameters.Ne(x.registers.parameters), func() {
			x.status.Set(isa.BadLength)
		}).Else(func() {
			x.status.Set(isa.OK)
			x.state.Goto(running)
		})
	})
}

// finish waits for the requests in flight, then acknowledges the macro.
func (x *expander) finish() {
	m := x.m
	m.If(x.state.Is(draining).And(x.slots.underWay.Eq(0)), func() { x.state.Goto(answering) })
	head := x.head
	head.Status = hdl.Mux(x.status.Eq(isa.OK).And(x.slots.fault), isa.UnitFault, x.status)
	head.Route = hdl.Const(routeBits, int(toSM))
	hdl.Unused(x.head.Route)
	x.Done.Send(x.state.Is(answering), Result{
		Head: head, Record: hdl.Const(countBits, 0), Word: hdl.Const(4, 0), Format: hdl.Const(isa.FormatBits, 0),
		Data: hdl.Const(wordBits, 0), Empty: hdl.Const(1, 1), Last: hdl.Const(1, 1),
	})
	m.If(x.Done.Fire(), func() {
		x.state.Goto(receiving)
		x.registers.clear.Set(1)
		x.slots.clear.Set(1)
	})
}

package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// mostState is the largest number of state words of any unit.
func (c Config) mostState() (n int) {
	for _, u := range c.Units {
		n = max(n, u.StateWords)
	}
	return n
}

// UnitArbiter is the fixed function arbiter. It takes requests from the request FIFO, with their state from the state
// FIFO, and from the bypass, in turn, and sends each to the interface of its unit, or to None if it has no unit.
type UnitArbiter struct {
	Requests   hdl.Sink[Beat]                      `doc:"from the request FIFO"`
	States     hdl.Sink[State]                     `doc:"from the state FIFO"`
	Bypass     hdl.Sink[Beat]                      `doc:"from the bypass"`
	BypassSpan hdl.InOf[Span]                      `doc:"the span of its state"`
	MacroState hdl.InOf[[isa.ObjectWords]hdl.Bits] `doc:"the state object of the running macro"`

	Units []hdl.Source[UnitBeat] `doc:"to the interface of each unit"`
	None  hdl.Source[Beat]       `doc:"requests to units that do not exist"`

	config Config
}

func newUnitArbiter(c Config) *UnitArbiter {
	s := c.shapes()
	a := &UnitArbiter{
		Requests: hdl.NewSink(s.Beat), States: hdl.NewSink(s.State), Bypass: hdl.NewSink(s.Beat), BypassSpan: hdl.InputOf(s.Span),
		MacroState: hdl.InputOf(s.Object), None: hdl.NewSource(s.Beat), config: c,
	}
	for range c.Units {
		a.Units = append(a.Units, hdl.NewSource(s.UnitBeat))
	}
	return a
}

// ModuleName is unit_arbiter with the number of units.
func (a *UnitArbiter) ModuleName() string {
	return fmt.Sprintf("unit_arbiter_u%d_%s", len(a.config.Units), a.config.widths())
}

// ModuleDoc describes the arbiter in its Verilog.
func (a *UnitArbiter) ModuleDoc() string {
	return "Sends requests, and the state that goes with them, to the interfaces of their units."
}

// Describe builds the arbiter, and the shifter that moves the span of a state object to the unit's word 0.
func (a *UnitArbiter) Describe(m *hdl.Module) {
	c := a.config
	turns := hdl.Instance(m, "turns", lib.NewRoundRobin(c.shapes().Order, 2, lib.HoldUntil(lastBeat)))
	hdl.Unused(turns.Source)
	first := m.Reg("first", 1, hdl.ResetTo(1))
	stated := first.Not().Or(a.States.Valid)
	turns.In[0].Send(a.Requests.Valid.And(stated), Order{a.Requests.Data, a.States.Data})
	a.Requests.Ready.Set(turns.In[0].Ready.And(stated))
	a.States.Ready.Set(a.Requests.Fire().And(first))
	m.If(a.Requests.Fire(), func() { first.Set(a.Requests.Data.Last) })
	turns.In[1].Send(a.Bypass.Valid, Order{a.Bypass.Data, State{a.MacroState.Data, a.BypassSpan.Data}})
	a.Bypass.Ready.Set(turns.In[1].Ready)

	out := turns.Out
	beat, span := out.Data.Beat, out.Data.State.Span
	words := out.Data.State.Words[:]
	for bit := 3; bit >= 0; bit-- { // by 8, 4, 2, 1 words; those shifted in at the end are not valid
		by := 1 << bit
		moved := make([]hdl.Bits, min(isa.ObjectWords, c.mostState()+by-1)) // as many as later steps may move to the front
		for k := range moved {
			from := hdl.Const(wordBits, 0)
			if k+by < len(words) {
				from = words[k+by]
			}
			moved[k] = m.Named(fmt.Sprintf("moved_%d_%d", by, k), hdl.Mux(span.Offset.Bit(bit), from, words[k]))
		}
		words = moved
	}
	hdl.Unused(out.Data.State.Words)
	ready := hdl.Const(1, 0)
	none := hdl.Const(1, 1)
	for u := range c.Units {
		mine := m.Named(fmt.Sprintf("to_unit_%d", u), c.uses(u, beat.Head.Unit))
		none = none.And(mine.Not())
		a.Units[u].Send(out.Valid.And(mine), UnitBeat{beat, words, span.Count})
		ready = ready.Or(mine.And(a.Units[u].Ready))
	}
	a.None.Send(out.Valid.And(none), beat)
	out.Ready.Set(ready.Or(none.And(a.None.Ready)))
}

// uses is 1 if an operation is one of unit u.
func (c Config) uses(u int, operation hdl.Bits) hdl.Bits {
	y := hdl.Const(1, 0)
	for k, o := range c.Operations {
		if o.Unit == u {
			y = y.Or(operation.Eq(k))
		}
	}
	return y
}

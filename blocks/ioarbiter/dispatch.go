package ioarbiter

import (
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// Order is a beat with the state object of its request, which is valid with the first beat.
type Order struct {
	Beat  Beat
	State State
}

func lastBeat(o Order) hdl.Bits { return o.Beat.Last }

// Dispatch sends converted requests to the queues before the fixed function arbiter, or to the request expander if they
// are macros. The requests that the expander makes go to the queues too; the two sources take turns, request by
// request.
type Dispatch struct {
	In     hdl.Sink[Beat]                        `doc:"converted requests"`
	States hdl.Sink[[isa.ObjectWords]hdl.Bits]   `doc:"the state object of each request without an error"`
	Macros hdl.Source[Beat]                      `doc:"requests for the expander"`
	Object hdl.Source[[isa.ObjectWords]hdl.Bits] `doc:"the state object of each"`

	Expanded     hdl.Sink[Beat]                      `doc:"requests of the expander"`
	ExpandedSpan hdl.InOf[Span]                      `doc:"the span of each one's state"`
	MacroState   hdl.InOf[[isa.ObjectWords]hdl.Bits] `doc:"the state object of the running macro"`

	Requests hdl.Source[Beat]  `doc:"to the request FIFO"`
	Stated   hdl.Source[State] `doc:"the state of each, to the state FIFO"`

	config Config
}

func newDispatch(c Config) *Dispatch {
	s := c.shapes()
	return &Dispatch{
		In: hdl.NewSink(s.Beat), States: hdl.NewSink(s.Object), Macros: hdl.NewSource(s.Beat), Object: hdl.NewSource(s.Object),
		Expanded: hdl.NewSink(s.Beat), ExpandedSpan: hdl.InputOf(s.Span), MacroState: hdl.InputOf(s.Object),
		Requests: hdl.NewSource(s.Beat), Stated: hdl.NewSource(s.State), config: c,
	}
}

// ModuleName is dispatch with the widths of a request.
func (d *Dispatch) ModuleName() string { return "dispatch_" + d.config.widths() }

// ModuleDoc describes the part in its Verilog.
func (d *Dispatch) ModuleDoc() string {
	return "Sends requests to the queues of the fixed function arbiter or to the request expander."
}

// Describe separates macros from other requests and merges those with the requests of the expander. The first beat of a
// request passes together with its state.
func (d *Dispatch) Describe(m *hdl.Module) {
	c := d.config
	first := m.Reg("first", 1, hdl.ResetTo(1))
	unit := d.In.Data.Head.Unit
	macro := m.Named("macro", unit.Ge(isa.FirstMacro))
	turns := hdl.Instance(m, "turns", lib.NewRoundRobin(c.shapes().Order, 2, lib.HoldUntil(lastBeat)))

	sound := d.In.Data.Head.Status.Eq(int(isa.OK)) // otherwise it has no state: the object offered is a later request's
	stated := m.Named("state_ready", first.Not().Or(sound.Not()).Or(d.States.Valid))
	d.Macros.Send(d.In.Valid.And(macro).And(stated).And(first.Not().Or(d.Object.Ready)), d.In.Data)
	d.Object.Send(d.In.Valid.And(macro).And(first).And(stated).And(d.Macros.Ready), d.States.Data)
	whole := Span{hdl.Const(4, 0), c.stateWords(unit)}
	turns.In[0].Send(d.In.Valid.And(macro.Not()).And(stated), Order{d.In.Data, State{d.States.Data, whole}})
	turns.In[1].Send(d.Expanded.Valid, Order{d.Expanded.Data, State{d.MacroState.Data, d.ExpandedSpan.Data}})
	d.Expanded.Ready.Set(turns.In[1].Ready)
	d.In.Ready.Set(hdl.Mux(macro, d.Macros.Ready.And(stated).And(first.Not().Or(d.Object.Ready)), turns.In[0].Ready.And(stated)))
	d.States.Ready.Set(d.In.Fire().And(first).And(sound))
	m.If(d.In.Fire(), func() { first.Set(d.In.Data.Last) })

	out, opening := turns.Out, m.Reg("first_out", 1, hdl.ResetTo(1))
	d.Requests.Send(out.Valid.And(opening.Not().Or(d.Stated.Ready)), out.Data.Beat)
	d.Stated.Send(out.Valid.And(opening).And(d.Requests.Ready), out.Data.State)
	out.Ready.Set(d.Requests.Ready.And(opening.Not().Or(d.Stated.Ready)))
	m.If(d.Requests.Fire(), func() { opening.Set(d.Requests.Data.Last) })
	hdl.Unused(turns.Source)
}

// stateWords is the number of state words of an operation's unit, or 0 if there is no such operation.
func (c Config) stateWords(operation hdl.Bits) hdl.Bits {
	var list []hdl.Bits
	for _, o := range c.Operations {
		list = append(list, hdl.Const(5, c.Units[o.Unit].StateWords))
	}
	return hdl.Select(operation, list)
}

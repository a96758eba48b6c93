package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/blocks/ioarbiter/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// UnitPort is the connector's port to a fixed-function unit.
type UnitPort struct {
	State     hdl.Source[fixed.StateWrite] `doc:"writes a register of its state; taken only when all requests before it are done"`
	Requests  hdl.Source[hdl.Bits]         `doc:"its request: the fields of the descriptor, the first in the lowest bits"`
	Responses hdl.Sink[hdl.Bits]           `doc:"a response for each request, in order"`
}

func newUnitPort(u isa.Unit) UnitPort {
	return UnitPort{
		State:     hdl.NewSource(fixed.StateShape()),
		Requests:  hdl.NewSource(hdl.Width(u.Request.Width())),
		Responses: hdl.NewSink(hdl.Width(u.Response.Width())),
	}
}

// Interface is the interface logic of one unit, built from its descriptor: request converter, shadow state and response
// converter.
type Interface struct {
	In      hdl.Sink[UnitBeat] `doc:"requests, word by word"`
	Unit    UnitPort
	Results hdl.Source[Result] `doc:"responses, word by word"`
	Updates hdl.Out            `doc:"words of state sent so far, modulo 2^32"`

	config Config
	unit   int
}

func newInterface(c Config, unit int) *Interface {
	s := c.shapes()
	return &Interface{
		In: hdl.NewSink(s.UnitBeat), Unit: newUnitPort(c.Units[unit]), Results: hdl.NewSource(s.Result), Updates: hdl.Output(32),
		config: c, unit: unit,
	}
}

// ModuleName is the unit's name with _interface.
func (i *Interface) ModuleName() string {
	name := fmt.Sprintf("%s_interface_%s_c%d", i.config.Units[i.unit].Name, i.config.widths(), i.config.Context)
	if i.config.Unshadowed {
		name += "_unshadowed"
	}
	return name
}

// ModuleDoc describes the interface in its Verilog.
func (i *Interface) ModuleDoc() string {
	return fmt.Sprintf("Interface logic of the %s unit: request converter, shadow state, response converter.", i.config.Units[i.unit].Name)
}

// toUnit is 1 if the record goes to the unit, and so gets a response from it.
func (r Record) toUnit() hdl.Bits { return r.Empty.Or(r.Wide).Not() }

// Describe builds the three parts. A record is sent to the unit once all updates of its request's state have been sent,
// and its context is queued for the response. Of a record with a word that does not fit its field, only the context is
// queued.
func (i *Interface) Describe(m *hdl.Module) {
	c, s := i.config, i.config.shapes()
	requests := hdl.Instance(m, "request_converter", &UnitRequestConverter{
		In: hdl.NewSink(s.Beat), Out: hdl.NewSource(c.UnitRecord(i.unit)), config: c, unit: i.unit,
	})
	n := c.Units[i.unit].StateWords
	shadow := newShadowState(c.Units[i.unit].Name, n)
	shadow.all = c.Unshadowed
	hdl.Instance(m, "shadow_state", shadow)
	responses := hdl.Instance(m, "response_converter", &UnitResponseConverter{
		Context: hdl.NewSink(s.Record), Responses: hdl.NewSink(hdl.Width(c.Units[i.unit].Response.Width())), Results: hdl.NewSource(s.Result), config: c, unit: i.unit,
	})
	context := hdl.Instance(m, "records", lib.NewFIFO(s.Record, c.Context))
	hdl.Unused(context.Level)

	// The first beat waits for the updates of the previous request, whose last record has then left, or leaves now.
	in := i.In.Data
	first := m.Reg("first", 1, hdl.ResetTo(1))
	may := m.Named("may_enter", first.Not().Or(shadow.Sent))
	requests.In.Send(i.In.Valid.And(may), in.Beat)
	i.In.Ready.Set(requests.In.Ready.And(may))
	fire := m.Named("fire", i.In.Fire())
	m.If(fire, func() { first.Set(in.Beat.Last) })
	shadow.Take.Set(fire.And(first).And(in.Beat.Head.Status.Eq(int(isa.OK))))
	hdl.Set(shadow.Words.Data, in.Words[:n])
	shadow.Count.Set(in.Count)
	i.Unit.State.From(shadow.Updates)
	i.Updates.Set(counter(m, "updates_sent", shadow.Updates.Fire()))
	hdl.Unused(in.Words[n:])

	out := requests.Out.Data
	ready := m.Named("clean", shadow.Sent.Bits)
	toUnit := out.Context.toUnit()
	i.Unit.Requests.Send(requests.Out.Valid.And(ready).And(toUnit).And(context.Push.Ready), out.Fields)
	context.Push.Send(requests.Out.Valid.And(ready).And(toUnit.Not().Or(i.Unit.Requests.Ready)), out.Context)
	requests.Out.Ready.Set(context.Push.Fire())
	responses.Context.From(context.Pop)
	responses.Responses.From(i.Unit.Responses)
	i.Results.From(responses.Results)
}

// counter counts the cycles in which x is 1, modulo 2^32.
func counter(m *hdl.Module, name string, x hdl.Bits) hdl.Bits {
	count := m.Reg(name, 32)
	m.If(x, func() { count.Set(count.Add(1)) })
	return count
}

package ioarbiter

import (
	"fmt"

	"posedge/blocks/ioarbiter/fixed"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// UnitPort is the connector's end of a fixed-function unit.
type UnitPort struct {
	State     hdl.Source[fixed.StateWrite] `doc:"a register of its state; taken only when the requests before it are done"`
	Requests  hdl.Source[hdl.Bits]         `doc:"its request, the fields as the descriptor names them, the first lowest"`
	Responses hdl.Sink[hdl.Bits]           `doc:"a response for each request, in order"`
}

func newUnitPort(u Unit) UnitPort {
	return UnitPort{hdl.NewSource(fixed.StateShape()), hdl.NewSource(hdl.Width(widthOf(u.Request))), hdl.NewSink(hdl.Width(widthOf(u.Response)))}
}

// Interface is the interface logic of one unit, built from its descriptor: request converter, shadow state and response converter.
type Interface struct {
	In      hdl.Sink[UnitBeat] `doc:"requests, word by word"`
	Unit    UnitPort
	Results hdl.Source[Result] `doc:"responses, word by word"`
	Updates hdl.Out            `doc:"words of state sent so far, modulo 2^32"`

	config Config
	unit   int
}

func newInterface(c Config, unit int) *Interface {
	return &Interface{hdl.NewSink(c.unitBeat()), newUnitPort(c.Units[unit]), hdl.NewSource(c.result()), hdl.Output(32), c, unit}
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

// record is a record in the unit's format, with what its response needs.
type record struct {
	Head   Head
	Number hdl.Bits `doc:"of the record in its request"`                         // 6
	Empty  hdl.Bits `doc:"1: there is no record, only a request to be answered"` // 1
	Wide   hdl.Bits `doc:"1: a field does not hold its word; a fault"`           // 1
	Last   hdl.Bits `doc:"1: the last of its request"`                           // 1
}

// toUnit says that the record goes to the unit, and has its response.
func (r record) toUnit() hdl.Bits { return r.Empty.Or(r.Wide).Not() }

func (c Config) record() record {
	return record{c.head(), hdl.Width(countBits), hdl.Width(1), hdl.Width(1), hdl.Width(1)}
}

// Describe builds the three parts. A record goes to the unit when all updates of its request's state have gone before it,
// and leaves its context in a queue for its response. One with a word that its field does not hold leaves its context only.
func (i *Interface) Describe(m *hdl.Module) {
	c := i.config
	requests := hdl.Instance(m, "request_converter", &UnitRequestConverter{
		In: hdl.NewSink(c.beat()), Out: hdl.NewSource(unitRecord{c.record(), hdl.Width(widthOf(c.Units[i.unit].Request))}), config: c, unit: i.unit,
	})
	n := c.Units[i.unit].StateWords
	shadow := newShadowState(c.Units[i.unit].Name, n)
	shadow.all = c.Unshadowed
	hdl.Instance(m, "shadow_state", shadow)
	responses := hdl.Instance(m, "response_converter", &UnitResponseConverter{
		Context: hdl.NewSink(c.record()), Responses: hdl.NewSink(hdl.Width(widthOf(c.Units[i.unit].Response))), Results: hdl.NewSource(c.result()), config: c, unit: i.unit,
	})
	context := hdl.Instance(m, "records", lib.NewFIFO(c.record(), c.Context))
	hdl.Unused(context.Level)

	// The first beat passes when the updates of the request before are sent. Its record has then left, or leaves now.
	in := i.In.Data
	first := m.Reg("first", 1, hdl.ResetTo(1))
	may := m.Named("may", first.Not().Or(shadow.Sent))
	requests.In.Send(i.In.Valid.And(may), in.Beat)
	i.In.Ready.Set(requests.In.Ready.And(may))
	fire := m.Named("fire", i.In.Fire())
	m.If(fire, func() { first.Set(in.Beat.Last) })
	shadow.Take.Set(fire.And(first).And(in.Beat.Head.Status.Eq(int(OK))))
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

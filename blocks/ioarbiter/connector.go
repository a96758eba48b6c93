package ioarbiter

import (
	"fmt"

	"posedge/hdl"
	"posedge/hdl/lib"
)

// Connector is the IO connector: SMs on one side, the ports of fixed-function units on the other.
type Connector struct {
	SM    []SM
	Units []UnitPort

	Reads hdl.Source[hdl.Bits] `doc:"global memory: number of the state object to read"`
	Lines hdl.Sink[ReadData]   `doc:"its 16 words, in the order of the reads"`

	Invalidate hdl.In         `doc:"1: invalidates all objects of the state cache"`
	Load       hdl.InOf[Load] `doc:"writes microcode, macros and the formats of their parameters; no macro may be running"`
	Counters   hdl.OutOf[Counters]

	config Config
}

// New makes a connector; it returns the error of [Config.Check].
func New(c Config) (*Connector, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return newConnector(c), nil
}

func newConnector(c Config) *Connector {
	s := c.shapes()
	k := &Connector{
		Reads: hdl.NewSource(hdl.Width(c.objectBits())), Lines: hdl.NewSink(s.ReadData), Invalidate: hdl.Input(1), Load: hdl.InputOf(s.Load),
		Counters: hdl.OutputOf(s.Counters), config: c,
	}
	for range c.SMs {
		k.SM = append(k.SM, c.newSM())
	}
	for _, u := range c.Units {
		k.Units = append(k.Units, newUnitPort(u))
	}
	return k
}

// ModuleName is io_connector with the configuration.
func (k *Connector) ModuleName() string { return "io_connector_" + k.config.Name() }

// ModuleDoc describes the connector in its Verilog.
func (k *Connector) ModuleDoc() string {
	return fmt.Sprintf("IO connector (US9019284) between %d processors and %d fixed-function units.", len(k.SM), len(k.Units))
}

// Describe connects the parts.
func (k *Connector) Describe(m *hdl.Module) {
	c := k.config
	arbiter := hdl.Instance(m, "io_arbiter", newIOArbiter(c))
	expander := hdl.Instance(m, "expander", NewExpander(c))
	bypass := hdl.Instance(m, "bypass", NewBypass(c))
	for i, sm := range k.SM {
		arbiter.Requests[i].From(sm.Requests)
		sm.Reads.From(arbiter.Reads[i])
		arbiter.Data[i].From(sm.Data)
		sm.Writes.From(arbiter.Writes[i])
	}
	hdl.Set(expander.Load.Data, k.Load.Data)
	bypass.Push.From(expander.Push)
	expander.Slot.Set(bypass.Slot)

	units := k.request(m, arbiter, expander, bypass)
	counts := k.Counters.Data.Updates
	var results []*Interface
	for u := range k.Units {
		logic := hdl.Instance(m, c.Units[u].Name+"_interface", newInterface(c, u))
		logic.In.From(units.Units[u])
		k.Units[u].State.From(logic.Unit.State)
		k.Units[u].Requests.From(logic.Unit.Requests)
		logic.Unit.Responses.From(k.Units[u].Responses)
		counts[u].Set(logic.Updates)
		results = append(results, logic)
	}
	k.respond(m, arbiter, expander, bypass, results, units.None)
}

// request builds the path of requests to the interfaces of their units.
func (k *Connector) request(m *hdl.Module, arbiter *IOArbiter, expander *Expander, bypass *Bypass) *UnitArbiter {
	c, s := k.config, k.config.shapes()
	fetch := hdl.Instance(m, "fetch", newFetchUnit(c))
	fetch.Granted.From(arbiter.Granted)
	arbiter.Fetch.From(fetch.Fetch)
	fetch.Fetched.From(arbiter.Fetched)

	cache := hdl.Instance(m, "state_cache", newStateCache(c))
	cache.Lookups.From(fetch.Lookups)
	fetch.Answers.From(cache.Answers)
	k.Reads.From(cache.Reads)
	cache.Lines.From(k.Lines)
	cache.Invalidate.Set(k.Invalidate)
	k.Counters.Data.Hits.Set(cache.Hits)
	k.Counters.Data.Misses.Set(cache.Misses)

	convert := hdl.Instance(m, "request_converter", newRequestConverter(c))
	convert.In.From(fetch.Out)
	hdl.Set(convert.Load.Data, k.Load.Data)

	dispatch := hdl.Instance(m, "dispatch", newDispatch(c))
	macros := hdl.Instance(m, "macro_fifo", lib.NewFIFO(s.Beat, c.Depth))
	objects := hdl.Instance(m, "object_fifo", lib.NewFIFO(s.Object, 1))
	dispatch.In.From(convert.Out)
	dispatch.States.From(fetch.States)
	macros.Push.From(dispatch.Macros)
	objects.Push.From(dispatch.Object)
	expander.In.From(macros.Pop)
	expander.State.From(objects.Pop)
	dispatch.Expanded.From(expander.Out)
	hdl.Set(dispatch.ExpandedSpan.Data, expander.OutSpan.Data)
	hdl.Set(dispatch.MacroState.Data, expander.Object.Data)

	requests := hdl.Instance(m, "request_fifo", lib.NewFIFO(s.Beat, c.Depth))
	states := hdl.Instance(m, "state_fifo", lib.NewFIFO(s.State, max(1, c.Depth/4)))
	units := hdl.Instance(m, "unit_arbiter", newUnitArbiter(c))
	requests.Push.From(dispatch.Requests)
	states.Push.From(dispatch.Stated)
	units.Requests.From(requests.Pop)
	units.States.From(states.Pop)
	units.Bypass.From(bypass.Out)
	hdl.Set(units.BypassSpan.Data, bypass.OutSpan.Data)
	hdl.Set(units.MacroState.Data, expander.Object.Data)
	hdl.Unused(macros.Level, objects.Level, requests.Level, states.Level)
	return units
}

// respond builds the path of responses, from the interfaces of the units to SM memory, the bypass and the expander. The
// last two are always ready: space was reserved before the request was sent to a unit.
func (k *Connector) respond(m *hdl.Module, arbiter *IOArbiter, expander *Expander, bypass *Bypass, units []*Interface, none hdl.Source[Beat]) {
	c, s := k.config, k.config.shapes()
	turns := hdl.Instance(m, "response_arbiter", lib.NewRoundRobin(s.Result, len(units)+2))
	for u, logic := range units {
		turns.In[u].From(logic.Results)
	}
	turns.In[len(units)].Send(none.Valid, c.nothing(none.Data.Head))
	none.Ready.Set(turns.In[len(units)].Ready)
	turns.In[len(units)+1].From(expander.Done)
	hdl.Unused(turns.Source, none.Data)

	convert := hdl.Instance(m, "response_converter", newResponseConverter(c))
	convert.In.From(turns.Out)
	responses := hdl.Instance(m, "response_fifo", lib.NewFIFO(s.Delivery, c.Depth))
	hdl.Unused(responses.Level)
	out := convert.Out
	routed := func(list ...route) hdl.Bits {
		y := hdl.Const(1, 0)
		for _, r := range list {
			y = y.Or(out.Data.Route.Eq(int(r)))
		}
		return y
	}
	forSM := m.Named("to_sm", routed(toSM))
	responses.Push.Send(out.Valid.And(forSM), out.Data)
	bypass.Responses.Send(out.Valid.And(routed(toBypass)), out.Data)
	expander.Responses.Send(out.Valid.And(routed(toExpander, toCount)), out.Data)
	out.Ready.Set(responses.Push.Ready.Or(forSM.Not()))
	hdl.Unused(bypass.Responses.Ready, expander.Responses.Ready)

	commit := hdl.Instance(m, "output_commit", newOutputCommit(c))
	commit.In.From(responses.Pop)
	arbiter.Commit.From(commit.Commit)
	for i, sm := range k.SM {
		commit.Written[i].From(sm.Written)
		sm.Acks.From(commit.Acks[i])
	}
}

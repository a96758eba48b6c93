package ioarbiter

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/ioarbiter/model/machine"
	"posedge/hdl"
)

// spanned is a beat with its span.
type spanned struct {
	Beat Beat
	Span Span
}

// macroUnit is an expander with its bypass.
type macroUnit struct {
	In       hdl.Sink[Beat]
	State    hdl.Sink[[isa.ObjectWords]hdl.Bits]
	Load     hdl.InOf[Load]
	Out      hdl.Source[spanned]
	Pushed   hdl.OutOf[Push] // the beat from the expander to the bypass
	Passes   hdl.Out
	Combined hdl.Source[spanned]
	Object   hdl.OutOf[[isa.ObjectWords]hdl.Bits]
	ToMacro  hdl.Sink[Delivery]
	ToBypass hdl.Sink[Delivery]
	Done     hdl.Source[Result]

	config Config
}

func newMacroUnit(c Config) *macroUnit {
	s := c.shapes()
	beat := spanned{Beat: s.Beat, Span: s.Span}
	return &macroUnit{
		In: hdl.NewSink(s.Beat), State: hdl.NewSink(s.Object), Load: hdl.InputOf(s.Load), Out: hdl.NewSource(beat),
		Pushed: hdl.OutputOf(s.Push), Passes: hdl.Output(1), Combined: hdl.NewSource(beat), Object: hdl.OutputOf(s.Object),
		ToMacro: hdl.NewSink(s.Delivery), ToBypass: hdl.NewSink(s.Delivery), Done: hdl.NewSource(s.Result), config: c,
	}
}

func (u *macroUnit) Describe(m *hdl.Module) {
	e := hdl.Instance(m, "expander", NewExpander(u.config))
	b := hdl.Instance(m, "bypass", NewBypass(u.config))
	e.In.From(u.In)
	e.State.From(u.State)
	hdl.Set(e.Load.Data, u.Load.Data)
	hdl.Set(u.Object.Data, e.Object.Data)
	e.Responses.From(u.ToMacro)
	b.Responses.From(u.ToBypass)
	b.Push.From(e.Push)
	e.Slot.Set(b.Slot)
	hdl.Set(u.Pushed.Data, e.Push.Data)
	u.Passes.Set(e.Push.Fire())
	u.Out.Send(e.Out.Valid.Bits, spanned{e.Out.Data, e.OutSpan.Data})
	e.Out.Ready.Set(u.Out.Ready)
	u.Combined.Send(b.Out.Valid.Bits, spanned{b.Out.Data, b.OutSpan.Data})
	b.Out.Ready.Set(u.Combined.Ready)
	u.Done.From(e.Done)
}

// macroConfig has the graphics operations, as far as the expander knows them.
func macroConfig(slots int) Config {
	c := Config{SMs: 3, AddressBits: 8, TagBits: 4, Slots: slots, Instructions: 256, Bound: 600, Units: []isa.Unit{{StateWords: 1}}}
	for _, o := range []struct {
		name              string
		request, response int
	}{
		{"triangle", 8, 2}, {"rectangle", 6, 2}, {"texture", 2, 4}, {"texture_fixed", 2, 4}, {"texture_quad", 6, 16}, {"depth", 7, 2},
		{"depth_clear", 4, 0}, {"surface_fill", 4, 0}, {"surface", 19, 0}, {"surface_yuv", 19, 0}, {"triangle_fixed", 8, 2}, {"rectangle_fixed", 6, 2}, {"probe", 1, 1},
	} {
		c.Operations = append(c.Operations, isa.Operation{Name: o.name, Request: make([]isa.Word, o.request), Response: make([]isa.Word, o.response)})
	}
	return c
}

// unitOf is the unit of each operation: raster, texture, depth and surface.
var unitOf = [isa.MaxOperations]int{0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 0, 0}

// answers are the units' responses in a test: random words, the same for the same record; often 0, and rarely a fault.
type answers struct {
	c     Config
	often int // one record in this many has a fault; 0: none has
	seed  uint64
	fault map[int]bool // operations that always have one
	word  *uint32      // if not nil, every word of a response
}

func (a answers) of(operation int, words []uint32) (response []uint32, fault bool) {
	h := a.seed ^ uint64(operation)*0x9e3779b97f4a7c15
	for _, w := range words {
		h = (h ^ uint64(w)) * 0xbf58476d1ce4e5b9
		h ^= h >> 29
	}
	rng := rand.New(rand.NewPCG(h, 1))
	empty := rng.IntN(3) == 0
	for range a.c.Operations[operation].Response {
		w := rng.Uint32() & rng.Uint32()
		switch {
		case a.word != nil:
			w = *a.word
		case empty:
			w = 0
		}
		response = append(response, w)
	}
	return response, a.fault[operation] || a.often > 0 && rng.IntN(a.often) == 0
}

type (
	spanValue struct{ Offset, Count uint64 }
	spanBeat  struct {
		Beat beatValue
		Span spanValue
	}
)

// packet is a request as it reaches a unit.
type packet struct {
	head  headValue
	words []uint32
	span  spanValue
}

// environment surrounds an expander and its bypass with units that answer after a random time, each in order.
type environment struct {
	t        testing.TB
	tb       *bench.TB
	u        *macroUnit
	c        Config
	rng      *rand.Rand
	answers  answers
	pace     float64 // how often a unit answers
	in       *bench.Driver
	state    *bench.Driver
	done     *bench.Monitor[resultValue]
	toMacro  *bench.Driver
	toBypass *bench.Driver

	units    [4][]packet
	made     []machine.Request // by the expander
	combined []packet          // by the bypass
	out      packet            // parts of packets
	pushed   packet
	behind   packet
	object   [isa.ObjectWords]uint64
}

func newEnvironment(t testing.TB, c Config, seed uint64, a answers, disturbed bool, options ...bench.Option) *environment {
	u := newMacroUnit(c)
	e := &environment{t: t, u: u, c: c, answers: a, rng: rand.New(rand.NewPCG(seed, 7)), pace: 1}
	e.tb = bench.New(t, u, append(options, bench.Seed(seed))...)
	stall := 0.0
	if disturbed {
		stall = 0.4
		e.pace = 0.2
	}
	e.in, e.state = bench.Drive(e.tb, u.In, stall), bench.Drive(e.tb, u.State, stall)
	e.toMacro, e.toBypass = bench.Drive(e.tb, u.ToMacro, stall), bench.Drive(e.tb, u.ToBypass, stall)
	e.done = bench.Collect[resultValue](e.tb, u.Done, stall)
	bench.Collect[spanBeat](e.tb, u.Out, stall).Each(func(b spanBeat) {
		if e.out.add(t, b) {
			p := e.out
			e.made = append(e.made, machine.Request{Operation: int(p.head.Unit), Words: p.words, Offset: int(p.span.Offset), Count: int(p.span.Count), Route: microcode.Route(p.head.Route)})
			e.units[unitOf[p.head.Unit]] = append(e.units[unitOf[p.head.Unit]], p)
			e.out = packet{}
		}
	})
	bench.Collect[spanBeat](e.tb, u.Combined, stall).Each(func(b spanBeat) {
		if e.behind.add(t, b) {
			p := e.behind
			e.combined = append(e.combined, p)
			e.units[unitOf[p.head.Unit]] = append(e.units[unitOf[p.head.Unit]], p)
			e.behind = packet{}
		}
	})
	return e
}

// add adds a beat, and reports whether it was the last.
func (p *packet) add(t testing.TB, b spanBeat) bool {
	if p.words != nil || p.head != (headValue{}) {
		require.Equal(t, p.head, b.Beat.Head)
		require.Equal(t, p.span, b.Span)
	}
	p.head, p.span = b.Beat.Head, b.Span
	if !b.Beat.Empty {
		p.words = append(p.words, b.Beat.Data)
	}
	return b.Beat.Last
}

// tick runs one cycle of everything.
func (e *environment) tick() {
	var passes uint64 = e.tb.Get(e.u.Passes)
	if passes != 0 {
		var b spanBeat
		e.tb.Read(e.u.Pushed, &b)
		if e.pushed.add(e.t, b) {
			p := e.pushed
			e.made = append(e.made, machine.Request{Push: true, Operation: int(p.head.Unit), Words: p.words, Offset: int(p.span.Offset), Count: int(p.span.Count), Route: microcode.Route(p.head.Route)})
			e.pushed = packet{}
		}
	}
	for _, n := range e.rng.Perm(len(e.units)) {
		if len(e.units[n]) > 0 && e.rng.Float64() < e.pace {
			e.answer(e.units[n][0])
			e.units[n] = e.units[n][1:]
		}
	}
	e.tb.Tick()
}

// answer sends a unit's response.
func (e *environment) answer(p packet) {
	d := deliveryValue{SM: p.head.SM, Tag: p.head.Tag, Route: p.head.Route, Slot: p.head.Slot, Address: e.rng.Uint64N(1 << 8)}
	to := e.toMacro
	if p.head.Route == uint64(toBypass) {
		to = e.toBypass
	}
	var words []uint32
	fault := p.head.Status != 0
	if !fault {
		require.Len(e.t, p.words, len(e.c.Operations[p.head.Unit].Request))
		words, fault = e.answers.of(int(p.head.Unit), p.words)
	}
	if fault {
		d.Status, words = uint64(isa.UnitFault), nil
	}
	if p.head.Route == uint64(toCount) {
		words = nil
	}
	if len(words) == 0 {
		d.Empty, d.Last, d.Data = true, true, e.rng.Uint32()
		to.Send(d)
		return
	}
	for k, w := range words {
		d.Word, d.Data, d.Last = uint64(k), w, k == len(words)-1
		to.Send(d)
	}
}

// load writes a table.
func (e *environment) load(table, address int, data uint64) {
	e.tb.Set(e.u.Load, loadValue{1, uint64(table), uint64(address), data})
	e.tick()
	e.tb.Set(e.u.Load, loadValue{})
}

type loadValue struct{ Enable, Table, Address, Data uint64 }

// send queues a request for a macro and returns the head that its acknowledgement must have, with this status.
func (e *environment) send(macro int, status isa.Status, words []uint32) headValue {
	h := headValue{
		SM: e.rng.Uint64N(3), Unit: uint64(isa.FirstMacro + macro), Tag: e.rng.Uint64N(16), Response: e.rng.Uint64N(256),
		Records: 1, Status: uint64(status),
	}
	var object [isa.ObjectWords]uint64
	for k := range object {
		object[k] = uint64(e.rng.Uint32())
	}
	e.object = object
	e.state.Send(object)
	if len(words) == 0 {
		e.in.Send(beatValue{h, 0, true, true})
	}
	for k, w := range words {
		e.in.Send(beatValue{h, w, false, k == len(words)-1})
	}
	return h
}

// until runs until n macros have been acknowledged.
func (e *environment) until(n, limit int) []resultValue {
	for range limit {
		if e.done.Passed() >= n {
			return e.done.Beats()
		}
		e.tick()
	}
	require.Fail(e.t, "it hangs", "%d of %d macros are acknowledged after %d cycles", e.done.Passed(), n, limit)
	return nil
}

// expects compares a macro that has run alone with the machine: every request, in order, and the acknowledgement.
func (e *environment) expects(m machine.Expander, entry int, parameters []uint32, ack resultValue, h headValue) machine.Status {
	made, status := m.Run(entry, parameters, e.answers.of)
	h.Status = uint64([...]isa.Status{machine.Done: isa.OK, machine.UnitFault: isa.UnitFault, machine.Fault: isa.MacroFault, machine.Stopped: isa.MacroStopped}[status])
	require.Equal(e.t, resultValue{Head: h, Empty: true, Last: true}, ack)
	require.Equal(e.t, made, e.made)
	// The bypass sends the pushed words and the response.
	var want []packet
	for k, r := range made {
		if r.Push {
			p := packet{words: nil, span: spanValue{uint64(r.Offset), uint64(r.Count)}}
			more, fault := e.answers.of(made[k+1].Operation, made[k+1].Words)
			p.head.Unit, p.head.Route = uint64(r.Operation), uint64(r.Route)
			if fault {
				p.head.Status = uint64(isa.UnitFault)
			} else {
				p.words = append(append([]uint32{}, r.Words...), more...)
			}
			want = append(want, p)
		}
	}
	require.Len(e.t, e.combined, len(want))
	for k, p := range e.combined {
		require.Equal(e.t, h.Tag, p.head.Tag)
		require.Equal(e.t, h.SM, p.head.SM)
		require.Equal(e.t, uint64(1), p.head.Records)
		p.head = headValue{Unit: p.head.Unit, Route: p.head.Route, Status: p.head.Status}
		require.Equal(e.t, want[k], p)
	}
	var object [isa.ObjectWords]uint64
	e.tb.Read(e.u.Object, &object)
	require.Equal(e.t, e.object, object)
	for n, u := range e.units {
		require.Empty(e.t, u, fmt.Sprint("unit ", n))
	}
	e.made, e.combined = nil, nil
	return status
}

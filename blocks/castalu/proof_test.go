package castalu

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
)

// unitHarness states what holds of the control of an arithmetic unit: instructions of
// different threads, each with at most one inside, come out once each, unchanged, and in
// time.
type unitHarness struct {
	In  hdl.Sink[Operation]
	Out hdl.Source[Result]

	config UnitConfig
	within int // cycles in which the output may leave
}

func newUnitHarness(c UnitConfig, within int) *unitHarness {
	return &unitHarness{hdl.NewSink(c.operation()), hdl.NewSource(c.result()), c, within}
}

func (h *unitHarness) Describe(m *hdl.Module) {
	dut, err := NewUnit(h.config)
	if err != nil {
		m.Errorf("%v", err)
		return
	}
	u := hdl.Instance(m, "unit", dut)
	u.In.From(h.In)
	h.Out.From(u.Out)
	hdl.Unused(u.Meaningless)
	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssertStable(m.Scope("at_out"), out)

	// What the copies make of an instruction.
	d := decode(in.Data.Word)
	first := swizzled(inputOf(in.Data.Word, 0), in.Data.Operands[0])
	want := Result{Thread: in.Data.Thread, Dest: d.Dest, Mask: d.Mask, Killed: d.Kill.And(first[0]).And(d.Fault.Not()), Fault: d.Fault}
	for k := range want.Value {
		want.Value[k] = lib.Gate(d.Mask.Bit(k).And(d.Fault.Not()), hdl.Mux(d.Single, first[0], first[k]))
	}
	inside := m.Reg("inside", h.config.Threads)
	at := func(x hdl.Bits) hdl.Bits { return lib.OneHot(x, h.config.Threads) }
	m.Assume("one_of_a_thread", in.Valid.Not().Or(inside.At(in.Data.Thread).Not()))
	m.Assume("a_thread", in.Data.Thread.Lt(h.config.Threads))
	inside.Set(inside.Or(lib.Gate(in.Fire(), at(in.Data.Thread))).And(lib.Gate(out.Fire(), at(out.Data.Thread)).Not()))
	m.Assert("nothing_invented", out.Valid.Not().Or(inside.At(out.Data.Thread)))

	// One thread is followed: its number is free, and any will do.
	follow := m.Reg("follow", in.Data.Thread.Width(), hdl.NoReset())
	chosen := m.Reg("chosen", 1)
	m.If(chosen.Not(), func() {
		follow.Set(in.Data.Thread)
		chosen.Set(in.Fire())
	})
	expected := hdl.RegOf(m, "expected", want, hdl.NoReset())
	mine := in.Fire().And(chosen.Not().Or(in.Data.Thread.Eq(follow)))
	m.If(mine, func() { hdl.Set(expected, want) })
	back := out.Valid.And(chosen).And(out.Data.Thread.Eq(follow))
	m.Assert("unchanged", back.Not().Or(hdl.Flatten(out.Data).Eq(hdl.Flatten(expected))))
	m.Cover("comes_back", back)

	age := m.Reg("age", hdl.CountWidth(h.within+1))
	waits := chosen.And(inside.At(follow))
	m.If(waits.Not().Or(back.And(out.Ready)), func() { age.Set(0) }).
		ElseIf(out.Ready.And(age.Le(h.within)), func() { age.Set(age.Add(1)) })
	m.Assert("in_time", age.Le(h.within))
}

// The control of the unit with 4 and with 1 lanes, with short pipelines for runs of any
// length, and with those of the arithmetic for as many cycles as are searched.
func TestTheUnitsControlIsProved(t *testing.T) {
	for _, lanes := range []int{4, 1} {
		for name, n := range map[string]copies{"short": {2, 3}, "as the arithmetic": asArithmetic} {
			t.Run(name, func(t *testing.T) {
				c := UnitConfig{Lanes: lanes, Threads: 4, copies: n}
				h := newUnitHarness(c, n.special+4*4+4)
				_, err := hdl.Elaborate(newUnitHarness(c, 1))
				require.NoError(t, err)
				for _, p := range bench.Prove(t, h, bench.ProofBudget(30*time.Second), bench.ProofDepth(n.special+10)) {
					if p.Kind == ir.Assert {
						assert.True(t, p.Unbounded || n == asArithmetic, "%s is proved for %d cycles only", p.Property, p.Depth)
					}
					t.Log(p.Property, p.Kind, p.Unbounded, p.Depth, p.Engine)
				}
			})
		}
	}
}

// barrelHarness states what holds of the barrel: each item has one result, whose tag is
// its own, in the order of the items, whatever the programs are.
type barrelHarness struct {
	Word    hdl.In // of the program, which is written before the first item comes
	Items   hdl.Sink[Item]
	Results hdl.Source[Beat]
	Calls   hdl.Source[Call]
	Replies hdl.Sink[Reply]

	p *Processor
}

func newBarrelHarness(c Config) *barrelHarness {
	p := newProcessor(c)
	return &barrelHarness{hdl.Input(WordBits), hdl.NewSink(p.Items.Data), hdl.NewSource(p.Results.Data), hdl.NewSource(p.Calls.Data), hdl.NewSink(p.Replies.Data), p}
}

func (h *barrelHarness) Describe(m *hdl.Module) {
	c := h.p.config
	p := hdl.Instance(m, "dut", h.p)
	at := m.Reg("written", hdl.CountWidth(c.Words))
	writing := m.Named("writing", at.Ne(c.Words))
	m.If(writing, func() { at.Set(at.Add(1)) })
	hdl.Set(p.Program.Data, Store[hdl.Bits]{writing, at.Truncate(hdl.IndexWidth(c.Words)), h.Word.Bits})
	hdl.Set(p.Constants.Data, Store[[4]hdl.Bits]{hdl.Const(1, 0), hdl.Const(hdl.IndexWidth(c.Constants), 0), four(hdl.Const(1, 0))})
	hdl.Unused(p.Fault, p.FaultAddress, p.FaultWord)
	p.Items.From(h.Items)
	h.Results.From(p.Results)
	h.Calls.From(p.Calls)
	p.Replies.From(h.Replies)
	items, results, calls, replies := property.OfSink(h.Items), property.OfSource(h.Results), property.OfSource(h.Calls), property.OfSink(h.Replies)
	m.Assume("a_program_first", items.Valid.Not().Or(writing.Not()))
	property.AssumeStable(m.Scope("at_items"), items)
	property.AssumeStable(m.Scope("at_replies"), replies)
	property.AssertStable(m.Scope("at_results"), results)
	property.AssertStable(m.Scope("at_calls"), calls)

	// A reply is that of a call.
	one := func(yes, thread hdl.Bits) hdl.Bits { return lib.Gate(yes, lib.OneHot(thread, c.Threads)) }
	called := m.Reg("called", c.Threads)
	called.Set(called.Or(one(calls.Fire(), calls.Data.Thread)).And(one(replies.Fire(), replies.Data.Thread).Not()))
	m.Assume("of_a_call", replies.Valid.Not().Or(called.At(replies.Data.Thread)))
	m.Assume("up_to_8_words", replies.Data.Count.Le(8))
	m.Assert("one_call_of_a_thread", calls.Valid.Not().Or(called.At(calls.Data.Thread).Not()))

	// Items are numbered by their tags.
	number, due := m.Reg("number", c.TagBits), m.Reg("due", c.TagBits)
	m.Assume("numbered", items.Data.Tag.Eq(number))
	m.If(items.Fire().And(items.Data.Last), func() { number.Set(number.Add(1)) })
	index := m.Reg("index", registerBits)
	m.If(results.Fire(), func() {
		index.Set(lib.Gate(results.Data.Last.Not(), index.Add(1)))
		m.If(results.Data.Last, func() { due.Set(due.Add(1)) })
	})
	m.Assert("nothing_invented", results.Valid.Not().Or(due.Ne(number)))
	m.Assert("in_order", results.Valid.Not().Or(results.Data.Tag.Eq(due)))
	m.Assert("numbered_vectors", results.Valid.Not().Or(results.Data.Index.Eq(index)))
	m.Assert("killed_is_one_beat", results.Valid.And(results.Data.Killed).Not().Or(results.Data.Last.And(index.Eq(0))))
	m.Cover("a_result", results.Valid.And(results.Data.Killed.Not()))
	m.Cover("a_killed_item", results.Valid.And(results.Data.Killed))
}

func TestTheBarrelIsProved(t *testing.T) {
	c := Config{Threads: 4, Registers: 8, Constants: 2, Words: 8, TagBits: 4, Ordered: true, Lanes: 4, copies: copies{2, 3}}
	for _, p := range bench.Prove(t, newBarrelHarness(c), bench.ProofBudget(30*time.Second), bench.ProofDepth(30)) {
		t.Log(p.Property, p.Kind, p.Unbounded, p.Depth, p.Engine)
	}
}

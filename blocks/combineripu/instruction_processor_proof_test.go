package combineripu

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/combineripu/isa"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
)

// processorHarness states what becomes of instructions. It follows any one of them from the stream to its execution; an
// instruction has one bit of data and its last flag.
type processorHarness struct {
	In     hdl.Sink[followedEmission]
	Again  hdl.In
	Out    hdl.Source[InstructionBits]
	Follow hdl.In `doc:"1: the instruction that is taken is followed"`

	stored bool
	words  int
	shape  Emission
}

type followedEmission struct {
	Token hdl.Bits `width:"2"`
	Data  hdl.Bits `width:"1"`
	Last  hdl.Bits `width:"1"`
}

func newProcessorHarness(stored bool, words int) *processorHarness {
	in, b := hdl.Shape[followedEmission](nil), hdl.Width(1)
	o := OperandBits{Kind: b, Register: b, RGB: b, Alpha: b, Mapping: b}
	e := Emission{Token: in.Token, Set: b, Instruction: InstructionBits{
		Op: in.Data, Dest: b, Halves: b, In: [3]OperandBits{o, o, o}, Bias: b, Scale: b, Final: b, Odd: b, Last: in.Last, Constants: [2]hdl.Bits{b, b},
	}}
	return &processorHarness{
		In: hdl.NewSink(in), Again: hdl.Input(1), Out: hdl.NewSource(e.Instruction), Follow: hdl.Input(1),
		stored: stored, words: words, shape: e,
	}
}

func (h *processorHarness) Describe(m *hdl.Module) {
	p := hdl.Instance(m, "dut", sizedInstructionProcessor(h.shape, h.stored, h.words))
	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	e := zeros(h.shape)
	e.Token, e.Instruction.Op, e.Instruction.Last = in.Data.Token, in.Data.Data, in.Data.Last
	p.In.Send(in.Valid, e)
	h.In.Ready.Set(p.In.Ready)
	h.Out.From(p.Out)
	p.Again.Set(h.Again)
	property.AssumeStable(m.Scope("stream"), in)
	property.AssertStable(m.Scope("executed"), out)
	is := func(t isa.Token) hdl.Bits { return in.Data.Token.Eq(int(t)) }

	// A pass lasts from its valid token, or from Again for a stored program, until its last instruction is executed.
	pass := m.Reg("pass", 1)
	taken := m.Named("taken", in.Fire().And(is(isa.InstructionToken)))
	begins := m.Named("begins", in.Fire().And(is(isa.ValidToken)).Or(h.Again.Bits))
	ended := m.Named("ended", out.Fire().And(out.Data.Last))
	pass.Set(pass.Or(begins).And(ended.Not()))
	m.Assume("a_token", in.Valid.Not().Or(in.Data.Token.Le(int(isa.InvalidToken))))
	m.Assume("a_pass_begins_behind_another", implies(begins, pass.Not()))
	m.Assert("only_in_a_pass", implies(out.Valid, pass))
	m.Assert("tokens_are_taken", implies(in.Valid.And(is(isa.InstructionToken).Not()), in.Ready))

	followed, data, last := m.Reg("followed", 1), m.Reg("data", 1), m.Reg("last", 1)
	follows := m.Named("follows", taken.And(h.Follow.Bits).And(followed.Not()))
	parts := h.buffered
	if h.stored {
		parts = h.repeated
	}
	executes, leaves := parts(m, pass, taken, follows)
	executes = m.Named("executes", followed.And(executes))
	m.Assert("the_followed_one_at_its_place", implies(executes, out.Data.Op.Eq(data).And(out.Data.Last.Eq(last))))
	m.Cover("executed", executes.And(last).And(data))
	m.If(leaves, func() { followed.Set(0) })
	m.If(follows, func() {
		followed.Set(1)
		data.Set(in.Data.Data)
		last.Set(in.Data.Last)
	})
}

// buffered states that instructions are executed once, in order, as soon as there is a pass, or never if an invalid
// token comes first. It returns whether the followed one is executed, and whether it leaves the buffer.
func (h *processorHarness) buffered(m *hdl.Module, pass, taken, follows hdl.Bits) (executes, leaves hdl.Bits) {
	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	invalid := m.Named("invalid", in.Fire().And(in.Data.Token.Eq(int(isa.InvalidToken))))
	m.Assume("discarded_between_passes", implies(in.Valid.And(in.Data.Token.Eq(int(isa.InvalidToken))), pass.Not()))
	m.Assume("never_again", h.Again.Not())
	level, before := m.Reg("level", hdl.CountWidth(h.words)), m.Reg("ahead", hdl.CountWidth(h.words))
	left := level.Sub(out.Fire().ZeroExtend(level.Width()))
	level.Set(lib.Gate(invalid.Not(), left.Add(taken.ZeroExtend(level.Width()))))
	m.Assert("no_bubble", out.Valid.Eq(pass.And(level.Ne(0))))
	m.Assert("room", implies(in.Valid.And(level.Ne(h.words)), in.Ready))
	m.Cover("full", level.Eq(h.words))
	m.Cover("discarded", invalid.And(level.Eq(h.words)))
	m.If(out.Fire(), func() { before.Set(before.Sub(1)) })
	m.If(follows, func() { before.Set(left) })
	executes = out.Fire().And(before.Eq(0))
	return executes, executes.Or(invalid)
}

// repeated states that each pass executes the instructions of the program in order, from the first on.
func (h *processorHarness) repeated(m *hdl.Module, pass, taken, follows hdl.Bits) (executes, leaves hdl.Bits) {
	in, out := property.OfSink(h.In), property.OfSource(h.Out)
	valid := in.Fire().And(in.Data.Token.Eq(int(isa.ValidToken)))
	count := hdl.CountWidth(h.words)
	written, index, place := m.Reg("written", count), m.Reg("index", count), m.Reg("place", count)
	complete, triggered := m.Reg("complete", 1, hdl.ResetTo(1)), m.Reg("triggered", 1, hdl.ResetTo(1))
	first := m.Named("first", taken.And(complete)) // of a program
	at := hdl.Mux(complete, 0, written)
	m.If(taken, func() {
		written.Set(at.Add(1))
		complete.Set(in.Data.Last)
	})
	m.If(first, func() { triggered.Set(0) }).ElseIf(valid, func() { triggered.Set(1) })
	m.Assume("a_program_behind_the_passes_of_another", implies(first, every(pass.Not(), triggered, h.Again.Not())))
	m.Assume("a_program_fits", implies(taken.And(at.Eq(h.words-1)), in.Data.Last))
	m.Assume("one_trigger", implies(valid, triggered.Not()))
	m.Assume("again_when_complete", implies(h.Again.Bits, every(complete, triggered, written.Ne(0))))
	m.Assume("never_invalid", implies(in.Valid, in.Data.Token.Ne(int(isa.InvalidToken))))

	m.If(out.Fire(), func() { index.Set(hdl.Mux(out.Data.Last, 0, index.Add(1))) })
	m.Assert("no_extra_instruction", implies(out.Valid, index.Lt(written)))
	property.Within(m.Scope("a_cycle_later"), pass.And(index.Lt(written)), out.Valid, 1)
	m.Cover("repeats", h.Again.And(written.Eq(h.words)))
	m.If(follows, func() { place.Set(at) })
	return out.Fire().And(index.Eq(place)), first
}

// Nothing is executed before its pass is valid, nothing discarded is ever executed, and nothing is lost.
func TestTheInstructionProcessorIsProved(t *testing.T) {
	for name, h := range map[string]*processorHarness{"buffer of 2": newProcessorHarness(false, 2), "program of 3": newProcessorHarness(true, 3)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, p := range bench.Prove(t, h, bench.ProofBy(formal.ABC), bench.ProofBudget(3*time.Minute), bench.ProofDepth(12)) {
				assert.True(t, p.Unbounded || p.Kind == ir.Cover, "%s is proved for %d cycles only", p.Property, p.Depth)
			}
		})
	}
}

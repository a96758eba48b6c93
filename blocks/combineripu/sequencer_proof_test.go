package combineripu

import (
	"fmt"
	"testing"
	"time"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// sequencerProof states the token rules of a sequencer with any plan: a step has any instructions, whatever its words
// are. Programs come in the order of their sets, at most one per set. The shader responds at any time: it triggers
// passes of an offered program, or a single pass if it is stored, and sends its block when all triggered passes are
// complete.
type sequencerProof struct {
	Programs hdl.Sink[hdl.Bits] `doc:"one unused bit"`
	Events   hdl.Sink[hdl.Bits] `doc:"1: block"`
	Freed    hdl.Source[SetBeat]
	Out      hdl.Source[Emission]
	Read     hdl.InOf[readBits]

	config Config
	slots  int // of a step
	ahead  int // instructions that may go out before a pass is triggered
}

// readBits is a step as it is read.
type readBits struct {
	Active hdl.Bits `width:"stage"`
	Mask   hdl.Bits `width:"slots" doc:"slots with an instruction"`
	Live   hdl.Bits `width:"1"`
}

func newSequencerProof(sets, slots, ahead int, stored bool) *sequencerProof {
	c := Config{Sets: sets, Stages: 1, Stored: stored}
	return &sequencerProof{
		Programs: hdl.NewSink(hdl.Width(1)), Events: hdl.NewSink(hdl.Width(1)),
		Freed: hdl.NewSource(c.shapes().SetBeat), Out: hdl.NewSource(EmissionShape(c)),
		Read:   hdl.InputOf(hdl.Shape[readBits](hdl.Widths{"stage": c.stageWidth(), "slots": slots})),
		config: c, slots: slots, ahead: ahead,
	}
}

func (h *sequencerProof) Describe(m *hdl.Module) {
	c := h.config
	s := hdl.Instance(m, "dut", newSequencer(c, h.slots, h.ahead))
	hdl.Unused(h.Programs.Data)

	// Any plan. The final combiner has an instruction; a stage without live results has none.
	read := h.Read.Data
	m.Assume("stages_that_are_there", read.Active.Le(c.Stages))
	m.Assume("the_final_has_an_instruction", implies(s.Position.Data.Stage.Eq(c.Stages), read.Mask.ReduceOr()))
	m.Assume("none_without_live_results", implies(read.Mask.ReduceOr(), read.Live.Or(s.Position.Data.Stage.Eq(c.Stages))))
	common := commonShapes()
	words, live := zeros(c.shapes().Words), zeros(common.Live)
	words.Active, words.Words[0], live.Sum.RGB = read.Active, read.Mask.ZeroExtend(32), read.Live
	s.Words.Set(words)
	s.Live.Set(live)
	step := s.Step.Data
	mask := step.Words.Words[0].Truncate(h.slots)
	slots := common.Slots[:h.slots]
	for k := range slots {
		slots[k] = zeros(slots[k])
		slots[k].Op = hdl.Const(3, int(isa.Multiply)) // not 0, as in a token
		above := hdl.Const(1, 0)
		if k+1 < h.slots {
			above = mask.Slice(h.slots-1, k+1).ReduceOr()
		}
		slots[k].Last = step.Final.And(above.Not())
	}
	s.Valid.Set(mask)
	s.Slots.Set(slots)
	hdl.Unused(step.Live, step.Words, s.Position.Data.Set, s.Sent, s.Resent, s.Invalidated)

	// Programs, in the order of their sets.
	next, head, programs := m.Reg("next_set", c.setWidth()), m.Reg("head_set", c.setWidth()), m.Reg("programs", hdl.CountWidth(c.Sets))
	following := func(set hdl.Bits) hdl.Bits { return hdl.Mux(set.Eq(c.Sets-1), 0, set.Add(1)) }
	s.Programs.Send(h.Programs.Valid.Bits, SetBeat{next})
	h.Programs.Ready.Set(s.Programs.Ready)
	come, freed := h.Programs.Fire(), m.Named("program_freed", h.Freed.Fire())
	m.Assume("no_more_than_sets", implies(h.Programs.Valid.Bits, programs.Lt(c.Sets)))
	m.Assert("room_for_all", implies(programs.Lt(c.Sets), s.Programs.Ready.Bits))
	m.If(come, func() { next.Set(following(next)) })
	m.If(freed, func() { head.Set(following(head)) })
	m.If(come.Ne(freed), func() { programs.Set(hdl.Mux(come, programs.Add(1), programs.Sub(1))) })

	// The shader.
	block := h.Events.Data
	s.Events.Send(h.Events.Valid.Bits, ProgramEvent{block, head})
	h.Events.Ready.Set(s.Events.Ready)
	property.AssumeStable(m.Scope("events"), property.OfSink(h.Events))
	triggered := m.Named("triggered", h.Events.Fire().And(block.Not()))
	begun, running := m.Reg("begun", 1), m.Reg("running", 1) // a pass of this program has begun; a pass is not complete
	m.Assume("of_a_program", implies(h.Events.Valid.Bits, programs.Ne(0)))
	m.Assume("a_block_between_passes", implies(h.Events.Valid.And(block), begun.And(running.Not())))
	if c.Stored {
		m.Assume("one_pass", implies(h.Events.Valid.And(begun), block))
	}

	// Each block frees its set at once.
	h.Freed.From(s.Freed)
	property.AssertStable(m.Scope("freed"), property.OfSource(h.Freed))
	m.Assert("each_block_is_freed", h.Freed.Fire().Eq(h.Events.Fire().And(block)))
	m.Assert("its_set_is_freed", implies(h.Freed.Valid.Bits, h.Freed.Data.Set.Eq(head)))
	m.Assert("a_block_does_not_wait", implies(h.Events.Valid.And(block), h.Freed.Valid.Bits))

	// The beats, in the first cycle in which they are offered.
	h.Out.From(s.Out)
	property.AssertStable(m.Scope("out"), property.OfSource(h.Out))
	waited, out := m.Reg("waited", 1), h.Out.Data
	waited.Set(h.Out.Valid.And(h.Out.Ready.Not()))
	first := m.Named("first_offer", h.Out.Valid.And(waited.Not()))
	instruction := m.Named("instruction", first.And(out.Token.Eq(int(isa.InstructionToken))))
	valid := m.Named("valid", first.And(out.Token.Eq(int(isa.ValidToken))))
	invalid := m.Named("invalid", first.And(out.Token.Eq(int(isa.InvalidToken))))
	last := instruction.And(out.Instruction.Last)
	ahead, whole, due := m.Reg("ahead", hdl.CountWidth(h.ahead)+1), m.Reg("whole", 1), m.Reg("invalid_due", 1)
	passing := m.Reg("passing", 1) // valid has been offered, the last instruction has not
	dueSet := m.Reg("invalid_set", c.setWidth())

	aheadNow := m.Named("ahead_now", hdl.Mux(invalid.Or(valid), 0, hdl.Mux(instruction.And(passing.Not()), ahead.Add(1), ahead)))
	ahead.Set(hdl.Mux(freed, 0, aheadNow))
	whole.Set(hdl.Mux(invalid.Or(valid).Or(freed), 0, whole.Or(last.And(passing.Not()))))
	passing.Set(hdl.Mux(valid, whole.Not(), passing.And(last.Not())))
	m.If(freed, func() {
		due.Set(aheadNow.Ne(0))
		dueSet.Set(head)
	}).ElseIf(invalid, func() { due.Set(0) })

	m.Assert("no_further_ahead", aheadNow.Le(h.ahead))
	m.Assert("of_the_first_program", implies(instruction.Or(valid), programs.Ne(0).And(out.Set.Eq(head))))
	m.Assert("valid_when_enough_is_ahead", implies(valid, passing.Not().And(ahead.Eq(h.ahead).Or(whole))))
	m.Assert("nothing_behind_the_last_before_valid", implies(instruction, whole.Not()))
	m.Assert("no_other_token", implies(h.Out.Valid.Bits, out.Token.Ne(3)))
	validDue := m.Reg("valid_due", 1) // a trigger's valid token
	validDue.Set(triggered)
	m.Assert("a_valid_for_each_trigger", valid.Eq(validDue))
	m.Assert("a_due_invalid_comes_first", implies(due, instruction.Or(valid).Not()))
	if c.Stored {
		m.Assert("never_invalid", invalid.Not())
		m.Assert("no_invalid_is_due", due.Not())
		hdl.Unused(dueSet)
		m.Assert("sent_once", implies(instruction, begun.Not().Or(running)))
	} else {
		m.Assert("an_invalid_only_when_due", implies(invalid, due.And(out.Set.Eq(dueSet))))
		m.Cover("an_invalid", invalid)
	}
	m.If(triggered, func() {
		begun.Set(1)
		running.Set(1)
	})
	m.If(running.And(hdl.Mux(valid, whole, last.And(passing))), func() { running.Set(0) })
	m.If(freed, func() { begun.Set(0) })

	// Progress while its output is taken: a pending invalid token comes at once, and a trigger waits no longer than a
	// pass takes.
	taken := m.Named("taken", h.Out.Ready.Or(h.Out.Valid.Not()))
	property.Within(m.Scope("invalid_soon"), due.And(taken), invalid, 1)
	stepsOfPass := c.Stages + 1
	property.Within(m.Scope("valid_soon"), h.Events.Valid.And(block.Not()).And(h.Out.Ready), triggered, 2*stepsOfPass*(h.slots+1)+3)
	m.Cover("more_than_go_ahead", valid.And(whole.Not()))
	m.Cover("fewer", valid.And(ahead.Lt(h.ahead)))
	if c.Sets > 1 { // with one set, it comes only when the one before has ended
		m.Cover("the_next_program", freed.And(programs.Eq(1).Not()))
	}
}

// The tokens are where they belong, and nothing hangs, with two slots per step and two instructions ahead.
func TestTheSequencerIsProved(t *testing.T) {
	for _, p := range []struct {
		name    string
		harness hdl.Component
	}{
		{"2 sets", newSequencerProof(2, 2, 2, false)},
		{"2 sets, stored", newSequencerProof(2, 2, 2, true)},
	} {
		t.Run(p.name, func(t *testing.T) { proved(t, p.harness, 3*time.Minute) })
	}
}

// The same with as many ahead as in the unit, and with other numbers of sets.
func TestLongTheSequencerIsProved(t *testing.T) {
	long.Only(t)
	for _, stored := range []bool{false, true} {
		for _, sets := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%d sets, stored %v", sets, stored), func(t *testing.T) {
				proved(t, newSequencerProof(sets, 5, maxAhead, stored), 5*time.Minute)
			})
		}
	}
}

package combineripu

import (
	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// maxAhead is the most instructions of a pass that go out before it is triggered.
const maxAhead = 8

// stepBits is a step of a program as the plan reads it.
type stepBits struct {
	Words StepWords
	Live  Live
	Final hdl.Bits `width:"1" doc:"1: the final combiner"`
}

// sequencer is the instruction emulator without the plan that generates a step's instructions. It sends the programs
// pass by pass, in their order of arrival.
//
// Before a pass is triggered, its first instructions go out, up to 8. At the trigger a valid token follows, then the
// rest of the instructions, and then the next pass begins. The block of its set ends a program; if instructions have
// gone out ahead, an invalid token follows. If the shader stores programs, there is one pass and no invalid token.
//
// The sequencer reads one step ahead of the one that it sends, so that the steps follow one another without a gap.
// Steps without live results are skipped while the previous step is sent; skipping one costs a cycle when nothing is
// left to send. An idle sequencer offers the first instruction of a program two cycles after the program, or three if
// no general stage is active.
type sequencer struct {
	Programs hdl.Sink[SetBeat]      `doc:"programs that may be sent"`
	Events   hdl.Sink[ProgramEvent] `doc:"triggers and blocks of the program being sent; a block comes between passes"`
	Freed    hdl.Source[SetBeat]    `doc:"sets whose program has ended"`
	Out      hdl.Source[Emission]   `doc:"instructions and tokens"`

	Position hdl.OutOf[Position] `doc:"the step to read"`
	Words    hdl.InOf[StepWords] `doc:"its words, in the same cycle"`
	Live     hdl.InOf[Live]      `doc:"its live results, in the same cycle"`

	Step  hdl.OutOf[stepBits]  `doc:"the step being sent"`
	Valid hdl.In               `doc:"the slots that hold an instruction, to be sent lowest first; none in a stage without live results"`
	Slots hdl.InOf[[]slotBits] `doc:"the instructions; only the final combiner's last one is marked as the last"`

	Sent        hdl.Out `doc:"instructions sent, modulo 2^32"`
	Resent      hdl.Out `doc:"of these, those already sent in an earlier pass"`
	Invalidated hdl.Out `doc:"of these, those discarded by an invalid token"`

	config Config
	ahead  int // instructions before a pass is triggered: 8, fewer only in proofs
}

func newSequencer(c Config, slots, ahead int) *sequencer {
	shapes, common := c.shapes(), commonShapes()
	return &sequencer{
		Programs: hdl.NewSink(shapes.SetBeat), Events: hdl.NewSink(ProgramEventShape(c)),
		Freed: hdl.NewSource(shapes.SetBeat), Out: hdl.NewSource(EmissionShape(c)),
		Position: hdl.OutputOf(shapes.Position), Words: hdl.InputOf(shapes.Words), Live: hdl.InputOf(common.Live),
		Step: hdl.OutputOf(shapes.Step), Valid: hdl.Input(slots), Slots: hdl.InputOf(common.Slots[:slots]),
		Sent: hdl.Output(counterBits), Resent: hdl.Output(counterBits), Invalidated: hdl.Output(counterBits),
		config: c, ahead: ahead,
	}
}

// ModuleName is sequencer with the configuration.
func (s *sequencer) ModuleName() string { return "sequencer_" + s.config.name() }

// ModuleDoc describes the part in its Verilog.
func (s *sequencer) ModuleDoc() string {
	return "Sends the instructions of programs pass by pass, with the tokens between them."
}

// Describe builds registers for the step being sent and for the beat being offered, and tracks the pass.
func (s *sequencer) Describe(m *hdl.Module) {
	c, shapes := s.config, s.config.shapes()
	programs := hdl.Instance(m, "programs", lib.NewFIFO(shapes.SetBeat, c.Sets, lib.FallThrough()))
	programs.Push.From(s.Programs)
	set, running := programs.Pop.Data.Set, programs.Pop.Valid.Bits // stays at the head until its block
	hdl.Unused(programs.Level)
	ended := m.Named("ended", s.Freed.Fire())
	programs.Pop.Ready.Set(ended)

	// The beat being offered.
	valid, out := m.Reg("offered", 1), hdl.RegOf(m, "beat", EmissionShape(c), hdl.NoReset())
	s.Out.Send(valid, out)
	move := m.Named("advance", valid.Not().Or(s.Out.Ready))

	// The step being sent.
	loaded, step, done := m.Reg("loaded", 1), hdl.RegOf(m, "current", shapes.Step, hdl.NoReset()), m.Reg("sent_slots", s.Valid.Width())
	hdl.Set(s.Step.Data, step)
	pending := m.Named("unsent_slots", s.Valid.And(done.Not()))
	choose := m.Named("next_slot", lib.LowestOneHot(pending))
	lastOfStep := m.Named("last_of_step", pending.And(choose.Not()).ReduceOr().Not())
	chosen := lib.OneHotMux(choose, s.Slots.Data).instruction(step.Words.Constants)

	// The pass: the instructions sent before its valid token, whether they are all it has, and whether the valid token
	// was sent while others remained.
	ahead, whole, triggered := m.Reg("ahead", hdl.CountWidth(s.ahead)), m.Reg("whole_ahead", 1), m.Reg("triggered", 1)
	enough := m.Named("ahead_complete", whole.Or(ahead.Eq(s.ahead)))
	block := m.Named("block", s.Events.Valid.And(s.Events.Data.Block).And(triggered.Not()))
	cancel := hdl.Const(1, 0) // an invalid token is to be sent
	if !c.Stored {
		cancel = m.Reg("invalid_pending", 1)
	}
	instruction := m.Named("send_instruction", every(move, loaded, pending.ReduceOr(), triggered.Or(enough.Not()), block.Not(), cancel.Not()))
	begins := m.Named("send_valid", every(move, enough, triggered.Not(), s.Events.Valid.Bits, s.Events.Data.Block.Not()))
	m.If(move, func() {
		valid.Set(instruction.Or(begins).Or(cancel))
		token := hdl.Mux(begins, hdl.Const(2, int(isa.ValidToken)), hdl.Mux(cancel, hdl.Const(2, int(isa.InvalidToken)), int(isa.InstructionToken)))
		// An invalid token carries the set of the beat before it.
		hdl.Set(out, Emission{token, hdl.Mux(cancel, out.Set, set), hdl.Unflatten(chosen, lib.Gate(instruction, hdl.Flatten(chosen)))})
	})
	m.If(instruction, func() {
		m.If(triggered, func() { triggered.Set(chosen.Last.Not()) }).Else(func() {
			ahead.Set(ahead.Add(1))
			whole.Set(chosen.Last)
		})
	})
	m.If(begins, func() {
		ahead.Set(0)
		whole.Set(0)
		triggered.Set(whole.Not())
	})

	// The end of a program.
	s.Freed.Send(block.And(running), SetBeat{s.Events.Data.Set})
	s.Events.Ready.Set(begins.Or(ended))
	m.If(ended, func() {
		ahead.Set(0)
		whole.Set(0)
	})
	if !c.Stored {
		m.If(ended.And(ahead.Ne(0)), func() { cancel.Set(1) }).ElseIf(move, func() { cancel.Set(0) })
	}

	s.read(m, set, running, ended, sentStep{loaded: loaded, bits: step, done: done, pending: pending, choose: choose, last: lastOfStep, instruction: instruction})
	s.count(m, instruction, ended, sentPass{triggered: triggered, last: chosen.Last, ahead: ahead, aheadIsAll: begins.And(whole)})
}

// sentStep is the step being sent.
type sentStep struct {
	loaded        hdl.Bits // there is one
	bits          stepBits
	done, pending hdl.Bits // its instructions: those sent, those not yet sent
	choose, last  hdl.Bits // the next to be sent; it is the last of them
	instruction   hdl.Bits // one is sent in this cycle
}

// read chooses the step to read, and loads it as the one being sent ends or after it has ended. Stage 0 is active
// unless no stage is; reading reaches no later stage that is inactive.
func (s *sequencer) read(m *hdl.Module, set, running, ended hdl.Bits, now sentStep) {
	c := s.config
	stage := m.Reg("stage", c.stageWidth())
	hdl.Set(s.Position.Data, Position{set, stage})
	active := s.Words.Data.Active
	final := m.Named("is_final", stage.Eq(c.Stages))
	empty := m.Named("no_live_result", final.Not().And(active.Eq(0).Or(hdl.Flatten(s.Live.Data).ReduceOr().Not())))
	take := m.Named("step_taken", now.loaded.Not().Or(hdl.Mux(now.pending.ReduceOr(), now.instruction.And(now.last), 1)))
	reads := running
	if c.Stored {
		read := m.Reg("all_read", 1)
		reads = running.And(read.Not())
		m.If(reads.And(take).And(final), func() { read.Set(1) })
		m.If(ended, func() { read.Set(0) })
	}
	load := m.Named("load", reads.And(take).And(empty.Not()))
	m.If(load.Or(reads.And(empty)), func() {
		next := stage.Add(1)
		stage.Set(hdl.Mux(final, 0, hdl.Mux(next.Lt(active), next, c.Stages)))
	})
	m.If(load, func() {
		hdl.Set(now.bits, stepBits{s.Words.Data, s.Live.Data, final})
		now.done.Set(0)
	}).ElseIf(now.instruction, func() { now.done.Set(now.done.Or(now.choose)) })
	m.If(take, func() { now.loaded.Set(load) })
	m.If(ended, func() {
		stage.Set(0)
		now.loaded.Set(0)
	})
}

// sentPass is what the counters need to know of the pass being sent.
type sentPass struct {
	triggered, last   hdl.Bits // its valid token was sent; the next instruction is its last
	ahead, aheadIsAll hdl.Bits // instructions sent before its valid token; that goes now, and they are all
}

// count counts the instructions that are sent, sent again, and invalidated.
func (s *sequencer) count(m *hdl.Module, instruction, ended hdl.Bits, pass sentPass) {
	sent := m.Reg("sent_count", counterBits)
	s.Sent.Set(sent)
	m.If(instruction, func() { sent.Set(sent.Add(1)) })
	if s.config.Stored { // nothing is sent twice
		s.Resent.Set(0)
		s.Invalidated.Set(0)
		return
	}
	invalidated := m.Reg("invalidated_count", counterBits)
	s.Invalidated.Set(invalidated)
	resending, resent := m.Reg("resending", 1), m.Reg("resent_count", counterBits)
	s.Resent.Set(resent)
	m.If(pass.aheadIsAll.Or(instruction.And(pass.triggered).And(pass.last)), func() { resending.Set(1) })
	m.If(ended, func() {
		resending.Set(0)
		invalidated.Set(invalidated.Add(pass.ahead.ZeroExtend(counterBits)))
	})
	m.If(instruction.And(resending), func() { resent.Set(resent.Add(1)) })
}

package combineripu

import (
	"fmt"

	"posedge/blocks/combineripu/isa"
	"posedge/hdl"
	"posedge/hdl/lib"
)

// allocator determines which registers a program needs. It walks backwards from the final combiner over the active
// stages, one per cycle, and tracks the register halves that are read later. For each set it keeps the live results of
// each stage and the numbers of the registers.
//
// With n active stages, the count is offered n+3 cycles after the trigger is taken: n+1 cycles for the steps, one to
// plan the last of them, and one for the numbers.
type allocator struct {
	Trigger  hdl.Sink[SetBeat]      `doc:"sets to allocate registers for"`
	Counted  hdl.Source[Allocation] `doc:"the registers allocated for the last trigger"`
	Position hdl.OutOf[Position]    `doc:"to control storage: a step"`
	Words    hdl.InOf[StepWords]    `doc:"its words, in the same cycle"`

	Programs hdl.Source[SetBeat] `doc:"sets whose programs can be generated; must be ready"`

	Emulating     hdl.InOf[Position]                    `doc:"a step, for the instruction emulator"`
	EmulatingLive hdl.OutOf[Live]                       `doc:"its live results, in the same cycle"`
	TableOf       hdl.In                                `doc:"a set, for remapping"`
	Table         hdl.OutOf[[isa.NumRegisters]hdl.Bits] `doc:"the numbers of its registers, by code"`

	Illegal       hdl.Out `doc:"1: a program had an illegal word"`
	IllegalOffset hdl.Out `doc:"the offset of the first such word of the first such program"`

	config Config
}

func newAllocator(c Config) *allocator {
	shapes, common := c.shapes(), commonShapes()
	return &allocator{
		Trigger: hdl.NewSink(shapes.SetBeat), Counted: hdl.NewSource(common.Allocation),
		Position: hdl.OutputOf(shapes.Position), Words: hdl.InputOf(shapes.Words),
		Programs:  hdl.NewSource(shapes.SetBeat),
		Emulating: hdl.InputOf(shapes.Position), EmulatingLive: hdl.OutputOf(common.Live),
		TableOf: hdl.Input(c.setWidth()), Table: hdl.OutputOf(common.Allocation.Table),
		Illegal: hdl.Output(1), IllegalOffset: hdl.Output(isa.OffsetBits),
		config: c,
	}
}

// ModuleName is combiner_allocator with the numbers of sets and stages, and whether registers are remapped.
func (a *allocator) ModuleName() string {
	name := fmt.Sprintf("combiner_allocator_s%d_n%d", a.config.Sets, a.config.Stages)
	if a.config.Remap {
		name += "_remap"
	}
	return name
}

// ModuleDoc describes the allocator in its Verilog.
func (a *allocator) ModuleDoc() string {
	return "Register allocation: walks a program state backwards, finds the results that are read later, and numbers the\nregisters that the program uses."
}

type allocatorState uint8

const (
	allocatorIdle   allocatorState = iota
	allocatorWalks                 // a step a cycle
	allocatorPlans                 // the last step is planned
	allocatorOffers                // the count
)

func (s allocatorState) String() string { return [...]string{"idle", "walks", "plans", "offers"}[s] }

// Describe builds the walk, the plan of the step before, the memories, and the search for illegal words.
func (a *allocator) Describe(m *hdl.Module) {
	c, w := a.config, a.Words.Data
	common := commonShapes()
	state := hdl.FSM(m, "state", allocatorIdle, allocatorWalks, allocatorPlans, allocatorOffers)
	at := hdl.RegOf(m, "walk", c.shapes().Position)
	a.Position.Set(at)
	final := m.Named("final_step", at.Stage.Eq(c.Stages))
	last := m.Named("last_step", hdl.Mux(final, w.Active, at.Stage).Eq(0))
	a.Trigger.Ready.Set(state.Is(allocatorIdle))

	// The walk.
	after := hdl.RegOf(m, "live_after", common.Halves)
	portions := portionsOf(m.Scope("walk"), w)
	live := hdl.WireOf(m, "live", common.Live)
	hdl.Set(live, hdl.MuxOf(final, zeros(common.Live), liveResults(portions, after)))
	before := hdl.WireOf(m, "live_before", common.Halves)
	hdl.Set(before, hdl.MuxOf(final, finalReads(w), after.before(portions, live)))

	used := a.used(m, state.Is(allocatorWalks), stepBits{w, live, final}, after)
	badNow, badOffset := illegalWord(w, at.Stage, final, c.Stages)
	bad, offset := m.Reg("illegal_found", 1), m.Reg("illegal_found_offset", isa.OffsetBits)
	illegal, illegalOffset := m.Reg("illegal_seen", 1), m.Reg("illegal_seen_offset", isa.OffsetBits)
	a.Illegal.Set(illegal)
	a.IllegalOffset.Set(illegalOffset)

	state.Switch().
		Case(allocatorIdle, func() {
			m.If(a.Trigger.Fire(), func() {
				hdl.Set(at, Position{a.Trigger.Data.Set, hdl.Const(c.stageWidth(), c.Stages)})
				bad.Set(0)
				state.Goto(allocatorWalks)
			})
		}).
		Case(allocatorWalks, func() {
			hdl.Set(after, before)
			at.Stage.Set(hdl.Mux(final, w.Active, at.Stage).Sub(1))
			m.If(badNow, func() {
				bad.Set(1)
				offset.Set(badOffset)
			})
			m.If(last, func() { state.Goto(allocatorPlans) })
		}).
		Case(allocatorPlans, func() {
			m.If(bad.And(illegal.Not()), func() {
				illegal.Set(1)
				illegalOffset.Set(offset)
			})
			state.Goto(allocatorOffers)
		}).
		Case(allocatorOffers, func() { m.If(a.Counted.Fire(), func() { state.Goto(allocatorIdle) }) })

	table, count := registerNumbers(used, c.Remap)
	a.Counted.Send(state.Is(allocatorOffers), Allocation{Count: count, Load: after.registers(), Table: table})
	a.Programs.Send(a.Counted.Fire(), SetBeat{at.Set})
	m.If(a.Programs.Valid, func() { m.Assert("room_for_the_program", a.Programs.Ready.Bits) })

	a.keep(m, at, state.Is(allocatorWalks).And(final.Not()), live, table)
}

// used has a bit, by code, for each register that the program uses: those live before each step, and those that the
// step writes. A step is planned in the cycle after the walk has visited it.
func (a *allocator) used(m *hdl.Module, walks hdl.Bits, now stepBits, after halvesBits) hdl.Bits {
	planned := m.Reg("planned", 1)
	planned.Set(walks)
	step := now.Words
	step.Words = hdl.RegOf(m, "planned_words", now.Words.Words)
	hdl.Set(step.Words, now.Words.Words)
	plannedFinal, plannedLive := m.Reg("planned_final", 1), hdl.RegOf(m, "planned_live", commonShapes().Live)
	plannedFinal.Set(now.Final)
	hdl.Set(plannedLive, now.Live)
	p := hdl.Instance(m, "plan", newPlan(a.config))
	p.Words.Set(step)
	p.Final.Set(plannedFinal)
	p.Live.Set(plannedLive)

	used := m.Reg("used", isa.NumRegisters)
	m.If(a.Trigger.Fire(), func() { used.Set(1) }).ElseIf(planned, func() {
		used.Set(used.Or(writtenBy(p)).Or(after.registers()))
	})
	return used
}

// keep stores the live results of the stages and the numbers of the registers, and reads them for the emulator and the
// remap stage.
func (a *allocator) keep(m *hdl.Module, at Position, walks hdl.Bits, live Live, table [isa.NumRegisters]hdl.Bits) {
	c, common := a.config, commonShapes()
	results := hdl.NewMem(m, "live_results", common.Live, c.Sets<<hdl.IndexWidth(c.Stages), hdl.NoInit())
	tables := hdl.NewMem(m, "tables", common.Allocation.Table, c.Sets, hdl.NoInit())
	m.If(walks, func() { results.Write(c.address(at), live) })
	m.If(a.Counted.Fire(), func() { tables.Write(at.Set, table) })
	emulating := a.Emulating.Data
	hdl.Unused(emulating.Set) // always 0 if there is one set
	a.EmulatingLive.Set(hdl.MuxOf(emulating.Stage.Eq(c.Stages), zeros(common.Live), results.Read(c.address(emulating))))
	a.Table.Set(tables.Read(a.TableOf))
}

// address is a general stage's address in the memory of live results.
func (c Config) address(at Position) hdl.Bits {
	stage := at.Stage.Truncate(hdl.IndexWidth(c.Stages))
	if c.Sets == 1 {
		return stage
	}
	return hdl.Cat(at.Set, stage)
}

// writtenBy has a bit for each register that an instruction of a plan writes, by code.
func writtenBy(p *plan) hdl.Bits {
	y := hdl.Const(isa.NumRegisters, 0)
	for k, s := range p.Slots.Data {
		y = y.Or(lib.Gate(p.Valid.Bit(k), lib.OneHot(s.Dest, isa.NumRegisters)))
	}
	return y
}

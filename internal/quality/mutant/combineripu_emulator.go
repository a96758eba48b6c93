package mutant

var (
	sequencers = Suite{"./blocks/combineripu", []string{"-run", "TheSequencerIsProved"}}
	sequences  = Suite{"./blocks/combineripu", []string{"-run", "TheSequencerKeepsTheProtocol|BeatsByCycle"}}
	remaps     = Suite{"./blocks/combineripu", []string{"-run", "RemapIsProved"}}
)

const sequencerFile = "blocks/combineripu/sequencer.go"

var emulatorMutants = []Mutant{
	{"emulator: a pass is valid before enough of it is ahead", edit(sequencerFile,
		"every(move, enough, triggered.Not()", "every(move, ahead.Ne(0), triggered.Not()"), []Suite{sequencers}},
	{"emulator: all of a pass goes ahead", edit(sequencerFile,
		"triggered.Or(enough.Not())", "triggered.Or(whole.Not())"), []Suite{sequencers}},
	{"emulator: a trigger is taken while the output waits", edit(sequencerFile,
		"every(move, enough, triggered.Not()", "every(enough, triggered.Not()"), []Suite{sequencers}},
	{"emulator: a block does not stop what goes ahead", edit(sequencerFile,
		"block.Not(), cancel.Not()", "block.Not().Or(1), cancel.Not()"), []Suite{sequencers}},
	{"emulator: the next program goes before the invalid", edit(sequencerFile,
		"block.Not(), cancel.Not()", "block.Not(), cancel.Not().Or(running)"), []Suite{sequencers}},
	{"emulator: an invalid follows only a whole program", edit(sequencerFile,
		"ended.And(ahead.Ne(0))", "ended.And(whole)"), []Suite{sequencers}},
	{"emulator: an invalid is of the next set", edit(sequencerFile,
		"hdl.Mux(cancel, out.Set, set)", "hdl.Mux(cancel, set, set)"), []Suite{sequencers}},
	{"emulator: a pass that is triggered is never complete", edit(sequencerFile,
		"triggered.Set(chosen.Last.Not())", "triggered.Set(chosen.Last.Not().Or(1))"), []Suite{sequencers}},
	{"emulator: a stored program is sent again", edit(sequencerFile,
		"reads = running.And(read.Not())", "reads = running.And(read.Not().Or(1))"), []Suite{sequencers}},
	{"emulator: a step goes while the output waits", edit(sequencerFile,
		"hdl.Mux(now.pending.ReduceOr(), now.instruction.And(now.last), 1)", "now.last"), []Suite{sequences}},
	{"emulator: a stage behind the last takes part", edit(sequencerFile,
		"hdl.Mux(next.Lt(active), next, c.Stages)", "hdl.Mux(next.Le(active), next, c.Stages)"), []Suite{sequences}},
	{"emulator: a program begins where the last one was left", edit(sequencerFile,
		"		stage.Set(0)\n		now.loaded.Set(0)", "		now.loaded.Set(0)"), []Suite{sequences}},
	{"emulator: a step without live results is read for a cycle", edit(sequencerFile,
		"m.If(load.Or(reads.And(empty)), func() {", "m.If(load.Or(reads.And(take).And(empty)), func() {"), []Suite{sequences}},
	{"remap: a constant is taken for a register", edit("blocks/combineripu/remap.go",
		"in.Kind.Eq(int(isa.RegisterOperand))", "in.Kind.Ge(int(isa.Constant1Operand))"), []Suite{remaps}},
	{"remap: a token is taken for an instruction", edit("blocks/combineripu/remap.go",
		"e.Token.Eq(int(isa.InstructionToken))", "e.Token.Ne(int(isa.ValidToken))"), []Suite{remaps}},
}

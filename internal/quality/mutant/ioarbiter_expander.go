package mutant

var (
	macros   = Suite{"./blocks/ioarbiter", []string{"-run", "ABitThat|RandomMicrocodeEnds|MacrosEnd|MacrosWait|CannotRun"}}
	bypassed = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/bypass"}}
)

var expanderMutants = []Mutant{
	{"ioarbiter: a slot of the bypass is free before its last word is sent", edit("blocks/ioarbiter/bypass.go",
		"b.Out.Fire().And(last)) // a slot", "b.Out.Fire().And(last.Or(behind))) // a slot"), []Suite{bypassed}},
	{"ioarbiter: the bypass sends before the response is complete", edit("blocks/ioarbiter/bypass.go",
		"came := b.Responses.Fire().And(r.Last)", "came := b.Responses.Fire()"), []Suite{bypassed}},
	{"ioarbiter: the bypass takes one more push than it has slots", edit("blocks/ioarbiter/bypass.go",
		"b.Push.Ready.Set(used.Ne(c.Slots))", "b.Push.Ready.Set(used.Ne(c.Slots).Or(complete.ReduceOr()))"), []Suite{bypassed}},
	{"ioarbiter: a response without words leaves a word behind", edit("blocks/ioarbiter/bypass.go",
		"ownEnds.And(end.Empty)", "ownEnds.And(end.Empty).And(0)"), []Suite{bypassed}},
	{"ioarbiter: a macro is acknowledged while work is under way", edit("blocks/ioarbiter/expander.go",
		"And(x.slots.underWay.Eq(0))", "And(x.slots.underWay.Eq(0).Or(x.status.Ne(isa.OK)))"), []Suite{macros}},
	{"ioarbiter: a macro may ask for a response more than there are slots", edit("blocks/ioarbiter/expander_run.go",
		"fits.Not().Or(i.waited.And(i.full))", "fits.Not().Or(i.waited.And(i.full).And(i.combined.Not()))"), []Suite{macros}},
	{"ioarbiter: a push needs no emit", edit("blocks/ioarbiter/expander_run.go",
		"Or(i.pending.Ne(i.combined))", "Or(i.combined.And(i.pending.Not()))"), []Suite{macros}},
	{"ioarbiter: a macro takes an instruction more than the bound", edit("blocks/ioarbiter/expander_run.go",
		"x.steps.Eq(x.c.Bound)", "x.steps.Gt(x.c.Bound)"), []Suite{macros}},
	{"ioarbiter: registers keep what the macro before has left", edit("blocks/ioarbiter/expander_registers.go",
		"		f.written.Set(0)\n", ""), []Suite{macros}},
	{"ioarbiter: a fault that is only counted is forgotten", edit("blocks/ioarbiter/expander_slots.go",
		"m.If(bad, func() { s.fault.Set(1) })", "m.If(bad.And(mine), func() { s.fault.Set(1) })"), []Suite{macros}},
	{"ioarbiter: an emit names the slot of the push after its own", edit("blocks/ioarbiter/expander_run.go",
		"hdl.Mux(i.combined, slot, s.newest)", "hdl.Mux(i.combined, x.Slot.Bits, s.newest)"), []Suite{macros}},
	{"ioarbiter: bits that an instruction does not use may be 1", edit("blocks/ioarbiter/expander_run.go",
		"And(hdl.Select(i.op, used).Not()).ReduceOr()", "And(hdl.Select(i.op, used).Not()).Bit(0)"), []Suite{macros}},
	{"ioarbiter: a wait takes a word before it is written", edit("blocks/ioarbiter/expander_slots.go",
		"1, hdl.WriteFirst)", "1, hdl.ReadFirst)"), []Suite{macros}},
}

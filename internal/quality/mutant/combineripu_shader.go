package mutant

var (
	instructionBuffers = Suite{"./blocks/combineripu", []string{"-run", "InstructionProcessorIsProved"}}
	shaderRuns         = Suite{"./blocks/combineripu", []string{"-run", "TestRandomProgramsShade/own"}}
	groupTimes         = Suite{"./blocks/combineripu", []string{"-run", "FullGroup"}}
	ownLanes           = Suite{"./blocks/combineripu", []string{"-run", "Every.*OfTheOwnLane"}}
	selections         = Suite{"./blocks/combineripu", []string{"-run", "RandomOperationsOfTheOwnLane"}}
	laneWords          = Suite{"./blocks/combineripu", []string{"-run", "WordsOfTheHardware"}}
	resets             = Suite{"./blocks/combineripu/scenario", []string{"-run", "ResetStartsAgain"}}
	listings           = Suite{"./blocks/combineripu/assembler", []string{"-run", "ListingsRunOnCastalusMachine"}}
)

var combinerShaderMutants = []Mutant{
	{"combineripu shader: a reset does not forget what was in the lane", edit("blocks/combineripu/shader.go",
		`m.Reg("in_lane", groupBits+1)`, `m.Reg("in_lane", groupBits+1, hdl.NoReset())`), []Suite{resets}},
	{"combineripu shader: discarded instructions are executed", edit("blocks/combineripu/instruction_processor.go",
		"m.If(discard, func() { read.Set(written) })", "m.If(discard, func() { read.Set(read) })"), []Suite{instructionBuffers}},
	{"combineripu shader: a pass does not end with its last instruction", edit("blocks/combineripu/instruction_processor.go",
		"func() { running.Set(0) })", "func() { running.Set(running) })"), []Suite{instructionBuffers}},
	{"combineripu shader: a full buffer takes no token", edit("blocks/combineripu/instruction_processor.go",
		".Or(p.In.Data.Token.Ne(int(isa.InstructionToken)))", ""), []Suite{instructionBuffers}},
	{"combineripu shader: a later pass of a stored program begins at its second instruction", edit("blocks/combineripu/instruction_processor.go",
		"m.If(last, func() { read.Set(0) })", "m.If(last, func() { read.Set(1) })"), []Suite{instructionBuffers}},
	{"combineripu shader: a program is stored behind the one before", edit("blocks/combineripu/instruction_processor.go",
		"hdl.Mux(complete, 0, written)", "written.Or(hdl.Mux(complete, 0, written))"), []Suite{instructionBuffers}},
	{"combineripu shader: an instruction reads before the one before it has written", edit("blocks/combineripu/shader.go",
		"g.inside.Lt(g.pixels)", "g.inside.Le(g.pixels)"), []Suite{shaderRuns}},
	{"combineripu shader: a full group waits between two instructions", edit("blocks/combineripu/shader.go",
		"g.inside.Lt(g.pixels)", "g.inside.Add(1).Lt(g.pixels)"), []Suite{groupTimes}},
	{"combineripu shader: a pixel leaves before its last result is written", edit("blocks/combineripu/shader.go",
		"Lt(o.pixels))", "Le(o.pixels))"), []Suite{shaderRuns}},
	{"combineripu shader: a block goes back before the pixels of its program have left", edit("blocks/combineripu/shader.go",
		"due.And(o.busy().Not())", "due"), []Suite{shaderRuns}},
	{"combineripu shader: a group ends before the one before it has left", edit("blocks/combineripu/shader.go",
		"i.Last.And(to.busy())", "i.Last.And(to.busy()).And(g.pixels.Eq(1))"), []Suite{shaderRuns}},
	{"combineripu shader: both groups have one bank", edit("blocks/combineripu/shader.go",
		"o.filled.Set(o.filled.Not())", "o.filled.Set(o.filled)"), []Suite{shaderRuns}},
	{"combineripu shader: a stored program is asked for by each group", edit("blocks/combineripu/shader.go",
		"wanted.Set(bit(!s.config.Stored))", "wanted.Set(1)"), []Suite{shaderRuns}},
	{"combineripu shader: groups have a pixel more than there are registers for", edit("blocks/combineripu/shader.go",
		"min(fileRegisters/max(count, 1), maxGroup)", "min(fileRegisters/max(count, 1)+1, maxGroup)"), []Suite{shaderRuns}},
	{"combineripu shader: SPARE0 starts with the alpha of texture 1", edit("blocks/combineripu/loader.go",
		"values[isa.Spare0][3] = p.Texture[0][3]", "values[isa.Spare0][3] = p.Texture[1][3]"), []Suite{shaderRuns}},
	{"combineripu shader: products are not rounded to the nearest", edit("blocks/combineripu/lane.go",
		".Mul(magnitude(b)).Add(128)", ".Mul(magnitude(b)).Add(1)"), []Suite{ownLanes}},
	{"combineripu shader: the lowest code is less than -1", edit("blocks/combineripu/lane.go",
		"hdl.Mux(x.Eq(256), 257, x)", "hdl.Mux(x.Eq(256), 256, x)"), []Suite{ownLanes}},
	{"combineripu shader: halves are rounded down", edit("blocks/combineripu/lane.go",
		"biased.Add(1).Signed().Shr(1)", "biased.Signed().Shr(1)"), []Suite{ownLanes}},
	{"combineripu shader: SEL asks for a number above 0", edit("blocks/combineripu/lane.go",
		"c.Bit(8).Not().And(c.Bit(7))", "c.Bit(8).Not().And(c.ReduceOr())"), []Suite{selections}},
	{"combineripu shader: a word for DP3 has four elements where alpha is read", edit("blocks/combineripu/castalu_lane.go",
		"alpha := lib.Gate(dot.Not(), ", "alpha := lib.Gate(dot.Not().Or(o.RGB), "), []Suite{laneWords}},
	{"combineripu shader: the second constant of a listing is the first", edit("blocks/combineripu/assembler/assembler.go",
		"return at + int(kind-isa.Constant0Operand)", "return at"), []Suite{listings}},
}

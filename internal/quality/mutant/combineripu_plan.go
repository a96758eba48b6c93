package mutant

var (
	plansProved   = Suite{"./blocks/combineripu", []string{"-run", "PlansReadNothing"}}
	translations  = Suite{"./blocks/combineripu/model", []string{"-run", "FIsATrueProduct"}}
	numbersProved = Suite{"./blocks/combineripu", []string{"-run", "RegisterNumbersAre"}}
	plans         = Suite{"./blocks/combineripu", []string{"-run", "PlansAreTheTranslation"}}
	allocations   = Suite{"./blocks/combineripu", []string{"-run", "AllocationIsTheTranslation"}}
)

var planMutants = []Mutant{
	{"combineripu: a pair does not wait until the alpha is read", edit("blocks/combineripu/plan_stage.go",
		", paired.And(later(rgb.dest, true)))", ", paired.And(later(rgb.dest, true)).And(0))"), []Suite{plansProved}},
	{"combineripu: RGB does not wait for the alpha portion beside it", edit("blocks/combineripu/plan_stage.go",
		"every(alpha.present, paired.Not(), ", "every(alpha.present, paired, "), []Suite{plansProved}},
	{"combineripu: AB waits where CD does", edit("blocks/combineripu/plan_stage.go",
		"cdResult: isa.T1, abResult: isa.T2}", "cdResult: isa.T2, abResult: isa.T2}"), []Suite{plansProved}},
	{"combineripu: a blue that has waited is taken from alpha", edit("blocks/combineripu/plan_stage.go",
		"registerSource(temporaries[k], i, ", "registerSource(temporaries[k], 1, "), []Suite{plansProved}},
	{"combineripu: the inverse of a clamped sum is not computed", edit("blocks/combineripu/plan_final.go",
		"every(c.is(isa.Sum), split(c).Not(), hasC), d.is(isa.Sum))\n\tt.needF", "every(c.is(isa.Sum), split(c).Not(), c.Mapping.Eq(0), hasC), d.is(isa.Sum))\n\tt.needF"), []Suite{plansProved}},
	{"combineripu: an inverted F that is one operand is read as it is", edit("blocks/combineripu/plan_final.go",
		"operand.Mapping = operand.Mapping.Xor(s.Mapping)", "operand.Mapping = operand.Mapping.Or(0)"), []Suite{plans}},
	{"combineripu: F is computed where it is one operand, too", edit("blocks/combineripu/model/translate_final.go",
		"case r == isa.Product && len(f.ef) < 2:", "case r == isa.Product && len(f.ef) < 1:"), []Suite{plans, translations}},
	{"combineripu: a final MOV of both portions is not the last", edit("blocks/combineripu/plan_final.go",
		"s.Last = paired", "s.Last = hdl.Const(1, 0)"), []Suite{plansProved}},
	{"combineripu: two registers have one number", edit("blocks/combineripu/register_numbers.go",
		"lib.Rank(used)", "lib.Rank(used.And(0xbfff))"), []Suite{numbersProved}},
	{"combineripu: without remapping the highest register is not counted", edit("blocks/combineripu/register_numbers.go",
		"hdl.Const(5, isa.NumRegisters).Sub", "hdl.Const(5, isa.NumRegisters-1).Sub"), []Suite{numbersProved}},
	{"combineripu: ZERO expanded and negated is not 1", edit("blocks/combineripu/plan_source.go",
		"s.Mapping.Eq(int(isa.ExpandNegate))", "s.Mapping.Eq(int(isa.UnsignedInvert))"), []Suite{plans}},
	{"combineripu: portions of unequal scale are a pair", edit("blocks/combineripu/plan_slot.go",
		"rgb.scale.Eq(alpha.scale)", "rgb.bias.Eq(alpha.bias)"), []Suite{plans}},
	{"combineripu: a second operand of the sum is added twice", edit("blocks/combineripu/plan_final.go",
		"hdl.Mux(someProduct, firstOperand, secondOperand)", "hdl.Mux(someProduct, firstOperand, 0)"), []Suite{plans}},
	{"combineripu: a blue that the alpha portion overwrites is live", edit("blocks/combineripu/liveness.go",
		"after.Alpha.At(to), overwritten.Not())", "after.Alpha.At(to), overwritten.Or(1))"), []Suite{allocations}},
	{"combineripu: the factors of a product with 0 are live", edit("blocks/combineripu/liveness.go",
		"And(x.vanishes.Not())", "And(x.vanishes.Or(1))"), []Suite{allocations}},
	{"combineripu: registers that are only written have no number", edit("blocks/combineripu/allocator.go",
		"used.Or(writtenBy(p))", "used.Or(writtenBy(p).And(1))"), []Suite{allocations}},
	{"combineripu: the last illegal program counts", edit("blocks/combineripu/allocator.go",
		"m.If(bad.And(illegal.Not()), ", "m.If(bad, "), []Suite{allocations}},
}

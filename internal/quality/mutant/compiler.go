package mutant

// generates compares programs, most of them of random graphs, with their plans, node by
// node.
var generates = Suite{"./blocks/castalu/compiler", []string{"-run", "WhatTheirPlansSay|RoundedOnce|Complement"}}

var compilerMutants = []Mutant{
	{"compiler: what was moved in one type serves another", edit("blocks/castalu/compiler/gather.go",
		"v.by.like(c) && ", "(v.by.like(c) || ok) && "), []Suite{generates}},
	{"compiler: a subtracted product is not negated", edit("blocks/castalu/compiler/select.go",
		"{x.In[0], minus && k == 1}", "{x.In[0], minus && k == 2}"), []Suite{generates}},
	{"compiler: a result stands in any type that one consumer takes", edit("blocks/castalu/compiler/formats.go",
		"return to == from || from == isa.FP16", "return to != as || from == isa.FP16"), []Suite{generates}},
	{"compiler: a register is given away before its last use", edit("blocks/castalu/compiler/step.go",
		"v.to = max(v.to, s.reads())", "v.to = max(v.to, s.reads()-4)"), []Suite{generates}},
	{"compiler: a gather may write over what it has yet to read", edit("blocks/castalu/compiler/step.go",
		"return 4*s.index + 1\n", "return 4*s.index - 1\n"), []Suite{generates}},
	{"compiler: a number beside a uniform is rounded twice", edit("blocks/castalu/compiler/constants.go",
		"if as != t && isa.Cast(fp32, isa.As(t), bits) != literal(t, x) {", "if as != as {"), []Suite{generates}},
	{"compiler: a negated operand's copy keeps its sign", edit("blocks/castalu/compiler/gather.go",
		"	if operand == isa.Negate {\n		return negate(r.modifier), true", "	if operand == isa.Negate {\n		return r.modifier, true"), []Suite{generates}},
	{"compiler: a result is scaled behind its clamp", edit("blocks/castalu/compiler/scale.go",
		"inner.clamp != isa.Unclamped || ", ""), []Suite{generates}},
	{"compiler: 1 - x is a modifier where its sign changes", edit("blocks/castalu/compiler/complement.go",
		"x.negated || ", ""), []Suite{generates}},
	{"compiler: the status of a request stands over the coordinates", edit("blocks/castalu/compiler/emit.go",
		"i.Status = s.status.register", "i.Status = i.First"), []Suite{generates}},
}

package mutant

var (
	duals = Suite{"./hdl/lib/float", []string{"-run", "OneDatapath|CastsAmong|ProductsOf"}}
	unit  = Suite{"./blocks/castalu", []string{"-run", "RandomInstructions"}}
	turns = Suite{"./blocks/castalu", []string{"-run", "RandomPrograms"}}
	texts = Suite{"./blocks/castalu/isa", []string{"-run", "Constants"}}
	count = Suite{"./internal/gates", []string{"-run", "Changes"}}
)

var castaluMutants = []Mutant{
	{"dual: a result of fp16 is rounded as one of fp32", edit("hdl/lib/float/dual.go",
		"hdl.Mux(r.Half, small.ZeroExtend(Binary32.Width()), Binary32.round(p, r.X, Nearest()))",
		"hdl.Mux(r.Half.And(0), small.ZeroExtend(Binary32.Width()), Binary32.round(p, r.X, Nearest()))"), []Suite{duals}},
	{"dual: the power of 1 is not exact", edit("hdl/lib/float/dual.go",
		"hdl.MuxOf(r.One.And(r.Op.Exp2.Not()), exact, e)", "hdl.MuxOf(r.One.And(0), exact, e)"), []Suite{duals}},
	{"among: the lost bits of a cast are not sticky", edit("hdl/lib/float/among.go",
		"x.Sig.Slice(w-t-1, 0).ReduceOr())", "x.Sig.Slice(w-t-1, 0).ReduceAnd())"), []Suite{duals}},
	{"among: a subnormal is not moved down", edit("hdl/lib/float/among.go",
		"at = floor + f.least()", "at = floor + f.least() - 1"), []Suite{duals}},
	{"norm: half of the divisor is not added", edit("hdl/lib/float/normmul.go",
		"hdl.Cat(hdl.Const(1, 1), hdl.Const(n-1, 0))", "hdl.Cat(hdl.Const(1, 0), hdl.Const(n-1, 0))"), []Suite{duals}},
	{"castalu: the lowest code is not -1", edit("blocks/castalu/modify.go",
		"int64(isa.Saturate(t, -1<<40))", "int64(isa.Saturate(t, -1<<40)) - int64(digit(t.Signed()))"), []Suite{unit}},
	{"castalu: a modifier does not saturate", edit("blocks/castalu/modify.go",
		"return saturate(t, s.A.Xor(s.Negate.Repeat(w)).AddCarryIn(s.C, s.Negate).Truncate(w))",
		"return s.A.Xor(s.Negate.Repeat(w)).AddCarryIn(s.C, s.Negate).Truncate(w).SignExtend(32)"), []Suite{unit}},
	{"castalu: a half is rounded down", edit("blocks/castalu/output_unit.go",
		"Add(hdl.SignedConst(codeBits+1, 1)).Shr(1)", "Add(hdl.SignedConst(codeBits+1, 0)).Shr(1)"), []Suite{unit}},
	{"castalu: NaN is not clamped to 0", edit("blocks/castalu/output_unit.go",
		"nan.Or(sign.And(how.Clamp.Eq(int(isa.ClampUnit))))", "nan.And(0).Or(sign.And(how.Clamp.Eq(int(isa.ClampUnit))))"), []Suite{unit}},
	{"castalu: a dot product of three takes the fourth", edit("blocks/castalu/lanes.go",
		`second := add("pair_1", dot, t, x[2], hdl.Mux(four, x[3], none))`, `second := add("pair_1", dot, t, x[2], hdl.Mux(four.Or(1), x[3], none))`), []Suite{unit}},
	{"castalu: a result that waits gives way", edit("blocks/castalu/unit.go",
		"p.slow.done.And(p.offered.Not())", "p.slow.done.And(p.offered.Not().Or(1))"), []Suite{unit}},
	{"castalu: the last element of an instruction is held back", edit("blocks/castalu/pipe.go",
		"element.Le(p.job.Last)", "element.Lt(p.job.Last).Or(element.Eq(0))"), []Suite{unit}},
	{"castalu: the second step of a pipeline holds as the first does", edit("hdl/lib/float/path.go",
		"	if p.behind {\n		valid", "	if p.behind && p.stage != 1 {\n		valid"), []Suite{unit}},
	{"castalu: a word with a cast to its own type has a meaning", edit("blocks/castalu/decode.go",
		"Or(f.Eq(t.ZeroExtend(formatBits).Add(1)))", "Or(f.Eq(t.ZeroExtend(formatBits).Add(1)).And(0))"), []Suite{unit}},
	{"castalu: the shared multiplier is lent to floating point", edit("blocks/castalu/math_units.go",
		"lend.Set(isFloat(in.Type).Not())", "lend.Set(1)"), []Suite{unit}},
	{"castalu: a constant past the last wraps", edit("blocks/castalu/barrel.go",
		"k[i] = lib.Gate(isThere, k[i])", "k[i] = lib.Gate(isThere.Or(1), k[i])"), []Suite{turns}},
	{"castalu: a killed item has a result", edit("blocks/castalu/results.go",
		"dead := b.killed.At(head)", "dead := b.killed.At(head).And(0)"), []Suite{turns}},
	{"castalu: the words of a response past the fourth are lost", edit("blocks/castalu/write_port.go",
		"{reply.Thread, to.More, second,", "{reply.Thread, to.More, second.And(0),"), []Suite{turns}},
	{"castalu: a constant of fp16 is rounded to fp32 before", edit("blocks/castalu/isa/cast.go",
		"bits |= 1\n", "bits |= 0\n"), []Suite{texts}},
	{"gates: a flip-flop ignores its enable", edit("internal/gates/netlist.go", `"E ? D : Q"`, `"E ? D : D"`), []Suite{count}},
	{"gates: a multiplexer's inputs change places", edit("internal/gates/netlist.go", `"S ? B : A"`, `"S ? A : B"`), []Suite{count}},
	{"gates: the first step is not counted", edit("internal/gates/changes.go",
		"at >= uint64(2*first-1)", "at > uint64(2*first-1)"), []Suite{count}},
	{"gates: an input that is not named is 0", edit("internal/gates/changes.go",
		"	now := map[string]uint64{}\n	for i, cycle := range inputs {\n", "	for i, cycle := range inputs {\n		now := map[string]uint64{}\n"), []Suite{count}},
}

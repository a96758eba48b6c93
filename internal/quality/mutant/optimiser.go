package mutant

// optimiserMutants are faults in the passes over netlists and words.
var optimiserMutants = []Mutant{
	{"knownbits: a shift is known one bit too far", edit("hdl/sim/internal/pass/knownbits.go",
		"above(zero, w-least)", "above(zero, w-least-1)"), []Suite{engines}},
	{"knownbits: the carry out of a sum is known to be 0", edit("hdl/sim/internal/pass/knownbits.go",
		"above(zero, max(top(a0, wa), top(b0, wa))+1)", "above(zero, max(top(a0, wa), top(b0, wa)))"), []Suite{engines}},
	{"knownbits: past the end a choice is what its cases agree on", edit("hdl/sim/internal/pass/knownbits.go",
		"if w >= 31 || len(cases) < 1<<w {", "if w >= 31 {"), []Suite{engines, {"./hdl/sim", []string{"-run", "Pass"}}}},
	{"fold: a choice that is always 1 takes the other arm", edit("hdl/sim/internal/pass/fold.go",
		"case b.isOnes(arg(0)):\n\t\t\treturn whole(2)", "case b.isOnes(arg(0)):\n\t\t\treturn whole(1)"), []Suite{engines, {"./hdl/sim", []string{"-run", "Pass|Fold"}}}},
	{"fold: a slice one bit past a part is taken from it", edit("hdl/sim/internal/pass/fold.go",
		"x.Aux+x.Width <= low+part {", "x.Aux+x.Width <= low+part+1 {"), []Suite{engines}},
	{"fold: a shift by the width less one leaves 0", edit("hdl/sim/internal/pass/fold.go",
		"wide.Number(c) >= x.Width {", "wide.Number(c) >= x.Width-1 {"), []Suite{engines}},
	{"groups: a write in a group loses its enable", edit("hdl/sim/internal/jit/code/groups.go",
		"w.Enable = rest", "w.Enable = word.None"), []Suite{{"./hdl/sim", []string{"-run", "AWriteInABranch"}}, engines}},
	{"groups: the other arm of a group is the first", edit("hdl/sim/internal/jit/code/groups.go",
		"case !yes:\n\t\t\ts.Value = n.C", "case !yes:\n\t\t\ts.Value = n.B"), []Suite{engines}},
	{"order: a register is written before it is read", edit("hdl/sim/internal/jit/code/order.go",
		"visit(r)", "_ = r"), []Suite{code, engines}},
	{"words: a shift there and back leaves what it should cut", edit("hdl/sim/internal/jit/word/shift.go",
		"return g.And(g.Shl(a.A, n-k), m)", "return g.Shl(a.A, n-k)"), []Suite{words, engines}},
	{"words: the highest bytes of a load are those below", edit("hdl/sim/internal/jit/word/shift.go",
		"uint32(a.Imm)+uint32(n/8), a.State, a.Ones>>n)", "uint32(a.Imm), a.State, a.Ones>>n)"), []Suite{words, engines}},
}

package mutant

// xnor adds an operator to the intermediate form, and to no reader.
var xnor = []Edit{
	{"hdl/ir/op.go", "OpXor                  // bitwise; equal widths\n", "OpXor                  // bitwise; equal widths\n\tOpXnor                 // bitwise; equal widths\n"},
	{"hdl/ir/op.go", "\tOpEq:   {\"eq\",", "\tOpXnor: {\"xnor\", \"Xnor\", ClassBitwise, false, noOp, is(OpXnor), noOp, func(x, y *big.Int, _ int) *big.Int { return new(big.Int).Not(new(big.Int).Xor(x, y)) }},\n\tOpEq:   {\"eq\","},
}

// forgottenMutants add an operator that a reader forgets: each has a test of its
// own that notices.
func forgottenMutants() []Mutant {
	var list []Mutant
	for _, reader := range []struct {
		name  string
		suite Suite
	}{
		{"the analysis of bits", Suite{"./hdl/ir", []string{"-run", "EveryOperatorIsDescribed"}}},
		{"the language", Suite{"./hdl", []string{"-run", "EveryOperatorHasItsMethod"}}},
		{"the simulator", Suite{"./hdl/sim/internal/lower", []string{"-run", "EveryOperatorHasAnOperation"}}},
		{"the exporter", Suite{"./verilog", []string{"-run", "TablesHaveEveryOperator"}}},
		{"the oracle", Suite{"./internal/quality/oracle", []string{"-run", "AgreesWithTheTable"}}},
		{"the random designs", Suite{"./internal/quality/fuzz", []string{"-run", "CoverTheLanguage"}}},
	} {
		list = append(list, Mutant{"an added operator, which is forgotten by " + reader.name, xnor, []Suite{reader.suite}})
	}
	return list
}

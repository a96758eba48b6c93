package mutant

// soon has the fuzzer begin with twenty seeds, and notices a fault that it meets within
// so many designs on average. Without a fault it runs twenty times as many.
func soon(by, within string) []Suite {
	return []Suite{{"./internal/quality/fuzz", []string{"-run", "FaultIsNoticedSoon", "-starts", "20", "-within", within, "-by", by}}}
}

// relationMutants are faults that show only where operands are equal, constant or
// parts of one value.
var relationMutants = []Mutant{
	{"fold: a value less itself is itself", edit("hdl/sim/internal/pass/fold.go",
		"\t\tcase b.isZero(arg(1)):\n\t\t\treturn whole(0)\n\t\tcase arg(0) == arg(1):\n\t\t\treturn none()\n\t\t}\n\tcase netlist.OpMul",
		"\t\tcase b.isZero(arg(1)) || arg(0) == arg(1):\n\t\t\treturn whole(0)\n\t\t}\n\tcase netlist.OpMul"), soon("engines", "50")},
	{"fold: a value is less than itself, signed", edit("hdl/sim/internal/pass/fold.go",
		"case netlist.OpNe, netlist.OpLt, netlist.OpLtS:\n\t\tif arg(0) == arg(1) {\n\t\t\treturn bit(0)", "case netlist.OpNe, netlist.OpLt, netlist.OpLtS:\n\t\tif arg(0) == arg(1) {\n\t\t\tif x.Op == netlist.OpLtS {\n\t\t\t\treturn bit(1)\n\t\t\t}\n\t\t\treturn bit(0)"), soon("engines", "50")},
	{"knownbits: no value is at most 0", edit("hdl/sim/internal/pass/knownbits.go",
		"decide(wide.Less(complement(b0, wa), a1, x.Op == netlist.OpLt),", "decide(wide.Less(complement(b0, wa), a1, true),"), soon("engines", "50")},
	{"fold: a slice of copies in a row is taken from the lowest bit", edit("hdl/sim/internal/pass/fold.go",
		"low := 0\n\t\tfor i := len(from.Args) - 1; i >= 0; i-- {", "low := 0\n\t\tif last := from.Args[len(from.Args)-1]; from.Args[0] == last && x.Width <= b.Width(last) {\n\t\t\treturn b.fold(netlist.Node{Op: netlist.OpSlice, Width: x.Width, Aux: 0, Args: from.Args[:1]}), true\n\t\t}\n\t\tfor i := len(from.Args) - 1; i >= 0; i-- {"), soon("engines", "50")},
	{"Verilog: at most 0 is anything but 0", edit("verilog/normalize.go",
		"case op == ir.OpLe && low, op == ir.OpGe && high:\n\t\t\top = ir.OpEq", "case op == ir.OpLe && low, op == ir.OpGe && high:\n\t\t\top = ir.OpNe"), soon("icarus", "25")},
	{"Verilog: shifts by a word of a memory are written in line", edit("verilog/operators.go",
		"left, right := p.wordNamed(e.X, c), p.wordNamed(e.Y, c)", "left, right := p.wordNamed(e.X, c), e.Y"), soon("icarus", "25")},
	{"Verilog: nothing is known of a wire", edit("verilog/known.go",
		"return k.signal(e.Signal)", "return fixed{}"), soon("lint", "25")},
}

package mutant

// otherMutants are faults in the language, waves, the library and the kit.
var otherMutants = []Mutant{
	{"language: a sum loses its carry", edit("hdl/ops.go",
		"X: zeroExtend(x, w+1, o.where.at), Y: zeroExtend(e, w+1, o.where.at), At: o.where.at})", "X: zeroExtend(x, w+1, o.where.at), Y: zeroExtend(x, w+1, o.where.at), At: o.where.at})"), []Suite{core}},
	{"language: a word of a memory has its first field on top", edit("hdl/mem.go",
		"parts[len(parts)-1-k] = v", "parts[k] = v"), []Suite{core}},
	{"language: a line is sought in four frames of the stack", edit("hdl/places.go",
		"pcs = room[:min(2*len(pcs), len(room))]", "return"), []Suite{{"./hdl", []string{"-run", "TestPlacesOf"}}}},
	{"language: Pack begins at the top", edit("hdl/ops.go",
		"func Pack(parts ...Operand) Bits { return cat(parts, true) }", "func Pack(parts ...Operand) Bits { return cat(parts, false) }"), []Suite{core}},
	{"language: an unlisted state stays", edit("hdl/fsm.go",
		"if width > 20 || len(values) < 1<<width {", "if width > 20 {"), []Suite{core, {"./verilog", []string{"-run", "Golden"}}}},
	{"waves: a value changes and the wave does not", edit("waves/writer.go",
		"b.changes = append(b.changes, change{i, x})", "if i == 0 {\n\t\t\t\tb.changes = append(b.changes, change{i, x})\n\t\t\t}"), []Suite{vcd}},
	{"waves: a range ends one bit early", edit("waves/encoder.go",
		`return fmt.Sprintf("%s%s[%d:0]", v.Name, gap, v.Width-1)`, `return fmt.Sprintf("%s%s[%d:0]", v.Name, gap, v.Width-2)`), []Suite{vcd}},
	{"library: a queue is full one entry early", edit("hdl/lib/fifo.go",
		"f.Push.Ready.Set(level.Ne(f.depth))", "f.Push.Ready.Set(level.Lt(max(f.depth-1, 1)))"), []Suite{library}},
	{"library: an offer that waits may change", edit("hdl/lib/arbiter.go",
		"held.Set(out.Valid.And(out.Ready.Not()))", "held.Set(out.Valid.And(out.Ready))"), []Suite{library}},
	{"replay: the bench compares no output", edit("verilog/replay/bench.v.tmpl",
		"if ({{$out.Name}} !== {{$want.Name}}) begin", "if (1'b0 && {{$out.Name}} !== {{$want.Name}}) begin"), []Suite{replays}},
	{"replay: a bench that fails counts as passed", edit("verilog/replay/result.go",
		"func (r Result) Passed() bool { return r.Failure == \"\" }", "func (r Result) Passed() bool { return true }"), []Suite{replays}},
	{"kit: a recording begins with the second cycle", edit("bench/tb.go",
		"if tb.recording != nil {\n\t\ttb.recording.sample(tb.sim)", "if tb.recording != nil && tb.Cycle() > 0 {\n\t\ttb.recording.sample(tb.sim)"), []Suite{testkit}},
}

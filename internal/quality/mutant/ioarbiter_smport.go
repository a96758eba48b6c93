package mutant

var ports = Suite{"./blocks/ioarbiter/smport", []string{"-run", "EachCall"}}

var portMutants = []Mutant{
	{"ioarbiter: the port's reply does not wait for its last word", edit("blocks/ioarbiter/smport/smport.go",
		"And(next.Eq(count)).And(read.Not())", "And(next.Eq(count))"), []Suite{ports}},
	{"ioarbiter: a word of a response takes the place of one of a block", edit("blocks/ioarbiter/smport/smport.go",
		"p.Calls.Valid.And(response.Not()).And(", "p.Calls.Valid.And("), []Suite{ports}},
	{"ioarbiter: the port returns words after an error", edit("blocks/ioarbiter/smport/smport.go",
		"hdl.Mux(ok, counts.Read(thread), 0)", "hdl.Mux(ok.Or(1), counts.Read(thread), 0)"), []Suite{ports}},
	{"ioarbiter: a call's last word is not written", edit("blocks/ioarbiter/smport/smport.go",
		"m.If(response.Or(step), func() {", "m.If(response.Or(step.And(last.Not())), func() {"), []Suite{ports}},
}

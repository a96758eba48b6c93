package mutant

var combinerCalls = Suite{"./blocks/combineripu/stimulus/driver", nil}

var driverMutants = []Mutant{
	{"combineripu: the driver lets fog's alpha into a general stage", edit("blocks/combineripu/stimulus/driver/input.go",
		"if input == Fog && usage == Alpha {", "if input == Fog && usage == Alpha && portion == RGB {"), []Suite{combinerCalls}},
	{"combineripu: the driver lets AB and SUM go to one register", edit("blocks/combineripu/stimulus/driver/output.go",
		"for _, b := range outputs[:k] {", "for _, b := range outputs[:min(k, 1)] {"), []Suite{combinerCalls}},
	{"combineripu: the driver loads words that have not changed", edit("blocks/combineripu/stimulus/driver/driver.go",
		"word != *d.state.words.At(offset) {", "word != *d.state.words.At(offset) || offset == isa.OffsetControl {"), []Suite{combinerCalls}},
	{"combineripu: the constants of all stages are the final combiner's own", edit("blocks/combineripu/stimulus/driver/driver.go",
		"		w.Stages[0].Constants = next.constants // every stage's", "		w.Stages[0].Constants = next.stages[0]"), []Suite{combinerCalls}},
	{"combineripu: the sum may be the final combiner's A", edit("blocks/combineripu/stimulus/driver/input.go",
		"input == Spare0PlusSecondary && variable == VariableA:", "input == Spare0PlusSecondary && variable == VariableG:"), []Suite{combinerCalls}},
}

package mutant

var (
	linePixels   = Suite{"./blocks/primbatch", []string{"-run", "LinesHaveThesePixels"}}
	stippledRows = Suite{"./blocks/primbatch", []string{"-run", "StippleRunsAlongAStrip|ThePatternStays"}}
)

const (
	movesFile   = "blocks/primbatch/assembler_moves.go"
	outlineFile = "blocks/primbatch/outline.go"
	walkerFile  = "blocks/primbatch/line_walker.go"
)

// Where vertices go in the primitive assembler, and which pixels an outline has.
var outlineMutants = []Mutant{
	{"primbatch: the last triangle with adjacency has the wrong neighbour", edit(movesFile,
		"[]move{{s.n, spare}}", "[]move{{s.n, older}}"), []Suite{assemblies}},
	{"primbatch: corners of the batch before stay", edit(movesFile,
		"if to < isa.MaxCorners {", "if to < 0 {"), []Suite{assemblies}},
	{"primbatch: steep lines take the larger x at a tie", edit(walkerFile,
		"hdl.Mux(turned, backward, backward.Not())", "backward.Not()"), []Suite{linePixels}},
	{"primbatch: hidden pixels move the stipple pattern", edit(outlineFile,
		"walker.Out.Fire().And(seen).And(dots.Not())", "walker.Out.Fire().And(dots.Not())"), []Suite{stippledRows}},
	{"primbatch: the stipple pattern never starts again", edit(outlineFile,
		".And(p.Restart), counts)", ".And(p.Restart).And(0), counts)"), []Suite{stippledRows}},
}

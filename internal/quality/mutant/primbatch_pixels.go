package mutant

var (
	farLines       = Suite{"./blocks/primbatch", []string{"-run", "LinesAtTheFarCorners"}}
	stippledStrips = Suite{"./blocks/primbatch", []string{"-run", "StippleRunsAlongAStrip"}}
	polygonModes   = Suite{"./blocks/primbatch", []string{"-run", "PolygonModes"}}
	nothingDrawn   = Suite{"./blocks/primbatch", []string{"-run", "WhatDrawsNothing"}}
	outlines       = Suite{"./blocks/primbatch", []string{"-run", "OutlineDrawsRandomPrimitives"}}
	outlineRates   = Suite{"./blocks/primbatch", []string{"-run", "OutlineRates"}}
)

// What becomes a pixel.
var pixelMutants = []Mutant{
	{"primbatch: a flat line to the left takes its ties", edit(walkerFile,
		"hdl.Mux(turned, backward, backward.Not())", "hdl.Mux(turned, backward, hdl.Const(1, 1))"), []Suite{linePixels}},
	{"primbatch: a flat line to the right does not take its ties", edit(walkerFile,
		"hdl.Mux(turned, backward, backward.Not())", "hdl.Mux(turned, backward, hdl.Const(1, 0))"), []Suite{linePixels}},
	{"primbatch: a steep line to the right takes its ties", edit(walkerFile,
		"hdl.Mux(turned, backward, backward.Not())", "hdl.Mux(turned, hdl.Const(1, 1), backward.Not())"), []Suite{linePixels}},
	{"primbatch: a steep line to the left does not take its ties", edit(walkerFile,
		"hdl.Mux(turned, backward, backward.Not())", "hdl.Mux(turned, hdl.Const(1, 0), backward.Not())"), []Suite{linePixels}},
	{"primbatch: the end of a line is drawn", edit(walkerFile,
		"left.Eq(1)", "left.Eq(0)"), []Suite{linePixels}},
	{"primbatch: a line to a smaller y goes to a larger one", edit(walkerFile,
		"downward.Set(smallerY)", "downward.Set(smallerY.And(0))"), []Suite{linePixels}},
	{"primbatch: a primitive takes a cycle behind its last pixel", edit(outlineFile,
		"pending.Eq(first)", "pending.Eq(0)"), []Suite{outlineRates}},
	{"primbatch: points move the phase", edit(outlineFile,
		".And(dots.Not()))", ")"), []Suite{outlines}},
	{"primbatch: the factor is one more", edit(outlineFile,
		"count.Ge(state.Factor)", "count.Gt(state.Factor)"), []Suite{stippledStrips}},
	{"primbatch: the pattern starts again only where something is drawn", edit(outlineFile,
		".And(begun.Not()).And(p.Restart)", ".And(begun.Not()).And(p.Restart).And(some)"), []Suite{nothingDrawn}},
	{"primbatch: vertices are stippled", edit(outlineFile,
		"seen.And(lit.Or(dots))", "seen.And(lit)"), []Suite{polygonModes}},
	{"primbatch: a line with adjacency begins at its adjacent vertex", edit(outlineFile,
		"hdl.Mux(kind(isa.LineAdjacency), index.Add(1), index)", "index"), []Suite{outlines}},
	{"primbatch: adjacent vertices of a triangle are corners", edit(outlineFile,
		"hdl.Mux(spread, index.Shl(1),", "hdl.Mux(spread, index,"), []Suite{polygonModes}},
	{"primbatch: a quad's third edge closes it", edit(outlineFile,
		"hdl.Mux(kind(isa.Quad), hdl.Const(2, 3), 2)", "2"), []Suite{outlines}},
	{"primbatch: a place left of the viewport is far right of it", edit(outlineFile,
		"at.SignExtend(width)", "at.ZeroExtend(width)"), []Suite{farLines}},
	{"primbatch: the viewport is one larger", edit(outlineFile,
		".Lt(size)", ".Le(size)"), []Suite{outlines}},
}

package mutant

var (
	frontBeats     = Suite{"./blocks/primbatch", []string{"-run", "TheFrontEndTakesAnything|TheFrontEndCounts"}}
	lineTurns      = Suite{"./blocks/primbatch", []string{"-run", "BatchesGoToTheLinesInTurn"}}
	batchOrders    = Suite{"./blocks/primbatch", []string{"-run", "PrimitivesComeInTheOrder"}}
	lineElements   = Suite{"./blocks/primbatch", []string{"-run", "ElementsHaveTheirVertices"}}
	elementRates   = Suite{"./blocks/primbatch", []string{"-run", "AnElementACycleIsAssembled"}}
	assemblies     = Suite{"./blocks/primbatch", []string{"-run", "AssemblerDrawsEveryBatch"}}
	edgeMarks      = Suite{"./blocks/primbatch", []string{"-run", "AssemblerMarksEdges"}}
	processorDraws = Suite{"./blocks/primbatch", []string{"-run", "AProcessorDrawsAnything"}}
)

const (
	frontFile     = "blocks/primbatch/front_end.go"
	countFile     = "blocks/primbatch/primitive_count.go"
	assemblerFile = "blocks/primbatch/primitive_assembler.go"
	dataFile      = "blocks/primbatch/data_assembler.go"
	collectorFile = "blocks/primbatch/collector.go"
	turnsFile     = "blocks/primbatch/distributor.go"
)

// What the processor keeps from batch to batch, and what it makes of each.
var processorMutants = []Mutant{
	// Front end.
	{"primbatch: the phase is reset at an open begin", edit(frontFile,
		"m.If(e.starts.And(e.startOpen.Not()), func() { restart.Set(1) })", "m.If(e.starts, func() { restart.Set(1) })"), []Suite{frontBeats}},
	{"primbatch: an open begin resets VertexID", edit(frontFile,
		"m.If(e.starts.And(e.startOpen.Not()), func() { vertexID.Set(0) })", "m.If(e.starts, func() { vertexID.Set(0) })"), []Suite{frontBeats}},
	{"primbatch: polygons are numbered by batch", edit(frontFile,
		"closes.And(normalEnd)", "closes.And(normalEnd.Or(op.Eq(int(isa.Polygon))))"), []Suite{frontBeats}},
	{"primbatch: a restart resets PrimitiveID", edit(frontFile,
		"m.If(e.take.And(e.begins).And(in.Data.Bit(24).Not()), ", "m.If(e.take.And(e.begins).And(in.Data.Bit(24).Not()).Or(e.starts.And(e.begins.Not())), "), []Suite{frontBeats}},
	{"primbatch: the processor adds the base before it compares the restart index", edit(frontFile,
		"in.Data.Eq(kept.restartIndex)", "in.Data.Add(kept.baseVertex.ZeroExtend(32)).Eq(kept.restartIndex)"), []Suite{frontBeats}},
	{"primbatch: a restart in an open batch ends open", edit(frontFile,
		"cuts.Or(endsOpen.Not())", "endsOpen.Not()"), []Suite{frontBeats}},
	{"primbatch: instance mode 3 is the next instance", edit(frontFile,
		"mode.Eq(int(isa.NextInstance))", "mode.Bit(0)"), []Suite{frontBeats}},
	{"primbatch: the processor does not fold the edge flag in", edit(frontFile,
		"in.Edge.And(kept.edgeFlag)", "in.Edge.And(kept.edgeFlag.Or(1))"), []Suite{frontBeats}},
	{"primbatch: split mode 2 ends normally", edit(frontFile,
		"data.Bit(isa.SplitModeShift).Xor(data.Bit(isa.SplitModeShift + 1))", "data.Bit(isa.SplitModeShift).And(data.Bit(isa.SplitModeShift + 1).Not())"), []Suite{frontBeats}},
	{"primbatch: identifiers may come behind the first vertex", edit(frontFile,
		"inside.And(fresh)", "inside.And(fresh.Or(1))"), []Suite{frontBeats}},
	{"primbatch: the record behind the last is in the batch", edit(frontFile,
		"slot.Lt(records)", "slot.Le(records)"), []Suite{frontBeats}},
	{"primbatch: the window of records is one longer", edit(frontFile,
		"Le(f.config.Vertices)", "Le(f.config.Vertices + 1)"), []Suite{frontBeats}},
	{"primbatch: the triangle that is skipped is counted", edit(countFile,
		"skippedElements = 2", "skippedElements = 0"), []Suite{frontBeats}},
	{"primbatch: a loop that goes on counts a closing line", edit(countFile,
		".And(open.Not()).And(some)", ".And(some)"), []Suite{frontBeats}},
	{"primbatch: the processor skips to a BEGIN", edit(frontFile,
		"Case(frontSkipping, func() { m.If(x.end,", "Case(frontSkipping, func() { m.If(x.end.Or(x.begin),"), []Suite{frontBeats}},
	{"primbatch: the processor does not count an index outside", edit(frontFile,
		"{isa.VertexOutside, outside, x.vertex.Or(x.index)}", "{isa.VertexOutside, outside, x.vertex}"), []Suite{frontBeats}},
	{"primbatch: a method inside is a BEGIN inside", edit(frontFile,
		"{isa.MethodInside, inside,", "{isa.BeginInside, inside,"), []Suite{frontBeats}},
	{"primbatch: the processor sends an unknown polygon mode on", edit(frontFile,
		"is(drawMethods...).And(x.badMode.Not())", "is(drawMethods...)"), []Suite{frontBeats}},
	{"primbatch: the processor keeps the last error", edit("blocks/primbatch/processor.go",
		"wrong.And(first.Eq(int(isa.NoError)))", "wrong"), []Suite{processorDraws}},

	// Distributor and collector.
	{"primbatch: all batches go to one line", edit(turnsFile,
		"line.Set(line.Add(1))", "line.Set(0)"), []Suite{lineTurns}},
	{"primbatch: who has taken a beat gets it again", edit(turnsFile,
		"taken.Set(1)", "taken.Set(0)"), []Suite{lineTurns}},
	{"primbatch: a batch is not told to a collector that is busy", edit(turnsFile,
		"d.Order.Ready.Bits)", "d.Order.Ready.Or(1))"), []Suite{lineTurns}},
	{"primbatch: the collector takes from the line that is ready", edit(collectorFile,
		"p, offered = hdl.Select(line, packets)", "line = hdl.Mux(hdl.Select(line, valid), line, line.Add(1))\n\t\tp, offered = hdl.Select(line, packets)"), []Suite{batchOrders}},
	{"primbatch: a batch ends with its first primitive", edit(collectorFile,
		"offered.And(p.Last).And(moves)", "offered.And(moves)"), []Suite{batchOrders}},

	// Data assembler.
	{"primbatch: vertices are processed without credits", edit(dataFile,
		"sent.Sub(left).Ne(c.Vertices)", "sent.Sub(left).Ne(2*c.Vertices-1)"), []Suite{lineElements}},
	{"primbatch: half the credits are used", edit(dataFile,
		"sent.Sub(left).Ne(c.Vertices)", "sent.Sub(left).Ne(c.Vertices/2)"), []Suite{elementRates}},
	{"primbatch: an index counts records from the ring's first on", edit(dataFile,
		"first.Add(in.Data.Truncate(ring))", "in.Data.Truncate(ring)"), []Suite{lineElements}},
	{"primbatch: vertices are counted over batches", edit(dataFile,
		"first.Set(sent)\n\t\tcounted.Set(0)", "first.Set(sent)"), []Suite{lineElements}},
	{"primbatch: copied identifiers are counted", edit(dataFile,
		"hdl.Mux(head.Copy, in.Data", "hdl.Mux(head.Copy.And(0), in.Data"), []Suite{lineElements}},
	{"primbatch: a vertex leaves before it is processed", edit(dataFile,
		"Or(left.Ne(back))", "Or(left.Ne(sent))"), []Suite{lineElements}},
	{"primbatch: an index leaves before the vertices before it", edit(dataFile,
		"next.Kind.Ne(int(vertexElement)).Or(left.Ne(back))", "next.Kind.Ne(int(vertexElement)).Or(left.Ne(back)).Or(1)"), []Suite{lineElements}},

	// Primitive assembler.
	{"primbatch: a loop closes behind an open begin", edit(assemblerFile,
		"head.Open.Or(in.Open).Not()", "in.Open.Not()"), []Suite{assemblies}},
	{"primbatch: a loop closes at an open end", edit(assemblerFile,
		"head.Open.Or(in.Open).Not()", "head.Open.Not()"), []Suite{assemblies}},
	{"primbatch: a loop is not closed", edit(assemblerFile,
		".And(n.Ge(2))", ".And(n.Ge(2)).And(0)"), []Suite{assemblies}},
	{"primbatch: a loop of two vertices is one line", edit(assemblerFile,
		".And(n.Ge(2))", ".And(n.Ge(3))"), []Suite{assemblies}},
	{"primbatch: a polygon's closing edge is interior", edit(assemblerFile,
		"in.Last.And(in.Open.Not())", "in.Last.And(0)"), []Suite{edgeMarks}},
	{"primbatch: the last edge of an open end is a boundary", edit(assemblerFile,
		"in.Last.And(in.Open.Not())", "in.Last"), []Suite{edgeMarks}},
	{"primbatch: the first edge of an open begin is a boundary", edit(assemblerFile,
		"drew.Or(head.Open).Not()", "drew.Not()"), []Suite{edgeMarks}},
	{"primbatch: strips have edge flags", edit(movesFile,
		"in.Edge.Or(where(a.Heads.Data.Op, isa.Op.HasFlags).Not())", "in.Edge"), []Suite{edgeMarks}},
	{"primbatch: an open end of a strip with adjacency withholds nothing", edit(assemblerFile,
		"odd.Or(in.Open.Not())", "odd.Or(1)"), []Suite{assemblies}},
	{"primbatch: an open begin of a strip with adjacency skips nothing", edit(assemblerFile,
		"is(isa.TriangleStripAdjacency).And(head.Open), 8, least)", "is(isa.TriangleStripAdjacency).And(head.Open), 6, least)"), []Suite{assemblies}},
	{"primbatch: a strip with adjacency begins anew in each batch", edit(movesFile,
		"n.Bit(1).Xor(head.Open)", "n.Bit(1)"), []Suite{assemblies}},
	{"primbatch: the triangles of a polygon are numbered", edit(assemblerFile,
		"drew.And(polygon.Not())", "drew"), []Suite{assemblies}},
	{"primbatch: separate lines share a pattern", edit(assemblerFile,
		"runsOn.Not().Or(head.Restart", "runsOn.Or(is(isa.Lines)).Not().Or(head.Restart"), []Suite{assemblies}},
	{"primbatch: each line of a strip begins the pattern", edit(assemblerFile,
		"head.Restart.And(drew.Not())", "head.Restart"), []Suite{assemblies}},
	{"primbatch: the last vertex of a quad strip's quad is listed last", edit(assemblerFile,
		"case o == isa.QuadStrip:\n\t\treturn 2", "case o == isa.QuadStrip:\n\t\treturn 3"), []Suite{assemblies}},
	{"primbatch: the third vertex of a quad provokes", edit(assemblerFile,
		"isa.Line: 1, isa.Triangle: 2, isa.Quad: 3,", "isa.Line: 1, isa.Triangle: 2, isa.Quad: 2,"), []Suite{assemblies}},
	{"primbatch: an adjacent vertex of a triangle provokes", edit(assemblerFile,
		"isa.LineAdjacency: 2, isa.TriangleAdjacency: 4}", "isa.LineAdjacency: 2, isa.TriangleAdjacency: 5}"), []Suite{assemblies}},
	{"primbatch: a polygon's last vertex provokes", edit(assemblerFile,
		"case o == isa.Polygon || !last:", "case !last:"), []Suite{assemblies}},
	{"primbatch: an adjacent vertex of a line provokes", edit(assemblerFile,
		"case kindOf(o) == isa.LineAdjacency && !last:\n\t\treturn 1", "case kindOf(o) == isa.LineAdjacency && !last:\n\t\treturn 0"), []Suite{assemblies}},
}

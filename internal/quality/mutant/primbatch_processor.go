package mutant

var (
	frontBeats     = Suite{"./blocks/primbatch", []string{"-run", "TheFrontEndTakesAnything|TheFrontEndCounts"}}
	frontIndices   = Suite{"./blocks/primbatch", []string{"-run", "TheFrontEndTakesAnything|IndexOfALongBatch"}}
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
		"m.If(starts.And(startOpen.Not()), func() { restart.Set(1) })", "m.If(starts, func() { restart.Set(1) })"), []Suite{frontBeats}},
	{"primbatch: polygons are numbered by batch", edit(frontFile,
		"closes.And(normalEnd)", "closes.And(normalEnd.Or(op.Eq(int(Polygon))))"), []Suite{frontBeats}},

	// Distributor and collector.
	{"primbatch: the collector takes from the line that is ready", edit(collectorFile,
		"p, offered = hdl.Select(line, packets)", "line = hdl.Mux(hdl.Select(line, valid), line, line.Add(1))\n\t\tp, offered = hdl.Select(line, packets)"), []Suite{batchOrders}},

	// Primitive assembler.
	{"primbatch: a loop is not closed", edit(assemblerFile,
		".And(n.Ge(2))", ".And(n.Ge(2)).And(0)"), []Suite{assemblies}},
	{"primbatch: a polygon's closing edge is interior", edit(assemblerFile,
		"in.Last.And(in.Open.Not())", "in.Last.And(0)"), []Suite{edgeMarks}},
}

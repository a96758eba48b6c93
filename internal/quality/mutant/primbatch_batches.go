package mutant

var batchedWholes = Suite{"./blocks/primbatch", []string{"-run", "BatchedIsWhole"}}

const (
	intakeFile   = "blocks/primbatch/driver_intake.go"
	settingsFile = "blocks/primbatch/driver_settings.go"
	rulesFile    = "blocks/primbatch/methods.go"
)

// What the driver decides: where batches end, what is put in again, and what is sent of them.
var batchingMutants = []Mutant{
	// Where a batch ends.
	{"primbatch: a full batch is followed by one of carried vertices alone", []Edit{
		{gatherFile, `m.Named("overflows", end.`, `m.Named("overflows", end.And(carry.Ne(0)).And(elements.Eq(resized(s.ElementLimit, pointer))).Or(end.`},
		{gatherFile, "within(keptRecords, s.VertexLimit)).Not()))", "within(keptRecords, s.VertexLimit)).Not())))"}}, []Suite{primitiveDriver}},
	{"primbatch: triangle strips are cut behind odd vertices", edit(gatherFile,
		"func(o Op) int { return o.Rule().Group }", "func(o Op) int { return o.Rule().Group - bit(o == TriangleStrip) }"), []Suite{primitiveDriver}},

	// Identifiers and indices.
	{"primbatch: lines of the batches before are found", edit(tableFile,
		".And(found.Generation.Eq(generation))", ""), []Suite{driverTable}},
	{"primbatch: no line becomes invalid, and generations alias", edit(tableFile,
		"m.If(t.Forget.Or(t.Enter), ", "m.If(t.Enter.And(t.Forget.Not()), "), []Suite{driverTable}},
}

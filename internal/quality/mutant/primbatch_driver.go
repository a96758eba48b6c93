package mutant

var (
	primitiveTables = Suite{"./blocks/primbatch/model", []string{"-run", "TablesOfTheText"}}
	primitiveDriver = Suite{"./blocks/primbatch", []string{"-run", "TheDriverSends"}}
	tablePower      = Suite{"./blocks/primbatch", []string{"-run", "AtPowerOn"}}
	driverTable     = Suite{"./blocks/primbatch", []string{"-run", "StaleLines|LinesBeforeAReset"}}
	driverRates     = Suite{"./blocks/primbatch", []string{"-run", "ABatchTakes|VerticesStream"}}
)

const (
	gatherFile = "blocks/primbatch/driver_gather.go"
	senderFile = "blocks/primbatch/driver_sender.go"
	tableFile  = "blocks/primbatch/driver_table.go"
)

var primitiveDriverMutants = []Mutant{
	{"primbatch: a batch is sent when it is full", edit(gatherFile,
		`m.Named("closes_open", refused.Or(overflows))`,
		`m.Named("closes_open", refused.Or(overflows).Or(enters.And(stored.Add(1).Eq(resized(s.ElementLimit, pointer)))))`), []Suite{primitiveDriver}},
	{"primbatch: triangle strips are cut at odd vertices", edit("blocks/primbatch/isa/methods.go",
		"TriangleStrip:          {2, 2, 2, false, 4}", "TriangleStrip:          {1, 1, 2, false, 3}"), []Suite{primitiveTables}},
	{"primbatch: a loop that was split is not closed", edit(gatherFile,
		"end.And(is(isa.LineLoop)).And(openBegin).And(closing.Not())", "end.And(is(isa.LineLoop)).And(openBegin.Not()).And(closing)"), []Suite{primitiveDriver}},
	{"primbatch: carried vertices count twice", edit(senderFile,
		"needs[sendBase] = counted.And(order.OpenBegin)", "needs[sendBase] = counted.And(order.OpenBegin).And(order.Copied)"), []Suite{primitiveDriver}},
	{"primbatch: stale lines come back with their generation", edit(tableFile,
		"hdl.Mux(clears, next, line(asked))", "hdl.Mux(t.Forget, hdl.Const(lineBits, 15), hdl.Mux(clears, next, line(asked)))"), []Suite{driverTable}},
	{"primbatch: lines of before a reset stay, and generations begin anew", edit(tableFile,
		`m.Reg("sweeping", 1, hdl.ResetTo(1))`, `m.Reg("sweeping", 1)`), []Suite{driverTable}},
	{"primbatch: the last line of the table is not cleared", edit(tableFile,
		"next.Eq(c.tableLines()-1)", "next.Eq(c.tableLines()-2)"), []Suite{tablePower}},
	{"primbatch: an index is looked up before the table is cleared", edit("blocks/primbatch/driver_intake.go",
		"And(cleared.Not())", "And(cleared).And(cleared.Not())"), []Suite{driverTable}},
	{"primbatch: records are kept over a restart", edit(gatherFile,
		"Or(item.is(driverRestart).And(finishes)).Or(closesOpen)", "Or(closesOpen)"), []Suite{primitiveDriver}},
	{"primbatch: a group that is not complete hides no batch", edit(gatherFile,
		"hdl.Mux(e.finishes.And(e.keep.Ne(0)), kept, batch)", "hdl.Mux(e.finishes.And(e.waiting.Ne(0)), kept, batch)"), []Suite{primitiveDriver}},
	{"primbatch: primitives of dropped batches are forgotten at a method", edit(senderFile,
		"chosen(sendMethod).And(o.loads)", "chosen(sendMethod)"), []Suite{primitiveDriver}},
	{"primbatch: a primitive that leaves nothing owes nothing", edit(senderFile,
		"is(emptyOrder).And(ends).And(left.Not())", "is(emptyOrder).And(ends).And(left)"), []Suite{primitiveDriver}},
	{"primbatch: the first vertex of a fan is not carried", edit(gatherFile,
		"Fan: fan.And(closesOpen)", "Fan: fan.And(loops)"), []Suite{primitiveDriver}},
	{"primbatch: a batch waits until the one before has left", edit("blocks/primbatch/driver.go",
		"store.Full.Not().And(", "store.Full.Not().And(ends.Level.Eq(0)).And("), []Suite{driverRates}},
}

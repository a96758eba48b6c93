package mutant

var (
	arbiters   = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/IO_arbiter"}}
	shadows    = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/shadow"}}
	interfaces = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/interface"}}
	commits    = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/output"}}
	empties    = Suite{"./blocks/ioarbiter/scenario", []string{"-run", "ARequestWithoutRecords"}}
	wides      = Suite{"./blocks/ioarbiter/scenario", []string{"-run", "ThatItsFieldDoesNotHold|ASignedField"}}
	requests   = Suite{"./blocks/ioarbiter/scenario", []string{"-run", "TheConnectorDoesWhatTheModelSays/2_SMs"}}
)

var connectorMutants = []Mutant{
	{"connector: the first SM goes before the others", edit("blocks/ioarbiter/io_arbiter.go",
		"lib.NewRoundRobin(c.shapes().Request, c.SMs)", "lib.NewFixedPriority(c.shapes().Request, c.SMs)"), []Suite{arbiters}},
	{"connector: a word comes from a memory that was asked later", edit("blocks/ioarbiter/io_arbiter.go",
		"a.Data[k].Ready.Set(order.Pop.Valid.And(order.Pop.Data.Eq(k)).And(", "a.Data[k].Ready.Set(order.Pop.Valid.And("), []Suite{arbiters}},
	{"connector: a read is lost when the queue of their order is full", edit("blocks/ioarbiter/io_arbiter.go",
		"a.Fetch.Ready.Set(order.Push.Ready.And(hdl.Select(a.Fetch.Data.SM, ready)))", "a.Fetch.Ready.Set(hdl.Select(a.Fetch.Data.SM, ready))"), []Suite{arbiters}},
	{"connector: a word of state past the last counts", edit("blocks/ioarbiter/shadow.go",
		"s.Take.And(s.Count.Gt(k))", "s.Take.And(s.Count.Ge(k))"), []Suite{shadows}},
	{"connector: an update that the unit does not take is lost", edit("blocks/ioarbiter/shadow.go",
		"lib.Gate(s.Updates.Fire(), lib.LowestOneHot(pending))", "lib.Gate(s.Updates.Valid.Bits, lib.LowestOneHot(pending))"), []Suite{shadows}},
	{"connector: a word of state is sent that has not changed", edit("blocks/ioarbiter/shadow.go",
		"change := word.Ne(s.Words.Data[k])", "change := word.Ne(s.Words.Data[k]).Or(word.ReduceAnd())"), []Suite{shadows}},
	{"connector: a record goes to the unit before its state", edit("blocks/ioarbiter/interface.go",
		`m.Named("clean", shadow.Sent.Bits)`, `m.Named("clean", shadow.Sent.Or(i.Unit.State.Ready))`), []Suite{interfaces}},
	{"connector: a record in the unit has no place for its context", edit("blocks/ioarbiter/interface.go",
		"And(toUnit).And(context.Push.Ready)", "And(toUnit)"), []Suite{interfaces}},
	{"connector: a record goes to the unit though a word does not fit its field", edit("blocks/ioarbiter/interface.go",
		"return r.Empty.Or(r.Wide).Not()", "return r.Empty.Not()"), []Suite{interfaces}},
	{"connector: only the last word of a record is to fit its field", edit("blocks/ioarbiter/unit_request_converter.go",
		".Or(first.Not().And(context.Wide))", ""), []Suite{interfaces}},
	{"connector: the next record is to have words that fit, too", edit("blocks/ioarbiter/unit_request_converter.go",
		"Or(first.Not().And(context.Wide))", "Or(context.Wide)"), []Suite{wides}},
	{"connector: a signed field holds no negative number", edit("blocks/ioarbiter/unit_request_converter.go",
		"beyond.Xor(in.Data.Bit(s.width - 1).Repeat(wordBits - s.width))", "beyond"), []Suite{wides}},
	{"connector: a field of 8 bits holds 9", edit("blocks/ioarbiter/unit_request_converter.go",
		"in.Data.Slice(wordBits-1, s.width)", "in.Data.Slice(wordBits-1, s.width+1)"), []Suite{wides}},
	{"connector: a fault of a record before the last is forgotten", edit("blocks/ioarbiter/unit_response_converter.go",
		"fault.Set(failed.And(in.Last.Not()))", "fault.Set(failed.And(in.Last.Not()).And(in.Number.Ne(0)))"), []Suite{interfaces}},
	{"connector: a write goes on without a place in the queue of writes", edit("blocks/ioarbiter/response.go",
		"append(room, open.Push.Ready.Bits)", "append(room, open.Push.Ready.Or(in.Last))"), []Suite{commits}},
	{"connector: an error of a write counts for the request of another unit", edit("blocks/ioarbiter/response.go",
		"before.Ne(0).And(open.Pop.Data.Eq(owner))", "before.Ne(0)"), []Suite{commits}},
	{"connector: an acknowledgement takes the place of one that waits", edit("blocks/ioarbiter/response.go",
		"append(free, waits.Not())", "append(free, waits.Not().Or(write))"), []Suite{commits}},
	{"connector: the second record in columns begins a word too early", edit("blocks/ioarbiter/fetch.go",
		"row.Set(in.Request.Address.Add(2))", "row.Set(in.Request.Address.Add(1))"), []Suite{requests}},
	{"connector: a status is forgotten when the next word is sound", edit("blocks/ioarbiter/fetch.go",
		`m.Named("status_now", hdl.Mux(first.Or(status.Eq(int(isa.OK))), found, status))`, `m.Named("status_now", hdl.Mux(first.Or(status.Ne(int(isa.MemoryError))), found, status))`), []Suite{requests}},
	{"connector: the state of a request with an error is left in the window", edit("blocks/ioarbiter/fetch.go",
		"w.drop.Set(begins.And(bad))", "w.drop.Set(begins.And(lost))"), []Suite{requests}},
	{"connector: a state object that cannot be read is no error", edit("blocks/ioarbiter/fetch.go",
		"hdl.Mux(lost.And(in.Head.Status.Eq(int(isa.OK))), ", "hdl.Mux(lost.And(in.Head.Status.Ne(int(isa.OK))), "), []Suite{requests}},
	{"connector: a request of the expander comes between the words of another", edit("blocks/ioarbiter/dispatch.go",
		"lib.NewRoundRobin(c.shapes().Order, 2, lib.HoldUntil(lastBeat))", "lib.NewRoundRobin(c.shapes().Order, 2)"), []Suite{requests}},
	{"connector: a request of the bypass comes between the words of another", edit("blocks/ioarbiter/unit_arbiter.go",
		"lib.NewRoundRobin(c.shapes().Order, 2, lib.HoldUntil(lastBeat))", "lib.NewRoundRobin(c.shapes().Order, 2)"), []Suite{requests}},
	{"connector: a request without records takes the response of one behind it", edit("blocks/ioarbiter/unit_response_converter.go",
		"r.Responses.Ready.Set(step.And(end).And(answered))", "r.Responses.Ready.Set(step.And(end))"), []Suite{empties}},
}

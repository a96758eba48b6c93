package mutant

var (
	arbiters   = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/IO_arbiter"}}
	shadows    = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/shadow"}}
	interfaces = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/interface"}}
	commits    = Suite{"./blocks/ioarbiter", []string{"-run", "PartsAreProved/output"}}
)

var connectorMutants = []Mutant{
	{"connector: the first SM goes before the others", edit("blocks/ioarbiter/io_arbiter.go",
		"lib.NewRoundRobin(c.request(), c.SMs)", "lib.NewFixedPriority(c.request(), c.SMs)"), []Suite{arbiters}},
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
	{"connector: a fault of a record before the last is forgotten", edit("blocks/ioarbiter/unit_response_converter.go",
		"fault.Set(failed.And(in.Last.Not()))", "fault.Set(failed.And(in.Last.Not()).And(in.Number.Ne(0)))"), []Suite{interfaces}},
	{"connector: a write goes on without a place in the queue of writes", edit("blocks/ioarbiter/response.go",
		"append(room, open.Push.Ready.Bits)", "append(room, open.Push.Ready.Or(in.Last))"), []Suite{commits}},
}

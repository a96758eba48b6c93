package mutant

var (
	rasterMachines = Suite{"./blocks/combineripu", []string{"-run", "RasterMachineIsProved"}}
	storages       = Suite{"./blocks/combineripu", []string{"-run", "ControlStorageIsProved"}}
	rasterStreams  = Suite{"./blocks/combineripu", []string{"-run", "StateWords|Constants|Tokens|Loads|ChangeBack"}}
)

// A proof notices too, but a property that no longer follows from its neighbours may take it the whole budget: where the
// storage is wrong or its set is, known streams are asked first.
var rasterMutants = []Mutant{
	{"combineripu: a packet is taken that is not sent", edit("blocks/combineripu/raster_machine.go",
		"r.In.Ready.Set(passes.And(r.Out.Ready))", "r.In.Ready.Set(passes.And(r.Out.Ready.Or(in.Load)))"), []Suite{rasterMachines}},
	{"combineripu: a word changes although pixels have used its set", edit("blocks/combineripu/raster_machine.go",
		"load.And(r.Changed).And(used))", "load.And(r.Changed).And(used).And(r.Dirty))"), []Suite{rasterMachines}},
	{"combineripu: a set is used again before its block is back", edit("blocks/combineripu/raster_machine.go",
		"ElseIf(r.Next.And(next.Eq(k)), func() { f.Set(0) })", "ElseIf(r.Next.And(next.Eq(k)), func() { f.Set(min(k, 1)) })"), []Suite{rasterMachines}},
	{"combineripu: the first pixel does not wait for its registers", edit("blocks/combineripu/raster_machine.go",
		`m.Named("first", pixel.And(r.Dirty))`, `m.Named("first", pixel.And(r.Dirty).And(used))`), []Suite{rasterMachines}},
	{"combineripu: a pixel has the set whose block was sent", edit("blocks/combineripu/raster_machine.go",
		"Case(closed, func() { m.If(free, func() { state.Goto(passing) }) })", "Case(closed, func() { state.Goto(passing) })"), []Suite{rasterStreams, rasterMachines}},
	{"combineripu: a block that comes back while its set is waited for is missed", edit("blocks/combineripu/raster_machine.go",
		"m.If(r.Freed.Fire().And(r.Freed.Data.Set.Eq(k)),", "m.If(r.Freed.Fire().And(r.Freed.Data.Set.Eq(k)).And(r.In.Valid.Not()),"), []Suite{rasterMachines}},
	{"combineripu: a load goes into the set that comes next", edit("blocks/combineripu/control_storage.go",
		"s.Write.And(current.Eq(k))", "s.Write.And(next.Eq(k))"), []Suite{rasterStreams, storages}},
	{"combineripu: the next set keeps what it had", edit("blocks/combineripu/control_storage.go",
		"m.If(s.Next.And(next.Eq(k)), func() { hdl.Set(set, now) })", "m.If(s.Next.And(next.Eq(k)), func() { hdl.Set(set[1:], now[1:]) })"), []Suite{rasterStreams, storages}},
	{"combineripu: only a load's low half is compared", edit("blocks/combineripu/control_storage.go",
		"stored.Ne(load.Word)", "stored.Truncate(16).Ne(load.Word.Truncate(16))"), []Suite{rasterStreams, storages}},
	{"combineripu: a change back makes a set clean", edit("blocks/combineripu/control_storage.go",
		"m.If(s.Write.And(changed), func() { dirty.Set(1) })", "m.If(s.Write.And(changed), func() { dirty.Set(dirty.Not()) })"), []Suite{rasterStreams, storages}},
	{"combineripu: a stage's second constant follows the first one's bit", edit("blocks/combineripu/control_storage.go",
		"set.Control.Bit(16), stage.Constants[1]", "set.Control.Bit(12), stage.Constants[1]"), []Suite{rasterStreams}},
	{"combineripu: loads before any pixel close the set", edit("blocks/combineripu/raster_machine.go",
		"ElseIf(r.Next, func() { used.Set(0) })", "ElseIf(r.Next.And(0), func() { used.Set(0) })"), []Suite{rasterStreams}},
}

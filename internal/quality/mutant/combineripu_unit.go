package mutant

var (
	unitRuns   = Suite{"./blocks/combineripu/scenario", []string{"-run", "TheUnitSendsWhatTheTranslatorSays"}}
	paintings  = Suite{"./blocks/combineripu/scenario", []string{"-run", "APaintingIsThatOfTheFormulas"}}
	systemRuns = Suite{"./blocks/combineripu/scenario", []string{"-run", "PixelsHaveTheColoursOfTheFormulas"}}
)

const combinerUnitFile = "blocks/combineripu/unit.go"

// What joins the parts of the unit, and the unit with the shader.
var combinerUnitMutants = []Mutant{
	{"combineripu unit: the emulator reads the live results of the set that is allocated", edit(combinerUnitFile,
		"allocator.Emulating.Set(emulator.Position.Data)", "allocator.Emulating.Set(Position{allocator.Position.Data.Set, emulator.Position.Data.Stage})"), []Suite{unitRuns}},
	{"combineripu unit: the emulator reads the words that the allocator reads", edit(combinerUnitFile,
		"emulator.Words.Set(storage.EmulatingWords.Data)", "emulator.Words.Set(storage.AllocatingWords.Data)"), []Suite{unitRuns}},
	{"combineripu unit: registers have the numbers of the set that is read", edit(combinerUnitFile,
		"allocator.TableOf.Set(remap.Set)", "allocator.TableOf.Set(emulator.Position.Data.Set)"), []Suite{unitRuns}},
	{"combineripu unit: a load loses its word behind the unit", edit("blocks/combineripu/raster_machine.go",
		"Word: in.Word, Allocation", "Word: hdl.Const(32, 0), Allocation"), []Suite{unitRuns}},
	{"combineripu unit: sent instructions are counted as those that were sent again", edit(combinerUnitFile,
		"emulator.Sent.Bits, emulator.Resent.Bits,", "emulator.Resent.Bits, emulator.Sent.Bits,"), []Suite{unitRuns}},
	{"combineripu system: a full queue takes pixels", edit("blocks/combineripu/system.go",
		"packet.Ready.Set(queue.Push.Ready.Or(load))", "packet.Ready.Set(queue.Push.Ready.Or(load).Or(packet.Data.Kind.Eq(int(isa.PixelPacket))))"), []Suite{paintings}},
	{"combineripu system: the queue drops blocks", edit("blocks/combineripu/system.go",
		"packet.Valid.And(load.Not()), packet.Data)", "packet.Valid.And(load.Not()).And(packet.Data.Kind.Ne(int(isa.BlockPacket))), packet.Data)"), []Suite{systemRuns}},
}

package mutant

var (
	converts = Suite{"./blocks/ioarbiter", []string{"-run", "WordsOf"}}
	colours  = Suite{"./blocks/ioarbiter", []string{"-run", "ColoursAre"}}
	caches   = Suite{"./blocks/ioarbiter", []string{"-run", "StateCacheAre|Replaced|ErrorIsNotKept"}}
)

var convertMutants = []Mutant{
	{"ioarbiter: the second record has formats of its own", edit("blocks/ioarbiter/request_converter.go",
		"macro.Not().And(word.Eq(", "macro.Not().And(0).And(word.Eq("), []Suite{converts}},
	{"ioarbiter: BT.709 is taken for BT.601", edit("blocks/ioarbiter/yuv.go",
		"hdl.Mux(bt709, hdl.Const(w, high), hdl.Const(w, low))", "hdl.Mux(bt709, hdl.Const(w, low), hdl.Const(w, low))"), []Suite{converts}},
	{"ioarbiter: half a luma is rounded down", edit("blocks/ioarbiter/yuv.go",
		"33<<25 + 144", "33<<25 + 90"), []Suite{colours}},
	{"ioarbiter: a column of a response has as many words as a record", edit("blocks/ioarbiter/response_converter.go",
		"hdl.Mux(byColumn, h.Records, ", "hdl.Mux(byColumn.And(0), h.Records, "), []Suite{converts}},
	{"ioarbiter: a lookup waits for what was read before an Invalidate", edit("blocks/ioarbiter/cache_fetches.go",
		"f.Active.And(f.Stale.Or(f.Complete).Not())", "f.Active.And(f.Complete.Not())"), []Suite{caches}},
	{"ioarbiter: an object with an error is kept", edit("blocks/ioarbiter/state_cache.go",
		"failed.Or(filling.Stale).Not()", "filling.Stale.Not()"), []Suite{caches}},
	{"ioarbiter: what is read at an Invalidate is kept", edit("blocks/ioarbiter/state_cache.go",
		"failed.Or(filling.Stale).Not()", "failed.Not()"), []Suite{caches}},
	{"ioarbiter: a way is given to two fetches", edit("blocks/ioarbiter/cache_fetches.go",
		"same := f.Active.And(", "same := f.Active.And(f.Issued.Not()).And("), []Suite{caches}},
	{"ioarbiter: the second of two that wait for an object is lost", edit("blocks/ioarbiter/cache_fetches.go",
		"f.Waiting.Set(f.Waiting.Or(", "f.Waiting.Set(f.Waiting.And("), []Suite{caches}},
}

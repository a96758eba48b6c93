package mutant

var (
	rasters = Suite{"./blocks/ioarbiter/raster", []string{"-run", "Drawn|UnderARequest|RandomRequests"}}
	depths  = Suite{"./blocks/ioarbiter/depth", []string{"-run", "ByHand|RandomRequests"}}
	rested  = Suite{"./blocks/ioarbiter/stimulus", []string{"-run", "IdleUnit"}}
	paced   = Suite{"./blocks/ioarbiter/fixed", []string{"-run", "OneResponse"}}
)

// tileMutants are faults in the units that work on tiles, and in the control that they share.
var tileMutants = []Mutant{
	{"raster: a centre on an edge below a triangle is covered, too", edit("blocks/ioarbiter/raster/edges.go",
		"up.Or(flat.And(right))", "up.Or(flat.And(right.Or(1)))"), []Suite{rasters}},
	{"raster: a triangle in one point covers all", edit("blocks/ioarbiter/raster/edges.go",
		"hdl.Mux(none, p.Started.Bit(measured), left.Not())", "hdl.Mux(none, p.Started.Bit(measured).And(0), left.Not())"), []Suite{rasters}},
	{"raster: a function far from 0 wraps", edit("blocks/ioarbiter/raster/edges.go",
		"hdl.Mux(near, whole", "hdl.Mux(near.Or(1), whole"), []Suite{rasters}},
	{"raster: -2048 is out of range", edit("blocks/ioarbiter/raster/edges.go",
		"s.Lt(hdl.SignedConst(wordBits, -most))", "s.Le(hdl.SignedConst(wordBits, -most))"), []Suite{rasters}},
	{"raster: the scissor's end is that of its begin", edit("blocks/ioarbiter/raster/window.go",
		"hdl.Mux(second, s.End, s.Begin)", "hdl.Mux(second.And(0), s.End, s.Begin)"), []Suite{rasters}},
	{"raster: the rows of the next tile are joined a move early", edit("blocks/ioarbiter/raster/raster.go",
		"joining  = weighed + 2", "joining  = weighed + 1"), []Suite{rasters}},
	{"depth: greater passes equal depths", edit("blocks/ioarbiter/depth/rows.go",
		"less.Or(equal).Not()", "less.Not()"), []Suite{depths}},
	{"depth: a plane is that at a pixel's corner", edit("blocks/ioarbiter/depth/rows.go",
		"Add(wide(half))", "Add(wide(half).And(0))"), []Suite{depths}},
	{"depth: a plane far from the buffer wraps", edit("blocks/ioarbiter/depth/rows.go",
		"clamped(p.start(r), startBits)", "p.start(r).Truncate(startBits)"), []Suite{depths}},
	{"depth: a row is read while the one before it waits for its test", edit("blocks/ioarbiter/depth/depth.go",
		"scan.Or(p.Move.And(reads))", "scan.Or(reads)"), []Suite{depths}},
	{"depth: a request does not wait for a row that was read", edit("blocks/ioarbiter/depth/depth.go",
		"p.Free.And(scanned.Not())", "p.Free.And(scanned.Not().Or(1))"), []Suite{depths}},
	{"depth: a tile past the last is cleared", edit("blocks/ioarbiter/depth/rows.go",
		"in.TileX.Ge(columns)", "in.TileX.Gt(columns)"), []Suite{depths}},
	{"fixed: a request begins a move before the one before it has ended", edit("blocks/ioarbiter/fixed/pipeline.go",
		"started.Truncate(cycles - 1).ReduceOr()", "started.Truncate(cycles - 2).ReduceOr()"), []Suite{depths}},
	{"fixed: state is taken while a request is inside", edit("blocks/ioarbiter/fixed/pipeline.go",
		"started.Truncate(done).ReduceOr().Not())", "started.Truncate(done-1).ReduceOr().Not())"), []Suite{paced, rasters}},
	{"fixed: an empty pipeline moves", edit("blocks/ioarbiter/fixed/pipeline.go",
		"may.And(taken.Or(started.ReduceOr()))", "may"), []Suite{paced, rested}},
	{"fixed: a response that waits is lost", edit("blocks/ioarbiter/fixed/pipeline.go",
		"offered.And(ready.Not()).Not()", "offered.And(ready.Not()).And(0).Not()"), []Suite{paced, rasters}},
}

package mutant

var (
	selects = Suite{"./blocks/ropmask/scenario", []string{"-run", "WorkedTables|SelectionLogic|UpdateMasks"}}
	pixels  = Suite{"./blocks/ropmask", []string{"-run", "RandomPixelsComeOut"}}
	blends  = Suite{"./blocks/ropmask", []string{"-run", "EveryFunctionWithEveryFactor"}}
	rates   = Suite{"./blocks/ropmask", []string{"-run", "PixelsFollowWithoutABubble|PassesAtItsRate"}}
	stores  = Suite{"./blocks/ropmask", []string{"-run", "RandomPixelsAreInMemory|WriteUnitStores|EveryStoredValue"}}
)

var mapMutants = []Mutant{
	{"output map: a target is below the count where it is the count", edit("blocks/ropmask/selection.go",
		"below[t] = targetCount.Gt(t)", "below[t] = targetCount.Ge(t)"), []Suite{selects}},
	{"output map: dual sources do not end MRT mode", edit("blocks/ropmask/selection.go",
		"in.MrtEnable.And(in.CtMrtEnable).And(dualMode.Not())", "in.MrtEnable.And(in.CtMrtEnable).And(dualMode.Not().Or(1))"), []Suite{selects}},
	{"output map: alpha is kept where nothing is written", edit("blocks/ropmask/selection.go",
		".And(writeMask[t].ReduceOr()))", ".And(writeMask[t].ReduceOr().Or(1)))"), []Suite{selects}},
	{"output map: a format's missing components are written", edit("blocks/ropmask/selection.go",
		".And(in.FormatMask[t]))", ".And(in.FormatMask[t].Or(8)))"), []Suite{selects}},
	{"output map: components that the shader does not generate are sent", edit("blocks/ropmask/selection.go",
		"Update: generated.And(needed)", "Update: needed"), []Suite{selects}},
	{"output map: vector 1 is never shared", edit("blocks/ropmask/send.go",
		"s.first = hdl.Mux(route.Mrt, slot.Update, route.Second)", "s.first = lib.Gate(route.Mrt, slot.Update)"), []Suite{pixels}},
	{"output map: the last turn comes one early", edit("blocks/ropmask/turns.go",
		"pending.And(pending.Sub(1))", "pending.Shr(1).And(pending.Sub(1))"), []Suite{pixels}},
	{"output map: a route goes only with its components", edit("blocks/ropmask/send.go",
		"p.Routes.Send(complete.Valid.And(routed.Not()), route)", "p.Routes.Send(complete.Valid.And(routed.Not()).And(goes), route)"), []Suite{rates}},
	{"output map: packets wait until the window is empty", edit("blocks/ropmask/rop.go",
		"r.Packets.Ready.Set(level.Le(size - r.config.Lanes))", "r.Packets.Ready.Set(level.Eq(0))"), []Suite{rates}},
	{"output map: a complement is taken of every factor", edit("blocks/ropmask/blend_lane.go",
		"complement := which.Bit(0)", "complement := which.Bit(0).Or(which.Eq(2))"), []Suite{blends}},
	{"output map: both differences subtract the destination", edit("blocks/ropmask/blend_lane.go",
		"ps = hdl.Mux(along.Reverse, float.Binary32.Neg(ps), ps)", "ps = hdl.Mux(along.Reverse.And(0), float.Binary32.Neg(ps), ps)"), []Suite{blends}},
	{"output map: NaN is clamped to its magnitude", edit("blocks/ropmask/blend_lane.go",
		"low := x.Bit(31).Or(nan)", "low := x.Bit(31).Or(nan.And(0))"), []Suite{stores}},
}

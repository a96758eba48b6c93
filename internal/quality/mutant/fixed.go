package mutant

var textures = Suite{"./blocks/ioarbiter/texture", []string{"-run", "RandomSamples|TexelsOutside|TextureThatIsNotThere"}}

// fixedMutants are faults in the fixed-function units of the IO connector.
var fixedMutants = []Mutant{
	{"texture: a weight is off by one", edit("blocks/ioarbiter/texture/walk.go",
		"hdl.Const(fraction+1, whole).Sub(behind)", "hdl.Const(fraction+1, whole-1).Sub(behind)"), []Suite{textures}},
	{"texture: a mirrored row is folded one texel early", edit("blocks/ioarbiter/texture/axis.go",
		"hdl.Mux(backwards, last.Sub(rest), rest)", "hdl.Mux(backwards, texels.Sub(rest), rest)"), []Suite{textures}},
	{"texture: a negative number repeats as its complement", edit("blocks/ioarbiter/texture/axis.go",
		"q.Times.Bit(0), q.Negative)", "q.Times.Bit(0), q.Negative.And(0))"), []Suite{textures}},
	{"texture: a reciprocal is rounded down", edit("blocks/ioarbiter/texture/axis.go",
		"(1<<inverse + n - 1) / n", "(1 << inverse) / n"), []Suite{textures}},
	{"texture: half a sum is not added", edit("blocks/ioarbiter/texture/texture.go",
		"hdl.Mux(of.First, 1<<15, sum)", "hdl.Mux(of.First, 0, sum)"), []Suite{textures}},
	{"texture: a texture may end a texel past the memory", edit("blocks/ioarbiter/texture/walk.go",
		"end.Gt(t.texels)", "end.Gt(t.texels+1)"), []Suite{textures}},
	{"texture: a response that waits is lost", edit("blocks/ioarbiter/texture/texture.go",
		"move.Set(offered.And(t.Out.Ready.Not())", "move.Set(offered.And(0).And(t.Out.Ready.Not())"), []Suite{textures}},
}

package mutant

var (
	surfaces = Suite{"./blocks/ioarbiter/surface", []string{"-run", "RandomQuads|Only|Outside|GoesBefore|WhileTheyAre"}}
	textures = Suite{"./blocks/ioarbiter/texture", []string{"-run", "RandomSamples|TexelsOutside|TextureThatIsNotThere"}}
)

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
	{"surface: a protect bit protects the next component", edit("blocks/ioarbiter/surface/surface.go",
		"protect.Slice(channels-1, 0).Not()", "protect.Slice(channels, 1).Not()"), []Suite{surfaces}},
	{"surface: a row is written where another belongs", edit("blocks/ioarbiter/surface/surface.go",
		"hdl.Cat(quad, row)", "hdl.Cat(quad, row.Or(1))"), []Suite{surfaces}},
	{"surface: a quad right of the surface is written", edit("blocks/ioarbiter/surface/surface.go",
		"return x.Lt(s.width / Side)", "return x.Le(s.width / Side)"), []Suite{surfaces}},
	{"surface: a row is read while it is written", edit("blocks/ioarbiter/surface/surface.go",
		"at.Eq(written)).Not()", "at.Eq(written)).Not().Or(1)"), []Suite{surfaces}},
	{"surface: a request does not wait for the state that comes with it", edit("blocks/ioarbiter/surface/surface.go",
		"hdl.Mux(first, s.State.Valid,", "hdl.Mux(first, s.State.Valid.And(0),"), []Suite{surfaces}},
}

package mutant

var (
	passGraph = Suite{"./blocks/castalu/compiler/passes", nil}
	texels    = Suite{"./blocks/castalu/compiler/texture", nil}
	drawings  = Suite{"./blocks/castalu/compiler/dot", nil}
)

var passMutants = []Mutant{
	{"passes: what an image has does not go to its readers", edit("blocks/castalu/compiler/passes/passes.go",
		"changed = narrow(sampler, images[k].Made.Graph.Output.Attributes) || changed", "_ = sampler"), []Suite{passGraph}},
	{"passes: what readers need does not go on through a pass", edit("blocks/castalu/compiler/passes/passes.go",
		"for changed := true; changed; {\n		changed = false", "for changed := true; changed; changed = false {"), []Suite{passGraph}},
	{"passes: the reader that needs least counts", edit("blocks/castalu/compiler/passes/passes.go",
		"need = precision.Hull(need, other)", "narrow(&need, other)"), []Suite{passGraph}},
	{"passes: an image that is not read narrows its pass", edit("blocks/castalu/compiler/passes/passes.go",
		"return need, used", "return need, true"), []Suite{passGraph}},
	{"texture: a sample is not rounded", edit("blocks/castalu/compiler/texture/texture.go",
		"sum := uint32(1 << 15)", "sum := uint32(0)"), []Suite{texels}},
	{"texture: texels lie at their corners", edit("blocks/castalu/compiler/texture/texture.go",
		"const half = 1 << 7", "const half = 0 << 7"), []Suite{texels}},
	{"texture: the last texel is not followed by the first", edit("blocks/castalu/compiler/texture/texture.go",
		"(x+1)%m.width, (y+1)%m.height", "min(x+1, m.width-1), min(y+1, m.height-1)"), []Suite{texels}},
	{"drawings: an edge has the colour of the type that is cast", edit("blocks/castalu/compiler/dot/graph.go",
		"colors[w] = typeLooks[into].line", "colors[w] = typeLooks[from].line"), []Suite{drawings}},
}

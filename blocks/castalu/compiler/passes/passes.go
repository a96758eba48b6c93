// Package passes propagates attributes from one render pass to another: the passes are the
// nodes of a graph, and the images that they make and read are its edges.
package passes

import (
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
)

// Pass is a render pass.
type Pass struct {
	Name  string
	Graph *flow.Graph
	Reads []*Pass // by sampler, the pass that makes its image; nil where none does
}

// Image is an edge: an image that one pass makes and another one reads.
type Image struct {
	Made, Read *Pass
	Sampler    int // of Read
	// Declared are the attributes of the output that makes it, and of the sampler that reads
	// it; After those that both end up with.
	Declared [2]flow.Attributes
	After    flow.Attributes
}

// Propagate narrows the samplers that read an image to the attributes of the output that
// makes it, and the output to what the readers need of the image by the patent's rules, and
// so on through all passes, until nothing changes. The lowest resolution and the narrowest
// range win; of several readers, the one that needs most counts. Passes must follow those
// whose images they read. The graphs then have the new attributes, by which types are chosen.
func Propagate(list []*Pass) []Image {
	images := edges(list)
	for changed := true; changed; {
		changed = false
		for k := range images { // down to the readers
			sampler := &images[k].Read.Graph.Samplers[images[k].Sampler].Attributes
			changed = narrow(sampler, images[k].Made.Graph.Output.Attributes) || changed
		}
		needs := map[*Pass]flow.Attributes{}
		for k := len(list) - 1; k >= 0; k-- { // and up to the makers
			p := list[k]
			if need, ok := needs[p]; ok {
				changed = narrow(&p.Graph.Output.Attributes, need) || changed
			}
			annotated, _ := precision.Propagate(p.Graph)
			for sampler, maker := range p.Reads {
				if maker == nil {
					continue
				}
				if need, used := needed(annotated, sampler); used {
					if other, ok := needs[maker]; ok {
						need = precision.Hull(need, other)
					}
					needs[maker] = need
				}
			}
		}
	}
	for k := range images {
		images[k].After = images[k].Made.Graph.Output.Attributes
	}
	return images
}

// edges returns the images that passes make for each other.
func edges(list []*Pass) []Image {
	var images []Image
	for _, p := range list {
		for sampler, maker := range p.Reads {
			if maker != nil {
				images = append(images, Image{Made: maker, Read: p, Sampler: sampler,
					Declared: [2]flow.Attributes{maker.Graph.Output.Attributes, p.Graph.Samplers[sampler].Attributes}})
			}
		}
	}
	return images
}

// needed is what a shader needs of a sampler's image: the attributes of the edges out of its
// samples. It is false if the shader does not read the image.
func needed(a *precision.Annotated, sampler int) (need flow.Attributes, used bool) {
	for _, n := range a.Graph.Nodes {
		if n.Op != flow.Sample || n.Index != sampler || len(a.Out[n.ID]) == 0 {
			continue
		}
		if of := a.Of(n); used {
			need = precision.Hull(need, of)
		} else {
			need, used = of, true
		}
	}
	return need, used
}

// narrow narrows attributes to what both allow, and reports whether that changed them.
func narrow(a *flow.Attributes, to flow.Attributes) bool {
	before := *a
	a.Exponent = min(a.Exponent, to.Exponent)
	a.Bits = min(a.Bits, to.Bits)
	if a.Sign == flow.AnySign {
		a.Sign = to.Sign
	}
	return *a != before
}

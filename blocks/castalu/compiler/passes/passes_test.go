package passes_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/passes"
	"posedge/blocks/castalu/compiler/texture"
)

func unsigned(bits int) flow.Attributes { return flow.Attributes{Sign: flow.Positive, Bits: bits} }

// pass is a pass whose colour has the given number of bits. It is the product of an input and the images of other
// passes, which are declared with the number of bits in samplers.
func pass(name string, bits, samplers int, reads ...*passes.Pass) *passes.Pass {
	b := flow.NewBuilder()
	color := b.Variable(flow.Variable{Name: "v", Width: 4, Attributes: unsigned(flow.Full)})
	for range reads {
		s := b.Sampler(flow.Sampler{Name: "image", Attributes: unsigned(samplers), Image: texture.Checkerboard()})
		color = b.Do(flow.Multiply, color, b.Texture(s, flow.Join(b.Number(0.3), b.Number(0.6))))
	}
	g := b.Finish(flow.Output{Name: "color", Declared: true, Attributes: unsigned(bits)}, color)
	return &passes.Pass{Name: name, Graph: g, Reads: reads}
}

func bitsOf(list ...*passes.Pass) (bits []int) {
	for _, p := range list {
		bits = append(bits, p.Graph.Output.Bits)
	}
	return bits
}

func TestAnOutputNarrowsWhatReadsIt(t *testing.T) {
	shadow := pass("shadow", 1, 0)
	scene := pass("scene", 12, 8, shadow)
	images := passes.Propagate([]*passes.Pass{shadow, scene})
	require.Len(t, images, 1)
	assert.Equal(t, passes.Image{Made: shadow, Read: scene, Declared: [2]flow.Attributes{unsigned(1), unsigned(8)}, After: unsigned(1)}, images[0])
	assert.Equal(t, unsigned(1), scene.Graph.Samplers[0].Attributes)
	assert.Equal(t, []int{1, 12}, bitsOf(shadow, scene), "the colour of the last pass is as it was declared")
}

func TestWhatAReaderNeedsGoesBackThroughAllPasses(t *testing.T) {
	a := pass("a", 24, 0)
	b := pass("b", 12, 24, a)
	c := pass("c", 4, 24, b)
	images := passes.Propagate([]*passes.Pass{a, b, c})
	assert.Equal(t, []int{4, 4, 4}, bitsOf(a, b, c), "a product's resolution limits its factors, in each pass")
	for _, i := range images {
		assert.Equal(t, unsigned(4), i.After)
		assert.Equal(t, unsigned(4), i.Read.Graph.Samplers[i.Sampler].Attributes)
	}
}

func TestTheReaderThatNeedsMostCounts(t *testing.T) {
	a := pass("a", 24, 0)
	b, c := pass("b", 4, 24, a), pass("c", 9, 24, a)
	passes.Propagate([]*passes.Pass{a, b, c})
	assert.Equal(t, []int{9, 4, 9}, bitsOf(a, b, c))
	assert.Equal(t, 9, b.Graph.Samplers[0].Bits, "the image has no more bits than that")
}

func TestAnImageThatIsNotReadIsAsItWasDeclared(t *testing.T) {
	a := pass("a", 24, 0)
	b := pass("b", 4, 8)
	b.Graph.Samplers = append(b.Graph.Samplers, flow.Sampler{Attributes: unsigned(8)}) // no sample of it
	b.Reads = []*passes.Pass{a}
	passes.Propagate([]*passes.Pass{a, b})
	assert.Equal(t, []int{24, 4}, bitsOf(a, b))
}

func TestRangesAndSignsGoBothWays(t *testing.T) {
	a := pass("a", 12, 0)
	a.Graph.Output.Attributes = flow.Attributes{Sign: flow.AnySign, Exponent: 0, Bits: 12}
	narrow := pass("narrow", 12, 12, a)
	narrow.Graph.Samplers[0].Attributes = flow.Attributes{Sign: flow.Positive, Exponent: -2, Bits: flow.Full}
	passes.Propagate([]*passes.Pass{a, narrow})
	want := flow.Attributes{Sign: flow.Positive, Exponent: -2, Bits: 12}
	assert.Equal(t, want, a.Graph.Output.Attributes)
	assert.Equal(t, want, narrow.Graph.Samplers[0].Attributes)
}

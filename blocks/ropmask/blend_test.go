package ropmask_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
)

var blendable = []isa.Format{isa.RGBA32F, isa.RGBA16F, isa.RG16F, isa.R32F, isa.RGBA8, isa.RG8, isa.RGB10A2}

// In all formats the hardware agrees with the model in every bit.
func TestEveryFunctionWithEveryFactor(t *testing.T) {
	c := ropmask.NewStoreConfig(1, 10)
	b := newStoreBench(t, c, 0, 0)
	rng := rand.New(rand.NewPCG(4, 4))
	for _, f := range append(blendable, isa.RGBA8UI, isa.RGBA32UI) {
		address := uint32(0)
		stimulus.EachEquation(func(e isa.Equation) {
			blend := isa.Blend{Enable: true, Color: e, Alpha: e}
			b.write(model.StoreWrite{Address: address, Format: f, Mask: isa.AllComponents, Color: randomSource(rng)})
			b.write(model.StoreWrite{Address: address, Format: f, Mask: isa.AllComponents, Color: randomSource(rng), Second: randomSource(rng), Blend: blend})
			address++
		})
		b.holdAll(t)
	}
}

// Unused function codes act as Max, and unused factor codes as 0 and 1, in hardware and model.
func TestCodesOfNoFunctionOrFactor(t *testing.T) {
	c := ropmask.NewStoreConfig(1, 10)
	c.Formats = isa.FormatsOf(isa.RGBA32F, isa.RGBA8)
	b := newStoreBench(t, c, 0, 0)
	rng := rand.New(rand.NewPCG(4, 5))
	address := uint32(0)
	for function := isa.Add; function < 8; function++ {
		for factor := isa.Factor(0); factor < 16; factor++ {
			e := isa.Equation{Function: function, Source: factor, Destination: 15 - factor}
			for _, f := range c.Formats.List() {
				v := model.StoreWrite{Address: address, Format: f, Mask: isa.AllComponents, Color: randomSource(rng)}
				b.write(v)
				under := b.memory[[2]uint32{0, address}]
				v.Color, v.Second, v.Blend = randomSource(rng), randomSource(rng), isa.Blend{Enable: true, Color: e, Alpha: e}
				b.write(v)
				if function > isa.Max {
					v.Blend.Color.Function, v.Blend.Alpha.Function = isa.Max, isa.Max
					require.Equal(t, v.Write(under), b.memory[[2]uint32{0, address}], "%v", e)
				}
				address++
			}
		}
	}
	b.holdAll(t)
}

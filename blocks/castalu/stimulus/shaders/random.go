// Package shaders runs compiled shaders on random inputs: on the processor, compared with the model, and in the model,
// compared with real arithmetic.
package shaders

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"posedge/blocks/castalu"
	"posedge/blocks/castalu/compiler"
	"posedge/blocks/castalu/compiler/drawing"
	"posedge/blocks/castalu/compiler/flow"
	"posedge/blocks/castalu/compiler/precision"
	"posedge/blocks/castalu/compiler/shader"
	"posedge/blocks/castalu/compiler/texture"
	"posedge/blocks/castalu/isa"
	"posedge/blocks/castalu/stimulus"
)

// Random runs random shaders on a processor, alternately transformed and in fp32, with the given number of random items each.
// As many programs as fit are in its memory at a time.
func Random(h *stimulus.Processor, seed uint64, shaders, items int) error {
	rng := rand.New(rand.NewPCG(seed, 4))
	h.Machine.Call = drawing.Textures(slices.Repeat([]flow.Sampler{{Image: texture.Checkerboard()}}, 16))
	var loaded memory
	for k := range shaders {
		g, err := shader.Parse(fmt.Sprintf("random_%d.frag", k), shader.Random(rng), shader.Options{
			Image: func(flow.Sampler) (flow.Image, error) { return texture.Checkerboard(), nil }})
		if err != nil {
			return err
		}
		plan, _ := precision.Float(g)
		if k%2 == 0 {
			r, err := precision.Transform(g, precision.Options{})
			if err != nil {
				return err
			}
			plan = r.Plan
		}
		code, err := compiler.Generate(plan, h.Config)
		if err != nil {
			return err
		}
		if !loaded.fits(h.Config, code) {
			loaded.run(h, rng)
			loaded = memory{}
		}
		if !loaded.fits(h.Config, code) {
			return fmt.Errorf("shader %d does not fit in the memory of the processor", k)
		}
		loaded.add(code, g, items, rng)
	}
	loaded.run(h, rng)
	return nil
}

// memory holds the programs in a processor's memory, and the items that run them.
type memory struct {
	isa.Program
	items []stimulus.Work
}

func (m *memory) fits(c castalu.Config, code *compiler.Code) bool {
	return len(m.Words)+len(code.Program.Words) <= c.Words && len(m.Constants)+len(code.Program.Constants) <= c.Constants
}

// add appends a program, and items with random inputs.
func (m *memory) add(code *compiler.Code, g *flow.Graph, items int, rng *rand.Rand) {
	for range items {
		m.items = append(m.items, stimulus.Work{Start: len(m.Words), Base: len(m.Constants), Vectors: drawing.Vectors(code, randomInputs(rng, g))})
	}
	m.Words = append(m.Words, code.Program.Words...)
	m.Constants = append(m.Constants, code.Program.Constants...)
}

// run loads the programs and runs their items in random order.
func (m *memory) run(h *stimulus.Processor, rng *rand.Rand) {
	h.Load(&m.Program)
	for _, k := range rng.Perm(len(m.items)) {
		h.Send(m.items[k])
	}
	h.Finish(h.Slowest())
}

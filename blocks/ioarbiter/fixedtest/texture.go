package fixedtest

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter/texture"
)

// TextureHarness is a bench around a texture unit.
type TextureHarness struct {
	*Harness[texture.RequestValue, texture.ResponseValue]
	Unit  *texture.Texture
	Model *texture.Model
}

// NewTexture makes the bench of a texture unit with a memory of so many texels.
func NewTexture(r bench.Reporter, texels int, pace Pace, opts ...bench.Option) *TextureHarness {
	u, err := texture.New(texels)
	if err != nil {
		r.Fatalf("%v", err)
	}
	m := texture.NewModel(texels)
	return &TextureHarness{New[texture.RequestValue, texture.ResponseValue](r, u, u.State, u.In, u.Out, m, pace, opts...), u, m}
}

// Store stores random texels in the whole memory.
func (h *TextureHarness) Store(rng *rand.Rand) {
	type store struct {
		Enable  bool
		Address int
		Data    uint32
	}
	for k := range h.Model.Memory {
		h.Model.Memory[k] = rng.Uint32()
		h.TB.Set(h.Unit.Store.Data, store{true, k, h.Model.Memory[k]})
		h.Tick()
	}
	h.TB.Set(h.Unit.Store.Data, store{})
}

// Bind makes the unit sample a texture.
func (h *TextureHarness) Bind(s texture.State) {
	words := s.Words()
	h.Set(words[:]...)
}

// Texture runs random requests, at least n, for random textures.
func Texture(r bench.Reporter, texels int, seed uint64, n int, pace Pace, opts ...bench.Option) *TextureHarness {
	h := NewTexture(r, texels, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	h.Store(rng)
	for sent := 0; sent < n; {
		state := texture.RandomState(rng, texels)
		registers := state.Words()
		h.Set(words(rng, registers[:])...)
		for range 1 + rng.IntN(20) {
			h.Send(texture.RandomRequest(rng, state))
			sent++
		}
	}
	h.Drain()
	return h
}

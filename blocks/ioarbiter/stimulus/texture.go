package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/texture"
)

var textureSizes = []uint16{1, 2, 3, 5, 7, 8, 13, 16, 31, 64, 100, 255, 256}

// TextureState returns a random state: in most cases a texture inside a memory of the given size, often at its very end.
func TextureState(rng *rand.Rand, texels int) units.TextureState {
	s := units.TextureState{
		Width: textureSizes[rng.IntN(len(textureSizes))], Height: textureSizes[rng.IntN(len(textureSizes))],
		Bilinear: rng.IntN(2) == 0, WrapU: units.Wrap(rng.IntN(4)), WrapV: units.Wrap(rng.IntN(4)),
	}
	switch room := texels - int(s.Width)*int(s.Height); {
	case rng.IntN(30) == 0:
		s.Width = []uint16{0, 257, 1<<15 + 8}[rng.IntN(3)]
	case rng.IntN(30) == 0:
		s.Height = []uint16{0, 300, 1<<15 + 8}[rng.IntN(3)]
	case rng.IntN(30) == 0:
		s.Base = rng.Uint32()
	case room < 0:
	case rng.IntN(3) == 0:
		s.Base = uint32(room + rng.IntN(2)) // the last place, or the first past it
	default:
		s.Base = uint32(rng.IntN(room + 1))
	}
	return s
}

// textureCoordinate is a random coordinate: near the texture, at an end of the range, or anywhere.
func textureCoordinate(rng *rand.Rand, n uint16) uint32 {
	switch rng.IntN(4) {
	case 0:
		return rng.Uint32()
	case 1:
		return []uint32{0, 127, 128, 255, 256, 1<<31 - 1, 1 << 31, 1<<31 + 127, 1<<31 - 129, 1<<32 - 1, 1<<32 - 128, 1<<32 - 129}[rng.IntN(12)]
	}
	return uint32(rng.IntN(3*256*int(n)+512) - 256*int(n) - 256)
}

// TextureRequest returns a random request. It favours the corner cases of a state: coordinates in and around the
// texture, and at the ends of their range, also within a quad.
func TextureRequest(rng *rand.Rand, s units.TextureState) model.TextureRequest {
	step := func() uint32 {
		if rng.IntN(4) == 0 {
			return rng.Uint32()
		}
		return uint32(rng.IntN(1025) - 512)
	}
	return model.TextureRequest{
		U: textureCoordinate(rng, s.Width), V: textureCoordinate(rng, s.Height),
		DUDX: step(), DVDX: step(), DUDY: step(), DVDY: step(), Quad: rng.IntN(3) == 0,
	}
}

// TextureHarness is a bench around a texture unit.
type TextureHarness struct {
	*Harness[model.TextureRequest, model.TextureResponse]
	Unit  *texture.Texture
	Model *model.Texture
}

// NewTexture makes the bench of a texture unit with a memory of the given number of texels.
func NewTexture(r bench.Reporter, texels int, pace Pace, opts ...bench.Option) *TextureHarness {
	u, err := texture.New(texels)
	if err != nil {
		r.Fatalf("%v", err)
	}
	m := model.NewTexture(texels)
	return &TextureHarness{New[model.TextureRequest, model.TextureResponse](r, u, u.State, u.In, u.Out, m, pace, opts...), u, m}
}

// Store fills the memory with random texels.
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
func (h *TextureHarness) Bind(s units.TextureState) {
	h.Set(s.Words()...)
}

// Texture sends at least n random requests for random textures.
func Texture(r bench.Reporter, texels int, seed uint64, n int, pace Pace, opts ...bench.Option) *TextureHarness {
	h := NewTexture(r, texels, pace, append(opts, bench.Seed(seed))...)
	rng := random(seed)
	h.Store(rng)
	for sent := 0; sent < n; {
		state := TextureState(rng, texels)
		h.Set(words(rng, state.Words())...)
		for range 1 + rng.IntN(20) {
			h.Send(TextureRequest(rng, state))
			sent++
		}
	}
	h.Drain()
	return h
}

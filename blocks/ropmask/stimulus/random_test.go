package stimulus

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
)

func TestRandomStatesMeetEveryCase(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	met := map[string]bool{}
	for range 2000 {
		s := State(rng)
		require.NoError(t, s.Check())
		vectors := Pixel(rng, s)
		require.NotEmpty(t, vectors)
		r, err := model.New(isa.PerTarget).Pixel(s, vectors)
		require.NoError(t, err)

		met[r.Mode.String()] = true
		met["nothing generated"] = met["nothing generated"] || s.OutputMap == 0
		met["no write"] = met["no write"] || len(r.Writes) == 0
		met["eight writes"] = met["eight writes"] || len(r.Writes) == 8
		met["count 0"] = met["count 0"] || s.CtSelect&15 == 0
		met["count above 8"] = met["count above 8"] || s.CtSelect&15 > 8
		met["single mask"] = met["single mask"] || s.SingleCtWrite
		met["ignored vector"] = met["ignored vector"] || 4*len(vectors) > r.Conventional
		targets := map[int]bool{}
		for slot, sent := range r.UpdateMask {
			w, ok := r.SlotWrite(slot)
			if !ok {
				continue
			}
			met["two vectors on one target"] = met["two vectors on one target"] || targets[w.Target]
			targets[w.Target] = true
			if sent.Has(isa.A) && !w.Mask.Has(isa.A) {
				met["kept alpha"] = true
			}
			if sent == 0 {
				met["defaults only"] = true
			}
			if w.Second != (isa.Color{}) {
				met["second source"] = true
			}
		}
	}
	for _, name := range []string{
		"MRT", "non-MRT", "dual source", "nothing generated", "no write", "eight writes", "count 0",
		"count above 8", "single mask", "ignored vector", "two vectors on one target", "kept alpha",
		"defaults only", "second source",
	} {
		assert.True(t, met[name], name)
	}
}

func TestRandomPixelsAreRepeatable(t *testing.T) {
	draw := func() (model.State, []model.Vector) {
		rng := rand.New(rand.NewPCG(7, 7))
		s := State(rng)
		return s, Pixel(rng, s)
	}
	s1, p1 := draw()
	s2, p2 := draw()
	assert.Equal(t, s1, s2)
	assert.Equal(t, p1, p2)
}

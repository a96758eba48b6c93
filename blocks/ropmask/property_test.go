package ropmask

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// drawPixel draws a state and a pixel for it; one state in four has arbitrary words.
func drawPixel(t *rapid.T) (State, []Vector) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	s := RandomState(rng)
	if rapid.IntRange(0, 3).Draw(t, "any words") == 0 {
		s.OutputMap = rapid.Uint32().Draw(t, "output map")
		s.CtSelect = rapid.Uint32().Draw(t, "select")
		for i := range Targets {
			s.CtWrite[i] = rapid.Uint32().Draw(t, "write")
			s.FormatMask[i] = Mask(rapid.IntRange(0, 15).Draw(t, "format"))
		}
		s.DualSource = rapid.Uint8().Draw(t, "dual source")
	}
	return s, RandomPixel(rng, s)
}

func resultOf(t *rapid.T, e Embodiment, s State, vectors []Vector) Result {
	r, err := NewModel(e).Pixel(s, vectors)
	require.NoError(t, err)
	return r
}

func TestMRTNeverSendsMoreThanAConventionalShader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, vectors := drawPixel(t)
		s.DualSource, s.MrtEnable, s.CtMrtEnable = 0, true, true
		r := resultOf(t, PerTarget, s, vectors)
		assert.LessOrEqual(t, len(r.Sent), len(r.Registers))
		assert.LessOrEqual(t, len(r.Registers), r.Conventional)
		assert.Equal(t, r, resultOf(t, PackedOnce, s, vectors), "the embodiments differ in the other modes only")
	})
}

func TestWritesStayInsideTheWriteMask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, vectors := drawPixel(t)
		e := rapid.SampledFrom([]Embodiment{PerTarget, PackedOnce}).Draw(t, "embodiment")
		for _, w := range resultOf(t, e, s, vectors).Writes {
			assert.NotZero(t, w.Mask)
			assert.Zero(t, w.Mask&^s.WriteEnable(w.Target))
			assert.Zero(t, w.Mask&^s.FormatMask[w.Target])
			for k := range Components {
				if !w.Mask.Has(k) {
					assert.Zero(t, w.Color[k])
					assert.Zero(t, w.Second[k])
				}
			}
		}
	})
}

func TestPackingOnceSendsASubsetAndWritesTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, vectors := drawPixel(t)
		each, once := resultOf(t, PerTarget, s, vectors), resultOf(t, PackedOnce, s, vectors)
		assert.Equal(t, each.Writes, once.Writes)
		assert.Equal(t, each.UpdateMask, once.UpdateMask)
		assert.Equal(t, each.SecondMask, once.SecondMask)
		assert.Subset(t, each.Sent, once.Sent)
		assert.LessOrEqual(t, len(once.Sent), len(once.Registers))
		for lanes := range 9 {
			assert.LessOrEqual(t, once.Cycles(lanes), each.Cycles(lanes))
		}
	})
}

// The raster operations unit receives enough to make every write: this rebuilds
// the writes from the sent components and the masks alone.
func TestWritesFollowFromWhatWasSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, vectors := drawPixel(t)
		e := rapid.SampledFrom([]Embodiment{PerTarget, PackedOnce}).Draw(t, "embodiment")
		r := resultOf(t, e, s, vectors)

		sent := r.Sent
		take := func(m Mask) (c Color) {
			for k := range c {
				if m.Has(k) {
					require.NotEmpty(t, sent)
					c[k], sent = sent[0], sent[1:]
				}
			}
			return c
		}
		finish := func(c Color, arrived, mask Mask) Color {
			for k := range c {
				if !arrived.Has(k) {
					c[k] = defaultColor()[k]
				}
				if !mask.Has(k) {
					c[k] = 0
				}
			}
			return c
		}

		var firstOnce, secondOnce Color
		shared := e == PackedOnce && r.Mode != MRT
		if shared {
			var union Mask
			for _, m := range r.UpdateMask {
				union |= m
			}
			firstOnce, secondOnce = take(union), take(r.SecondMask)
		}
		var writes []Write
		for i := range s.TargetCount() {
			target, vector := i, 0
			if r.Mode == MRT {
				target, vector = s.Target(i), i
			}
			mask := s.WriteEnable(target) & s.FormatMask[target]
			first, second := firstOnce, secondOnce
			if !shared {
				first = take(r.UpdateMask[i])
			}
			if mask == 0 || s.Generates(vector) == 0 {
				continue
			}
			w := Write{Target: target, Mask: mask, Color: finish(first, r.UpdateMask[i], mask), Alpha: defaultColor()[A]}
			if r.UpdateMask[i].Has(A) {
				w.Alpha = first[A]
			}
			if r.Mode == DualSourceMode && s.DualSource>>i&1 != 0 {
				if !shared {
					second = take(r.SecondMask)
				}
				w.Second = finish(second, r.SecondMask, mask)
				w.SecondAlpha = finish(second, r.SecondMask, AllComponents)[A]
			}
			writes = append(writes, w)
		}
		assert.Empty(t, sent, "every component that was sent is used")
		assert.Equal(t, writes, r.Writes)
	})
}

func TestRandomStatesMeetEveryCase(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	met := map[string]bool{}
	for range 2000 {
		s := RandomState(rng)
		require.NoError(t, s.Check())
		vectors := RandomPixel(rng, s)
		require.NotEmpty(t, vectors)
		r, err := NewModel(PerTarget).Pixel(s, vectors)
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
		for i, w := range r.Writes {
			met["two vectors on one target"] = met["two vectors on one target"] || targets[w.Target]
			targets[w.Target] = true
			if r.UpdateMask[r.slots[i]].Has(A) && !w.Mask.Has(A) {
				met["kept alpha"] = true
			}
			if r.UpdateMask[r.slots[i]] == 0 {
				met["defaults only"] = true
			}
			if w.Second != (Color{}) {
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
	draw := func() (State, []Vector) {
		rng := rand.New(rand.NewPCG(7, 7))
		s := RandomState(rng)
		return s, RandomPixel(rng, s)
	}
	s1, p1 := draw()
	s2, p2 := draw()
	assert.Equal(t, s1, s2)
	assert.Equal(t, p1, p2)
}

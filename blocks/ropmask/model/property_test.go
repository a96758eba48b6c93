package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
)

// drawPixel draws a state and a pixel for it; one state in four has arbitrary words.
func drawPixel(t *rapid.T) (model.State, []model.Vector) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	s := stimulus.State(rng)
	if rapid.IntRange(0, 3).Draw(t, "any words") == 0 {
		s.OutputMap = rapid.Uint32().Draw(t, "output map")
		s.CtSelect = rapid.Uint32().Draw(t, "select")
		for i := range isa.Targets {
			s.CtWrite[i] = rapid.Uint32().Draw(t, "write")
			s.FormatMask[i] = isa.Mask(rapid.IntRange(0, 15).Draw(t, "format"))
		}
		s.DualSource = rapid.Uint8().Draw(t, "dual source")
	}
	return s, stimulus.Pixel(rng, s)
}

func resultOf(t *rapid.T, e isa.Embodiment, s model.State, vectors []model.Vector) model.Result {
	r, err := model.New(e).Pixel(s, vectors)
	require.NoError(t, err)
	return r
}

func TestMRTNeverSendsMoreThanAConventionalShader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, vectors := drawPixel(t)
		s.DualSource, s.MrtEnable, s.CtMrtEnable = 0, true, true
		r := resultOf(t, isa.PerTarget, s, vectors)
		assert.LessOrEqual(t, len(r.Sent), len(r.Registers))
		assert.LessOrEqual(t, len(r.Registers), r.Conventional)
		assert.Equal(t, r, resultOf(t, isa.PackedOnce, s, vectors), "the embodiments differ in the other modes only")
	})
}

func TestWritesStayInsideTheWriteMask(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, vectors := drawPixel(t)
		e := rapid.SampledFrom([]isa.Embodiment{isa.PerTarget, isa.PackedOnce}).Draw(t, "embodiment")
		for _, w := range resultOf(t, e, s, vectors).Writes {
			assert.NotZero(t, w.Mask)
			assert.Zero(t, w.Mask&^s.WriteEnable(w.Target))
			assert.Zero(t, w.Mask&^s.FormatMask[w.Target])
			for k := range isa.Components {
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
		each, once := resultOf(t, isa.PerTarget, s, vectors), resultOf(t, isa.PackedOnce, s, vectors)
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
		e := rapid.SampledFrom([]isa.Embodiment{isa.PerTarget, isa.PackedOnce}).Draw(t, "embodiment")
		r := resultOf(t, e, s, vectors)

		sent := r.Sent
		take := func(m isa.Mask) (c isa.Color) {
			for k := range c {
				if m.Has(k) {
					require.NotEmpty(t, sent)
					c[k], sent = sent[0], sent[1:]
				}
			}
			return c
		}
		finish := func(c isa.Color, arrived, mask isa.Mask) isa.Color {
			for k := range c {
				if !arrived.Has(k) {
					c[k] = isa.DefaultColor()[k]
				}
				if !mask.Has(k) {
					c[k] = 0
				}
			}
			return c
		}

		var firstOnce, secondOnce isa.Color
		shared := e == isa.PackedOnce && r.Mode != model.MRT
		if shared {
			var union isa.Mask
			for _, m := range r.UpdateMask {
				union |= m
			}
			firstOnce, secondOnce = take(union), take(r.SecondMask)
		}
		var writes []model.Write
		for i := range s.TargetCount() {
			target, vector := i, 0
			if r.Mode == model.MRT {
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
			w := model.Write{Target: target, Mask: mask, Color: finish(first, r.UpdateMask[i], mask), Alpha: isa.DefaultColor()[isa.A]}
			if r.UpdateMask[i].Has(isa.A) {
				w.Alpha = first[isa.A]
			}
			if r.Mode == model.DualSourceMode && s.DualSource>>i&1 != 0 {
				if !shared {
					second = take(r.SecondMask)
				}
				w.Second = finish(second, r.SecondMask, mask)
				w.SecondAlpha = finish(second, r.SecondMask, isa.AllComponents)[isa.A]
			}
			writes = append(writes, w)
		}
		assert.Empty(t, sent, "every component that was sent is used")
		assert.Equal(t, writes, r.Writes)
	})
}

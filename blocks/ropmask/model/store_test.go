package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
)

func fp(x float64) uint32 { return math.Float32bits(float32(x)) }

// A product with Zero is a real product: with NaN and with infinity it is NaN.
func TestZeroTimesInfinityIsNaN(t *testing.T) {
	for _, stored := range []uint32{0x7f800000, 0xff800000, 0x7fffffff} {
		e := isa.Equation{Source: isa.One, Destination: isa.Zero}
		v := model.StoreWrite{Format: isa.R32F, Mask: 1, Color: isa.Color{fp(1)}, Blend: isa.Blend{Enable: true, Color: e}}
		assert.Equal(t, model.Texel{0x7fffffff}, v.Write(model.Texel{stored}))
	}
}

// exact is one blended component in float64: the sum, and the sum of the
// products' magnitudes, relative to which the error is measured.
func exact(e isa.Equation, k int, s, d, second [4]float64) (value, size float64) {
	factor := func(f isa.Factor) float64 {
		x := [...]float64{0, s[k], s[3], d[k], d[3], second[k], second[3]}[f/2]
		if f&1 == 1 {
			return 1 - x
		}
		return x
	}
	ps, pd := s[k]*factor(e.Source), d[k]*factor(e.Destination)
	size = math.Abs(ps) + math.Abs(pd)
	switch e.Function {
	case isa.Add:
		return ps + pd, size
	case isa.Subtract:
		return ps - pd, size
	case isa.ReverseSubtract:
		return pd - ps, size
	case isa.Min:
		return min(s[k], d[k]), 0
	}
	return max(s[k], d[k]), 0
}

// u is the greatest relative error of one rounding to fp32.
const u = 1.0 / (1 << 24)

// unormBound is by how much the blending of UNORM may be off before its result
// is rounded to a step. D is off by u D when it is read, and so its product by
// Fd times that; a factor is off by at most u, since 1 − D is off by as much as
// D; rounding both products and their sum adds 2 u P.
func unormBound(s, d, products float64) float64 {
	return u * (2*products + math.Abs(s) + 2*math.Abs(d)) * (1 + 8*u)
}

// The bounds of docs/ropmask.md. A complement, a product and the sum round once
// each, 3 u of the products' magnitudes; for UNORM see unormBound; and the
// format rounds by half a step.
func TestBlendingIsWithinItsBoundOfExactArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	uniform := func() float64 { return float64(float32(rng.Float64())) }
	wide := func() float64 {
		return float64(float32(math.Ldexp(2*rng.Float64()-1, rng.IntN(15)-8)))
	}
	for _, x := range []struct {
		format isa.Format
		draw   func() float64
		top    float64 // of UNORM
	}{
		{isa.RGBA32F, wide, 0},
		{isa.RGBA16F, wide, 0},
		{isa.RGBA8, uniform, 255},
		{isa.RGB10A2, uniform, 1023},
	} {
		worst, ulps := 0.0, 0.0
		for range 30 {
			stimulus.EachEquation(func(e isa.Equation) {
				var s, second [4]float64
				v := model.StoreWrite{Format: x.format, Mask: 7, Blend: isa.Blend{Enable: true, Color: e, Alpha: e}}
				var under isa.Color
				for k := range s {
					s[k], second[k] = x.draw(), x.draw()
					v.Color[k], v.Second[k], under[k] = fp(s[k]), fp(second[k]), fp(x.draw())
				}
				old := model.Encode(x.format, model.Texel{}, isa.AllComponents, under)
				d := values(x.format, old)
				got := values(x.format, v.Write(old))
				for k := range 3 {
					want, size := exact(e, k, s, d, second)
					slack := 3 * u * size * (1 + 4*u)
					switch {
					case x.top > 0:
						want = min(max(want, 0), 1)
						steps := math.Abs(got[k]-want) * x.top
						require.LessOrEqual(t, steps, 0.5+unormBound(s[k], d[k], size)*x.top, "%v: %v", x.format, e)
					case x.format == isa.RGBA16F:
						step := math.Ldexp(1, max(math.Ilogb(max(math.Abs(want), 1e-9)), -14)-10)
						require.LessOrEqual(t, math.Abs(got[k]-want), step/2+slack, "%v", e)
					default:
						if size > 0 {
							worst = max(worst, math.Abs(got[k]-want)/(u*size))
						}
						if math.Abs(want) == size { // nothing cancels
							ulps = max(ulps, math.Abs(got[k]-want)/ulp(got[k]))
						}
						require.LessOrEqual(t, math.Abs(got[k]-want), slack, "%v", e)
					}
				}
			})
		}
		assert.Less(t, ulps, 3.0)
		if x.format == isa.RGBA32F {
			t.Logf("at most %.3f u of the products, %.3f ulp where nothing cancels", worst, ulps)
		}
	}
}

// A factor of 1 − D magnifies the rounding of D when it is read: the error is
// more than the few roundings of the product, but within the bound.
func TestTheComplementOfAStoredColourMagnifiesItsRounding(t *testing.T) {
	e := isa.Equation{Source: isa.OneMinusDestinationColor, Destination: isa.Zero}
	const source = 0x3f7bfff1
	v := model.StoreWrite{Format: isa.RGB10A2, Mask: 1, Color: isa.Color{source}, Blend: isa.Blend{Enable: true, Color: e, Alpha: e}}
	s, d := float64(math.Float32frombits(source)), 991./1023
	want := s * (1 - d)
	steps := math.Abs(float64(v.Write(model.Texel{991})[0]) - want*1023)
	assert.Greater(t, steps, 0.5+1023*4*u*want)
	assert.LessOrEqual(t, steps, 0.5+1023*unormBound(s, d, want))
	assert.InDelta(t, 0.5000286, steps, 1e-7)
}

// A colour and alpha of 8 bits blended over a colour of 10 bits may come so near to
// halfway between two steps that fp32 takes the other one, but never one farther away.
func TestColoursOfAnotherWidthMayBeAStepOff(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 11))
	off := 0
	for range 1 << 20 {
		s, a, d := rng.IntN(256), rng.IntN(256), rng.IntN(1024)
		v := model.StoreWrite{Format: isa.RGB10A2, Mask: 1, Blend: isa.Over(),
			Color: isa.Color{fp(float64(s) / 255), 0, 0, fp(float64(a) / 255)}}
		got := int(v.Write(model.Texel{uint32(d)})[0] & 1023)
		// Steps from the exact result, in units of 1 ÷ (2 × 255²).
		distance := 2 * (got*255*255 - s*a*1023 - d*(255-a)*255)
		if distance < -255*255 || distance > 255*255 {
			off++
			require.InDelta(t, 0, float64(distance)/(2*255*255), 0.50049, "%d, %d and %d", s, a, d)
		}
	}
	assert.Positive(t, off)
	t.Logf("%d of 2^20 are off", off)
}

// Colours that are stored values of the target's width, as from a texture in
// its format, blend to the nearest stored value: 255 and 1023 are odd, so that
// no sum of two products of such values lies halfway between two of them; the
// nearest ones are 1/510 or 1/2046 of a step away, more than fp32 is off.
func TestStoredColoursBlendExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 10))
	for _, x := range []struct {
		format isa.Format
		top    int
	}{{isa.RGBA8, 255}, {isa.RGB10A2, 1023}} {
		draw := func() (exact float64, bits uint32) {
			v := float64(rng.IntN(x.top+1)) / float64(x.top)
			return v, fp(v)
		}
		for range 30 {
			stimulus.EachEquation(func(e isa.Equation) {
				var s, second [4]float64
				v := model.StoreWrite{Format: x.format, Mask: 7, Blend: isa.Blend{Enable: true, Color: e, Alpha: e}}
				var under isa.Color
				for k := range s {
					s[k], v.Color[k] = draw()
					second[k], v.Second[k] = draw()
					_, under[k] = draw()
				}
				old := model.Encode(x.format, model.Texel{}, isa.AllComponents, under)
				d, got := values(x.format, old), values(x.format, v.Write(old))
				for k := range 3 {
					want, _ := exact(e, k, s, d, second)
					step := math.Round(min(max(want, 0), 1) * float64(x.top))
					require.Equal(t, step, math.Round(got[k]*float64(x.top)), "%v: %v of %v, %v and %v", x.format, e, s, d, second)
				}
			})
		}
	}
}

// ulp is the distance between the fp32 values around x.
func ulp(x float64) float64 {
	return math.Ldexp(1, math.Ilogb(math.Max(math.Abs(x), math.Ldexp(1, -126)))-23)
}

// values are a texel's components, exact except for UNORM, where float64 rounds.
func values(f isa.Format, x model.Texel) (list [4]float64) {
	switch f {
	case isa.RGBA8:
		for k := range list {
			list[k] = float64(x[0]>>(8*k)&255) / 255
		}
	case isa.RGB10A2:
		for k := range 3 {
			list[k] = float64(x[0]>>(10*k)&1023) / 1023
		}
		list[3] = float64(x[0]>>30) / 3
	default:
		for k, p := range model.Decode(f, x) {
			list[k] = float64(math.Float32frombits(p))
		}
	}
	return list
}

// The mean of any pair of bytes is exact, or where it is halfway one of the two
// neighbouring bytes: how fp32 represents bytes ÷ 255 decides which.
func TestTheMeanOfTwoBytesIsNeverOff(t *testing.T) {
	mean := isa.Equation{Function: isa.Add, Source: isa.SourceAlpha, Destination: isa.OneMinusSourceAlpha}
	for s := range 256 {
		for d := range 256 {
			v := model.StoreWrite{Format: isa.RGBA8, Mask: 1, Color: isa.Color{fp(float64(s) / 255), 0, 0, fp(0.5)},
				Blend: isa.Blend{Enable: true, Color: mean, Alpha: mean}}
			got := v.Write(model.Texel{uint32(d)})[0]
			require.InDelta(t, float64(s+d)/2, float64(got), 0.5, "%d and %d", s, d)
		}
	}
}

func TestBlendingByHand(t *testing.T) {
	second := isa.Color{fp(0.25), fp(0.5), fp(1), fp(0.75)}
	for _, x := range []struct {
		what   string
		format isa.Format
		under  isa.Color
		mask   isa.Mask
		blend  isa.Blend
		color  isa.Color
		want   isa.Color
	}{
		{"over, with a quarter of alpha", isa.RGBA32F, isa.Color{fp(1), fp(2), fp(4), fp(1)}, 15, isa.Over(),
			isa.Color{fp(3), fp(2), fp(0), fp(0.25)}, isa.Color{fp(1.5), fp(2), fp(3), fp(1)}},
		{"a format without A has a destination alpha of 1", isa.RG16F, isa.Color{fp(1), fp(2)}, 15,
			isa.Blend{Enable: true, Color: isa.Equation{Source: isa.DestinationAlpha, Destination: isa.OneMinusDestinationAlpha}},
			isa.Color{fp(8), fp(16), fp(1), fp(1)}, isa.Color{fp(8), fp(16), 0, fp(1)}},
		{"an A that is not written blends", isa.RGBA32F, isa.Color{fp(1), fp(1), fp(1), fp(1)}, 7, isa.Over(),
			isa.Color{0, 0, 0, fp(0.5)}, isa.Color{fp(0.5), fp(0.5), fp(0.5), fp(1)}},
		{"two sources", isa.RGBA32F, isa.Color{fp(1), fp(1), fp(1), fp(1)}, 15,
			isa.Blend{Enable: true, Color: isa.Equation{Source: isa.One, Destination: isa.SecondColor}, Alpha: isa.Equation{Source: isa.OneMinusSecondAlpha}},
			isa.Color{fp(1), fp(2), fp(3), fp(4)}, isa.Color{fp(1.25), fp(2.5), fp(4), fp(1)}},
		{"min and max take no factors", isa.RGBA32F, isa.Color{fp(-1), fp(5), 0, fp(2)}, 15,
			isa.Blend{Enable: true, Color: isa.Equation{Function: isa.Min}, Alpha: isa.Equation{Function: isa.Max}},
			isa.Color{fp(3), fp(4), 1 << 31, fp(1)}, isa.Color{fp(-1), fp(4), 1 << 31, fp(2)}},
		{"UNORM clamps its sources and its result", isa.RGBA8, isa.Color{fp(1), 0, fp(0.2), fp(1)}, 15,
			isa.Blend{Enable: true, Color: isa.Equation{Source: isa.One, Destination: isa.One}, Alpha: isa.Equation{Function: isa.ReverseSubtract, Source: isa.One, Destination: isa.Zero}},
			isa.Color{fp(1), fp(7), fp(-3), fp(1)}, isa.Color{fp(1), fp(1), fp(0.2), 0}},
		{"integers are not blended", isa.RGBA8UI, isa.Color{1, 2, 3, 4}, 15, isa.Over(),
			isa.Color{5, 6, 7, 300}, isa.Color{5, 6, 7, 255}},
	} {
		v := model.StoreWrite{Format: x.format, Mask: x.mask, Blend: x.blend, Color: x.color, Second: second}
		require.NoError(t, x.blend.Check(), x.what)
		under := model.Encode(x.format, model.Texel{}, isa.AllComponents, x.under)
		assert.Equal(t, x.want, model.Decode(x.format, v.Write(under)), x.what)
	}
}

func TestTheStateSaysWhatBlendingNeeds(t *testing.T) {
	second := isa.Blend{Enable: true, Color: isa.Equation{Destination: isa.OneMinusSecondColor}}
	off := isa.Over()
	off.Enable = false
	largest := isa.Over()
	largest.Color.Function = isa.Max
	for _, x := range []struct {
		what                          string
		format                        isa.Format
		blend                         isa.Blend
		on, blendable, alpha, doubled uint8
	}{
		{"over", isa.RGBA16F, isa.Over(), 1, 1, 1, 0},
		{"over, switched off", isa.RGBA16F, off, 0, 1, 1, 0},
		{"the greater", isa.RGBA16F, largest, 1, 1, 0, 0},
		{"UNORM", isa.RGBA8, isa.Over(), 1, 1, 1, 0},
		{"integers", isa.RGBA8UI, second, 1, 0, 0, 0},
		{"two sources", isa.RG8, second, 1, 1, 0, 1},
	} {
		var s model.State
		s.Bind(0, x.format, x.blend)
		assert.Equal(t, x.format.Mask(), s.FormatMask[0], x.what)
		assert.Equal(t, []uint8{x.on, x.blendable, x.alpha, x.doubled}, []uint8{s.Blend, s.Blendable, s.AlphaAffectsColor, s.DualSource}, x.what)
	}
}

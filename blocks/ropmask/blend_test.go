package ropmask_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
)

// eachEquation calls f for every function with every pair of factors.
func eachEquation(f func(e ropmask.Equation)) {
	for function := ropmask.Add; function <= ropmask.Max; function++ {
		for s := ropmask.Zero; s <= ropmask.OneMinusSecondAlpha; s++ {
			for d := ropmask.Zero; d <= ropmask.OneMinusSecondAlpha; d++ {
				f(ropmask.Equation{Function: function, Source: s, Destination: d})
			}
		}
	}
}

var blendable = []ropmask.Format{ropmask.RGBA32F, ropmask.RGBA16F, ropmask.RG16F, ropmask.R32F, ropmask.RGBA8, ropmask.RG8, ropmask.RGB10A2}

// In all formats the hardware agrees with the model in every bit.
func TestEveryFunctionWithEveryFactor(t *testing.T) {
	c := ropmask.NewStoreConfig(1, 10)
	b := newStoreBench(t, c, 0, 0)
	rng := rand.New(rand.NewPCG(4, 4))
	for _, f := range append(blendable, ropmask.RGBA8UI, ropmask.RGBA32UI) {
		address := uint32(0)
		eachEquation(func(e ropmask.Equation) {
			blend := ropmask.Blend{Enable: true, Color: e, Alpha: e}
			b.write(ropmask.StoreValue{Address: address, Format: f, Mask: ropmask.AllComponents, Color: randomSource(rng)})
			b.write(ropmask.StoreValue{Address: address, Format: f, Mask: ropmask.AllComponents, Color: randomSource(rng), Second: randomSource(rng), Blend: blend})
			address++
		})
		b.holdAll(t)
	}
}

// Unused function codes act as Max, and unused factor codes as 0 and 1, in hardware and model.
func TestCodesOfNoFunctionOrFactor(t *testing.T) {
	c := ropmask.NewStoreConfig(1, 10)
	c.Formats = ropmask.FormatsOf(ropmask.RGBA32F, ropmask.RGBA8)
	b := newStoreBench(t, c, 0, 0)
	rng := rand.New(rand.NewPCG(4, 5))
	address := uint32(0)
	for function := ropmask.Add; function < 8; function++ {
		for factor := ropmask.Factor(0); factor < 16; factor++ {
			e := ropmask.Equation{Function: function, Source: factor, Destination: 15 - factor}
			for _, f := range c.Formats.List() {
				v := ropmask.StoreValue{Address: address, Format: f, Mask: ropmask.AllComponents, Color: randomSource(rng)}
				b.write(v)
				under := b.memory[[2]uint32{0, address}]
				v.Color, v.Second, v.Blend = randomSource(rng), randomSource(rng), ropmask.Blend{Enable: true, Color: e, Alpha: e}
				b.write(v)
				if function > ropmask.Max {
					v.Blend.Color.Function, v.Blend.Alpha.Function = ropmask.Max, ropmask.Max
					require.Equal(t, v.Write(under), b.memory[[2]uint32{0, address}], "%v", e)
				}
				address++
			}
		}
	}
	b.holdAll(t)
}

// A product with Zero is a real product: with NaN and with infinity it is NaN.
func TestZeroTimesInfinityIsNaN(t *testing.T) {
	for _, stored := range []uint32{0x7f800000, 0xff800000, 0x7fffffff} {
		e := ropmask.Equation{Source: ropmask.One, Destination: ropmask.Zero}
		v := ropmask.StoreValue{Format: ropmask.R32F, Mask: 1, Color: ropmask.Color{fp(1)}, Blend: ropmask.Blend{Enable: true, Color: e}}
		assert.Equal(t, ropmask.Texel{0x7fffffff}, v.Write(ropmask.Texel{stored}))
	}
}

// exact is one blended component in float64: the sum, and the sum of the
// products' magnitudes, relative to which the error is measured.
func exact(e ropmask.Equation, k int, s, d, second [4]float64) (value, size float64) {
	factor := func(f ropmask.Factor) float64 {
		x := [...]float64{0, s[k], s[3], d[k], d[3], second[k], second[3]}[f/2]
		if f&1 == 1 {
			return 1 - x
		}
		return x
	}
	ps, pd := s[k]*factor(e.Source), d[k]*factor(e.Destination)
	size = math.Abs(ps) + math.Abs(pd)
	switch e.Function {
	case ropmask.Add:
		return ps + pd, size
	case ropmask.Subtract:
		return ps - pd, size
	case ropmask.ReverseSubtract:
		return pd - ps, size
	case ropmask.Min:
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
		format ropmask.Format
		draw   func() float64
		top    float64 // of UNORM
	}{
		{ropmask.RGBA32F, wide, 0},
		{ropmask.RGBA16F, wide, 0},
		{ropmask.RGBA8, uniform, 255},
		{ropmask.RGB10A2, uniform, 1023},
	} {
		worst, ulps := 0.0, 0.0
		for range 30 {
			eachEquation(func(e ropmask.Equation) {
				var s, second [4]float64
				v := ropmask.StoreValue{Format: x.format, Mask: 7, Blend: ropmask.Blend{Enable: true, Color: e, Alpha: e}}
				var under ropmask.Color
				for k := range s {
					s[k], second[k] = x.draw(), x.draw()
					v.Color[k], v.Second[k], under[k] = fp(s[k]), fp(second[k]), fp(x.draw())
				}
				old := x.format.Encode(ropmask.Texel{}, ropmask.AllComponents, under)
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
					case x.format == ropmask.RGBA16F:
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
		if x.format == ropmask.RGBA32F {
			t.Logf("at most %.3f u of the products, %.3f ulp where nothing cancels", worst, ulps)
		}
	}
}

// A factor of 1 − D magnifies the rounding of D when it is read: the error is
// more than the few roundings of the product, but within the bound.
func TestTheComplementOfAStoredColourMagnifiesItsRounding(t *testing.T) {
	e := ropmask.Equation{Source: ropmask.OneMinusDestinationColor, Destination: ropmask.Zero}
	const source = 0x3f7bfff1
	v := ropmask.StoreValue{Format: ropmask.RGB10A2, Mask: 1, Color: ropmask.Color{source}, Blend: ropmask.Blend{Enable: true, Color: e, Alpha: e}}
	s, d := float64(math.Float32frombits(source)), 991./1023
	want := s * (1 - d)
	steps := math.Abs(float64(v.Write(ropmask.Texel{991})[0]) - want*1023)
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
		v := ropmask.StoreValue{Format: ropmask.RGB10A2, Mask: 1, Blend: ropmask.Over(),
			Color: ropmask.Color{fp(float64(s) / 255), 0, 0, fp(float64(a) / 255)}}
		got := int(v.Write(ropmask.Texel{uint32(d)})[0] & 1023)
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
		format ropmask.Format
		top    int
	}{{ropmask.RGBA8, 255}, {ropmask.RGB10A2, 1023}} {
		draw := func() (exact float64, bits uint32) {
			v := float64(rng.IntN(x.top+1)) / float64(x.top)
			return v, fp(v)
		}
		for range 30 {
			eachEquation(func(e ropmask.Equation) {
				var s, second [4]float64
				v := ropmask.StoreValue{Format: x.format, Mask: 7, Blend: ropmask.Blend{Enable: true, Color: e, Alpha: e}}
				var under ropmask.Color
				for k := range s {
					s[k], v.Color[k] = draw()
					second[k], v.Second[k] = draw()
					_, under[k] = draw()
				}
				old := x.format.Encode(ropmask.Texel{}, ropmask.AllComponents, under)
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
func values(f ropmask.Format, x ropmask.Texel) (list [4]float64) {
	switch f {
	case ropmask.RGBA8:
		for k := range list {
			list[k] = float64(x[0]>>(8*k)&255) / 255
		}
	case ropmask.RGB10A2:
		for k := range 3 {
			list[k] = float64(x[0]>>(10*k)&1023) / 1023
		}
		list[3] = float64(x[0]>>30) / 3
	default:
		for k, p := range f.Decode(x) {
			list[k] = float64(math.Float32frombits(p))
		}
	}
	return list
}

// The mean of any pair of bytes is exact, or where it is halfway one of the two
// neighbouring bytes: how fp32 represents bytes ÷ 255 decides which.
func TestTheMeanOfTwoBytesIsNeverOff(t *testing.T) {
	mean := ropmask.Equation{Function: ropmask.Add, Source: ropmask.SourceAlpha, Destination: ropmask.OneMinusSourceAlpha}
	for s := range 256 {
		for d := range 256 {
			v := ropmask.StoreValue{Format: ropmask.RGBA8, Mask: 1, Color: ropmask.Color{fp(float64(s) / 255), 0, 0, fp(0.5)},
				Blend: ropmask.Blend{Enable: true, Color: mean, Alpha: mean}}
			got := v.Write(ropmask.Texel{uint32(d)})[0]
			require.InDelta(t, float64(s+d)/2, float64(got), 0.5, "%d and %d", s, d)
		}
	}
}

func TestBlendingByHand(t *testing.T) {
	second := ropmask.Color{fp(0.25), fp(0.5), fp(1), fp(0.75)}
	for _, x := range []struct {
		what   string
		format ropmask.Format
		under  ropmask.Color
		mask   ropmask.Mask
		blend  ropmask.Blend
		color  ropmask.Color
		want   ropmask.Color
	}{
		{"over, with a quarter of alpha", ropmask.RGBA32F, ropmask.Color{fp(1), fp(2), fp(4), fp(1)}, 15, ropmask.Over(),
			ropmask.Color{fp(3), fp(2), fp(0), fp(0.25)}, ropmask.Color{fp(1.5), fp(2), fp(3), fp(1)}},
		{"a format without A has a destination alpha of 1", ropmask.RG16F, ropmask.Color{fp(1), fp(2)}, 15,
			ropmask.Blend{Enable: true, Color: ropmask.Equation{Source: ropmask.DestinationAlpha, Destination: ropmask.OneMinusDestinationAlpha}},
			ropmask.Color{fp(8), fp(16), fp(1), fp(1)}, ropmask.Color{fp(8), fp(16), 0, fp(1)}},
		{"an A that is not written blends", ropmask.RGBA32F, ropmask.Color{fp(1), fp(1), fp(1), fp(1)}, 7, ropmask.Over(),
			ropmask.Color{0, 0, 0, fp(0.5)}, ropmask.Color{fp(0.5), fp(0.5), fp(0.5), fp(1)}},
		{"two sources", ropmask.RGBA32F, ropmask.Color{fp(1), fp(1), fp(1), fp(1)}, 15,
			ropmask.Blend{Enable: true, Color: ropmask.Equation{Source: ropmask.One, Destination: ropmask.SecondColor}, Alpha: ropmask.Equation{Source: ropmask.OneMinusSecondAlpha}},
			ropmask.Color{fp(1), fp(2), fp(3), fp(4)}, ropmask.Color{fp(1.25), fp(2.5), fp(4), fp(1)}},
		{"min and max take no factors", ropmask.RGBA32F, ropmask.Color{fp(-1), fp(5), 0, fp(2)}, 15,
			ropmask.Blend{Enable: true, Color: ropmask.Equation{Function: ropmask.Min}, Alpha: ropmask.Equation{Function: ropmask.Max}},
			ropmask.Color{fp(3), fp(4), 1 << 31, fp(1)}, ropmask.Color{fp(-1), fp(4), 1 << 31, fp(2)}},
		{"UNORM clamps its sources and its result", ropmask.RGBA8, ropmask.Color{fp(1), 0, fp(0.2), fp(1)}, 15,
			ropmask.Blend{Enable: true, Color: ropmask.Equation{Source: ropmask.One, Destination: ropmask.One}, Alpha: ropmask.Equation{Function: ropmask.ReverseSubtract, Source: ropmask.One, Destination: ropmask.Zero}},
			ropmask.Color{fp(1), fp(7), fp(-3), fp(1)}, ropmask.Color{fp(1), fp(1), fp(0.2), 0}},
		{"integers are not blended", ropmask.RGBA8UI, ropmask.Color{1, 2, 3, 4}, 15, ropmask.Over(),
			ropmask.Color{5, 6, 7, 300}, ropmask.Color{5, 6, 7, 255}},
	} {
		v := ropmask.StoreValue{Format: x.format, Mask: x.mask, Blend: x.blend, Color: x.color, Second: second}
		require.NoError(t, x.blend.Check(), x.what)
		under := x.format.Encode(ropmask.Texel{}, ropmask.AllComponents, x.under)
		assert.Equal(t, x.want, x.format.Decode(v.Write(under)), x.what)
	}
}

func TestTheStateSaysWhatBlendingNeeds(t *testing.T) {
	second := ropmask.Blend{Enable: true, Color: ropmask.Equation{Destination: ropmask.OneMinusSecondColor}}
	off := ropmask.Over()
	off.Enable = false
	largest := ropmask.Over()
	largest.Color.Function = ropmask.Max
	for _, x := range []struct {
		what                          string
		format                        ropmask.Format
		blend                         ropmask.Blend
		on, blendable, alpha, doubled uint8
	}{
		{"over", ropmask.RGBA16F, ropmask.Over(), 1, 1, 1, 0},
		{"over, switched off", ropmask.RGBA16F, off, 0, 1, 1, 0},
		{"the greater", ropmask.RGBA16F, largest, 1, 1, 0, 0},
		{"UNORM", ropmask.RGBA8, ropmask.Over(), 1, 1, 1, 0},
		{"integers", ropmask.RGBA8UI, second, 1, 0, 0, 0},
		{"two sources", ropmask.RG8, second, 1, 1, 0, 1},
	} {
		var s ropmask.State
		s.Bind(0, x.format, x.blend)
		assert.Equal(t, x.format.Mask(), s.FormatMask[0], x.what)
		assert.Equal(t, []uint8{x.on, x.blendable, x.alpha, x.doubled}, []uint8{s.Blend, s.Blendable, s.AlphaAffectsColor, s.DualSource}, x.what)
	}
}

func TestBlendingThatDoesNotExistIsRefused(t *testing.T) {
	b := ropmask.Over()
	b.Color.Function = 5
	assert.EqualError(t, b.Check(), "ropmask: blending of color: there is no function 5; use Add to Max")
	b = ropmask.Over()
	b.Alpha.Destination = 14
	assert.EqualError(t, b.Check(), "ropmask: blending of alpha: there is no factor 14; use Zero to OneMinusSecondAlpha")
}

package ropmask_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/hdl/lib/float/ref"
	"posedge/internal/long"
)

// around returns an fp32 pattern with its neighbours, and the negatives of all three.
func around(list []uint32, x float64) []uint32 {
	p := fp(x)
	for d := -1; d <= 1; d++ {
		if q := int64(p) + int64(d); q >= 0 {
			list = append(list, uint32(q), uint32(q)|1<<31)
		}
	}
	return list
}

// specials are values that no format stores unchanged.
var specials = []uint32{0, 1 << 31, 1, fp(2), fp(-2), 0x7f800000, 0xff800000, 0x7f800001, 0x7fffffff, 0xffc00000, math.MaxUint32}

// stored sends values through the hardware, four to a pixel, and returns the
// fields of the texels.
func stored(t *testing.T, f ropmask.Format, values []uint32, field func(x ropmask.Texel, k int) uint32) []uint32 {
	c := ropmask.NewStoreConfig(1, 16)
	c.Blend = false
	b := newStoreBench(t, c, 0, 0)
	pixels := (len(values) + 3) / 4
	require.LessOrEqual(t, pixels, 1<<c.AddressBits)
	for i := range pixels {
		v := ropmask.StoreValue{Address: uint32(i), Format: f, Mask: ropmask.AllComponents}
		copy(v.Color[:], values[4*i:])
		b.write(v)
	}
	b.writes.Drain(2 * pixels)
	for i := range pixels {
		b.read(0, uint32(i))
	}
	b.finish(t)
	var list []uint32
	for i := range values {
		list = append(list, field(b.texels.Beats()[i/4].Words, i%4))
	}
	return list
}

// The values around every tie between two values of the format are compared
// with the reference on rational numbers.
func TestEveryRoundingBoundaryOfTheFormats(t *testing.T) {
	long.NotShort(t)
	unorm := func(bits int) []uint32 {
		list := append([]uint32{}, specials...)
		top := 1<<bits - 1
		for n := range 2*top + 1 { // the values and the ties between them
			list = around(list, float64(n)/float64(2*top))
		}
		return list
	}
	half := append([]uint32{}, specials...)
	for h := range uint64(0x7c00) {
		v := ref.Cast(ref.Binary16, ref.Binary32, h, ref.Mode{})
		next := ref.Cast(ref.Binary16, ref.Binary32, h+1, ref.Mode{})
		tie := (float64(math.Float32frombits(uint32(v))) + float64(math.Float32frombits(uint32(next)))) / 2
		if h == 0x7bff {
			tie = 65520
		}
		for i, x := range around(nil, tie) {
			if x>>31 == 0 || h%16 == 0 && i > 0 {
				half = append(half, x)
			}
		}
	}
	ten := unorm(10)
	for _, x := range []struct {
		format ropmask.Format
		values []uint32
		to     ref.Any
		field  func(x ropmask.Texel, k int) uint32
	}{
		{ropmask.RGBA8, unorm(8), ref.Norm{Width: 8}, func(x ropmask.Texel, k int) uint32 { return x[0] >> (8 * k) & 0xff }},
		{ropmask.RGBA16F, half, ref.Binary16, func(x ropmask.Texel, k int) uint32 { return x[k/2] >> (16 * (k % 2)) & 0xffff }},
	} {
		for i, got := range stored(t, x.format, x.values, x.field) {
			want := ref.Cast(ref.Binary32, x.to, uint64(x.values[i]), ref.Mode{})
			require.EqualValues(t, want, got, "%08x in %v", x.values[i], x.format)
		}
	}
	// RGB10A2: three values of ten bits, and one of two.
	var spread []uint32
	for i, v := range ten {
		if i%3 == 0 {
			spread = append(spread, v, 0, 0, unorm(2)[i/3%len(unorm(2))])
		} else {
			spread[4*(i/3)+i%3] = v
		}
	}
	fields := stored(t, ropmask.RGB10A2, spread, func(x ropmask.Texel, k int) uint32 { return x[0] >> (10 * k) & [4]uint32{1023, 1023, 1023, 3}[k] })
	for i, got := range fields {
		width := 10
		if i%4 == 3 {
			width = 2
		}
		want := ref.Cast(ref.Binary32, ref.Norm{Width: width}, uint64(spread[i]), ref.Mode{})
		require.EqualValues(t, want, got, "%08x in %d bits", spread[i], width)
	}
}

// Reading is checked exhaustively: the model against the reference here, and
// the hardware against the model with each value as a destination.
func TestEveryStoredValueIsReadExactly(t *testing.T) {
	for h := range uint32(1 << 16) {
		got := ropmask.RG16F.Decode(ropmask.Texel{h | h<<16})
		want := uint32(ref.Cast(ref.Binary16, ref.Binary32, uint64(h), ref.Mode{}))
		require.Equal(t, ropmask.Color{want, want, 0, fp(1)}, got, "%04x", h)
	}
	for n := range uint32(1 << 10) {
		ten := uint32(ref.Cast(ref.Norm{Width: 10}, ref.Binary32, uint64(n), ref.Mode{}))
		two := uint32(ref.Cast(ref.Norm{Width: 2}, ref.Binary32, uint64(n&3), ref.Mode{}))
		require.Equal(t, ropmask.Color{ten, ten, ten, two}, ropmask.RGB10A2.Decode(ropmask.Texel{n | n<<10 | n<<20 | n<<30}))
		eight := uint32(ref.Cast(ref.Norm{Width: 8}, ref.Binary32, uint64(n&0xff), ref.Mode{}))
		require.Equal(t, ropmask.Color{eight, eight, 0, fp(1)}, ropmask.RG8.Decode(ropmask.Texel{n&0xff | n&0xff<<8}))
	}
	assert.Equal(t, ropmask.Color{7, 8, 9, 10}, ropmask.RGBA8UI.Decode(ropmask.Texel{0x0a090807}))
	assert.Equal(t, ropmask.Color{7, 0, 0, fp(1)}, ropmask.R32F.Decode(ropmask.Texel{7}))

	// Doubled and stored again, so that every bit that was read matters.
	c := ropmask.NewStoreConfig(1, 10)
	b := newStoreBench(t, c, 0, 0)
	double := ropmask.Equation{Function: ropmask.Add, Source: ropmask.DestinationColor, Destination: ropmask.One}
	for _, f := range []ropmask.Format{ropmask.RGBA8, ropmask.RGB10A2, ropmask.RGBA16F} {
		for n := range uint32(1 << 10) {
			texel := ropmask.Texel{n | n<<10 | n<<20 | n<<30}
			if f == ropmask.RGBA16F {
				texel = ropmask.Texel{n*64 | (n*64+17)<<16, (n*64 + 34) | (n*64+51)<<16}
			}
			b.write(ropmask.StoreValue{Address: n, Format: ropmask.RGBA32UI, Mask: ropmask.AllComponents, Color: ropmask.Color(texel)})
			b.write(ropmask.StoreValue{Address: n, Format: f, Mask: ropmask.AllComponents, Color: ropmask.Color{fp(0.3), fp(0.3), fp(0.3), fp(0.3)},
				Blend: ropmask.Blend{Enable: true, Color: double, Alpha: double}})
		}
		b.holdAll(t)
	}
}

func TestFormatsSayWhatTheyAre(t *testing.T) {
	for _, x := range []struct {
		format                         ropmask.Format
		name, mask                     string
		bits                           int
		integer, normalised, blendable bool
	}{
		{ropmask.NoFormat, "none", "0000", 0, false, false, false},
		{ropmask.RGBA32F, "RGBA32F", "1111", 128, false, false, true},
		{ropmask.RGBA16F, "RGBA16F", "1111", 64, false, false, true},
		{ropmask.RG16F, "RG16F", "1100", 32, false, false, true},
		{ropmask.R32F, "R32F", "1000", 32, false, false, true},
		{ropmask.RGBA8, "RGBA8", "1111", 32, false, true, true},
		{ropmask.RG8, "RG8", "1100", 16, false, true, true},
		{ropmask.RGB10A2, "RGB10A2", "1111", 32, false, true, true},
		{ropmask.RGBA8UI, "RGBA8UI", "1111", 32, true, false, false},
		{ropmask.RGBA32UI, "RGBA32UI", "1111", 128, true, false, false},
		{10, "format 10", "0000", 0, false, false, false},
	} {
		f := x.format
		assert.Equal(t, x.name, f.String())
		assert.Equal(t, x.mask, f.Mask().String(), x.name)
		assert.Equal(t, x.bits, f.Bits(), x.name)
		assert.Equal(t, []bool{x.integer, x.normalised, x.blendable}, []bool{f.Integer(), f.Normalised(), f.Blendable()}, x.name)
		assert.Equal(t, x.bits > 0, ropmask.AllFormats.Has(f), x.name)
	}
}

package ropmask_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
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
func stored(t *testing.T, f isa.Format, values []uint32, field func(x model.Texel, k int) uint32) []uint32 {
	c := ropmask.NewStoreConfig(1, 16)
	c.Blend = false
	b := newStoreBench(t, c, 0, 0)
	pixels := (len(values) + 3) / 4
	require.LessOrEqual(t, pixels, 1<<c.AddressBits)
	for i := range pixels {
		v := model.StoreWrite{Address: uint32(i), Format: f, Mask: isa.AllComponents}
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
		format isa.Format
		values []uint32
		to     ref.Any
		field  func(x model.Texel, k int) uint32
	}{
		{isa.RGBA8, unorm(8), ref.Norm{Width: 8}, func(x model.Texel, k int) uint32 { return x[0] >> (8 * k) & 0xff }},
		{isa.RGBA16F, half, ref.Binary16, func(x model.Texel, k int) uint32 { return x[k/2] >> (16 * (k % 2)) & 0xffff }},
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
	fields := stored(t, isa.RGB10A2, spread, func(x model.Texel, k int) uint32 { return x[0] >> (10 * k) & [4]uint32{1023, 1023, 1023, 3}[k] })
	for i, got := range fields {
		width := 10
		if i%4 == 3 {
			width = 2
		}
		want := ref.Cast(ref.Binary32, ref.Norm{Width: width}, uint64(spread[i]), ref.Mode{})
		require.EqualValues(t, want, got, "%08x in %d bits", spread[i], width)
	}
}

// Each stored value is doubled and stored again, so that every bit that was read
// matters. The model's reading is held to the reference in its own tests.
func TestEveryStoredValueIsReadAsTheModelSays(t *testing.T) {
	c := ropmask.NewStoreConfig(1, 10)
	b := newStoreBench(t, c, 0, 0)
	double := isa.Equation{Function: isa.Add, Source: isa.DestinationColor, Destination: isa.One}
	for _, f := range []isa.Format{isa.RGBA8, isa.RGB10A2, isa.RGBA16F} {
		for n := range uint32(1 << 10) {
			texel := model.Texel{n | n<<10 | n<<20 | n<<30}
			if f == isa.RGBA16F {
				texel = model.Texel{n*64 | (n*64+17)<<16, (n*64 + 34) | (n*64+51)<<16}
			}
			b.write(model.StoreWrite{Address: n, Format: isa.RGBA32UI, Mask: isa.AllComponents, Color: isa.Color(texel)})
			b.write(model.StoreWrite{Address: n, Format: f, Mask: isa.AllComponents, Color: isa.Color{fp(0.3), fp(0.3), fp(0.3), fp(0.3)},
				Blend: isa.Blend{Enable: true, Color: double, Alpha: double}})
		}
		b.holdAll(t)
	}
}

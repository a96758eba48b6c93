package ropmask_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/ropmask"
	"posedge/blocks/ropmask/isa"
	"posedge/blocks/ropmask/model"
	"posedge/blocks/ropmask/stimulus"
	"posedge/hdl"
	"posedge/internal/long"
)

func fp(x float64) uint32 { return math.Float32bits(float32(x)) }

// storeBench is a bench around a write unit, with the model alongside.
type storeBench struct {
	*bench.TB
	config ropmask.StoreConfig
	writes *bench.Driver
	reads  *bench.Driver
	texels *bench.Monitor[struct{ Words model.Texel }]
	memory map[[2]uint32]model.Texel
	want   []model.Texel
}

func newStoreBench(t testing.TB, c ropmask.StoreConfig, gap, stall float64, opts ...bench.Option) *storeBench {
	u := ropmask.NewWriteUnit(c)
	tb := bench.New(t, u, opts...)
	return &storeBench{
		TB: tb, config: c, memory: map[[2]uint32]model.Texel{},
		writes: bench.Drive(tb, u.Writes, gap),
		reads:  bench.Drive(tb, u.Reads, gap),
		texels: bench.Collect[struct{ Words model.Texel }](tb, u.Texels, stall),
	}
}

func (b *storeBench) write(v model.StoreWrite) {
	b.writes.Send(v)
	at := [2]uint32{uint32(v.Target), v.Address}
	if b.config.Formats.Has(v.Format) {
		if !b.config.Blend {
			v.Blend.Enable = false
		}
		b.memory[at] = v.Write(b.memory[at])
	}
}

// read reads one texel; the writes must have passed.
func (b *storeBench) read(target int, address uint32) {
	b.reads.Send(struct{ Target, Address uint32 }{uint32(target), address})
	b.want = append(b.want, b.memory[[2]uint32{uint32(target), address}])
}

func (b *storeBench) finish(t testing.TB) {
	b.texels.Wait(len(b.want), 100*len(b.want)+100)
	for i, x := range b.texels.Beats() {
		require.Equal(t, b.want[i], x.Words, "texel %d", i)
	}
}

// holdAll writes, reads every texel and compares it with the model.
func (b *storeBench) holdAll(t testing.TB) {
	b.writes.Drain(100000)
	for target := range b.config.Targets {
		for address := range uint32(1) << b.config.AddressBits {
			b.read(target, address)
		}
	}
	b.finish(t)
}

// Every set of one format, or of all but one, with and without blending: there is only hardware that some format of the
// set needs, and all of it is read.
func TestTheWriteUnitLeavesNothingUnread(t *testing.T) {
	long.NotShort(t)
	leavesNothingUnread(t, 1)
}

// The same holds for up to three formats.
func TestLongTheWriteUnitLeavesNothingUnread(t *testing.T) {
	long.Only(t)
	leavesNothingUnread(t, 3)
}

func leavesNothingUnread(t *testing.T, few int) {
	for _, blend := range []bool{false, true} {
		t.Run(fmt.Sprintf("blend %v", blend), func(t *testing.T) {
			t.Parallel()
			for formats := isa.Formats(1 << isa.RGBA32F); formats <= isa.AllFormats; formats += 1 << isa.RGBA32F {
				if n := len(formats.List()); n > few && n < len(isa.AllFormats.List())-1 {
					continue
				}
				c := ropmask.StoreConfig{Targets: 1, AddressBits: 1, Formats: formats, Blend: blend}
				d, err := hdl.Elaborate(ropmask.NewWriteUnit(c))
				require.NoError(t, err, c.Name())
				require.Empty(t, d.Notes, c.Name())
			}
		})
	}
	d, err := hdl.Elaborate(ropmask.NewWriteUnit(ropmask.NewStoreConfig(4, 6)))
	require.NoError(t, err)
	assert.Empty(t, d.Notes)
}

// A lane is built for each component that a blendable format has.
func TestLanesAreBuiltWhereAFormatBlends(t *testing.T) {
	long.NotShort(t)
	for _, x := range []struct {
		formats isa.Formats
		lanes   int
		latency int
	}{
		{isa.AllFormats, 4, 11},
		{isa.FormatsOf(isa.R32F), 1, 11},
		{isa.FormatsOf(isa.R32F, isa.RG8), 2, 11},
		{isa.FormatsOf(isa.R32F, isa.RGBA8UI), 1, 11},
		{isa.FormatsOf(isa.RGBA8UI), 0, 4},
		{isa.FormatsOf(isa.RGBA8UI, isa.RGBA32UI), 0, 4},
	} {
		c := ropmask.StoreConfig{Targets: 1, AddressBits: 1, Formats: x.formats, Blend: true}
		d, err := hdl.Elaborate(ropmask.NewWriteUnit(c))
		require.NoError(t, err)
		lanes := 0
		for _, child := range d.Top.Instances {
			if child.Module.Name == "ropmask_blend_lane" {
				lanes++
			}
		}
		assert.Equal(t, x.lanes, lanes, c.Name())
		assert.Equal(t, x.latency, c.Latency(), c.Name())
		assert.Equal(t, x.lanes > 0, strings.Contains(c.Name(), "blend"), c.Name())
		f, err := ropmask.NewFramebuffer(ropmask.FramebufferConfig{Config: ropmask.NewConfig(4, isa.PackedOnce), Store: c})
		require.NoError(t, err)
		d, err = hdl.Elaborate(f)
		require.NoError(t, err)
		assert.Empty(t, d.Notes, c.Name())
	}
}

// With few formats the hardware still agrees with the model: components that
// only an integer format has bypass the lanes.
func TestFewFormatsStoreWhatTheModelSays(t *testing.T) {
	for _, formats := range []isa.Formats{
		isa.FormatsOf(isa.R32F), isa.FormatsOf(isa.RG16F, isa.RG8),
		isa.FormatsOf(isa.R32F, isa.RGBA8UI), isa.FormatsOf(isa.RG8, isa.RGBA32UI),
		isa.FormatsOf(isa.RGBA32F, isa.RGBA8UI), isa.FormatsOf(isa.RGBA8UI),
	} {
		t.Run(formats.String(), func(t *testing.T) {
			t.Parallel()
			c := ropmask.StoreConfig{Targets: 1, AddressBits: 2, Formats: formats, Blend: true}
			rng := rand.New(rand.NewPCG(1, 3))
			b := newStoreBench(t, c, 0.2, 0.2)
			for range 10 {
				for range 200 {
					v := randomStore(rng, c, 4)
					v.Format = formats.List()[rng.IntN(len(formats.List()))]
					v.Blend.Enable = rng.IntN(4) > 0
					b.write(v)
				}
				b.holdAll(t)
			}
		})
	}
}

func TestWhatIsNotConfiguredIsNotBuilt(t *testing.T) {
	long.NotShort(t)
	nodes := func(blend bool, formats isa.Formats) int {
		c := ropmask.NewStoreConfig(1, 4)
		c.Blend, c.Formats = blend, formats
		return bench.New(t, ropmask.NewWriteUnit(c)).Sim().Program().Nodes()
	}
	all, plain := nodes(true, isa.AllFormats), nodes(false, isa.AllFormats)
	bytes := isa.FormatsOf(isa.RGBA8)
	assert.Less(t, plain, all/2)
	assert.Less(t, nodes(true, bytes), all)
	assert.Less(t, nodes(false, bytes), plain/2)
}

// Each wrong parameter is one error, the one from Check.
func TestWriteUnitsThatCannotBeBuilt(t *testing.T) {
	for _, x := range []struct {
		wants  string
		change func(c *ropmask.StoreConfig)
	}{
		{"memory for -3 targets cannot be built; choose 1, 2, 4 or 8", func(c *ropmask.StoreConfig) { c.Targets = -3 }},
		{"addresses of -1 bits cannot be built; choose 1 to 16", func(c *ropmask.StoreConfig) { c.AddressBits = -1 }},
		{"addresses of 1000000 bits cannot be built; choose 1 to 16", func(c *ropmask.StoreConfig) { c.AddressBits = 1000000 }},
		{"the set of formats 0x0 cannot be built; choose from RGBA32F", func(c *ropmask.StoreConfig) { c.Formats = 0 }},
		{"the set of formats 0x1 cannot be built", func(c *ropmask.StoreConfig) { c.Formats = isa.FormatsOf(isa.NoFormat) }},
		{"the set of formats has a number that is not a format; choose from RGBA32F", func(c *ropmask.StoreConfig) { c.Formats = isa.FormatsOf(isa.RGBA8, 200) }},
	} {
		c := ropmask.NewStoreConfig(1, 4)
		x.change(&c)
		require.ErrorContains(t, c.Check(), x.wants)
		_, err := hdl.Elaborate(ropmask.NewWriteUnit(c))
		require.ErrorContains(t, err, c.Check().Error())
		assert.NotContains(t, err.Error(), "\n", "one error")
	}
}

// Each format's texel, by hand: R lowest, no gaps.
func TestTexelsHaveTheLayoutOfOpenGL(t *testing.T) {
	c := ropmask.NewStoreConfig(1, 4)
	c.Blend = false
	b := newStoreBench(t, c, 0, 0)
	color := isa.Color{fp(1), fp(0.5), fp(-2), fp(0.25)}
	for i, x := range []struct {
		format isa.Format
		color  isa.Color
		want   model.Texel
	}{
		{isa.RGBA32F, color, model.Texel{0x3f800000, 0x3f000000, 0xc0000000, 0x3e800000}},
		{isa.RGBA16F, color, model.Texel{0x38003c00, 0x3400c000}},
		{isa.RG16F, color, model.Texel{0x38003c00}},
		{isa.R32F, color, model.Texel{0x3f800000}},
		{isa.RGBA8, color, model.Texel{0x400080ff}},
		{isa.RG8, color, model.Texel{0x80ff}},
		{isa.RGB10A2, color, model.Texel{1<<30 | 0<<20 | 512<<10 | 1023}},
		{isa.RGBA8UI, isa.Color{1, 255, 256, math.MaxUint32}, model.Texel{0xffffff01}},
		{isa.RGBA32UI, isa.Color{1, 255, 256, math.MaxUint32}, model.Texel{1, 255, 256, math.MaxUint32}},
		{isa.NoFormat, color, model.Texel{}},
		{12, color, model.Texel{}},
	} {
		b.write(model.StoreWrite{Address: uint32(i), Format: x.format, Mask: isa.AllComponents, Color: x.color})
		require.Equal(t, x.want, b.memory[[2]uint32{0, uint32(i)}], "model of %v", x.format)
	}
	b.holdAll(t)
}

func randomStore(rng *rand.Rand, c ropmask.StoreConfig, pixels uint32) model.StoreWrite {
	_, blend := stimulus.Setup(rng)
	v := model.StoreWrite{
		Target: rng.IntN(c.Targets), Address: rng.Uint32N(pixels),
		Format: isa.Format(rng.IntN(11)),
		Mask:   isa.Mask(rng.IntN(16)),
		Blend:  blend,
		Color:  randomSource(rng), Second: randomSource(rng),
	}
	if rng.IntN(3) == 0 {
		v.Mask = isa.AllComponents
	}
	return v
}

// randomSource draws colours in and around 0 to 1, and any patterns.
func randomSource(rng *rand.Rand) (c isa.Color) {
	for k := range c {
		switch rng.IntN(8) {
		case 0:
			c[k] = rng.Uint32()
		case 1:
			c[k] = []uint32{0, 1 << 31, fp(1), fp(-1), 0x7f800000, 0xff800000, 0x7fc00001, 1, 0x80000001, 0x007fffff, 0x33800000}[rng.IntN(11)]
		default:
			c[k] = fp(1.5*rng.Float64() - 0.25)
		}
	}
	return c
}

// There are few pixels, so that writes often meet others in flight to the same pixel.
func TestTheWriteUnitStoresWhatTheModelSays(t *testing.T) {
	for _, blend := range []bool{false, true} {
		for _, gap := range []float64{0, 0.3} {
			t.Run(fmt.Sprintf("blend %v gap %v", blend, gap), func(t *testing.T) {
				t.Parallel()
				c := ropmask.NewStoreConfig(4, 3)
				c.Blend = blend
				rng := rand.New(rand.NewPCG(1, 2))
				b := newStoreBench(t, c, gap, gap)
				for range 20 {
					for range 300 {
						b.write(randomStore(rng, c, 8))
					}
					b.holdAll(t)
				}
			})
		}
	}
}

// passed sends writes and returns the cycles from the first that passes to the
// last.
func passed(t *testing.T, c ropmask.StoreConfig, n int, write func(i int) model.StoreWrite) int {
	b := newStoreBench(t, c, 0, 0)
	for i := range n {
		b.write(write(i))
	}
	b.Until(100, "the first write", func() bool { return b.writes.Passed() == 1 })
	start := b.Cycle()
	b.Until(100*n, "the last write", func() bool { return b.writes.Passed() == n })
	return int(b.Cycle() - start)
}

func TestOneWriteACycleWhereNothingConflicts(t *testing.T) {
	long.NotShort(t)
	over := func(i int) model.StoreWrite {
		return model.StoreWrite{Address: uint32(i) % 32, Format: isa.RGBA8, Mask: 15, Blend: isa.Over(), Color: isa.Color{3: fp(0.5)}}
	}
	c := ropmask.NewStoreConfig(1, 5)
	assert.Equal(t, 99, passed(t, c, 100, over), "other pixels")
	assert.Equal(t, 99, passed(t, c, 100, func(int) model.StoreWrite {
		return model.StoreWrite{Format: isa.RG8, Mask: 3}
	}), "the same pixel, replaced as a whole")
	assert.Equal(t, 11, c.Latency())
	assert.Equal(t, 99*11, passed(t, c, 100, func(int) model.StoreWrite { return over(0) }), "the same pixel, blended")
	assert.Equal(t, 99*11, passed(t, c, 100, func(int) model.StoreWrite {
		return model.StoreWrite{Format: isa.RG8, Mask: 1}
	}), "the same pixel, in part")

	c.Blend = false
	assert.Equal(t, 4, c.Latency())
	assert.Equal(t, 99*4, passed(t, c, 100, func(int) model.StoreWrite {
		return model.StoreWrite{Format: isa.RG8, Mask: 1}
	}), "the same pixel, in part, without hardware to blend")
}

package texture_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	images "posedge/blocks/castalu/compiler/texture"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/stimulus"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
	"posedge/hdl/sim"
	"posedge/internal/eda"
	"posedge/internal/eda/edatest"
	"posedge/verilog"
)

func TestRandomSamplesAreThoseOfTheModel(t *testing.T) {
	pace := stimulus.Pace{Gap: 0.3, Stall: 0.3}
	for seed, texels := range []int{1, 1000, texture.MaxTexels} {
		t.Run(fmt.Sprintf("%d texels", texels), func(t *testing.T) {
			t.Parallel()
			stimulus.Texture(t, texels, uint64(seed), 1500, pace, bench.PowerOn(uint64(seed+1)))
		})
	}
	t.Run("reference", func(t *testing.T) {
		t.Parallel()
		stimulus.Texture(t, 5000, 9, 200, pace, bench.Engine(sim.Reference()))
	})
	stimulus.Texture(t, 2000, 8, 200, stimulus.Pace{Stall: 0.9})
}

// Every wrap mode at and far beyond both ends, with every critical size, and quads whose steps overflow the
// coordinates.
func TestTexelsOutsideFollowTheWrapMode(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	h := stimulus.NewTexture(t, 3*units.MaxTextureSide, stimulus.Pace{})
	h.Store(rng)
	for _, n := range []uint16{1, 2, 3, 5, 7, 255, 256} {
		for wrap := range units.Mirror + 1 {
			for _, bilinear := range []bool{false, true} {
				s := units.TextureState{Width: n, Height: 3, WrapU: wrap, WrapV: (wrap + 1) % 3, Bilinear: bilinear}
				if wrap == units.Clamp {
					s.Width, s.Height = s.Height, s.Width
				}
				h.Bind(s)
				for _, t := range []int{-2 * int(n), -int(n) - 1, -int(n), -1, 0, int(n) - 1, int(n), int(n) + 1, 2*int(n) - 1, 2 * int(n)} {
					for _, behind := range []int{0, 127, 128, 255} {
						at := uint32(256*t + behind)
						h.Send(model.TextureRequest{U: at, V: at})
					}
				}
				h.Send(
					model.TextureRequest{U: 1 << 31, V: 1<<31 - 1},
					model.TextureRequest{U: 1<<31 - 1, V: 1 << 31},
					model.TextureRequest{U: 1<<31 - 300, V: 1<<31 + 300, DUDX: 200, DVDY: 1<<32 - 200, DUDY: 1 << 31, DVDX: 1<<32 - 1, Quad: true},
				)
			}
		}
	}
	h.Drain()
}

// For a repeating texture, castalu's image gives the same samples as the unit and the model.
func TestABilinearSampleIsThatOfCastalu(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	h := stimulus.NewTexture(t, 4096, stimulus.Pace{})
	h.Store(rng)
	for _, size := range [][2]uint16{{1, 1}, {2, 2}, {5, 3}, {7, 255}, {15, 256}} {
		s := units.TextureState{Base: 11, Width: size[0], Height: size[1], Bilinear: true}
		h.Bind(s)
		picture, err := images.New(int(s.Width), int(s.Height), func(x, y int) (c [4]uint8) {
			for k := range c {
				c[k] = uint8(h.Model.Memory[11+y*int(s.Width)+x] >> (8 * k))
			}
			return c
		})
		require.NoError(t, err)
		for range 200 {
			r := stimulus.TextureRequest(rng, s)
			r.Quad = false
			c := picture.Fetch(int32(r.U), int32(r.V))
			want := model.TextureResponse{}
			want.Texels[0] = uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 | uint32(c[3])<<24
			require.Equal(t, want, h.Model.Do(r), "%+v of %+v", r, s)
			h.Send(r)
		}
	}
	h.Drain()
}

// A texture that ends with the last texel of memory is sampled; one that is a texel longer, or has no size, is a fault.
func TestATextureThatIsNotThereIsAFault(t *testing.T) {
	h := stimulus.NewTexture(t, 100, stimulus.Pace{})
	h.Store(rand.New(rand.NewPCG(3, 3)))
	for _, c := range []struct {
		state units.TextureState
		fault bool
	}{
		{units.TextureState{}, true},
		{units.TextureState{Width: 10, Height: 10}, false},
		{units.TextureState{Base: 1, Width: 10, Height: 10}, true},
		{units.TextureState{Base: 99, Width: 1, Height: 1}, false},
		{units.TextureState{Base: 100, Width: 1, Height: 1}, true},
		{units.TextureState{Base: 1<<32 - 1, Width: 1, Height: 1}, true},
		{units.TextureState{Width: 0, Height: 5}, true},
		{units.TextureState{Width: 5, Height: 0}, true},
		{units.TextureState{Width: 257, Height: 0}, true},
		{units.TextureState{Width: 1 << 9, Height: 1}, true},
		{units.TextureState{Width: 1, Height: 1 << 15}, true},
	} {
		h.Bind(c.state)
		r := model.TextureRequest{Quad: true}
		assert.Equal(t, c.fault, h.Model.Do(r).Fault, "%+v", c.state)
		if c.fault {
			assert.Equal(t, model.TextureResponse{Fault: true}, h.Model.Do(r), "%+v", c.state)
		}
		h.Send(r)
	}
	h.Drain()
}

// State that is offered in the same cycle as a request holds for it.
func TestStateGoesBeforeTheRequestThatComesWithIt(t *testing.T) {
	u, err := texture.New(1)
	require.NoError(t, err)
	tb := bench.New(t, u)
	tb.Load("texels", 0, 0x11223344)
	state, in := bench.Drive(tb, u.State, 0), bench.Drive(tb, u.In, 0)
	out := bench.Collect[model.TextureResponse](tb, u.Out, 0)
	state.Send(struct{ Index, Data int }{1, 1 | 1<<16})
	in.Send(model.TextureRequest{})
	out.Wait(1, 20)
	assert.Equal(t, model.TextureResponse{Texels: [16]uint32{0x11223344}}, out.Beats()[0])
}

// Without stalls requests are back to back: a nearest sample takes a cycle, a bilinear one four, and a quad sixteen
// times as long.
func TestRateAndLatencyAreAsDocumented(t *testing.T) {
	for _, c := range []struct {
		bilinear, quad bool
		cycles         uint64
	}{{false, false, 1}, {true, false, 4}, {false, true, 16}, {true, true, 64}} {
		h := stimulus.NewTexture(t, 100, stimulus.Pace{})
		h.Store(rand.New(rand.NewPCG(4, 4)))
		h.Bind(units.TextureState{Width: 10, Height: 10, Bilinear: c.bilinear})
		for k := range uint32(10) {
			h.Send(model.TextureRequest{U: k * 999, V: k * 777, DUDX: 100, DVDX: 3, DUDY: 7, DVDY: 256, Quad: c.quad})
		}
		first := h.Cycle() + 1 // the first request is offered in the next cycle
		h.Drain()
		var want []uint64
		for k := range uint64(10) {
			want = append(want, first+7+(k+1)*c.cycles)
		}
		assert.Equal(t, want, h.Responses.Cycles(), "%+v", c)
	}
}

func TestEightRequestsAreInsideAtOnce(t *testing.T) {
	h := stimulus.NewTexture(t, 1, stimulus.Pace{})
	h.Store(rand.New(rand.NewPCG(8, 8)))
	h.Bind(units.TextureState{Width: 1, Height: 1})
	taking := false
	h.Responses.When(func() bool { return taking })
	for range 10 {
		h.Send(model.TextureRequest{})
	}
	var taken uint64
	for range 50 {
		taken += h.Get(h.Unit.In.Valid.Bits) & h.Get(h.Unit.In.Ready.Bits)
		h.Tick()
	}
	assert.Equal(t, uint64(8), taken)
	taking = true
	h.Drain()
}

func TestDescriptionLeavesNothingUnread(t *testing.T) {
	for _, texels := range []int{1, 256, 65536} {
		u, err := texture.New(texels)
		require.NoError(t, err)
		d, err := hdl.Elaborate(u)
		require.NoError(t, err)
		assert.Empty(t, d.Notes, texels)
	}
}

func TestMemoriesThatCannotBeBuiltAreRefused(t *testing.T) {
	for _, texels := range []int{-1, 0, 65537} {
		_, err := texture.New(texels)
		assert.EqualError(t, err, fmt.Sprintf("texture: a memory of %d texels cannot be built; choose 1 to 65536", texels))
	}
}

func TestTheVerilogIsClean(t *testing.T) {
	edatest.Need(t, "verilator", "iverilog")
	for _, texels := range []int{1, 1000, texture.MaxTexels} {
		u, err := texture.New(texels)
		require.NoError(t, err)
		d, err := hdl.Elaborate(u)
		require.NoError(t, err)
		files, err := verilog.Export(d.Top, verilog.Options{})
		require.NoError(t, err)
		assert.NoError(t, eda.LintVerilator(t.Context(), d.Top.Name, files))
		assert.NoError(t, eda.LintIcarus(t.Context(), d.Top.Name, files))
	}
}

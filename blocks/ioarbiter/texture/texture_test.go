package texture_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	images "posedge/blocks/castalu/texture"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
	"posedge/hdl/sim"
)

// stateValue is a write of a register.
type stateValue struct {
	Index int
	Data  uint32
}

// storeValue is a write of a texel.
type storeValue struct {
	Enable  bool
	Address int
	Data    uint32
}

// harness compares a unit with the model, response by response.
type harness struct {
	tb       *bench.TB
	unit     *texture.Texture
	model    *texture.Model
	state    *bench.Driver
	in       *bench.Driver
	out      *bench.Monitor[texture.ResponseValue]
	expected *bench.Scoreboard[texture.ResponseValue]
}

func newHarness(t bench.Reporter, texels int, gap, stall float64, options ...bench.Option) *harness {
	u, err := texture.New(texels)
	if err != nil {
		t.Fatalf("%v", err)
	}
	tb := bench.New(t, u, options...)
	h := &harness{
		tb: tb, unit: u, model: texture.NewModel(texels),
		state: bench.Drive(tb, u.State, gap), in: bench.Drive(tb, u.In, gap),
		out: bench.Collect[texture.ResponseValue](tb, u.Out, stall),
	}
	h.expected = bench.NewScoreboard(h.out)
	return h
}

// fill puts random texels into the memory, not by the port.
func (h *harness) fill(rng *rand.Rand) {
	var words []uint64
	for k := range h.model.Memory {
		h.model.Memory[k] = rng.Uint32()
		words = append(words, uint64(h.model.Memory[k]))
	}
	h.tb.Load("texels", 0, words...)
}

// store puts random texels into the memory by the port.
func (h *harness) store(rng *rand.Rand) {
	for k := range h.model.Memory {
		h.model.Memory[k] = rng.Uint32()
		h.tb.Set(h.unit.Store.Data, storeValue{true, k, h.model.Memory[k]})
		h.tb.Tick()
	}
	h.tb.Set(h.unit.Store.Data, storeValue{})
}

// set writes a register when all requests before it have been taken.
func (h *harness) set(index int, data uint32) {
	h.model.Set(index, data)
	h.in.Drain(10_000)
	h.state.Send(stateValue{index, data})
	h.state.Drain(1000)
}

func (h *harness) bind(s texture.State) {
	for k, word := range s.Words() {
		h.set(k, word)
	}
}

func (h *harness) ask(list ...texture.RequestValue) {
	for _, r := range list {
		h.in.Send(r)
		h.expected.Expect(h.model.Do(r))
	}
}

var sizes = []uint16{1, 2, 3, 5, 7, 8, 13, 16, 31, 64, 100, 255, 256}

func randomState(rng *rand.Rand, texels int) texture.State {
	s := texture.State{
		Width: sizes[rng.IntN(len(sizes))], Height: sizes[rng.IntN(len(sizes))],
		Bilinear: rng.IntN(2) == 0, WrapU: texture.Wrap(rng.IntN(4)), WrapV: texture.Wrap(rng.IntN(4)),
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

// randomCoordinate is near the texture, a corner of the range, or anything.
func randomCoordinate(rng *rand.Rand, n uint16) uint32 {
	switch rng.IntN(4) {
	case 0:
		return rng.Uint32()
	case 1:
		return []uint32{0, 127, 128, 255, 256, 1<<31 - 1, 1 << 31, 1<<31 + 127, 1<<31 - 129, 1<<32 - 1, 1<<32 - 128, 1<<32 - 129}[rng.IntN(12)]
	}
	return uint32(rng.IntN(3*256*int(n)+512) - 256*int(n) - 256)
}

func randomRequest(rng *rand.Rand, s texture.State) texture.RequestValue {
	step := func() uint32 {
		if rng.IntN(4) == 0 {
			return rng.Uint32()
		}
		return uint32(rng.IntN(1025) - 512)
	}
	return texture.RequestValue{
		U: randomCoordinate(rng, s.Width), V: randomCoordinate(rng, s.Height),
		DUDX: step(), DVDX: step(), DUDY: step(), DVDY: step(), Quad: rng.IntN(3) == 0,
	}
}

// random asks for samples of random textures.
func (h *harness) random(rng *rand.Rand, textures, requests int) {
	for range textures {
		s := randomState(rng, len(h.model.Memory))
		h.bind(s)
		if rng.IntN(4) == 0 {
			h.set(texture.StateWords+rng.IntN(16-texture.StateWords), rng.Uint32()) // there is no such register
		}
		for range requests {
			h.ask(randomRequest(rng, s))
		}
	}
	h.expected.Drain(200_000)
}

func TestRandomSamplesAreThoseOfTheModel(t *testing.T) {
	for name, options := range map[string][]bench.Option{"compiled": nil, "reference": {bench.Engine(sim.Reference())}} {
		for _, texels := range []int{65536, 1000, 1} {
			t.Run(fmt.Sprintf("%s, %d texels", name, texels), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(7, uint64(texels)))
				h := newHarness(t, texels, 0.3, 0.3, options...)
				h.fill(rng)
				textures := 150
				if options != nil {
					textures = 8
				}
				h.random(rng, textures, 12)
			})
		}
	}
}

// Every wrap mode at and far beyond both ends, with every size that is a border case; quads whose steps run over the
// end of the coordinates.
func TestTexelsOutsideAreThoseThatTheWrapModeSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	h := newHarness(t, 65536, 0, 0)
	h.fill(rng)
	for _, n := range []uint16{1, 2, 3, 5, 7, 255, 256} {
		for wrap := range texture.Mirror + 1 {
			for _, bilinear := range []bool{false, true} {
				s := texture.State{Width: n, Height: 3, WrapU: wrap, WrapV: (wrap + 1) % 3, Bilinear: bilinear}
				if wrap == texture.Clamp {
					s.Width, s.Height = s.Height, s.Width
				}
				h.bind(s)
				for _, t := range []int{-2 * int(n), -int(n) - 1, -int(n), -1, 0, int(n) - 1, int(n), int(n) + 1, 2*int(n) - 1, 2 * int(n)} {
					for _, behind := range []int{0, 127, 128, 255} {
						at := uint32(256*t + behind)
						h.ask(texture.RequestValue{U: at, V: at})
					}
				}
				h.ask(
					texture.RequestValue{U: 1 << 31, V: 1<<31 - 1},
					texture.RequestValue{U: 1<<31 - 1, V: 1 << 31},
					texture.RequestValue{U: 1<<31 - 300, V: 1<<31 + 300, DUDX: 200, DVDY: 1<<32 - 200, DUDY: 1 << 31, DVDX: 1<<32 - 1, Quad: true},
				)
			}
		}
	}
	h.expected.Drain(100_000)
}

// What the unit and the model say of a texture that repeats, castalu's image says too.
func TestABilinearSampleIsThatOfCastalu(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	h := newHarness(t, 4096, 0, 0)
	h.fill(rng)
	for _, size := range [][2]uint16{{1, 1}, {2, 2}, {5, 3}, {7, 255}, {15, 256}} {
		s := texture.State{Base: 11, Width: size[0], Height: size[1], Bilinear: true}
		h.bind(s)
		picture, err := images.New(int(s.Width), int(s.Height), func(x, y int) (c [4]uint8) {
			for k := range c {
				c[k] = uint8(h.model.Memory[11+y*int(s.Width)+x] >> (8 * k))
			}
			return c
		})
		require.NoError(t, err)
		for range 200 {
			r := texture.RequestValue{U: randomCoordinate(rng, s.Width), V: randomCoordinate(rng, s.Height)}
			c := picture.Fetch(int32(r.U), int32(r.V))
			want := texture.ResponseValue{}
			want.Texels[0] = uint32(c[0]) | uint32(c[1])<<8 | uint32(c[2])<<16 | uint32(c[3])<<24
			require.Equal(t, want, h.model.Do(r), "%+v of %+v", r, s)
			h.ask(r)
		}
	}
	h.expected.Drain(100_000)
}

// A texture that ends with the last texel of memory is sampled; one that is a texel longer, or has no size, is a fault.
func TestATextureThatIsNotThereIsAFault(t *testing.T) {
	h := newHarness(t, 100, 0, 0)
	h.fill(rand.New(rand.NewPCG(3, 3)))
	for _, c := range []struct {
		state texture.State
		fault bool
	}{
		{texture.State{}, true},
		{texture.State{Width: 10, Height: 10}, false},
		{texture.State{Base: 1, Width: 10, Height: 10}, true},
		{texture.State{Base: 99, Width: 1, Height: 1}, false},
		{texture.State{Base: 100, Width: 1, Height: 1}, true},
		{texture.State{Base: 1<<32 - 1, Width: 1, Height: 1}, true},
		{texture.State{Width: 0, Height: 5}, true},
		{texture.State{Width: 5, Height: 0}, true},
		{texture.State{Width: 257, Height: 0}, true},
		{texture.State{Width: 1 << 9, Height: 1}, true},
		{texture.State{Width: 1, Height: 1 << 15}, true},
	} {
		h.bind(c.state)
		r := texture.RequestValue{Quad: true}
		assert.Equal(t, c.fault, h.model.Do(r).Fault, "%+v", c.state)
		if c.fault {
			assert.Equal(t, texture.ResponseValue{Fault: true}, h.model.Do(r), "%+v", c.state)
		}
		h.ask(r)
	}
	h.expected.Drain(10_000)
}

// Without stalls a request follows the other: a nearest sample takes a cycle, a bilinear one four, and a quad sixteen
// times as long.
func TestRateAndLatencyAreAsDocumented(t *testing.T) {
	for _, c := range []struct {
		bilinear, quad bool
		cycles         uint64
	}{{false, false, 1}, {true, false, 4}, {false, true, 16}, {true, true, 64}} {
		h := newHarness(t, 100, 0, 0)
		h.fill(rand.New(rand.NewPCG(4, 4)))
		h.bind(texture.State{Width: 10, Height: 10, Bilinear: c.bilinear})
		for k := range uint32(10) {
			h.ask(texture.RequestValue{U: k * 999, V: k * 777, DUDX: 100, DVDX: 3, DUDY: 7, DVDY: 256, Quad: c.quad})
		}
		h.tb.RunUntil(h.unit.In.Valid.Bits, 10)
		begin := h.tb.Cycle()
		for k := range uint64(10) {
			h.out.Wait(int(k)+1, 1000)
			assert.Equal(t, 7+(k+1)*c.cycles, h.tb.Cycle()-1-begin, "response %d of %+v", k, c)
		}
	}
}

func TestEightRequestsAreInsideAtOnce(t *testing.T) {
	h := newHarness(t, 1, 0, 0)
	h.fill(rand.New(rand.NewPCG(8, 8)))
	h.bind(texture.State{Width: 1, Height: 1})
	taking := false
	h.out.When(func() bool { return taking })
	for range 10 {
		h.ask(texture.RequestValue{})
	}
	h.tb.Ticks(50)
	assert.Equal(t, 8, h.in.Passed())
	taking = true
	h.expected.Drain(100)
}

func TestTexelsAreStoredByThePort(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	h := newHarness(t, 37, 0.2, 0.2)
	h.store(rng)
	h.bind(texture.State{Base: 1, Width: 9, Height: 4, Bilinear: true})
	for range 50 {
		h.ask(randomRequest(rng, texture.State{Width: 9, Height: 4}))
	}
	h.expected.Drain(20_000)
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

// Random samples give the same in this simulator, Icarus and Verilator.
func TestAllSimulatorsAgree(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 6))
	h := newHarness(t, 256, 0.2, 0.2, bench.Record())
	h.store(rng)
	h.random(rng, 12, 6)
	bench.Outside(t, bench.Simulators, h.tb)
}

package scenario

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/depth"
	"posedge/blocks/ioarbiter/raster"
	"posedge/blocks/ioarbiter/surface"
	"posedge/blocks/ioarbiter/texture"
)

// System is a bench around a connector with its units; SMs and memories are in Go. Responses are compared with those of
// the model, and at the end what the units stored.
type System struct {
	*Environment
	system  *ioarbiter.System
	stores  ioarbiter.Stores
	depth   *depth.Model
	surface *surface.Model

	depthScan, colourScan *bench.Driver
	depths                *bench.Monitor[depth.RowValue]
	colours               *bench.Monitor[surface.RowValue]
}

// NewSystem makes the bench and fills the texture memory.
func NewSystem(r bench.Reporter, c ioarbiter.Config, s ioarbiter.Stores, texels []uint32, delays Delays, seed uint64, opts ...bench.Option) *System {
	y, err := ioarbiter.NewSystem(c, s)
	if err != nil {
		r.Fatalf("%v", err)
	}
	h := &System{system: y, stores: s, depth: depth.NewModel(s.Width, s.Height), surface: surface.NewModel(s.Width, s.Height)}
	t := texture.NewModel(s.Texels)
	copy(t.Memory, texels)
	model := &ioarbiter.Model{Config: c, Macros: ioarbiter.MacroModels(), Units: []ioarbiter.UnitModel{
		ioarbiter.RasterUnit:  ioarbiter.ModelOf(&raster.Model{}),
		ioarbiter.TextureUnit: ioarbiter.ModelOf(t),
		ioarbiter.DepthUnit:   ioarbiter.ModelOf(h.depth),
		ioarbiter.SurfaceUnit: ioarbiter.ModelOf(h.surface),
	}}
	tb := bench.New(r, y, opts...)
	h.Environment = NewEnvironment(r, tb, Ports{y.SM, y.Reads, y.Lines}, model, delays, seed)
	h.depthScan, h.colourScan = bench.Drive(tb, y.DepthScan, 0), bench.Drive(tb, y.ColourScan, 0)
	h.depths, h.colours = bench.Collect[depth.RowValue](tb, y.DepthScanned, 0), bench.Collect[surface.RowValue](tb, y.ColourScanned, 0)
	for at, x := range texels {
		tb.Set(y.Texels.Data, struct{ Enable, Address, Data uint64 }{1, uint64(at), uint64(x)})
		tb.Tick()
	}
	tb.Set(y.Texels.Data, struct{ Enable, Address, Data uint64 }{})
	return h
}

// randomStores are the sizes of the stores of random runs and of the variants.
var randomStores = ioarbiter.Stores{Texels: randomTexels, Width: storeSide, Height: storeSide}

// ExerciseSystem makes random requests, so many and for at least so many cycles, with random pauses and stalls.
func ExerciseSystem(r bench.Reporter, c ioarbiter.Config, seed uint64, requests, cycles int, opts ...bench.Option) *System {
	rng := rand.New(rand.NewPCG(seed, 13))
	texels := make([]uint32, randomTexels)
	for n := range texels {
		texels[n] = rng.Uint32()
	}
	h := NewSystem(r, c, randomStores, texels, Delays{0.2, 0.2}, seed, append(opts, bench.Seed(seed))...)
	h.Exercise(NewRandom(h.Environment, rng, randomTexels), requests, cycles)
	h.Compare()
	return h
}

// Compare reads what the units stored and compares it with the models.
func (h *System) Compare() {
	columns, n := h.stores.Width/depth.Side, h.stores.Height
	for y := range n {
		for x := range columns {
			h.depthScan.Send(depth.PlaceValue{Column: x, Row: y})
		}
	}
	quads := h.stores.Width / surface.Side
	for y := range n {
		for x := range quads {
			h.colourScan.Send(surface.ScanValue{X: uint8(x), Y: uint8(y)})
		}
	}
	h.depths.Wait(columns*n, 100_000)
	h.colours.Wait(quads*n, 100_000)
	for k, row := range h.depths.Beats() {
		x, y := depth.Side*(k%columns), k/columns
		for i, z := range row.Values {
			if want := h.depth.Values[y*h.stores.Width+x+i]; z != want {
				h.r.Fatalf("the depth of pixel (%d, %d) is %d, not %d", x+i, y, z, want)
			}
		}
	}
	for k, row := range h.colours.Beats() {
		x, y := surface.Side*(k%quads), k/quads
		for i, c := range row.Pixels {
			if want := h.surface.Pixels[y*h.stores.Width+x+i]; c != want {
				h.r.Fatalf("pixel (%d, %d) is %08x, not %08x", x+i, y, c, want)
			}
		}
	}
}

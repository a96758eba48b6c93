package scenario

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
)

// System is a bench around a connector with its units; SMs and memories are in Go. Responses are compared with the
// model's, and so are the stores of the units whenever they are read.
type System struct {
	*Environment
	system *ioarbiter.System
	stores ioarbiter.Stores
	models systemModels

	depthScan, colourScan *bench.Driver
	depths                *bench.Monitor[model.DepthRow]
	colours               *bench.Monitor[model.SurfaceRow]
}

// systemModels is the model of a system, with those of the units that have stores.
type systemModels struct {
	connector *model.Model
	depth     *model.Depth
	surface   *model.Surface
}

func newSystemModels(c ioarbiter.Config, s ioarbiter.Stores, texels []uint32) systemModels {
	m := systemModels{depth: model.NewDepth(s.Width, s.Height), surface: model.NewSurface(s.Width, s.Height)}
	t := model.NewTexture(s.Texels)
	copy(t.Memory, texels)
	m.connector = &model.Model{ABI: c.ABI(), Macros: model.Macros(), Units: []model.Unit{
		isa.RasterUnit:  model.UnitOf(&model.Raster{}),
		isa.TextureUnit: model.UnitOf(t),
		isa.DepthUnit:   model.UnitOf(m.depth),
		isa.SurfaceUnit: model.UnitOf(m.surface),
	}}
	return m
}

// stored is the content of the stores of the model's units.
func (m systemModels) stored() Stored { return Stored{m.depth.Values, m.surface.Pixels} }

// NewSystem makes the bench and fills the texture memory.
func NewSystem(r bench.Reporter, c ioarbiter.Config, s ioarbiter.Stores, texels []uint32, delays Delays, seed uint64, opts ...bench.Option) *System {
	y, err := ioarbiter.NewSystem(c, s)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return driveSystem(bench.New(r, y, opts...), y, c, s, texels, delays, seed)
}

// driveSystem is [NewSystem] on a bench of the system.
func driveSystem(tb *bench.TB, y *ioarbiter.System, c ioarbiter.Config, s ioarbiter.Stores, texels []uint32, delays Delays, seed uint64) *System {
	h := &System{system: y, stores: s, models: newSystemModels(c, s, texels)}
	h.Environment = NewEnvironment(tb.Reporter(), tb, Ports{y.SM, y.Reads, y.Lines}, h.models.connector, delays, seed)
	h.depthScan, h.colourScan = bench.Drive(tb, y.DepthScan, 0), bench.Drive(tb, y.ColourScan, 0)
	h.depths, h.colours = bench.Collect[model.DepthRow](tb, y.DepthScanned, 0), bench.Collect[model.SurfaceRow](tb, y.ColourScanned, 0)
	storeTexels(tb, y.Texels, texels)
	return h
}

// storeTexels fills the texture memory through the port of a bench's component.
func storeTexels(tb *bench.TB, port hdl.InOf[texture.Store], texels []uint32) {
	for at, x := range texels {
		tb.Set(port.Data, struct{ Enable, Address, Data uint64 }{1, uint64(at), uint64(x)})
		tb.Tick()
	}
	tb.Set(port.Data, struct{ Enable, Address, Data uint64 }{})
}

// randomStores are the sizes of the stores of random runs and of the variants.
var randomStores = ioarbiter.Stores{Texels: randomTexels, Width: storeSide, Height: storeSide}

// ExerciseSystem makes at least the given number of random requests, for at least the given number of cycles, with
// random pauses and stalls.
func ExerciseSystem(r bench.Reporter, c ioarbiter.Config, seed uint64, requests, cycles int, opts ...bench.Option) *System {
	y, err := newRandomSystem(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return exerciseSystem(bench.New(r, y, append(opts, bench.Seed(seed))...), y, c, seed, requests, cycles)
}

func newRandomSystem(c ioarbiter.Config) (*ioarbiter.System, error) {
	return ioarbiter.NewSystem(c, randomStores)
}

// exerciseSystem is [ExerciseSystem] on a bench of the system.
func exerciseSystem(tb *bench.TB, y *ioarbiter.System, c ioarbiter.Config, seed uint64, requests, cycles int) *System {
	rng := rand.New(rand.NewPCG(seed, 13))
	h := driveSystem(tb, y, c, randomStores, randomTexture(rng), Delays{0.2, 0.2}, seed)
	h.Exercise(NewRandom(h.Environment, rng, randomTexels), requests, cycles)
	h.Compare()
	return h
}

func randomTexture(rng *rand.Rand) []uint32 {
	texels := make([]uint32, randomTexels)
	for n := range texels {
		texels[n] = rng.Uint32()
	}
	return texels
}

// Stored is the content of the depth unit and of the surface unit: depths and RGBA8, red lowest, row by row from the
// top left.
type Stored struct {
	Depths  []uint16
	Colours []uint32
}

// Compare reads the stores of the units and compares them with the models.
func (h *System) Compare() { h.Read() }

// Read reads the stores of the units, compares them with the models, and returns them. No request may be in flight.
func (h *System) Read() (s Stored) {
	width := h.stores.Width
	readDepths, readColours := len(h.depths.Beats()), len(h.colours.Beats())
	for y := range h.stores.Height {
		for x := range width / units.TileSide {
			h.depthScan.Send(model.DepthPlace{Column: x, Row: y})
		}
		for x := range width / units.QuadSide {
			h.colourScan.Send(model.SurfaceScan{X: uint8(x), Y: uint8(y)})
		}
	}
	pixels := width * h.stores.Height
	h.depths.Wait(readDepths+pixels/units.TileSide, 100_000)
	h.colours.Wait(readColours+pixels/units.QuadSide, 100_000)
	for _, row := range h.depths.Beats()[readDepths:] {
		s.Depths = append(s.Depths, row.Values[:]...)
	}
	for _, row := range h.colours.Beats()[readColours:] {
		s.Colours = append(s.Colours, row.Pixels[:]...)
	}
	want := h.models.stored()
	for at := range pixels {
		x, y := at%width, at/width
		if s.Depths[at] != want.Depths[at] {
			h.r.Fatalf("the depth of pixel (%d, %d) is %d, not %d", x, y, s.Depths[at], want.Depths[at])
		}
		if s.Colours[at] != want.Colours[at] {
			h.r.Fatalf("pixel (%d, %d) is %08x, not %08x", x, y, s.Colours[at], want.Colours[at])
		}
	}
	return s
}

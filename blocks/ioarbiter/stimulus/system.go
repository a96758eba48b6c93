package stimulus

import (
	"math/rand/v2"

	"posedge/bench"
	"posedge/blocks/ioarbiter"
	"posedge/blocks/ioarbiter/isa"
	"posedge/blocks/ioarbiter/isa/microcode"
	"posedge/blocks/ioarbiter/isa/units"
	"posedge/blocks/ioarbiter/model"
	"posedge/blocks/ioarbiter/texture"
	"posedge/hdl"
)

// System is a bench around a connector with its units; SMs and memories are in Go. Responses are compared with the
// model's, and so are the units' stores whenever they are read.
type System struct {
	*Environment
	system *ioarbiter.System
	stores ioarbiter.Stores
	models SystemModel

	depthScan, colourScan *bench.Driver
	depths                *bench.Monitor[model.DepthRow]
	colours               *bench.Monitor[model.SurfaceRow]
}

// SystemModel is the model of a connector with its units.
type SystemModel struct {
	*model.Model
	depth   *model.Depth
	surface *model.Surface
}

// NewSystemModel makes the model of a connector whose texture memory has these texels.
func NewSystemModel(c ioarbiter.Config, s ioarbiter.Stores, texels []uint32) SystemModel {
	m := SystemModel{depth: model.NewDepth(s.Width, s.Height), surface: model.NewSurface(s.Width, s.Height)}
	t := model.NewTexture(s.Texels)
	copy(t.Memory, texels)
	m.Model = &model.Model{ABI: c.ABI(), Macros: model.Macros(), Units: []model.Unit{
		isa.RasterUnit:  model.UnitOf(&model.Raster{}),
		isa.TextureUnit: model.UnitOf(t),
		isa.DepthUnit:   model.UnitOf(m.depth),
		isa.SurfaceUnit: model.UnitOf(m.surface),
	}}
	return m
}

// Stored is the content of the depth buffer and of the surface.
func (m SystemModel) Stored() Stored { return Stored{m.depth.Values, m.surface.Pixels} }

// NewSystem makes the bench and fills the texture memory.
func NewSystem(r bench.Reporter, c ioarbiter.Config, s ioarbiter.Stores, texels []uint32, delays Delays, seed uint64, opts ...bench.Option) *System {
	y, err := ioarbiter.NewSystem(c, s)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return DriveSystem(bench.New(r, y, opts...), y, c, s, texels, delays, seed)
}

// DriveSystem is [NewSystem] on a bench of the system.
func DriveSystem(tb *bench.TB, y *ioarbiter.System, c ioarbiter.Config, s ioarbiter.Stores, texels []uint32, delays Delays, seed uint64) *System {
	h := &System{system: y, stores: s, models: NewSystemModel(c, s, texels)}
	h.Environment = NewEnvironment(tb, Ports{y.SM, y.Reads, y.Lines}, h.models.Model, delays, seed)
	h.depthScan, h.colourScan = bench.Drive(tb, y.DepthScan, 0), bench.Drive(tb, y.ColourScan, 0)
	h.depths, h.colours = bench.Collect[model.DepthRow](tb, y.DepthScanned, 0), bench.Collect[model.SurfaceRow](tb, y.ColourScanned, 0)
	StoreTexels(tb, y.Texels, texels)
	return h
}

// StoreTexels fills the texture memory through the port of a bench's component.
func StoreTexels(tb *bench.TB, port hdl.InOf[texture.Store], texels []uint32) {
	for at, x := range texels {
		tb.Set(port.Data, struct{ Enable, Address, Data uint64 }{1, uint64(at), uint64(x)})
		tb.Tick()
	}
	tb.Set(port.Data, struct{ Enable, Address, Data uint64 }{})
}

// SmallStores are the stores of random runs and of the variants.
var SmallStores = ioarbiter.Stores{Texels: SmallTexels, Width: StoreSide, Height: StoreSide}

// SmallTexels is the number of texels in the texture memory of [SmallStores].
const SmallTexels = 512

// NewSmallSystem makes a connector with units that have [SmallStores].
func NewSmallSystem(c ioarbiter.Config) (*ioarbiter.System, error) {
	return ioarbiter.NewSystem(c, SmallStores)
}

// RandomTexels fills the texture memory of [SmallStores] at random.
func RandomTexels(rng *rand.Rand) []uint32 {
	texels := make([]uint32, SmallTexels)
	for n := range texels {
		texels[n] = rng.Uint32()
	}
	return texels
}

// ExerciseSystem sends at least the given number of random requests, for at least the given number of cycles, with
// random gaps and stalls.
func ExerciseSystem(r bench.Reporter, c ioarbiter.Config, seed uint64, requests, cycles int, opts ...bench.Option) *System {
	y, err := NewSmallSystem(c)
	if err != nil {
		r.Fatalf("%v", err)
	}
	return Exercise(bench.New(r, y, append(opts, bench.Seed(seed))...), y, c, seed, requests, cycles)
}

// Exercise is [ExerciseSystem] on a bench of the system.
func Exercise(tb *bench.TB, y *ioarbiter.System, c ioarbiter.Config, seed uint64, requests, cycles int) *System {
	rng := rand.New(rand.NewPCG(seed, 13))
	h := DriveSystem(tb, y, c, SmallStores, RandomTexels(rng), Delays{0.2, 0.2}, seed)
	h.Exercise(NewRandom(h.Environment, rng, SmallTexels), requests, cycles)
	h.Read()
	return h
}

// LoadMacro writes a macro without parameters to the microcode memory; the model takes it to end with the given status.
func (h *System) LoadMacro(macro, address int, ends isa.Status, words ...microcode.Word) {
	for k, w := range words {
		h.load(ioarbiter.LoadMicrocode, address+k, uint64(w))
	}
	h.load(ioarbiter.LoadMacro, macro-isa.FirstMacro, microcode.Entry{Loaded: true, Address: address}.Word())
	h.Model.Macros[macro-isa.FirstMacro] = model.Macro{Ends: ends}
}

// load writes an entry of one of the connector's tables.
func (h *System) load(table, address int, data uint64) {
	h.Set(h.system.Load.Data, struct{ Enable, Table, Address, Data uint64 }{1, uint64(table), uint64(address), data})
	h.Tick()
	h.Set(h.system.Load.Data, struct{ Enable, Table, Address, Data uint64 }{})
}

// Counters are the values of a connector's counters.
type Counters struct {
	Hits, Misses uint64
	Updates      []uint64 // words of state sent to each unit
}

// Counters reads the connector's counters.
func (h *System) Counters() Counters { return ReadCounters(h.TB, h.system.Counters) }

// ReadCounters reads the counters at a port of a bench's component.
func ReadCounters(tb *bench.TB, port hdl.OutOf[ioarbiter.Counters]) Counters {
	c := Counters{Updates: make([]uint64, len(port.Data.Updates))}
	tb.Read(port.Data, &c)
	return c
}

// Stored is the content of the depth buffer and of the surface, row by row from the top left. Colours are RGBA8, red
// lowest.
type Stored struct {
	Depths  []uint16
	Colours []uint32
}

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
	want := h.models.Stored()
	for at := range pixels {
		x, y := at%width, at/width
		if s.Depths[at] != want.Depths[at] {
			h.Reporter().Fatalf("the depth of pixel (%d, %d) is %d, not %d", x, y, s.Depths[at], want.Depths[at])
		}
		if s.Colours[at] != want.Colours[at] {
			h.Reporter().Fatalf("pixel (%d, %d) is %08x, not %08x", x, y, s.Colours[at], want.Colours[at])
		}
	}
	return s
}

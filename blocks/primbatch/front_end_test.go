package primbatch

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/blocks/primbatch/stimulus"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// frontModel is a front end in Go. Unlike the hardware it counts a batch's primitives at its end, from the number of elements.
type frontModel struct {
	config Config
	beats  []frontValue
	errors []isa.Error

	inside, skipping, beforeFirst bool
	word                          uint32 // of BEGIN
	head                          headValue
	elements, records             int
	edge, copied, restarts, last  bool
	base, restartIndex            uint32
	vertexID, primitiveID         uint32
	instanceID                    uint32
	nothingDrawn                  bool
}

func newFrontModel(c Config) *frontModel {
	return &frontModel{config: c, edge: true, last: true, nothingDrawn: true}
}

func (f *frontModel) wrong(e isa.Error) { f.errors = append(f.errors, e) }

func (f *frontModel) take(i model.Item) {
	method := i.Kind == isa.MethodItem
	is := func(address uint16) bool { return method && i.Address == address }
	switch {
	case f.skipping:
		f.skipping = !is(isa.EndAddress)
	case i.Kind > isa.IndexItem:
		f.wrong(isa.UnknownKind)
	case is(isa.EdgeFlagAddress):
		f.edge = i.Data&1 == 1
	case is(isa.VertexIDBaseAddress) && (!f.inside || f.beforeFirst):
		f.vertexID = i.Data
	case is(isa.AddToVertexIDAddress) && (!f.inside || f.beforeFirst):
		f.vertexID += i.Data
	case is(isa.LoadPrimitiveIDAddress) && (!f.inside || f.beforeFirst):
		f.primitiveID = i.Data
	case is(isa.AddToPrimitiveIDAddress) && (!f.inside || f.beforeFirst):
		f.primitiveID += i.Data
	case f.inside && is(isa.BeginAddress):
		f.wrong(isa.BeginInside)
	case f.inside && is(isa.EndAddress):
		f.inside = false
		open := i.Data&1 == 1
		if f.config.Embodiment == isa.FourModes {
			mode := isa.SplitMode(f.word >> isa.SplitModeShift & 3)
			open = mode == isa.NormalBeginOpenEnd || mode == isa.OpenBeginOpenEnd
		}
		f.end(open)
	case f.inside && method:
		f.wrong(isa.MethodInside)
	case f.inside && i.Kind == isa.VertexItem && f.copied && f.restarts && i.Data == f.restartIndex:
		f.end(false)
		f.begin(false)
		f.beforeFirst = false
	case f.inside && i.Kind == isa.VertexItem:
		f.element(lineValue{Kind: vertexElement, Data: i.Data + f.base, X: i.X, Y: i.Y, Edge: i.Edge && f.edge})
		f.records++
		f.vertexID++
	case f.inside:
		slot := int(i.Data & 0xffff)
		if slot >= f.records || f.records-slot > f.config.Vertices {
			f.wrong(isa.IndexWithoutVertex)
			return
		}
		f.element(lineValue{Kind: indexElement, Data: uint32(slot % (2 * f.config.Vertices)), Edge: i.Edge && f.edge})
	case !method:
		f.wrong(isa.VertexOutside)
	case is(isa.EndAddress):
		f.wrong(isa.EndOutside)
	case is(isa.BeginAddress) && i.Data&0xffff >= uint32(isa.NumOps):
		f.wrong(isa.UnknownPrimitive)
		f.skipping = true
	case is(isa.BeginAddress):
		f.inside, f.beforeFirst, f.word = true, true, i.Data
		if i.Data&isa.PrimitiveUnchanged == 0 {
			f.primitiveID = 0
		}
		switch isa.InstanceMode(i.Data >> isa.InstanceShift & 3) {
		case isa.FirstInstance:
			f.instanceID = 0
		case isa.NextInstance:
			f.instanceID++
		}
		f.begin(i.Data&isa.OpenBegin != 0)
	default:
		f.set(i.Address, i.Data)
	}
}

func (f *frontModel) set(address uint16, data uint32) {
	switch address {
	case isa.VertexIDCopyAddress:
		f.copied = data&1 == 1
	case isa.BaseVertexAddress:
		f.base = data
	case isa.RestartAddress:
		f.restarts = data&1 == 1
	case isa.RestartIndexAddress:
		f.restartIndex = data
	case isa.ProvokingVertexAddress:
		f.last = data&1 == 1
	case isa.PolygonModeAddress:
		if data < isa.PolygonModeBase || data > isa.PolygonModeBase+2 {
			f.wrong(isa.UnknownPolygonMode)
			return
		}
		fallthrough
	case isa.LineStippleAddress, isa.StippleParametersAddress, isa.ViewportHorizontalAddress, isa.ViewportVerticalAddress:
		f.beats = append(f.beats, frontValue{Method: true, Address: uint32(address), Data: data})
	}
}

func (f *frontModel) begin(open bool) {
	f.elements, f.records = 0, 0
	f.head = headValue{Op: isa.Op(f.word & 0xffff), Open: open}
	if !open {
		f.vertexID, f.nothingDrawn = 0, true
	}
}

func (f *frontModel) element(b lineValue) {
	v := frontValue{Beat: b}
	if f.elements == 0 {
		v.First = true
		f.head.Restart, f.head.LastProvokes, f.head.Copy = f.nothingDrawn, f.last, f.copied
		f.head.VertexID, f.head.PrimitiveID, f.head.InstanceID = f.vertexID, f.primitiveID, f.instanceID
		v.Head = f.head
	}
	f.beats = append(f.beats, v)
	f.elements++
	f.beforeFirst = false
}

func (f *frontModel) end(open bool) {
	if f.elements == 0 {
		return
	}
	f.beats = append(f.beats, frontValue{Beat: lineValue{Kind: lastElement, Open: open}})
	numbers, drawn := primitivesOf(f.head.Op, f.elements, f.head.Open, open)
	f.primitiveID += uint32(numbers)
	if drawn {
		f.nothingDrawn = false
	}
}

// primitivesOf returns how far a batch of m elements advances PrimitiveID, and whether it draws anything.
func primitivesOf(op isa.Op, m int, openBegin, openEnd bool) (numbers int, drawn bool) {
	var n int
	switch op {
	case isa.Points:
		n = m
	case isa.Lines:
		n = m / 2
	case isa.LineStrip:
		n = m - 1
	case isa.LineLoop:
		n = m - 1
		if n > 0 && !openBegin && !openEnd {
			n++
		}
	case isa.Triangles:
		n = m / 3
	case isa.TriangleStrip, isa.TriangleFan:
		n = m - 2
	case isa.Quads, isa.LinesAdjacency:
		n = m / 4
	case isa.QuadStrip:
		n = m/2 - 1
	case isa.LineStripAdjacency:
		n = m - 3
	case isa.TrianglesAdjacency:
		n = m / 6
	case isa.TriangleStripAdjacency:
		n = m/2 - 2
		if openEnd {
			n = max(0, m-5) / 2
		}
		if openBegin {
			n--
		}
	case isa.Polygon:
		if !openEnd && (openBegin || m >= 3) {
			return 1, m >= 3
		}
		return 0, m >= 3
	}
	return max(0, n), n > 0
}

// anyItem is a random item; methods and values with an effect are likelier than others. Inside a primitive most items are
// elements, some of them the restart index.
func anyItem(rng *rand.Rand, f *frontModel) model.Item {
	word := func() uint32 {
		if rng.IntN(2) == 0 {
			return uint32(rng.IntN(8))
		}
		return rng.Uint32()
	}
	i := model.Item{Kind: isa.ItemKind(rng.IntN(3)), Data: word(), X: uint16(rng.Uint32()), Y: uint16(rng.Uint32()), Edge: rng.IntN(2) == 0}
	switch n := rng.IntN(40); {
	case f.inside && n < 9:
		return model.Item{Kind: isa.IndexItem, Data: uint32(rng.IntN(2 * f.config.Vertices)), Edge: i.Edge}
	case f.inside && n < 12:
		i.Kind, i.Data = isa.VertexItem, f.restartIndex
		return i
	case f.inside && n < 28:
		i.Kind = isa.VertexItem
		return i
	case f.inside && n < 32:
		return model.Method(stimulus.IdentifierMethods[n-28], i.Data)
	case n == 39:
		i.Kind = 3
		return i
	}
	if i.Kind == isa.MethodItem {
		addresses := []uint16{
			isa.EndAddress, isa.BeginAddress, isa.VertexIDBaseAddress, isa.AddToVertexIDAddress, isa.VertexIDCopyAddress, isa.BaseVertexAddress, isa.AddToPrimitiveIDAddress,
			isa.LoadPrimitiveIDAddress, isa.BatchLimitAddress, isa.BatchCullAddress, isa.EdgeFlagAddress, isa.LineStippleAddress, isa.StippleParametersAddress, isa.ProvokingVertexAddress,
			isa.RestartAddress, isa.RestartIndexAddress, isa.PolygonModeAddress, isa.ViewportHorizontalAddress, isa.ViewportVerticalAddress, 0x123,
			isa.BeginAddress, isa.BeginAddress, isa.BeginAddress, isa.BeginAddress, isa.EndAddress, isa.EndAddress,
		}
		i.Address = addresses[rng.IntN(len(addresses))]
		switch i.Address {
		case isa.BeginAddress:
			i.Data = isa.BeginWord(isa.Op(rng.IntN(isa.NumOps+1)), rng.IntN(2) == 0, isa.InstanceMode(rng.IntN(4)), isa.SplitMode(rng.IntN(4)))
			if rng.IntN(30) == 0 {
				i.Data |= 1 << (4 + rng.IntN(12))
			}
		case isa.PolygonModeAddress:
			i.Data = uint32(isa.PolygonModeBase - 1 + rng.IntN(5))
		}
	}
	return i
}

// frontRun sends items through a front end and compares its output with the model.
func frontRun(t testing.TB, c Config, seed uint64, gap, stall float64, items []model.Item, options ...bench.Option) *bench.TB {
	f := newFrontEnd(c)
	tb := bench.New(t, f, append(options, bench.Seed(seed))...)
	in, out := bench.Drive(tb, f.In, gap), bench.Collect[frontValue](tb, f.Out, stall)
	model := newFrontModel(c)
	for _, i := range items {
		in.Send(i)
		model.take(i)
	}
	var errors []isa.Error
	tb.Until(20*len(items)+100, "all items", func() bool {
		if e := tb.Get(f.Error); e != 0 {
			errors = append(errors, isa.Error(e))
		}
		return in.Waiting() == 0
	})
	require.Equal(t, model.errors, errors)
	require.Len(t, out.Beats(), len(model.beats))
	for k, want := range model.beats {
		require.Equal(t, want.used(), out.Beats()[k].used(), "beat %d", k)
	}
	return tb
}

func frontConfigs() []Config {
	return []Config{
		{Lines: 1, Elements: 256, Vertices: 4}, {Lines: 2, Elements: 256, Vertices: 16, Embodiment: isa.TwoModes},
	}
}

func randomItems(c Config, seed uint64, n int) (items []model.Item) {
	rng := rand.New(rand.NewPCG(seed, 15))
	follow := newFrontModel(c)
	for range n {
		i := anyItem(rng, follow)
		follow.take(i)
		items = append(items, i)
	}
	return items
}

func TestTheFrontEndTakesAnything(t *testing.T) {
	cover := bench.NewCoverage(t)
	for _, engine := range sim.Engines() {
		for k, c := range frontConfigs() {
			seed := uint64(k + 1)
			frontRun(t, c, seed, 0.2, 0.3, randomItems(c, seed, 2500), bench.Engine(engine), bench.PowerOn(seed), bench.Cover(cover))
		}
	}
	cover.Require(t)
}

// Each topology advances the identifiers correctly, for each number of elements and each pair of ends.
func TestTheFrontEndCountsPrimitives(t *testing.T) {
	for _, c := range frontConfigs() {
		var items []model.Item
		for op := range isa.Op(isa.NumOps) {
			for mode := range isa.SplitMode(4) {
				for m := range 16 {
					items = append(items, model.Method(isa.BeginAddress, isa.BeginWord(op, true, isa.UnchangedInstance, mode)))
					for range m {
						items = append(items, model.VertexAt(0, 0, 0, true))
					}
					open := mode == isa.NormalBeginOpenEnd || mode == isa.OpenBeginOpenEnd
					end := uint32(0)
					if open && c.Embodiment == isa.TwoModes {
						end = isa.OpenEnd
					}
					items = append(items, model.Method(isa.EndAddress, end))
				}
			}
		}
		frontRun(t, c, 1, 0, 0, items)
	}
}

// A primitive of any length is one batch, and an index names one of its last records.
func TestLongAnIndexOfALongBatch(t *testing.T) {
	long.Only(t)
	c := Config{Lines: 1, Elements: 4, Vertices: 4}
	items := []model.Item{model.Method(isa.BeginAddress, isa.BeginWord(isa.Points, false, isa.FirstInstance, 0))}
	index := func(slots ...uint32) {
		for _, s := range slots {
			items = append(items, model.Item{Kind: isa.IndexItem, Data: s})
		}
	}
	for n := range 1<<17 + 20 {
		items = append(items, model.VertexAt(n, 0, 0, true))
		if n > 1<<15 && (n+3)&0xffff < 23 { // where slots, and a counter of 17 bits, would wrap
			index(0, uint32(n-4), uint32(n-3), uint32(n), uint32(n+1))
		}
	}
	frontRun(t, c, 1, 0, 0, append(items, model.Method(isa.EndAddress, 0)))
}

// A front end takes an item per cycle if its beats are taken.
func TestTheFrontEndTakesAnItemACycle(t *testing.T) {
	c := frontConfigs()[0]
	items := randomItems(c, 3, 500)
	tb := frontRun(t, c, 1, 0, 0, items)
	assert.LessOrEqual(t, tb.Cycle(), uint64(len(items)+2))
}

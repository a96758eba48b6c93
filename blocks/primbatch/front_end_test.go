package primbatch

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"posedge/bench"
	"posedge/hdl/sim"
	"posedge/internal/long"
)

// frontModel is a front end in Go: what a batch draws is known at its end only, from the number of its elements.
type frontModel struct {
	config Config
	beats  []frontValue
	errors []Error

	inside, skipping, fresh      bool
	word                         uint32 // of BEGIN
	head                         headValue
	elements, records            int
	edge, copied, restarts, last bool
	base, restartIndex           uint32
	vertexID, primitiveID        uint32
	instanceID                   uint32
	nothingDrawn                 bool
}

func newFrontModel(c Config) *frontModel {
	return &frontModel{config: c, edge: true, last: true, nothingDrawn: true}
}

func (f *frontModel) wrong(e Error) { f.errors = append(f.errors, e) }

func (f *frontModel) take(i ItemValue) {
	method := i.Kind == MethodItem
	is := func(address uint16) bool { return method && i.Address == address }
	switch {
	case f.skipping:
		f.skipping = !is(EndAddress)
	case i.Kind > IndexItem:
		f.wrong(UnknownKind)
	case is(EdgeFlagAddress):
		f.edge = i.Data&1 == 1
	case is(VertexIDBaseAddress) && (!f.inside || f.fresh):
		f.vertexID = i.Data
	case is(AddToVertexIDAddress) && (!f.inside || f.fresh):
		f.vertexID += i.Data
	case is(LoadPrimitiveIDAddress) && (!f.inside || f.fresh):
		f.primitiveID = i.Data
	case is(AddToPrimitiveIDAddress) && (!f.inside || f.fresh):
		f.primitiveID += i.Data
	case f.inside && is(BeginAddress):
		f.wrong(BeginInside)
	case f.inside && is(EndAddress):
		f.inside = false
		open := i.Data&1 == 1
		if f.config.Embodiment == FourModes {
			mode := SplitMode(f.word >> splitModeShift & 3)
			open = mode == NormalBeginOpenEnd || mode == OpenBeginOpenEnd
		}
		f.end(open)
	case f.inside && method:
		f.wrong(MethodInside)
	case f.inside && i.Kind == VertexItem && f.copied && f.restarts && i.Data == f.restartIndex:
		f.end(false)
		f.begin(false)
		f.fresh = false
	case f.inside && i.Kind == VertexItem:
		f.element(lineValue{Kind: vertexElement, Data: i.Data + f.base, X: i.X, Y: i.Y, Edge: i.Edge && f.edge})
		f.records++
		f.vertexID++
	case f.inside:
		slot := int(i.Data & 0xffff)
		if slot >= f.records || f.records-slot > f.config.Vertices {
			f.wrong(IndexWithoutVertex)
			return
		}
		f.element(lineValue{Kind: indexElement, Data: uint32(slot % (2 * f.config.Vertices)), Edge: i.Edge && f.edge})
	case !method:
		f.wrong(VertexOutside)
	case is(EndAddress):
		f.wrong(EndOutside)
	case is(BeginAddress) && i.Data&0xffff >= uint32(NumOps):
		f.wrong(UnknownPrimitive)
		f.skipping = true
	case is(BeginAddress):
		f.inside, f.fresh, f.word = true, true, i.Data
		if i.Data&primitiveUnchanged == 0 {
			f.primitiveID = 0
		}
		switch InstanceMode(i.Data >> instanceShift & 3) {
		case FirstInstance:
			f.instanceID = 0
		case NextInstance:
			f.instanceID++
		}
		f.begin(i.Data&openBegin != 0)
	default:
		f.set(i.Address, i.Data)
	}
}

func (f *frontModel) set(address uint16, data uint32) {
	switch address {
	case VertexIDCopyAddress:
		f.copied = data&1 == 1
	case BaseVertexAddress:
		f.base = data
	case RestartAddress:
		f.restarts = data&1 == 1
	case RestartIndexAddress:
		f.restartIndex = data
	case ProvokingVertexAddress:
		f.last = data&1 == 1
	case PolygonModeAddress:
		if data < polygonModeBase || data > polygonModeBase+2 {
			f.wrong(UnknownPolygonMode)
			return
		}
		fallthrough
	case LineStippleAddress, StippleParametersAddress, ViewportHorizontalAddress, ViewportVerticalAddress:
		f.beats = append(f.beats, frontValue{Method: true, Address: uint32(address), Data: data})
	}
}

func (f *frontModel) begin(open bool) {
	f.elements, f.records = 0, 0
	f.head = headValue{Op: Op(f.word & 0xffff), Open: open}
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
	f.fresh = false
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

// primitivesOf says how far the PrimitiveID moves on with a batch of m elements, and whether it draws anything.
func primitivesOf(op Op, m int, openBegin, openEnd bool) (numbers int, drawn bool) {
	var n int
	switch op {
	case Points:
		n = m
	case Lines:
		n = m / 2
	case LineStrip:
		n = m - 1
	case LineLoop:
		n = m - 1
		if n > 0 && !openBegin && !openEnd {
			n++
		}
	case Triangles:
		n = m / 3
	case TriangleStrip, TriangleFan:
		n = m - 2
	case Quads, LinesAdjacency:
		n = m / 4
	case QuadStrip:
		n = m/2 - 1
	case LineStripAdjacency:
		n = m - 3
	case TrianglesAdjacency:
		n = m / 6
	case TriangleStripAdjacency:
		n = m/2 - 2
		if openEnd {
			n = max(0, m-5) / 2
		}
		if openBegin {
			n--
		}
	case Polygon:
		if !openEnd && (openBegin || m >= 3) {
			return 1, m >= 3
		}
		return 0, m >= 3
	}
	return max(0, n), n > 0
}

// anyItem is any item, with methods and values that matter more often than others. Inside a primitive most are elements, some
// of them the restart index.
func anyItem(rng *rand.Rand, f *frontModel) ItemValue {
	word := func() uint32 {
		if rng.IntN(2) == 0 {
			return uint32(rng.IntN(8))
		}
		return rng.Uint32()
	}
	i := ItemValue{Kind: ItemKind(rng.IntN(3)), Data: word(), X: uint16(rng.Uint32()), Y: uint16(rng.Uint32()), Edge: rng.IntN(2) == 0}
	switch n := rng.IntN(40); {
	case f.inside && n < 9:
		return ItemValue{Kind: IndexItem, Data: uint32(rng.IntN(2 * f.config.Vertices)), Edge: i.Edge}
	case f.inside && n < 12:
		i.Kind, i.Data = VertexItem, f.restartIndex
		return i
	case f.inside && n < 28:
		i.Kind = VertexItem
		return i
	case f.inside && n < 32:
		return Method(identifierMethods[n-28], i.Data)
	case n == 39:
		i.Kind = 3
		return i
	}
	if i.Kind == MethodItem {
		addresses := []uint16{
			EndAddress, BeginAddress, VertexIDBaseAddress, AddToVertexIDAddress, VertexIDCopyAddress, BaseVertexAddress, AddToPrimitiveIDAddress,
			LoadPrimitiveIDAddress, BatchLimitAddress, BatchCullAddress, EdgeFlagAddress, LineStippleAddress, StippleParametersAddress, ProvokingVertexAddress,
			RestartAddress, RestartIndexAddress, PolygonModeAddress, ViewportHorizontalAddress, ViewportVerticalAddress, 0x123,
			BeginAddress, BeginAddress, BeginAddress, BeginAddress, EndAddress, EndAddress,
		}
		i.Address = addresses[rng.IntN(len(addresses))]
		switch i.Address {
		case BeginAddress:
			i.Data = BeginWord(Op(rng.IntN(NumOps+1)), rng.IntN(2) == 0, InstanceMode(rng.IntN(4)), SplitMode(rng.IntN(4)))
			if rng.IntN(30) == 0 {
				i.Data |= 1 << (4 + rng.IntN(12))
			}
		case PolygonModeAddress:
			i.Data = uint32(polygonModeBase - 1 + rng.IntN(5))
		}
	}
	return i
}

// frontRun sends items through a front end and compares what comes with the model.
func frontRun(t testing.TB, c Config, seed uint64, gap, stall float64, items []ItemValue, options ...bench.Option) *bench.TB {
	f := newFrontEnd(c)
	tb := bench.New(t, f, append(options, bench.Seed(seed))...)
	in, out := bench.Drive(tb, f.In, gap), bench.Collect[frontValue](tb, f.Out, stall)
	model := newFrontModel(c)
	for _, i := range items {
		in.Send(i)
		model.take(i)
	}
	var errors []Error
	tb.Until(20*len(items)+100, "all items", func() bool {
		if e := tb.Get(f.Error); e != 0 {
			errors = append(errors, Error(e))
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
		{Lines: 1, Elements: 256, Vertices: 4}, {Lines: 2, Elements: 256, Vertices: 16, Embodiment: TwoModes},
	}
}

func randomItems(c Config, seed uint64, n int) (items []ItemValue) {
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

// Each topology with each number of elements and each pair of ends moves the identifiers on as it should.
func TestTheFrontEndCountsPrimitives(t *testing.T) {
	for _, c := range frontConfigs() {
		var items []ItemValue
		for op := range Op(NumOps) {
			for mode := range SplitMode(4) {
				for m := range 16 {
					items = append(items, Method(BeginAddress, BeginWord(op, true, UnchangedInstance, mode)))
					for range m {
						items = append(items, VertexAt(0, 0, 0, true))
					}
					open := mode == NormalBeginOpenEnd || mode == OpenBeginOpenEnd
					end := uint32(0)
					if open && c.Embodiment == TwoModes {
						end = openEnd
					}
					items = append(items, Method(EndAddress, end))
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
	items := []ItemValue{Method(BeginAddress, BeginWord(Points, false, FirstInstance, 0))}
	index := func(slots ...uint32) {
		for _, s := range slots {
			items = append(items, ItemValue{Kind: IndexItem, Data: s})
		}
	}
	for n := range 1<<17 + 20 {
		items = append(items, VertexAt(n, 0, 0, true))
		if n > 1<<15 && (n+3)&0xffff < 23 { // where slots, and where a counter of 17 bits, would begin again
			index(0, uint32(n-4), uint32(n-3), uint32(n), uint32(n+1))
		}
	}
	frontRun(t, c, 1, 0, 0, append(items, Method(EndAddress, 0)))
}

// A front end takes an item a cycle if its beats are taken.
func TestTheFrontEndTakesAnItemACycle(t *testing.T) {
	c := frontConfigs()[0]
	items := randomItems(c, 3, 500)
	tb := frontRun(t, c, 1, 0, 0, items)
	assert.LessOrEqual(t, tb.Cycle(), uint64(len(items)+2))
}

package primbatch

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"posedge/bench"
	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/formal"
	"posedge/hdl"
	"posedge/hdl/ir"
	"posedge/hdl/lib"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// wholeHarness states that a driver and a processor draw one primitive of one topology as if it had never been cut. Its
// application sends limits, the convention and then any number of vertices up to a maximum, with edge flags and gaps anywhere,
// and END; vertex processing may take any time.
//
// Vertex v has the VertexID v, and the lowest bits of v as its position.
type wholeHarness struct {
	Out     hdl.Source[Primitive]
	Limits  hdl.In  `doc:"free: most elements (lower half) and vertices of a batch; 0 is the built limit"`
	Last    hdl.In  `doc:"free: 1: the last vertex provokes"`
	Send    hdl.In  `doc:"free: 1: the application sends its next item"`
	Ends    hdl.In  `doc:"free: 1: that item is END"`
	Flag    hdl.In  `doc:"free: the edge flag of a vertex"`
	Drained hdl.Out `doc:"1: all must be drawn"`
	Batches hdl.Out `doc:"batches so far, up to 7"`
	Size    hdl.Out `doc:"vertices sent"`
	Returns hdl.In  `doc:"free: 1: vertex processing returns a vertex"`

	config Config
	op     isa.Op
	size   wholeSize
}

// wholeSize is the size of a proof.
type wholeSize struct {
	vertices int // the most vertices of the primitive
	batches  int // the number of batches that some run must reach
	stalls   int // the most cycles of gaps and stalls at the harness's own ports; negative: any number
	depth    int // cycles of a run
	drained  int // all must be drawn this many cycles, not counting stalls, after END
}

func newWholeHarness(c Config, o isa.Op, size wholeSize) *wholeHarness {
	return &wholeHarness{
		Out: hdl.NewSource(c.shapes().Primitive), Limits: hdl.Input(2 * c.limitBits()), Last: hdl.Input(1), Send: hdl.Input(1), Ends: hdl.Input(1),
		Flag: hdl.Input(1), Returns: hdl.Input(1), Drained: hdl.Output(1), Batches: hdl.Output(3), Size: hdl.Output(c.identifiers()), config: c, op: o, size: size,
	}
}

// limitBits is the width of a free limit.
func (c Config) limitBits() int { return hdl.CountWidth(max(c.Elements, c.Vertices)) }

// application holds what has been sent to the driver.
type application struct {
	item  property.Stream[Item]
	limit hdl.Bits   // the smaller of the limits of elements and vertices
	last  hdl.Bits   // the last vertex provokes
	size  hdl.Bits   // the number of vertices, as wide as identifiers
	done  hdl.Bits   // END has been sent
	waits hdl.Bits   // a gap: the application could send, but does not
	flags []hdl.Bits // edge flags of the vertices
}

// send builds the application.
func (h *wholeHarness) send(m *hdl.Module, to hdl.Sink[Item]) application {
	c, n := h.config, h.config.limitBits()
	const limits, convention, begin, vertices, silent = 0, 1, 2, 3, 4
	step, offered, item := m.Reg("step", 3), m.Reg("offered", 1), hdl.RegOf(m, "item", c.shapes().Item)
	a := application{limit: m.Reg("limit", n), last: m.Reg("last", 1), size: m.Reg("size", c.identifiers())}
	hdl.Unused(a.last)
	for k := range 1 << c.identifiers() {
		flag := hdl.Const(1, 0)
		if k < h.size.vertices && h.op.HasFlags() {
			flag = m.Reg(fmt.Sprintf("flag_%d", k), 1)
		}
		a.flags = append(a.flags, flag)
	}
	a.done = m.Named("done", step.Eq(silent))
	free := m.Named("free", offered.Not().Or(to.Ready))
	a.waits = h.Send.Not().And(free).And(a.done.Not())
	sends := m.Named("sends", h.Send.And(free).And(a.done.Not()))

	effective := func(x hdl.Bits, built int) hdl.Bits { return hdl.Mux(x.Eq(0).Or(x.Gt(built)), built, x) }
	elements, records := h.Limits.Slice(n-1, 0), h.Limits.Slice(2*n-1, n)
	e, v := effective(elements, c.Elements), effective(records, c.Vertices)
	least := h.op.Rule().Least
	m.Assume("limits_suffice", e.Ge(least).And(v.Ge(least)))

	method := func(address int, data hdl.Bits) {
		item.Kind.Set(int(isa.MethodItem))
		item.Address.Set(address)
		item.Data.Set(data.ZeroExtend(32))
	}
	m.If(free, func() { offered.Set(sends) })
	m.If(sends, func() {
		step.Set(step.Add(1))
		m.Switch(step).
			Case(limits, func() {
				method(isa.BatchLimitAddress, hdl.Cat(records.ZeroExtend(16), elements.ZeroExtend(16)))
				a.limit.Set(hdl.Mux(e.Lt(v), e, v))
			}).
			Case(convention, func() {
				method(isa.ProvokingVertexAddress, h.Last.Bits)
				a.last.Set(h.Last)
			}).
			Case(begin, func() { method(isa.BeginAddress, hdl.Const(32, isa.BeginWord(h.op, false, isa.FirstInstance, 0))) }).
			Default(func() {
				m.If(h.Ends.Or(a.size.Eq(h.size.vertices)), func() { method(isa.EndAddress, hdl.Const(1, 0)) }).Else(func() {
					step.Set(vertices)
					hdl.Set(item, Item{hdl.Const(isa.ItemKindBits, int(isa.VertexItem)), hdl.Const(isa.AddressBits, 0), hdl.Const(32, 0),
						a.size.Bit(0), a.size.Bit(1), h.Flag.Bits})
					a.size.Set(a.size.Add(1))
					for k := 0; k < h.size.vertices && h.op.HasFlags(); k++ {
						m.If(a.size.Eq(k), func() { a.flags[k].Set(h.Flag) })
					}
				})
			})
	})
	to.Send(offered, item)
	a.item = property.Stream[Item]{Valid: offered, Ready: to.Ready.Bits, Data: item}
	return a
}

// batchesSent tracks the batches between driver and processor.
type batchesSent struct {
	valid hdl.Bits // an item is offered
	count hdl.Bits // batches, up to 7
	ended hdl.Bits // the last of them had a normal end
}

// between states the rules for the batches.
func (h *wholeHarness) between(m *hdl.Module, s property.Stream[Item], limit hdl.Bits) batchesSent {
	property.AssertStable(m, s)
	c, item, rule := h.config, s.Data, h.op.Rule()
	is := func(k isa.ItemKind) hdl.Bits { return s.Fire().And(item.Kind.Eq(int(k))) }
	method := func(address int) hdl.Bits { return is(isa.MethodItem).And(item.Address.Eq(address)) }
	begin, end := m.Named("begin", method(isa.BeginAddress)), m.Named("end", method(isa.EndAddress))
	inside, elements, count, ended := m.Reg("inside", 1), m.Reg("elements", c.limitBits()+1), m.Reg("count", 3), m.Reg("ended", 1)
	follows, open := count.Ne(0), m.Reg("open", 1) // all but the first batch begin open

	openEnd := item.Data.Bit(0)
	if c.Embodiment == isa.FourModes {
		openEnd = m.Reg("open_end", 1)
	}
	m.If(begin, func() {
		inside.Set(1)
		open.Set(follows)
		elements.Set(0)
		m.If(count.Ne(7), func() { count.Set(count.Add(1)) })
		m.Assert("begins_outside", inside.Not().And(ended.Not()))
		word := hdl.Mux(follows, hdl.Const(32, isa.BeginWord(h.op, true, isa.UnchangedInstance, isa.OpenBeginOpenEnd)), hdl.Const(32, isa.BeginWord(h.op, false, isa.FirstInstance, 0)))
		splits := hdl.Const(1, 0)
		if c.Embodiment == isa.FourModes {
			splits = item.Data.Bit(isa.SplitModeShift)
			openEnd.Set(item.Data.Bit(isa.SplitModeShift).Xor(item.Data.Bit(isa.SplitModeShift + 1)))
		}
		m.Assert("begins_chained", item.Data.Eq(hdl.Cat(hdl.Const(1, 0), follows, splits, word.Slice(isa.SplitModeShift-1, 0))))
	})
	m.If(is(isa.VertexItem), func() {
		elements.Set(elements.Add(1))
		m.Assert("elements_inside", inside)
		m.Assert("within_limits", elements.Lt(limit.ZeroExtend(elements.Width())))
	})
	m.Assert("no_index", is(isa.IndexItem).Not())
	m.If(end, func() {
		inside.Set(0)
		ended.Set(openEnd.Not())
		m.Assert("ends_inside", inside)
		m.Assert("none_empty", elements.Ge(hdl.Mux(open, hdl.Const(elements.Width(), rule.Carry+1), leastElements(h.op))))
		m.Assert("cut_when_full", implies(openEnd, elements.Add(rule.Group).Gt(limit.ZeroExtend(elements.Width()))))
		others := item.Data
		if c.Embodiment == isa.TwoModes {
			others = item.Data.Slice(31, 1)
		}
		m.Assert("ends_plainly", others.Eq(0))
	})
	return batchesSent{s.Valid, count, ended.And(inside.Not())}
}

// Describe connects application, driver, processor and vertex processing, and states the rules for the primitives.
func (h *wholeHarness) Describe(m *hdl.Module) {
	c, n := h.config, h.config.identifiers()
	driver := hdl.Instance(m, "driver", NewDriver(c))
	processor := hdl.Instance(m, "processor", newProcessor(c))
	a := h.send(m.Scope("application"), driver.In)
	processor.In.Send(driver.Out.Valid, driver.Out.Data)
	driver.Out.Ready.Set(processor.In.Ready)
	h.Out.From(processor.Primitives)
	hdl.Unused(driver.Counts.Data, processor.State.Data)
	batches := h.between(m.Scope("batches"), property.Stream[Item]{Valid: driver.Out.Valid.Bits, Ready: processor.In.Ready.Bits, Data: driver.Out.Data}, a.limit)
	m.Assert("no_error", driver.Error.Or(processor.Error).Eq(0))
	hdl.Unused(driver.Errors, processor.Errors)

	vertices, shaded := processor.Vertices[0], processor.Shaded[0]
	processing := hdl.Instance(m, "processing", lib.NewFIFO(c.shapes().Shaded, 2))
	hdl.Unused(processing.Level, vertices.Data.VertexID, vertices.Data.InstanceID)
	processing.Push.Send(vertices.Valid, Shaded{vertices.Data.X, vertices.Data.Y})
	vertices.Ready.Set(processing.Push.Ready)
	shaded.Send(processing.Pop.Valid.And(h.Returns), processing.Pop.Data)
	processing.Pop.Ready.Set(h.Returns)

	// Primitive k is that of the whole: of a batch of all vertices with normal ends.
	out := property.OfSource(h.Out)
	property.AssertStable(m.Scope("primitives"), out)
	k, p := m.Reg("k", n), out.Data
	m.If(out.Fire(), func() { k.Set(k.Add(1)) })
	whole, ended, final := hdl.Const(1, 0), a.done, a.done.And(a.size.Eq(k.Add(3)))
	if h.op == isa.TriangleStripAdjacency {
		final = a.done.And(a.size.Shr(1).Eq(k.Add(3)))
		ended = final
	}
	r := ruleOf(h.op, k, a.size, batchHead{Open: whole, LastProvokes: a.last}, ended, whole)
	m.If(out.Valid, func() {
		m.Assert("not_too_many", k.Lt(r.count))
		m.Assert("in_time", r.allowed)
		id := k
		if h.op == isa.Polygon {
			id = hdl.Const(n, 0)
		}
		m.Assert("primitive_id", p.PrimitiveID.Eq(id))
		m.Assert("instance_id", p.InstanceID.Eq(0))
		listed, placed := hdl.Const(1, 1), hdl.Const(1, 1)
		var ids []hdl.Bits
		for j, v := range r.vertices {
			listed = listed.And(p.Vertices[j].VertexID.Eq(v))
			placed = placed.And(p.Vertices[j].X.Eq(v.Bit(0))).And(p.Vertices[j].Y.Eq(v.Bit(1)))
			ids = append(ids, v)
		}
		m.Assert("vertex_ids", listed)
		m.Assert("positions", placed)
		m.Assert("kind", p.Kind.Eq(int(kindOf(h.op))))
		provoking := ids[0]
		if len(ids) > 1 {
			provoking = hdl.Select(p.Provoking, ids)
		}
		m.Assert("provokes", provoking.Eq(r.provokes))
		restart := hdl.Const(1, 1)
		if h.op.RunsOn() {
			restart = k.Eq(0)
		}
		m.Assert("restart", p.Restart.Eq(restart))
		edges := hdl.Const(4, 1<<len(model.EdgesOf(kindOf(h.op)))-1)
		if h.op.HasFlags() {
			var flags []hdl.Operand
			for j := range model.EdgesOf(kindOf(h.op)) {
				flags = append(flags, hdl.Select(r.vertices[j], a.flags))
			}
			edges = hdl.Pack(flags...).ZeroExtend(4)
		}
		if h.op == isa.Polygon {
			edges = edges.And(hdl.Pack(k.Eq(0), hdl.Const(1, 1), final, hdl.Const(1, 0)))
			m.Assert("last_edge_known", final.Or(a.size.Gt(k.Add(3))))
		}
		m.Assert("edges", p.Edges.Eq(edges))
	})

	// Apart from stalls, an item waits for a bounded time, and all is drawn in a bounded time after END.
	stalls := m.Named("stalls", out.Valid.And(out.Ready.Not()).Or(processing.Pop.Valid.And(h.Returns.Not())))
	moves := stalls.Not()
	if most := h.size.stalls; most >= 0 {
		lost := m.Reg("lost", hdl.CountWidth(most+1))
		waits := m.Named("waits_now", stalls.Or(a.waits))
		m.Assume("few_stalls", waits.And(lost.Eq(most)).Not())
		m.If(waits, func() { lost.Set(lost.Add(1)) })
	}
	calm, waits := m.Reg("calm", hdl.CountWidth(h.size.drained)), m.Reg("waits", hdl.CountWidth(h.size.drained))
	all := m.Named("all", a.done.And(k.Eq(r.count)))
	m.If(moves.And(a.done).And(calm.Ne(h.size.drained)), func() { calm.Set(calm.Add(1)) })
	m.If(a.item.Fire(), func() { waits.Set(0) }).ElseIf(moves.And(a.item.Valid).And(waits.Ne(h.size.drained)), func() { waits.Set(waits.Add(1)) })
	m.Assert("is_taken", waits.Ne(h.size.drained))
	h.Batches.Set(batches.count)
	h.Size.Set(a.size)
	drained := calm.Eq(h.size.drained)
	h.Drained.Set(drained)
	m.If(drained, func() {
		m.Assert("all_drawn", all)
		m.Assert("quiet", out.Valid.Or(batches.valid).Or(processing.Pop.Valid).Not())
		m.Assert("ended", batches.ended.Eq(r.count.Ne(0)))
	})
	if h.size.stalls >= 0 { // the searched depth must cover every run to its end
		age := m.Reg("age", hdl.CountWidth(h.size.depth))
		m.If(age.Ne(h.size.depth), func() { age.Set(age.Add(1)) })
		m.Assert("is_over", age.Lt(h.size.depth-1).Or(drained))
	}
	m.Cover("drawn_in_batches", all.And(batches.count.Ge(h.size.batches)))
	m.Cover("most_vertices", drained.And(a.size.Eq(h.size.vertices)))
}

// provedWhole searches all runs of size.depth cycles without a reset. Covers show that some run draws the most vertices to the
// end, and some run has size.batches batches. The built limits are the least possible.
func provedWhole(t *testing.T, e isa.Embodiment, o isa.Op, size wholeSize) {
	t.Helper()
	c := wholeConfig(e, o.Rule().Least, hdl.CountWidth(size.vertices))
	for _, p := range bench.Prove(t, newWholeHarness(c, o, size), bench.ProofBy(formal.BMC), bench.ProofBudget(10*time.Minute), bench.ProofDepth(size.depth), bench.WithoutReset()) {
		assert.True(t, p.Unbounded || p.Kind == ir.Cover || p.Err != nil || p.Depth >= size.depth, "%s is searched for %d cycles only", p.Property, p.Depth)
	}
}

func wholeConfig(e isa.Embodiment, limit, identifier int) Config {
	limit = max(limit, 4)
	return Config{Embodiment: e, Lines: 1, Elements: limit, Vertices: 1 << hdl.IndexWidth(limit), identifier: identifier, coordinate: 1, counter: 1}
}

// The sizes of the proofs: enough vertices to fill three batches of the least limit (two of TRIANGLELIST_ADJCY), and enough
// cycles for each run to end, in both embodiments.
var wholeSizes = [isa.NumOps]wholeSize{
	isa.Points:                 {vertices: 6, batches: 3, drained: 21, depth: 40},
	isa.Lines:                  {vertices: 6, batches: 3, drained: 18, depth: 33},
	isa.LineLoop:               {vertices: 5, batches: 3, drained: 26, depth: 42},
	isa.LineStrip:              {vertices: 5, batches: 3, drained: 21, depth: 37},
	isa.Triangles:              {vertices: 9, batches: 3, drained: 20, depth: 39},
	isa.TriangleStrip:          {vertices: 8, batches: 3, drained: 22, depth: 41},
	isa.TriangleFan:            {vertices: 6, batches: 3, drained: 21, depth: 40},
	isa.Quads:                  {vertices: 12, batches: 3, drained: 22, depth: 45},
	isa.QuadStrip:              {vertices: 8, batches: 3, drained: 22, depth: 41},
	isa.Polygon:                {vertices: 6, batches: 3, drained: 22, depth: 41},
	isa.LinesAdjacency:         {vertices: 12, batches: 3, drained: 22, depth: 45},
	isa.LineStripAdjacency:     {vertices: 7, batches: 3, drained: 25, depth: 47},
	isa.TrianglesAdjacency:     {vertices: 13, batches: 2, drained: 25, depth: 51},
	isa.TriangleStripAdjacency: {vertices: 14, batches: 3, drained: 35, depth: 67},
}

// All runs without gaps and stalls, to their end: for any number of vertices up to the most, any limits and flags, and either
// convention.
func TestLongEveryTopologyIsProvedWhole(t *testing.T) {
	long.Only(t)
	for _, e := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for o := range isa.Op(isa.NumOps) {
			t.Run(fmt.Sprintf("%v %v", e, o), func(t *testing.T) { provedWhole(t, e, o, wholeSizes[o]) })
		}
	}
}

// The same with a gap or stall of one cycle anywhere. Longer ones are simulated.
func TestLongALineStripWithAStallIsProvedWhole(t *testing.T) {
	long.Only(t)
	size := wholeSizes[isa.LineStrip]
	size.stalls, size.depth = 1, size.depth+2
	provedWhole(t, isa.FourModes, isa.LineStrip, size)
}

// simulatedWhole simulates the harness with random numbers of vertices, limits, gaps and stalls, and returns the most batches of
// a primitive.
func simulatedWhole(t *testing.T, e isa.Embodiment, o isa.Op, runs int) (most int) {
	const vertices = 15
	h := newWholeHarness(wholeConfig(e, max(o.Rule().Least, 8), hdl.CountWidth(vertices)), o, wholeSize{vertices: vertices, batches: 2, stalls: -1, drained: 60})
	tb := bench.New(t, h)
	defer tb.Close()
	rng := rand.New(rand.NewPCG(uint64(o), uint64(e)))
	for range runs {
		tb.Reset()
		c, least := h.config, o.Rule().Least
		limit := func(built int) int { return least + rng.IntN(built-least+1) }
		tb.Set(h.Limits, uint64(limit(c.Elements)|limit(c.Vertices)<<c.limitBits()))
		tb.Set(h.Last, rng.IntN(2))
		left, gap, stall, slow := rng.IntN(vertices+1), rng.Float64(), rng.Float64(), rng.Float64()
		chance := func(p float64) int { return bit(rng.Float64() >= 0.8*p) }
		tb.Set(h.Ends, 0)
		tb.Until(3000, "all is drawn", func() bool {
			tb.Set(h.Send, chance(gap))
			tb.Set(h.Returns, chance(slow))
			tb.Set(h.Out.Ready, chance(stall))
			tb.Set(h.Flag, rng.IntN(2))
			tb.Set(h.Ends, bit(int(tb.Get(h.Size)) >= left))
			return tb.Get(h.Drained) == 1
		})
		tb.Ticks(2) // so that the assertions about the drained state are checked
		most = max(most, int(tb.Get(h.Batches)))
	}
	return most
}

func TestPrimitivesAreDrawnAsTheWhole(t *testing.T) {
	long.NotShort(t)
	for _, e := range []isa.Embodiment{isa.FourModes, isa.TwoModes} {
		for o := range isa.Op(isa.NumOps) {
			t.Run(fmt.Sprintf("%v %v", e, o), func(t *testing.T) {
				assert.GreaterOrEqual(t, simulatedWhole(t, e, o, 15), 2, "batches of a primitive")
			})
		}
	}
}

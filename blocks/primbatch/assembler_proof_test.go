package primbatch

import (
	"testing"
	"time"

	"posedge/blocks/primbatch/isa"
	"posedge/blocks/primbatch/model"
	"posedge/hdl"
	"posedge/hdl/lib/property"
	"posedge/internal/long"
)

// assemblerHarness states the output of an assembler for batches of one topology, with any ends, conventions, gaps and stalls.
// A vertex's identifier is its place in the batch.
type assemblerHarness struct {
	Heads hdl.Sink[batchHead]
	In    hdl.Sink[element]
	Out   hdl.Source[packet]
	Pick  hdl.In `doc:"free: picks the element whose flag is tracked"`

	config Config
	op     isa.Op
}

func newAssemblerHarness(c Config, o isa.Op) *assemblerHarness {
	s := c.shapes()
	return &assemblerHarness{
		Heads: hdl.NewSink(s.Head), In: hdl.NewSink(s.Element), Out: hdl.NewSource(s.Packet), Pick: hdl.Input(1), config: c, op: o,
	}
}

// rule is OpenGL's definition of primitive k of a batch.
type rule struct {
	vertices []hdl.Bits // places in the batch
	provokes hdl.Bits   // the place of the provoking vertex
	count    hdl.Bits   // primitives in the batch
	allowed  hdl.Bits   // must hold when the primitive is sent
}

func implies(a, b hdl.Bits) hdl.Bits { return a.Not().Or(b) }

func (h *assemblerHarness) Describe(m *hdl.Module) {
	n := h.config.identifiers()
	dut := hdl.Instance(m, "dut", newPrimitiveAssembler(h.config))
	heads, in, out := property.OfSink(h.Heads), property.OfSink(h.In), property.OfSource(h.Out)
	property.AssumeStable(m.Scope("at_heads"), heads)
	property.AssumeStable(m.Scope("at_in"), in)
	property.AssertStable(m.Scope("at_out"), out)

	place := m.Reg("place", n) // of the element at In
	head, e := h.Heads.Data, h.In.Data
	head.Op = hdl.Const(isa.OpBits, h.op)
	e.Corner.VertexID = place
	dut.Heads.Send(h.Heads.Valid, head)
	h.Heads.Ready.Set(dut.Heads.Ready)
	dut.In.Send(h.In.Valid, e)
	h.In.Ready.Set(dut.In.Ready)
	h.Out.From(dut.Out)
	m.If(in.Fire(), func() { place.Set(hdl.Mux(e.Last, 0, place.Add(1))) })
	m.Assume("batches_end", implies(in.Valid.And(e.Last.Not()), place.Ne(1<<n-1)))
	m.Assume("no_empty_batch", implies(in.Valid.And(e.Last), place.Ne(0)))
	m.Assert("heads_with_ends", heads.Fire().Eq(in.Fire().And(e.Last)))
	m.Assert("does_not_wait", implies(in.Valid.And(heads.Valid).And(out.Ready), in.Ready))

	// The packet on offer belongs to the last beat taken.
	of := hdl.RegOf(m, "of", head)
	size, ended, openEnd := m.Reg("size", n), m.Reg("ended", 1), m.Reg("open_end", 1)
	picked, at, flag := m.Reg("picked", 1), m.Reg("picked_place", n), m.Reg("flag", 1)
	hdl.Unused(of, openEnd, at, flag)
	m.If(in.Fire(), func() {
		m.If(ended.Or(picked.Not()), func() {
			picked.Set(h.Pick.And(e.Last.Not()))
			at.Set(place)
			flag.Set(e.Edge)
		})
		hdl.Set(of, head)
		size.Set(hdl.Mux(e.Last, place, place.Add(1)))
		ended.Set(e.Last)
		openEnd.Set(e.Open)
	})
	k := m.Reg("k", n) // earlier primitives of the batch
	p, drawn := out.Data.Primitive, out.Valid.And(out.Data.Drawn)
	m.If(out.Fire(), func() { k.Set(hdl.Mux(out.Data.Last, 0, k.Add(out.Data.Drawn.ZeroExtend(n)))) })
	m.Assert("last_at_the_end", implies(out.Valid, out.Data.Last.Eq(ended)))
	m.Assert("not_empty", implies(out.Valid, out.Data.Drawn.Or(out.Data.Last)))

	r := ruleOf(h.op, k, size, of, ended, openEnd)
	m.If(drawn, func() {
		listed := hdl.Const(1, 1)
		for j, v := range p.Vertices {
			if j < len(r.vertices) {
				listed = listed.And(v.VertexID.Eq(r.vertices[j]))
			} else {
				m.Assert("unused_"+string(rune('0'+j)), hdl.Flatten(v).Eq(0))
			}
		}
		m.Assert("has_its_vertices", listed)
		m.Assert("is_its_kind", p.Kind.Eq(int(kindOf(h.op))))
		var ids []hdl.Bits
		for _, v := range p.Vertices[:len(r.vertices)] {
			ids = append(ids, v.VertexID)
		}
		provoking := ids[0]
		if len(ids) > 1 {
			provoking = hdl.Select(p.Provoking, ids)
		}
		m.Assert("provokes", provoking.Eq(r.provokes))
		m.Assert("at_the_right_time", r.allowed)
		id := of.PrimitiveID
		if h.op != isa.Polygon {
			id = id.Add(k)
		}
		m.Assert("has_its_number", p.PrimitiveID.Eq(id))
		m.Assert("has_its_instance", p.InstanceID.Eq(of.InstanceID))
		restart := hdl.Const(1, 1)
		if h.op.RunsOn() {
			restart = of.Restart.And(k.Eq(0))
		}
		m.Assert("restarts", p.Restart.Eq(restart))
		all := len(model.EdgesOf(kindOf(h.op)))
		m.Assert("edges_of_its_kind", implies(hdl.Const(1, uint(bit(h.op.HasFlags()))).Not(), p.Edges.Eq(1<<all-1)).And(p.Edges.Shr(all).Eq(0)))
		for j := 0; j < all && h.op.HasFlags(); j++ {
			boundary := flag
			switch {
			case h.op == isa.Polygon && j == 0:
				boundary = flag.And(k.Eq(0)).And(of.Open.Not())
			case h.op == isa.Polygon && j == 2:
				boundary = flag.And(ended).And(openEnd.Not())
			}
			m.Assert("edge_"+string(rune('0'+j)), implies(picked.And(at.Eq(r.vertices[j])), p.Edges.Bit(j).Eq(boundary)))
		}
	})
	m.If(out.Valid.And(out.Data.Last), func() {
		m.Assert("nothing_lost", k.Add(out.Data.Drawn.ZeroExtend(n)).Eq(r.count))
	})
	m.Cover("draws_again", drawn.And(k.Eq(bit(h.op != isa.TrianglesAdjacency)))) // which draws only one in 12 cycles
}

// ruleOf is the rule of a topology. All places fit into n bits, as a batch has fewer than 2^n elements.
func ruleOf(o isa.Op, k, size hdl.Bits, of batchHead, ended, openEnd hdl.Bits) (r rule) {
	n := k.Width()
	number := func(x int) hdl.Bits { return hdl.Const(n, x&(1<<n-1)) }
	times := func(x, by int) hdl.Bits { return k.Mul(number(by)).Truncate(n).Add(number(x)) } // k·by + x
	last, odd := of.LastProvokes, k.Bit(0)
	pick := func(yes, no hdl.Bits) hdl.Bits { return hdl.Mux(last, yes, no) }
	list := func(group, first, provokes int) {
		for j := range group {
			r.vertices = append(r.vertices, times(j, group))
		}
		r.provokes = pick(times(provokes, group), times(first, group))
	}
	of3 := func(cond hdl.Bits, a, b [3]hdl.Bits) (c []hdl.Bits) {
		for j := range a {
			c = append(c, hdl.Mux(cond, a[j], b[j]))
		}
		return c
	}
	less := func(x int) hdl.Bits { return hdl.Mux(size.Ge(x), size.Sub(x), 0) } // size − x
	r.allowed = hdl.Const(1, 1)
	divided := func(by int) hdl.Bits { // whole groups in size
		c := number(0)
		for j := 1; j*by < 1<<n; j++ {
			c = hdl.Mux(size.Ge(j*by), j, c)
		}
		return c
	}
	closed := of.Open.Or(openEnd).Not().And(ended)
	switch o {
	case isa.Points:
		list(1, 0, 0)
		r.count = size
	case isa.Lines:
		list(2, 0, 1)
		r.count = divided(2)
	case isa.LineStrip, isa.LineLoop:
		r.vertices, r.provokes, r.count = []hdl.Bits{k, k.Add(1)}, pick(k.Add(1), k), less(1)
		if o == isa.LineLoop {
			closing := k.Eq(size.Sub(1)) // there is no vertex size
			r.vertices[1] = hdl.Mux(closing, 0, k.Add(1))
			r.provokes = pick(r.vertices[1], k)
			r.allowed = implies(closing, closed)
			r.count = hdl.Mux(closed.And(size.Ge(2)), size, less(1))
		}
	case isa.Triangles:
		list(3, 0, 2)
		r.count = divided(3)
	case isa.TriangleStrip:
		a, b, c := k, k.Add(1), k.Add(2)
		r.vertices = of3(odd, [3]hdl.Bits{pick(b, a), pick(a, c), pick(c, b)}, [3]hdl.Bits{a, b, c})
		r.provokes, r.count = pick(c, a), less(2)
	case isa.TriangleFan:
		r.vertices = of3(last, [3]hdl.Bits{number(0), k.Add(1), k.Add(2)}, [3]hdl.Bits{k.Add(1), k.Add(2), number(0)})
		r.provokes, r.count = pick(k.Add(2), k.Add(1)), less(2)
	case isa.Quads:
		list(4, 0, 3)
		r.count = divided(4)
	case isa.QuadStrip:
		r.vertices = []hdl.Bits{times(0, 2), times(1, 2), times(3, 2), times(2, 2)}
		r.provokes = pick(times(3, 2), times(0, 2))
		r.count = hdl.Mux(size.Ge(2), size.Shr(1).Sub(1), 0)
	case isa.Polygon:
		r.vertices, r.provokes, r.count = []hdl.Bits{number(0), k.Add(1), k.Add(2)}, number(0), less(2)
	case isa.LinesAdjacency:
		list(4, 1, 2)
		r.count = divided(4)
	case isa.LineStripAdjacency:
		r.vertices = []hdl.Bits{k, k.Add(1), k.Add(2), k.Add(3)}
		r.provokes, r.count = pick(k.Add(2), k.Add(1)), less(3)
	case isa.TrianglesAdjacency:
		list(6, 0, 4)
		r.count = divided(6)
	case isa.TriangleStripAdjacency:
		// Triangle i of the batch, counted from 1. After an open begin the first is not drawn; i keeps its parity in the whole.
		at := func(x int) hdl.Bits { return hdl.Mux(of.Open, times(x+4, 2), times(x+2, 2)) } // 2i + x
		final := ended.And(openEnd.Not())
		before := hdl.Mux(k.Eq(0).And(of.Open.Not()), 1, at(-4))
		after := hdl.Mux(final, at(3), at(4))
		forward := []hdl.Bits{at(-2), before, at(0), after, at(2), at(1)}
		backward := []hdl.Bits{at(0), before, at(-2), at(1), at(2), after}
		rotated := []hdl.Bits{at(-2), at(1), at(2), after, at(0), before}
		for j := range forward {
			r.vertices = append(r.vertices, hdl.Mux(odd, pick(backward[j], rotated[j]), forward[j]))
		}
		r.provokes = pick(at(2), at(-2))
		// The last triangle has another adjacent vertex: it leaves at a normal end, and the others with the elements behind them.
		whole := size.Shr(1)
		r.allowed = hdl.Mux(final, whole.Eq(at(4).Shr(1)), hdl.Mux(ended, size.Gt(at(4)), size.Gt(at(5))))
		floor := func(x int) hdl.Bits { return hdl.Mux(whole.Ge(x), whole.Sub(x), 0) }
		withheld := hdl.Mux(size.Bit(0), floor(2), floor(3)) // (size − 5) / 2
		count := hdl.Mux(openEnd, withheld, floor(2))
		r.count = hdl.Mux(of.Open.And(count.Ne(0)), count.Sub(1), count)
	}
	return r
}

// narrowAssembler is a harness with batches of up to 2^width − 1 elements.
func narrowAssembler(width int, o isa.Op) *assemblerHarness {
	c := testConfig
	c.identifier, c.coordinate = width, 2
	return newAssemblerHarness(c, o)
}

// In batches of up to 7 elements.
func TestTheAssemblerIsProved(t *testing.T) {
	proved(t, narrowAssembler(3, isa.LineLoop), time.Minute)
}

// In batches of up to 15 elements, every topology.
func TestLongTheAssemblerIsProved(t *testing.T) {
	long.Only(t)
	for o := range isa.Op(isa.NumOps) {
		t.Run(o.String(), func(t *testing.T) { proved(t, narrowAssembler(4, o), 2*time.Minute) })
	}
}
